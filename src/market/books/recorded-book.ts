import { formatDecimal, parseDecimal } from '../numbers/decimal.ts'
import type { Precision } from '../trades/bar.ts'
import { type Book, reaches, type Side } from './book.ts'

export type RecordedLevel = readonly [price: string, amount: string]

export type RecordedRow = [polled: number, timestamp: number | null, bids: string, asks: string]

/** @throws RangeError that names the fault: a wrong decimal, levels out of order, or crossed sides */
export function packRecordedBook(
  times: { polled: number; timestamp: number | null },
  sides: { bids: readonly RecordedLevel[]; asks: readonly RecordedLevel[] },
  precision: Precision,
): RecordedRow {
  const [bids, asks] = [JSON.stringify(sides.bids), JSON.stringify(sides.asks)]
  const wrong = faultOf(bids, asks, precision)
  if (wrong) throw new RangeError(wrong)
  return [times.polled, times.timestamp, bids, asks]
}

export function faultOf(bids: string, asks: string, precision: Precision): string | undefined {
  const [bidLevels, askLevels] = [levelsOf(bids), levelsOf(asks)]
  if (!bidLevels || !askLevels)
    return 'bids and asks must be JSON arrays of [price, amount], both as decimals in quotes'
  return (
    faultOfSide('bid', bidLevels, precision, -1) ??
    faultOfSide('ask', askLevels, precision, 1) ??
    faultBetween(bidLevels[0], askLevels[0])
  )
}

function levelsOf(json: string): RecordedLevel[] | undefined {
  try {
    const levels = JSON.parse(json) as unknown
    const isLevel = (one: unknown) =>
      Array.isArray(one) && one.length === 2 && one.every(text => typeof text === 'string')
    return Array.isArray(levels) && levels.every(isLevel) ? (levels as RecordedLevel[]) : undefined
  } catch {
    return undefined
  }
}

function faultOfSide(
  side: 'bid' | 'ask',
  levels: readonly RecordedLevel[],
  precision: Precision,
  worse: 1 | -1,
): string | undefined {
  let before = Number.NEGATIVE_INFINITY
  let total = 0
  for (const [price, amount] of levels) {
    if (!isPositive(price, precision.price)) return `${side} price ${price} must be ${kindOf(precision.price)}`
    if (!isPositive(amount, precision.amount)) return `${side} amount ${amount} must be ${kindOf(precision.amount)}`
    const away = worse * Number(parseDecimal(price, precision.price))
    if (away <= before) return `${side} price ${price} must be ${worse > 0 ? 'above' : 'below'} the previous one`
    before = away
    total += Number(parseDecimal(amount, precision.amount))
    // Books are read as doubles, and a mid price has up to ten times as many units.
    if (Math.max(10 * Math.abs(away), total) > Number.MAX_SAFE_INTEGER)
      return `${side} price ${price} with ${precision.price} decimal places must have at most 14 digits, and the amounts up to it with ${precision.amount} together 15`
  }
  return undefined
}

function kindOf(decimals: number): string {
  return `a positive decimal with at most ${decimals} decimal places`
}

function isPositive(text: string, decimals: number): boolean {
  return (
    /^\d+(\.\d*[1-9])?$/.test(text) && formatDecimal(parseDecimal(text, decimals), decimals) === text && text !== '0'
  )
}

function faultBetween(bid: RecordedLevel | undefined, ask: RecordedLevel | undefined): string | undefined {
  if (!bid || !ask || Number(bid[0]) < Number(ask[0])) return undefined
  return `bid ${bid[0]} must be below ask ${ask[0]}`
}

export function recordedBook([polled, timestamp, bids, asks]: RecordedRow, precision: Precision): Book {
  return { polled, timestamp, tick: 1, bids: sideOf(bids, precision, -1), asks: sideOf(asks, precision, 1) }
}

function sideOf(json: string, { price, amount }: Precision, worse: 1 | -1): Side {
  const levels = JSON.parse(json) as RecordedLevel[]
  const prices = Float64Array.from(levels, level => Number(parseDecimal(level[0], price)))
  const sums = new Float64Array(levels.length + 1)
  for (const [n, level] of levels.entries()) sums[n + 1] = sums[n]! + Number(parseDecimal(level[1], amount))
  return { best: prices[0] ?? Number.NaN, worse, count: levels.length, prices, sums, more: () => false }
}

/** The levels of a side, as far as a row can hold their amounts. */
export function levelTexts(side: Side, tick: number, precision: Precision): RecordedLevel[] {
  const levels: RecordedLevel[] = []
  for (let n = 0; reaches(side, n) && side.sums[n + 1]! <= Number.MAX_SAFE_INTEGER; n++) {
    const price = formatDecimal(side.prices[n]! * tick, precision.price)
    levels.push([price, formatDecimal(side.sums[n + 1]! - side.sums[n]!, precision.amount)])
  }
  return levels
}
