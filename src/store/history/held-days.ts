import { ceilTo, day, floorTo, formatTime } from '../../market/time.ts'
import { addFingerprint, type Fingerprint, mixRow, newFingerprint } from '../fingerprint.ts'
import type { Store } from '../store.ts'
import type { FeedKind, FeedSubject, Gap, Part } from './coverage.ts'

/** Whole days of a feed that the store has, with the sum of their rows' hashes. A row is written with its rows. */
export const heldTable = `CREATE TABLE held (
  kind    TEXT NOT NULL,
  subject ANY NOT NULL,      -- id of the instrument or pool, or code of the asset or protocol
  "from"  INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  rows    INTEGER NOT NULL,
  high    INTEGER NOT NULL,
  low     INTEGER NOT NULL,
  asked   INTEGER NOT NULL,  -- when it was last filled or asked for
  PRIMARY KEY (kind, subject, "from")
) WITHOUT ROWID`

/** Liquidity between ticks at a midnight, so that a snapshot of a pool does not need all mints since its founding. */
export const openingTable = `CREATE TABLE IF NOT EXISTS pool_opening (
  pool       INTEGER NOT NULL,
  timestamp  INTEGER NOT NULL,
  lower_tick INTEGER NOT NULL,
  upper_tick INTEGER NOT NULL,
  liquidity  REAL NOT NULL,
  PRIMARY KEY (pool, timestamp, lower_tick, upper_tick)
) WITHOUT ROWID`

/** What a store of a range counts of an instrument, for lists that are asked for before it is built. */
export const totalTable = `CREATE TABLE IF NOT EXISTS trade_total (
  instrument INTEGER NOT NULL,
  "from"     INTEGER NOT NULL,
  "until"    INTEGER NOT NULL,
  trades     INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  PRIMARY KEY (instrument, "from", "until")
) WITHOUT ROWID`

/** A table, its time, and SQL of the feed's subject, such as a column; 0 if all rows are the market's. */
type TimedTable = readonly [table: string, time: string, subject: string]

function ofMarket(...tables: string[]): TimedTable[] {
  return tables.map(table => [table, 'timestamp', '0'])
}

function ofPool(...tables: string[]): TimedTable[] {
  return tables.map(table => [table, 'timestamp', 'pool'])
}

/** Whether a supply is generated for its asset alone, which is another feed: 0 or 1. */
const isAlone = `(SELECT position IS NULL FROM supply_source JOIN supply_asset ON code = asset WHERE supply_source.id = source)`

/** Tables with the rows of each feed that is evicted. */
const tables: Partial<Record<FeedKind, readonly TimedTable[]>> = {
  trades: [['trade_block', 'start', 'instrument']],
  bars: [['bar_block', 'start', 'instrument']],
  books: [
    ['order_book_block', 'timestamp', 'instrument'],
    ['order_book_snapshot', 'poll_timestamp', 'instrument'],
  ],
  liquidations: [['liquidation', 'timestamp', 'instrument']],
  pools: ofPool('pool_state', 'pool_event'),
  'pool-openings': ofPool('pool_opening'),
  lending: ofMarket('block_run', 'lending_snapshot'),
}

interface HeldPart extends Part {
  sum: Fingerprint
}

/** Tables with the rows of other feeds. */
const others: Partial<Record<FeedKind, readonly TimedTable[]>> = {
  'reference-prices': [['reference_price', 'timestamp', 'asset']],
  staking: ofMarket('staking_rate'),
  supply: [['supply_change', 'timestamp', isAlone], ...ofMarket('asset_price', 'supply_hour', 'supply_day')],
  holders: ofMarket('token_holder_count', 'token_holding'),
  'value-locked': [['value_locked', 'timestamp', 'protocol']],
  // The days of their ends, which are exclusive.
  scenarios: [['scenario', '"until" - 1', '0']],
}

/** Parts whose rows are not those that were written, one line each; none if the store keeps no history. */
export function* wrongParts(store: Store): Generator<string> {
  if (store.columnsOf('held').length === 0) return
  const parts = store.all('SELECT kind, subject, "from", "until", rows, high, low FROM held') as [
    FeedKind,
    FeedSubject,
    ...[number, number, number, number, number],
  ][]
  for (const [kind, subject, from, until, rows, high, low] of parts) {
    const found = rowsOf(store, { kind, subject, from, until })
    const isSame = found === undefined || (found.rows === rows && found.high === high && found.low === low)
    if (isSame) continue
    const range = `${formatTime(from)} to ${formatTime(until)}`
    yield `${kind} of ${subject} from ${range}: ${found.rows} rows with another sum than the ${rows} that were written`
  }
}

/** Undefined for feeds whose tables have other rows, too. */
function rowsOf(store: Store, { kind, subject, from, until }: Gap): Fingerprint | undefined {
  const places = tables[kind] ?? others[kind]
  if (places === undefined) return undefined
  const sum = newFingerprint(kind)
  for (const [table, time, column] of places) {
    const names = store.columnsOf(table).map(name => `"${name}"`)
    const sql = `SELECT ${names.join()} FROM ${table} WHERE ${column} = ? AND ${time} >= ? AND ${time} < ?`
    for (const row of store.each(sql, subject, from, until)) mixRow(sum, row)
  }
  return sum
}

/** The days of `held`, in which parts that touch are one. */
export class HeldDays {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  partsOf(kind: FeedKind, subject: FeedSubject): HeldPart[] {
    return this.#partsAt(kind, subject, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
  }

  /** The parts that overlap or touch a range: minutes of many days are as many parts. */
  #partsAt(kind: FeedKind, subject: FeedSubject, from: number, until: number): HeldPart[] {
    const rows = this.#store.all(
      `SELECT "from", "until", rows, high, low FROM held
       WHERE kind = ? AND subject = ? AND "until" >= ? AND "from" <= ? ORDER BY "from"`,
      kind,
      subject,
      from,
      until,
    ) as [number, number, number, number, number][]
    return rows.map(([from, until, rows, high, low]) => ({ from, until, sum: newFingerprint(kind, rows, high, low) }))
  }

  /** The days of a gap that are not held, as ranges. */
  missing({ kind, subject, from, until }: Gap): Part[] {
    const missing: Part[] = []
    let next = floorTo(from, day)
    const end = ceilTo(until, day)
    for (const part of this.#partsAt(kind, subject, next, end)) {
      if (part.until <= next) continue
      if (part.from >= end) break
      if (part.from > next) missing.push({ from: next, until: part.from })
      next = part.until
    }
    if (next < end) missing.push({ from: next, until: end })
    return missing
  }

  touch(kind: FeedKind, subject: FeedSubject, asked: number): void {
    this.#store.run('UPDATE held SET asked = ? WHERE kind = ? AND subject = ?', asked, kind, subject)
  }

  /** Removes the part that was asked for least recently, with its rows. @returns false if there is none */
  evict(): boolean {
    const [found] = this.#store.all(
      'SELECT kind, subject, "from", "until" FROM held WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY asked LIMIT 1',
      JSON.stringify(Object.keys(tables)),
    ) as [FeedKind, number, number, number][]
    if (found === undefined) return false
    const [kind, ...range] = found
    for (const [table, time, column] of tables[kind]!)
      this.#store.run(`DELETE FROM ${table} WHERE ${column} = ? AND ${time} >= ? AND ${time} < ?`, ...range)
    this.#store.run('DELETE FROM held WHERE kind = ? AND subject = ? AND "from" = ?', kind, range[0], range[1])
    return true
  }

  add({ kind, subject, from, until }: Gap, sum: Fingerprint, asked: number): void {
    const whole = { from, until, sum }
    for (const part of this.#partsAt(kind, subject, from, until)) {
      if (part.until !== from && part.from !== until) continue
      whole.from = Math.min(whole.from, part.from)
      whole.until = Math.max(whole.until, part.until)
      addFingerprint(whole.sum, part.sum)
      this.#store.run('DELETE FROM held WHERE kind = ? AND subject = ? AND "from" = ?', kind, subject, part.from)
    }
    const { rows, high, low } = whole.sum
    const values = [kind, subject, whole.from, whole.until, rows, high, low, asked]
    this.#store.run('INSERT INTO held VALUES (?, ?, ?, ?, ?, ?, ?, ?)', ...values)
  }
}
