import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { schemaUrl } from '../../../seed/schema.ts'
import { floorTo, hour } from '../../market/time.ts'
import type { TextTrade } from '../../market/trades/trade-block.ts'
import { buildingPath, discard, makeFolder, putInPlace, removeAbandoned } from '../build/building-place.ts'
import { alone } from '../database/lock.ts'
import { recordFingerprints } from '../row-fingerprints.ts'
import { Store } from '../store.ts'
import { StoreFailure, storeFailure } from '../store-failure.ts'
import { tradeRows } from '../trade-rows.ts'
import { placesOf, writeBars, writeTrades } from './own-trades.ts'
import { widen } from './reference-rows.ts'

/** Runs in one transaction; creates the store if it does not exist. One process at a time changes a store. */
export function changeOwnStore(path: string, change: (store: Store) => void): void {
  namingStore(path, () => {
    makeFolder(dirname(path))
    removeAbandoned(path)
    alone(path, () => (existsSync(path) ? changeExisting(path, change) : makeNew(path, change)))
  })
}

export function rebuildOwnStore(path: string): void {
  namingStore(path, () => changeExisting(path, rebuildFromTrades))
}

/** Adds the path to errors of the file: disk full, read-only, locked, damaged. */
function namingStore(path: string, change: () => void): void {
  try {
    change()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw /^(E[A-Z]+|SQLITE_(FULL|READONLY|IOERR|BUSY|CORRUPT|NOTADB).*)$/.test(code)
      ? storeFailure(path, error as Error)
      : error
  }
}

function makeNew(path: string, change: (store: Store) => void): void {
  const building = buildingPath(path)
  try {
    const schema = readFileSync(schemaUrl, 'utf8')
    const store = Store.create(building, schema)
    try {
      store.addIndexes(schema)
      store.transaction(() => {
        store.addFacts({ source: 'import', start: 0, end: 0 })
        change(store)
        recordFingerprints(store)
      })
    } finally {
      store.close()
    }
    putInPlace(building, path)
  } finally {
    discard(building)
  }
}

function changeExisting(path: string, change: (store: Store) => void): void {
  const store = Store.open(path, { readonly: false })
  try {
    if (store.generated) throw new StoreFailure(`${path} is a generated store; set --data to a file of your own data`)
    store.transaction(() => {
      change(store)
      recordFingerprints(store)
    })
  } finally {
    store.close()
  }
}

/** Decimal places, dates and counters of instruments, bars, and the range of the store. */
export function rebuildFromTrades(store: Store): void {
  const trades = new Map<number, TextTrade[]>()
  for (const [id, ...trade] of tradeRows(store, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
    const of = trades.get(Number(id)) ?? []
    trades.set(Number(id), of)
    of.push(trade as TextTrade)
  }
  const range = rangeOf(store, [...trades.values()])
  for (const [name, value] of Object.entries(range))
    store.run('UPDATE store SET value = ? WHERE name = ?', String(value), name)
  for (const [id, quote] of store.all('SELECT id, quote_asset FROM instrument') as [number, string][])
    rebuildInstrument(store, id, quote === 'usd', trades.get(id) ?? [], range)
}

/** From the hour of the first record to the end of the hour of the last one. */
function rangeOf(store: Store, all: readonly TextTrade[][]): { start: number; end: number } {
  const books = store.all('SELECT min(poll_timestamp), max(poll_timestamp) FROM order_book_snapshot')[0]!
  const times = [...all.flatMap(([first, ...rest]) => [first![0], (rest.at(-1) ?? first!)[0]]), ...books]
  const known = times.filter(time => time !== null).map(Number)
  if (known.length === 0) return lastHour()
  const [first, last] = [Math.min(...known), Math.max(...known)]
  return { start: floorTo(first, hour), end: floorTo(last, hour) + hour }
}

/** A store of reference data alone ends with the last whole hour. */
function lastHour(): { start: number; end: number } {
  const end = Math.floor(Date.now() / hour) * hour
  return { start: end - hour, end }
}

function rebuildInstrument(
  store: Store,
  id: number,
  priced: boolean,
  trades: TextTrade[],
  range: { start: number; end: number },
): void {
  writeTrades(store, id, trades)
  const precision = widen(store, id, {
    price: placesOf(trades.map(trade => trade[3])),
    amount: placesOf(trades.map(trade => trade[4])),
  })
  const [size] = store.all(
    'SELECT ifnull(sum(length(CAST(trades AS BLOB))), 0) FROM trade_block WHERE instrument = ?',
    id,
  )[0]!
  const count = trades.filter(([, , versions]) => versions & 1).length
  store.run(
    'UPDATE instrument SET trade_start = ?, trade_end = ?, trade_count = ?, trade_size = ? WHERE id = ?',
    ...[trades[0]?.[0] ?? null, trades.at(-1)?.[0] ?? null, count, Number(size), id],
  )
  writeBars(store, { id, precision, priced }, trades, range)
}
