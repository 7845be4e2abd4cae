import { remembered } from '../../../src/market/made-once.ts'
import { exp, log, powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { byteSum, mostByteSum, normalOf, type Stream, unit } from '../../hashed-draws.ts'

/** Deviation of the logarithms of an exchange's order sizes, and the index of the tail of the large ones. */
interface SizeLaw {
  deviation: number
  index: number
}

const usual: SizeLaw = { deviation: 1.75, index: 1.65 }
/** Orders of institutions differ more in size, those of retail customers less. */
const laws: readonly [SizeLaw, exchanges: string[]][] = [
  [{ deviation: 1.85, index: 1.55 }, 'cbse krkn krft stmp bfnx gmni itbi lmax blsh drbt btmx cmef'.split(' ')],
  [
    { deviation: 1.6, index: 1.8 },
    'upbt bthb cone krbt bfly ccck zaif btbk crco gate kcon mexc btso mbtc btkb bmrt bngx xtcm'.split(' '),
  ],
]
/** Large orders: their share, and the least of them in medians. */
const large = { share: 0.07, from: 27 }
const roundOnes = 0.3

/** Greatest share of an instrument's usual day that an order has, except where that is less than a large order. */
const mostOfDay = 0.3
const least = 10 * large.from

/** Sizes of orders in medians: log-normal, with a tail that falls as a power. */
export class OrderSizes {
  /** In medians, before a book cuts the largest. */
  readonly mean: number
  readonly #index: number
  /** In medians, by the sum of four random bytes. */
  readonly #factors: Float64Array

  constructor({ deviation, index }: SizeLaw) {
    this.#index = index
    this.#factors = Float64Array.from({ length: mostByteSum + 2 }, (_, sum) => exp(deviation * normalOf(sum)))
    const [small, tail] = [exp((deviation * deviation) / 2), (large.from * index) / (index - 1)]
    this.mean = (1 - large.share) * small + large.share * tail
  }

  /** Share of the large orders that would be larger than an instrument of so many orders per day sees. */
  beyondLargest(perDay: number): number {
    const largest = Math.max(least, mostOfDay * perDay * this.mean)
    return exp(-this.#index * log(largest / large.from))
  }

  /** An order's size. @param beyond share of the tail that is cut off */
  draw(stream: Stream, beyond: number): number {
    const bits = stream.bits()
    const luck = unit(bits)
    if (luck >= large.share) {
      // Between two factors, or a day's amounts would repeat.
      const [sum, share] = [byteSum(stream.bits()), (bits & 4095) / 4096]
      return this.#factors[sum]! + (this.#factors[sum + 1]! - this.#factors[sum]!) * share
    }
    return large.from * exp(-log(beyond + ((1 - beyond) * luck) / large.share) / this.#index)
  }
}

/** Sizes of the orders on an exchange. @param exchange its code */
export const orderSizes = remembered((exchange: string) => {
  const law = laws.find(([, exchanges]) => exchanges.includes(exchange))
  return new OrderSizes(law?.[0] ?? usual)
})

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
