import { hour } from '../market/time.ts'
import { firstHourOf } from '../store/build/build-part.ts'
import type { Row, Store } from '../store/store.ts'
import { identityOf, isProfile } from '../store/store-plan.ts'
import { tradeRows } from '../store/trade-rows.ts'
import type { Check } from './check.ts'
import { identityFaults } from './check-identity.ts'

const compared = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN (SELECT value FROM json_each(?))"
/** Tables whose rows grow, or are derived from others. */
const others = JSON.stringify(['store', 'fingerprint', 'trade_block', 'bar_block', 'order_book_block'])

/** Any hour of the market can be generated alone; the first one has rows of nearly every table. */
export const checkSeed: Check = {
  name: 'the first hour is what the seed generates',
  appliesTo: store => store.generated,
  *find(store) {
    if (!identityFaults(store).next().done) return
    const { seed, profile, start } = identityOf(store)
    if (!isProfile(profile)) return
    const made = firstHourOf({ seed, profile, start })
    try {
      for (const [table, missing, rows] of differences(store, made, start))
        if (missing > 0)
          yield `${table}: ${missing} of ${rows} rows are not in the store, but the seed ${JSON.stringify(seed)} generates them`
    } finally {
      made.close()
    }
  },
}

type MissingRows = [table: string, missing: number, rows: number]

function* differences(store: Store, made: Store, start: number): Generator<MissingRows> {
  const trades = (of: Store) => [...tradeRows(of, start, start + hour)].map(row => row.join())
  const stored = new Set(trades(store))
  yield missingOf('trade_block', trades(made), row => stored.has(row))
  const books = 'SELECT 1 FROM order_book_block WHERE instrument = ? AND timestamp = ? AND substr(books, 1, ?) = ?'
  const hasBook = ([instrument, time, bytes]: Row) =>
    store.all(books, instrument!, time!, (bytes as Uint8Array).length, bytes!).length > 0
  yield missingOf('order_book_block', made.all('SELECT instrument, timestamp, books FROM order_book_block'), hasBook)
  for (const [table] of made.all(compared, others) as [string][]) {
    const names = made.fixedColumnsOf(table).map(column => `"${column}"`)
    const find = `SELECT 1 FROM "${table}" WHERE ${names.map(name => `${name} IS ?`).join(' AND ')} LIMIT 1`
    yield missingOf(table, made.all(`SELECT ${names} FROM "${table}"`), row => store.all(find, ...row).length > 0)
  }
}

function missingOf<T>(table: string, rows: readonly T[], has: (row: T) => boolean): MissingRows {
  return [table, rows.filter(row => !has(row)).length, rows.length]
}
