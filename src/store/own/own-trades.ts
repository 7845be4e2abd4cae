import { parseDecimal } from '../../market/numbers/decimal.ts'
import { day, floorTo, hour } from '../../market/time.ts'
import { BarFold, type Precision } from '../../market/trades/bar.ts'
import type { TextBar } from '../../market/trades/bar-block.ts'
import type { TextTrade } from '../../market/trades/trade-block.ts'
import type { Store } from '../store.ts'
import { decimalOf, type FileRecord, shownValue, timeOf } from './records.ts'

const blockLength = 500

export const tradeFields = ['timestamp', 'price', 'amount']

/** Converts records of trades. Trades without an id are numbered within their millisecond. */
export function tradeReader(): (record: FileRecord) => TextTrade {
  const unnamed = new Map<number, number>()
  return ({ fields }) => {
    const time = timeOf('timestamp', fields.timestamp)
    const [price, amount] = [decimalOf('price', fields.price), decimalOf('amount', fields.amount)]
    const side = sideOf(fields.taker_side_sell)
    const given = String(fields.trade_id ?? '')
    const count = unnamed.get(time) ?? 0
    if (given === '') unnamed.set(time, count + 1)
    return [time, given || `${time}-${String(count).padStart(4, '0')}`, 3, price, amount, side]
  }
}

const sides = new Map<string, TextTrade[5]>([
  ['true', 1],
  ['1', 1],
  ['false', 0],
  ['0', 0],
  ['unknown', 'unknown'],
  ['', null],
  ['null', null],
])

function sideOf(value: unknown): TextTrade[5] {
  const side = sides.get(String(value ?? '').toLowerCase())
  if (side !== undefined) return side
  throw new RangeError(`taker_side_sell must be true, false, unknown or empty, not ${shownValue(value)}`)
}

/** Sorts the trades, and replaces all trades of the instrument. */
export function writeTrades(store: Store, instrument: number, trades: TextTrade[]): void {
  trades.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]))
  store.run('DELETE FROM trade_block WHERE instrument = ?', instrument)
  writeBlocks(store, 'INSERT INTO trade_block VALUES (?, ?, ?, ?)', [instrument], trades)
}

/** @param sql takes the key, then start, count and records */
function writeBlocks(store: Store, sql: string, key: number[], records: readonly [number, ...unknown[]][]): void {
  for (const block of blocksOf(records)) store.run(sql, ...key, block[0]![0], block.length, JSON.stringify(block))
}

/** Cuts records that begin with their time into blocks. Records of one time share a block. */
function blocksOf<T extends [number, ...unknown[]]>(records: readonly T[]): T[][] {
  const blocks: T[][] = []
  for (let first = 0; first < records.length; ) {
    let next = Math.min(records.length, first + blockLength)
    while (next < records.length && records[next]![0] === records[next - 1]![0]) next++
    blocks.push(records.slice(first, next))
    first = next
  }
  return blocks
}

/** Most decimal places of any of the texts, which are plain decimals. */
export function placesOf(texts: Iterable<string>): number {
  let most = 0
  for (const text of texts) most = Math.max(most, text.split('.')[1]?.length ?? 0)
  return most
}

/** Writes the bars of finished hours and days in a range. @param priced whether the quote is the US dollar. */
export function writeBars(
  store: Store,
  { id, precision, priced }: { id: number; precision: Precision; priced: boolean },
  trades: readonly TextTrade[],
  range: { start: number; end: number },
): void {
  store.run('DELETE FROM bar_block WHERE instrument = ?', id)
  for (const width of [hour, day]) {
    const bars = barsOf(trades, width, precision, priced)
    const whole = bars.filter(([time]) => time >= range.start && time + width <= range.end)
    writeBlocks(store, 'INSERT INTO bar_block VALUES (?, ?, ?, ?, ?)', [id, width], whole)
  }
}

function barsOf(trades: readonly TextTrade[], width: number, precision: Precision, priced: boolean): TextBar[] {
  const bars: TextBar[] = []
  for (const [time, group] of Map.groupBy(trades, ([time]) => floorTo(time, width))) {
    const revised = group.some(([, , versions]) => versions !== 3)
    for (const versions of revised ? [1, 2] : [3]) {
      const fold = new BarFold(precision)
      for (const [, , bits, price, amount] of group)
        if (bits & versions) fold.add(parseDecimal(price, precision.price), parseDecimal(amount, precision.amount))
      if (fold.count > 0) bars.push(barOf(time, versions, fold, priced))
    }
  }
  return bars
}

function barOf(time: number, versions: number, fold: BarFold, priced: boolean): TextBar {
  const { open, high, low, close, volume, notional, count } = fold
  return [time, versions, open, high, low, close, volume, notional, count, priced ? Number(notional) : null]
}
