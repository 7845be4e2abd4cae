import type { Precision } from './bar.ts'
import type { Book, Side } from './book.ts'
import { formatDecimal, parseDecimal } from './decimal.ts'
import { Ladder } from './ladder.ts'

export type RecordedLevel = readonly [price: string, amount: string]

export type RecordedRow = readonly [polled: number, timestamp: number | null, bids: string, asks: string]

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
  const offsets = new Float64Array(levels.length)
  const amounts = new Float64Array(levels.length + 1)
  const best = levels[0] ? Number(parseDecimal(levels[0][0], price)) : Number.NaN
  levels.forEach((level, n) => {
    offsets[n] = worse * (Number(parseDecimal(level[0], price)) - best)
    amounts[n + 1] = amounts[n]! + Number(parseDecimal(level[1], amount))
  })
  const ladder = new Ladder({ id: 0, offsets, nearSums: amounts, farSums: new Float64Array(amounts.length) })
  return { best, ladder, near: 1, far: 0, worse }
}

/** With coarse ticks, several levels of a ladder merge. */
export function levelTexts(
  { best, near, far, worse, ladder }: Side,
  tick: number,
  precision: Precision,
): RecordedLevel[] {
  const amounts = new Map<number, number>()
  for (let n = 0; n < ladder.count; n++) {
    const ticks = best + worse * ladder.away(best, n)
    const amount =
      near * (ladder.nearSums[n + 1]! - ladder.nearSums[n]!) + far * (ladder.farSums[n + 1]! - ladder.farSums[n]!)
    amounts.set(ticks, (amounts.get(ticks) ?? 0) + amount)
  }
  return [...amounts].map(([ticks, amount]) => [
    formatDecimal(ticks * tick, precision.price),
    formatDecimal(amount, precision.amount),
  ])
}
