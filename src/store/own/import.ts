import { packRecordedBook, type RecordedLevel } from '../../market/recorded-book.ts'
import type { TextTrade } from '../../market/trade-block.ts'
import type { Store } from '../store.ts'
import { StoreFailure } from '../store-failure.ts'
import { tradeRows } from '../trade-rows.ts'
import { changeOwnStore, rebuildFromTrades, widen } from './own-store.ts'
import { placesOf, tradeReader, writeTrades } from './own-trades.ts'
import { convertAll, parseRecords, timeOf } from './records.ts'

export interface SourceFile {
  name: string
  text: string
}

export interface InstrumentName {
  exchange: string
  kind: string
  code: string
  base: string
  quote: string
}

const classes = ['spot', 'perpetual-future', 'future', 'option']

/** @throws StoreFailure if the text does not name an instrument. */
export function parseInstrument(text: string): InstrumentName {
  const [exchange = '', kind = '', code = '', ...rest] = text.toLowerCase().split('/')
  const [base = '', quote = ''] = code.split('-')
  const isCode = [exchange, base, quote].every(one => /^[a-z0-9_]+$/.test(one))
  if (rest.length === 0 && isCode && classes.includes(kind)) return { exchange, kind, code, base, quote }
  throw new StoreFailure(
    `--instrument must be exchange/class/base-quote, such as myex/spot/foo-usd, not ${JSON.stringify(text)}; classes are ${classes.join(', ')}`,
  )
}

/** Adds trades and recorded order books of one instrument to a store of own data, and recomputes derived rows. */
export function importRecords(
  path: string,
  name: InstrumentName,
  { trades, books }: { trades: SourceFile | undefined; books: SourceFile | undefined },
): { trades: number; books: number } {
  const newTrades = trades ? convertAll(trades.name, parseRecords(trades.name, trades.text), tradeReader()) : []
  const newBooks = books ? convertAll(books.name, parseRecords(books.name, books.text), bookOf) : []
  changeOwnStore(path, store => {
    const id = instrumentId(store, name)
    if (newTrades.length > 0) writeTrades(store, id, merged(store, id, newTrades))
    for (const book of newBooks) addBook(store, id, book)
    rebuildFromTrades(store)
  })
  return { trades: newTrades.length, books: newBooks.length }
}

/** A trade that is imported again replaces the stored one. */
function merged(store: Store, id: number, trades: TextTrade[]): TextTrade[] {
  const keyOf = ([time, tradeId]: TextTrade) => `${time} ${tradeId}`
  const imported = new Map(trades.map(trade => [keyOf(trade), trade]))
  const stored = [...tradeRows(store, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)]
    .filter(([instrument]) => instrument === id)
    .map(([, ...trade]) => trade as TextTrade)
  return [...stored.filter(trade => !imported.has(keyOf(trade))), ...imported.values()]
}

interface ImportedBook {
  polled: number
  timestamp: number | null
  bids: RecordedLevel[]
  asks: RecordedLevel[]
}

/** Checks everything except decimal places, which the instrument may gain. */
function bookOf({ fields }: { fields: Record<string, unknown> }): ImportedBook {
  const polled = timeOf('poll_timestamp', fields.poll_timestamp)
  const timestamp = fields.timestamp == null || fields.timestamp === '' ? null : timeOf('timestamp', fields.timestamp)
  const [bids, asks] = [levelsOf('bids', fields.bids), levelsOf('asks', fields.asks)]
  packRecordedBook({ polled, timestamp }, { bids, asks }, precisionOf({ bids, asks }))
  return { polled, timestamp, bids, asks }
}

function levelsOf(name: string, value: unknown): RecordedLevel[] {
  const levels = typeof value === 'string' ? (JSON.parse(value || 'null') as unknown) : value
  if (Array.isArray(levels) && levels.every(level => Array.isArray(level) && level.length === 2))
    return levels.map(([price, amount]) => [String(price), String(amount)])
  throw new RangeError(`${name} must be an array of [price, amount]`)
}

function precisionOf({ bids, asks }: Pick<ImportedBook, 'bids' | 'asks'>) {
  const levels = [...bids, ...asks]
  return { price: placesOf(levels.map(([price]) => price)), amount: placesOf(levels.map(([, amount]) => amount)) }
}

function addBook(store: Store, id: number, { polled, timestamp, bids, asks }: ImportedBook): void {
  const row = packRecordedBook({ polled, timestamp }, { bids, asks }, widen(store, id, precisionOf({ bids, asks })))
  store.run('INSERT OR REPLACE INTO order_book_snapshot VALUES (?, ?, ?, ?, ?)', id, ...row)
}

function instrumentId(store: Store, { exchange, kind, code, base, quote }: InstrumentName): number {
  const find = 'SELECT id FROM instrument WHERE exchange_code = :exchange AND class = :kind AND code = :code'
  const known = store.get(find, { exchange, kind, code })
  if (known) return Number(known[0])
  store.run("INSERT OR IGNORE INTO exchange VALUES (?, ?, ?, 'centralised', 'taker')", exchange, exchange, exchange)
  for (const asset of [base, quote])
    store.run("INSERT OR IGNORE INTO asset VALUES (?, ?, ?, '[]')", asset, asset.toUpperCase(), classOf(asset))
  store.run(
    `INSERT INTO instrument (exchange_code, class, code, base_asset, quote_asset, exchange_pair_code,
       legacy_exchange_slug, legacy_symbol, amount_decimals, price_decimals) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
    ...[exchange, kind, code, base, quote, code.toUpperCase(), exchange, code.replaceAll('-', '')],
  )
  return Number(store.get(find, { exchange, kind, code })![0])
}

const currencies = new Set('usd eur gbp jpy chf aud cad krw try brl sgd aed'.split(' '))
const stablecoins = new Set('usdt usdc dai tusd fdusd pyusd'.split(' '))

function classOf(asset: string): string {
  return currencies.has(asset) ? 'fiat' : stablecoins.has(asset) ? 'stablecoin' : 'cryptocurrency'
}
