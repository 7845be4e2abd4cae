import { exp, log, powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { byteSum, normalOf, type Stream, unit } from '../../hashed-draws.ts'

const deviation = 1.75
/** Large orders: their share, the least of them in medians, and the index of their tail. */
const large = { share: 0.07, from: 27, index: 1.65 }
/** Mean size in medians, before a book cuts the largest. */
export const meanToMedian = 9
const roundOnes = 0.3

/** In medians, by the sum of four random bytes. */
const factors = Float64Array.from({ length: 1022 }, (_, sum) => exp(deviation * normalOf(sum)))

/** Greatest share of an instrument's usual day that an order has, except where that is less than a large order. */
const mostOfDay = 0.3
const least = 10 * large.from

/** Share of the large orders that would be larger than an instrument of so many orders per day sees. */
export function beyondLargest(perDay: number): number {
  const largest = Math.max(least, mostOfDay * perDay * meanToMedian)
  return exp(-large.index * log(largest / large.from))
}

/** The size of an order in medians: log-normal, with a tail that falls as a power. @param beyond share of that tail that is cut off */
export function size(stream: Stream, beyond: number): number {
  const bits = stream.bits()
  const luck = unit(bits)
  if (luck >= large.share) {
    // Between two factors, or a day's amounts would repeat.
    const [sum, share] = [byteSum(stream.bits()), (bits & 4095) / 4096]
    return factors[sum]! + (factors[sum + 1]! - factors[sum]!) * share
  }
  return large.from * exp(-log(beyond + ((1 - beyond) * luck) / large.share) / large.index)
}

const powers = Array.from({ length: 16 }, (_, n) => powerOfTen(n))

/** Whole lots, at least one. A share of the orders is round: 1, 2, 2.5 or 5 times a power of ten. */
export function roundLot(lots: number, stream: Stream): number {
  const whole = Math.max(1, Math.floor(lots))
  if (stream.unit() >= roundOnes) return whole
  let n = 0
  while (n < 15 && powers[n + 1]! <= whole) n++
  const lead = whole / powers[n]!
  return (lead >= 5 ? 5 : lead >= 2.5 && n > 0 ? 2.5 : lead >= 2 ? 2 : 1) * powers[n]!
}
