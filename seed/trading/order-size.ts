import { exp, powerOfTen } from '../../src/market/portable-math.ts'
import { byteSum, normalOf, type Stream } from '../hash.ts'

const deviation = 1.5
const whales = 0.015
const roundOnes = 0.2

/** Factors of the median, by the sum of four random bytes. */
const factors = Float64Array.from({ length: 1021 }, (_, sum) => exp(deviation * normalOf(sum)))

/** A heavy-tailed size: log-normal around the median, occasionally up to a hundred times larger. */
export function size(median: number, stream: Stream): number {
  const usual = median * factors[byteSum(stream.bits())]!
  const luck = stream.unit()
  return luck < whales ? (usual * whales) / (luck + 0.0001) : usual
}

const powers = Array.from({ length: 16 }, (_, n) => powerOfTen(n))

/** Whole lots, at least one. A share of the orders is round: 1, 2 or 5 times a power of ten. */
export function roundLot(lots: number, stream: Stream): number {
  const whole = Math.max(1, Math.floor(lots))
  if (stream.unit() >= roundOnes) return whole
  let n = 0
  while (n < 15 && powers[n + 1]! <= whole) n++
  const lead = Math.floor(whole / powers[n]!)
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * powers[n]!
}
