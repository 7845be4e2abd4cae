import { suggestion } from '../../base/nearest.ts'
import type { Store } from '../store.ts'
import type { PoolPlace, ReferenceKind, ReferenceRecord } from './reference-records.ts'

type Columns = Record<string, string | number | null>

/** Adds a record of a kind, or replaces its given fields. @throws RangeError if it refers to an unknown code. */
export const putRecord: Record<ReferenceKind, (store: Store, given: Record<string, unknown>) => void> = {
  exchange: putExchange,
  asset: putAsset,
  protocol: putProtocol,
  pool: putPool,
  instrument: putInstrument,
}

export function putExchange(store: Store, given: ReferenceRecord<'exchange'>): void {
  const code = given.code!
  const usual = { name: code, legacy_slug: code, kind: 'centralised', taker_side: 'taker' }
  put(store, 'exchange', { code }, rowOf(given), usual)
}

export function putAsset(store: Store, given: ReferenceRecord<'asset'>): void {
  const code = given.code!
  const usual = { name: code.toUpperCase(), asset_class: classOf(code), asset_classes: '[]' }
  put(store, 'asset', { code }, rowOf(given), usual)
}

function putProtocol(store: Store, given: ReferenceRecord<'protocol'>): void {
  put(store, 'protocol', { code: given.code! }, rowOf(given), { name: given.code! })
}

function putPool(store: Store, given: ReferenceRecord<'pool'>): void {
  const { blockchain, address, tokens, ...rest } = given
  checkPool(store, given)
  putProtocol(store, { code: given.protocol! })
  const key = { blockchain: blockchain!, address: address! }
  const usual = {
    name: tokens!.map(({ symbol }) => symbol).join('-'),
    fee: 0,
    base_position: given.type === 'vault' ? null : 0,
  }
  put(store, 'pool', key, rowOf(rest), usual)
  const id = poolId(store, key)!
  store.run('DELETE FROM pool_token WHERE pool = ?', id)
  for (const [n, { asset, symbol, address, decimals }] of tokens!.entries())
    store.run('INSERT INTO pool_token VALUES (?, ?, ?, ?, ?, ?)', id, n, asset, symbol, address, decimals)
}

function checkPool(
  store: Store,
  { type, tokens = [], weights, tick_spacing, base_position }: ReferenceRecord<'pool'>,
): void {
  const fewest = type === 'vault' ? 1 : 2
  if (tokens.length < fewest || tokens.length > 8)
    throw new RangeError(`tokens must be an array of ${fewest} to 8 tokens`)
  if (type === 'concentrated' && tick_spacing === undefined)
    throw new RangeError('tick_spacing is required for a concentrated pool')
  if (type === 'weighted' && weights?.length !== tokens.length)
    throw new RangeError(`weights must be an array of ${tokens.length} weights, one for each token`)
  if (base_position !== undefined && base_position > tokens.length - 2)
    throw new RangeError(`base_position must be at most ${tokens.length - 2}, because the quote is the next token`)
  tokens.forEach(({ asset }, n) => {
    known(store, 'asset', asset, `tokens[${n}].asset`)
  })
}

export function putInstrument(store: Store, given: ReferenceRecord<'instrument'>): void {
  const { exchange_code, class: kind, code, list_pools: pools, ...rest } = given
  const key = { exchange_code: exchange_code!, class: kind!, code: code! }
  const usual = { ...usualInstrument(key), ...storedAssets(store, key) }
  checkInstrument(store, { ...usual, ...rowOf(rest), ...key })
  const { price_decimals: price, amount_decimals: amount, ...row } = rowOf(rest)
  put(store, 'instrument', key, row, { ...usual, price_decimals: 0, amount_decimals: 0 })
  const id = instrumentIdOf(store, key)!
  widen(store, id, { price: Number(price ?? 0), amount: Number(amount ?? 0) })
  if (pools) putPools(store, id, pools)
}

function usualInstrument({ exchange_code, code }: Record<'exchange_code' | 'class' | 'code', string>) {
  const [base_asset = '', quote_asset = ''] = code.split('-')
  return {
    base_asset,
    quote_asset,
    exchange_pair_code: code.toUpperCase(),
    legacy_exchange_slug: exchange_code,
    legacy_symbol: code.replaceAll('-', ''),
  }
}

/** Assets of an instrument that is changed; its code need not contain them. */
function storedAssets(store: Store, key: Columns): Columns {
  const row = store.get<[base: string, quote: string]>(`SELECT base_asset, quote_asset ${theInstrument}`, key)
  return row ? { base_asset: row[0], quote_asset: row[1] } : {}
}

function checkInstrument(store: Store, { exchange_code, class: kind, code, base_asset, quote_asset }: Columns): void {
  known(store, 'exchange', exchange_code!, 'exchange_code')
  known(store, 'asset', base_asset!, 'base_asset')
  known(store, 'asset', quote_asset!, 'quote_asset')
  if (kind === 'spot' && code !== `${base_asset}-${quote_asset}`)
    throw new RangeError(
      `code must be ${base_asset}-${quote_asset} for this spot instrument, not ${JSON.stringify(code)}`,
    )
}

function putPools(store: Store, instrument: number, pools: readonly PoolPlace[]): void {
  store.run('DELETE FROM instrument_pool WHERE instrument = ?', instrument)
  for (const place of pools) {
    const pool = poolId(store, { ...place })
    if (pool === undefined) throw new RangeError(`no pool ${place.address} on ${place.blockchain}; add a record "pool"`)
    store.run('INSERT INTO instrument_pool VALUES (?, ?)', instrument, pool)
  }
}

function poolId(store: Store, key: Columns): number | undefined {
  return store.get<[number]>('SELECT id FROM pool WHERE blockchain = :blockchain AND address = :address', key)?.[0]
}

const theInstrument = 'FROM instrument WHERE exchange_code = :exchange_code AND class = :class AND code = :code'

export function instrumentIdOf(store: Store, key: Columns): number | undefined {
  return store.get<[number]>(`SELECT id ${theInstrument}`, key)?.[0]
}

/** Raises decimal places of an instrument; existing records may need the present ones. */
export function widen(store: Store, id: number, { price, amount }: { price: number; amount: number }) {
  const [widened] = store.all<[price: number, amount: number]>(
    `UPDATE instrument SET price_decimals = max(price_decimals, ?), amount_decimals = max(amount_decimals, ?)
     WHERE id = ? RETURNING price_decimals, amount_decimals`,
    ...[price, amount, id],
  )
  return { price: widened![0], amount: widened![1] }
}

function known(store: Store, table: 'exchange' | 'asset', code: string | number, field: string): void {
  if (store.get(`SELECT 1 FROM ${table} WHERE code = :code`, { code })) return
  const codes = store.texts(`SELECT code FROM ${table}`)
  throw new RangeError(
    `${field} ${JSON.stringify(code)} is unknown${suggestion(String(code), codes)}; add a record "${table}"`,
  )
}

/** Lists are stored as JSON. */
function rowOf(given: object): Columns {
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(known.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]))
}

/** @param usual values of a new row's columns that are not given */
function put(store: Store, table: string, key: Columns, given: Columns, usual: Columns): void {
  const row = { ...usual, ...given, ...key }
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  const changes = Object.keys({ ...given, ...key }).map(name => `${name} = excluded.${name}`)
  store.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})
      ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET ${changes.join(', ')}`,
    ...Object.values(row),
  )
}

const currencies = new Set('usd eur gbp jpy chf aud cad krw try brl sgd aed'.split(' '))
const stablecoins = new Set('usdt usdc dai tusd fdusd pyusd'.split(' '))

function classOf(asset: string): string {
  return currencies.has(asset) ? 'fiat' : stablecoins.has(asset) ? 'stablecoin' : 'cryptocurrency'
}
