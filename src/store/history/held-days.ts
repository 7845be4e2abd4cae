import { ceilTo, floorTo, formatTime, minute, type Period } from '../../market/time.ts'
import { addFingerprint, type Fingerprint, mixRow, newFingerprint } from '../fingerprint.ts'
import type { Store } from '../store.ts'
import { type FeedKind, type FeedSubject, type Gap, unitOf } from './coverage.ts'

/** Whole days of a feed that the store has, or hours, with the sum of their rows' hashes. A row is written with its rows. */
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

/** A table and the condition of the rows that a feed has there: of a subject, since a time, before another. */
type FeedRows = readonly [table: string, where: string]

/** @param of condition on the subject, by default that all rows are the market's */
function within(time: string, of = '? = 0'): string {
  return `${of} AND ${time} >= ? AND ${time} < ?`
}

function ofMarket(...tables: string[]): FeedRows[] {
  return tables.map(table => [table, within('timestamp')])
}

/** @param subject a column */
function of(subject: string, ...tables: string[]): FeedRows[] {
  return tables.map(table => [table, within('timestamp', `${subject} = ?`)])
}

function ofInstrument(table: string, time: string, ...further: string[]): FeedRows {
  return [table, within(time, [...further, 'instrument = ?'].join(' AND '))]
}

/** Supplies that are generated for their asset alone are another feed than those of the market. */
function ofSources(of: string): FeedRows {
  const sources = `SELECT supply_source.id FROM supply_source JOIN supply_asset ON code = asset WHERE ${of}`
  return ['supply_change', within('timestamp', `source IN (${sources})`)]
}

const ofBlocks = `? = 0 AND block_number IN (SELECT number FROM bitcoin_block WHERE timestamp >= ? AND timestamp < ?)`

/** The rows of each feed that is evicted, in the order in which they can be. */
const tables: Partial<Record<FeedKind, readonly FeedRows[]>> = {
  trades: [ofInstrument('trade_block', 'start')],
  bars: [ofInstrument('bar_block', 'start', `width > ${minute}`)],
  minutes: [ofInstrument('bar_block', 'start', `width = ${minute}`)],
  books: [ofInstrument('order_book_block', 'timestamp'), ofInstrument('order_book_snapshot', 'poll_timestamp')],
  liquidations: [ofInstrument('liquidation', 'timestamp')],
  pools: of('pool', 'pool_state', 'pool_event'),
  'pool-openings': of('pool', 'pool_opening'),
  lending: ofMarket('block_run', 'lending_snapshot'),
  'reference-prices': of('asset', 'reference_price'),
  'asset-supply': [ofSources('asset = ?'), ...of('asset', 'asset_price_day')],
  'value-locked': of('protocol', 'value_locked'),
  fx: ofMarket('fx_minute', 'fx_hour'),
  staking: ofMarket('staking_rate'),
  supply: [ofSources('(position IS NULL) = ?'), ...ofMarket('asset_price', 'supply_hour', 'supply_day')],
  holders: ofMarket('token_holder_count', 'token_holding'),
  bitcoin: [['bitcoin_transaction', ofBlocks], ...ofMarket('bitcoin_block')],
  // The days of their ends, which are exclusive.
  scenarios: [['scenario', within('"until" - 1')]],
}

interface HeldPart extends Period {
  sum: Fingerprint
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

/** Undefined for feeds that are not evicted. */
function rowsOf(store: Store, { kind, subject, from, until }: Gap): Fingerprint | undefined {
  const places = tables[kind]
  if (places === undefined) return undefined
  const sum = newFingerprint(kind)
  for (const [table, where] of places) {
    const names = store.columnsOf(table).map(name => `"${name}"`)
    const sql = `SELECT ${names.join()} FROM ${table} WHERE ${where}`
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

  /** Without sums, because readers ask for every feed of a page again after each fill. */
  partsOf(kind: FeedKind, subject: FeedSubject): Period[] {
    const rows = this.#store.all(
      'SELECT "from", "until" FROM held WHERE kind = ? AND subject = ? ORDER BY "from"',
      kind,
      subject,
    ) as [number, number][]
    return rows.map(([from, until]) => ({ from, until }))
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

  /** The days or hours of a gap that are not held, as ranges. */
  missing({ kind, subject, from, until }: Gap): Period[] {
    const missing: Period[] = []
    const unit = unitOf(kind)
    let next = floorTo(from, unit)
    const end = ceilTo(until, unit)
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
    for (const [table, where] of tables[kind]!) this.#store.run(`DELETE FROM ${table} WHERE ${where}`, ...range)
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
