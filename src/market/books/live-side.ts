import { Recent } from '../made-once.ts'
import { byteSum, draw, mix, mostByteSum, normalOf } from '../numbers/hash.ts'
import { longer } from '../numbers/longer.ts'
import { exp, powerOfTen, powerOfTwo } from '../numbers/portable-math.ts'
import { day, hour, second } from '../time.ts'
import type { Side } from './book.ts'
import type { BookShape } from './book-shape.ts'
import { cacheSize, cells } from './cell-cache.ts'
import { DepthNoise } from './depth-noise.ts'
import { mostTiers, type Tiers, type TiersOfDays, usualExponent, usualPresence } from './tiers.ts'

/** Usual life of a level of the first tier at the usual price, and the least at any; it doubles with each tier. */
const life = 200 * second
const longest = 8 * hour
/** Life of the amount at a best price, if the price stays. */
const touchLife = 150 * second
/** Share of the amount at a best price that is left while orders press its side. */
const pressedShare = 0.15
/** Tiers that thin out while prices move fast. */
const nervousTiers = 2
/** Some levels are walls: 6 of 256. */
const wall = { below: 6, factor: 5 }
/** Places of a tier in the cache, a power of two: more than most have cells. */
const tierSpace = 64
/** Cells that are added first. */
const group = 8
const tierNames = powerOfTwo(36)
const mostExponents = 64
const powersOfTwo = Float64Array.from({ length: mostExponents }, (_, n) => powerOfTwo(n))

/**
 * A side of a generated book at any time: levels in cells of the price axis. A cell draws its level anew at the end of its
 * life, so levels stay for minutes near the price and for hours far from it.
 */
export class LiveSide implements Side {
  best = Number.NaN
  count = 0
  prices = new Float64Array(64)
  sums = new Float64Array(65)
  readonly worse: 1 | -1
  readonly #key: number
  readonly #shape: BookShape
  readonly #sizes: Float64Array
  readonly #depth: DepthNoise
  readonly #usualExponent: number
  #tiers!: Tiers
  #earlier!: Tiers
  #midnight = Number.NaN
  #presence = 0
  #time = 0
  #mid = 0
  #limit = 0
  #tier = mostTiers
  /** The next cell of the tier and its last, counted from price 0 in the tier's width. */
  #cell = 0
  #last = 0
  /** Where the next tier begins. */
  #edge = 0

  /** @param digits by which its ticks are finer than at present: cells of other ticks are others */
  constructor(shape: BookShape, worse: 1 | -1, digits: number) {
    this.worse = worse
    this.#shape = shape
    this.#key = mix(shape.key + 2 + worse + 8 * digits)
    this.#sizes = sizesOf(shape.unevenness)
    this.#depth = new DepthNoise(shape.key, this.#key)
    this.#usualExponent = usualExponent(shape)
  }

  /** @param wideness spread relative to usual @param pressed whether orders press the side */
  open(
    time: number,
    mid: number,
    best: number,
    { now, earlier }: TiersOfDays,
    wideness: number,
    pressed: boolean,
  ): void {
    const { lot, reach } = this.#shape
    this.best = best
    this.#time = time
    this.#mid = mid
    this.#tiers = now
    this.#earlier = earlier
    if (!(time >= this.#midnight && time < this.#midnight + day)) this.#midnight = time - (time % day)
    this.#presence = usualPresence * Math.min(1.1, 1 / (0.6 + 0.4 * wideness))
    this.#limit = best * (1 + this.worse * reach)
    this.#tier = -1
    this.#cell = this.#last + this.worse
    const touch = draw(this.#key - 1, best)
    const phase = (touch >>> 8) / 0x1000000
    const epoch = Math.floor(time / touchLife + phase)
    const start = (epoch - phase) * touchLife
    const size = this.#sizes[byteSum(draw(touch, epoch))]!
    const lots = this.#tiersAt(start).usual(now.exponent) * (0.05 + 0.3 * size) * this.#depth.at(start)
    this.prices[0] = best
    this.sums[1] = Math.max(1, Math.floor(pressed ? pressedShare * lots : lots)) * lot
    this.count = 1
  }

  more(): boolean {
    // Most orders that leave the best price need few levels, so the first cells come in a small group.
    let left = this.worse * (this.#last - this.#cell) + 1
    if (left <= 0) {
      if (!this.#enterTier()) return false
      left = this.worse * (this.#last - this.#cell) + 1
    }
    if (left > 0) this.#add(this.#tier, this.count < group ? Math.min(group, left) : left)
    return true
  }

  /** @returns false after the last tier */
  #enterTier(): boolean {
    if (this.#tier === mostTiers || (this.#tier >= 0 && this.worse * (this.#edge - this.#limit) >= 0)) return false
    const tier = ++this.#tier
    if (tier === mostTiers) return false
    const width = powersOfTwo[this.#tiers.exponent + tier]!
    const { cells: count } = this.#shape
    const middle = this.#mid / (2 * width)
    const inner = tier === 0 ? Math.floor(this.best / width) : this.#edge / width
    const outer = Math.floor(this.#limit / width)
    if (this.worse === 1) {
      const end = 2 * (Math.floor(middle) + count)
      this.#cell = inner
      this.#last = Math.min(end - 1, outer)
      this.#edge = end * width
    } else {
      const end = 2 * (Math.ceil(middle) - count)
      this.#cell = tier === 0 ? inner : inner - 1
      this.#last = Math.max(end, outer, 0)
      this.#edge = end * width
    }
    return true
  }

  /** Adds the levels of the tier's next cells. */
  #add(tier: number, count: number): void {
    const { worse, best } = this
    const first = this.#cell
    this.#cell = first + worse * count
    const exponent = this.#tiers.exponent + tier
    const key = this.#key
    const time = this.#time
    const limit = this.#limit
    const presence = tier < nervousTiers ? this.#presence : usualPresence
    const names = exponent * tierNames
    // The tiers of a side lie beside each other, so they do not push each other out.
    const start = key + exponent * tierSpace
    let n = this.count
    while (n + count >= this.prices.length) {
      this.prices = longer(this.prices)
      this.sums = longer(this.sums)
    }
    const { prices, sums } = this
    const { keys, starts, ends, lucks, amounts } = cells
    const [nameOf, priceOf] = [cells.names, cells.prices]
    let sum = sums[n]!
    for (let left = count, cell = first; left > 0; left--, cell += worse) {
      const place = (start + (cell & (tierSpace - 1))) & (cacheSize - 1)
      if (nameOf[place] !== names + cell || keys[place] !== key || time < starts[place]! || time >= ends[place]!)
        this.#draw(place, names + cell, exponent, cell)
      if (lucks[place]! >= presence) continue
      const price = priceOf[place]!
      if (worse * (price - best) <= 0 || worse * (price - limit) > 0) continue
      prices[n] = price
      sums[++n] = sum += amounts[place]!
    }
    this.count = n
  }

  #draw(place: number, name: number, exponent: number, cell: number): void {
    const own = draw(this.#key + exponent, cell)
    const usualLife = life * powersOfTwo[Math.max(0, exponent - this.#usualExponent)]!
    const lasts = Math.min(longest, usualLife * (0.4 + (2.2 * (own & 255)) / 255))
    const phase = (own >>> 8) / 0x1000000
    const epoch = Math.floor(this.#time / lasts + phase)
    const start = (epoch - phase) * lasts
    const size = draw(own, epoch)
    const rest = mix(size + 0x68e31da4)
    const isWall = ((rest >>> 10) & 255) < wall.below
    // A level keeps the size that it began with: that of its first day.
    const usual = this.#tiersAt(start).usual(exponent)
    const lots = usual * this.#sizes[byteSum(size)]! * (isWall ? wall.factor : 1) * this.#depth.at(start)
    cells.names[place] = name
    cells.keys[place] = this.#key
    cells.starts[place] = start
    cells.ends[place] = start + lasts
    cells.lucks[place] = (rest & 1023) / 1024
    cells.amounts[place] = Math.max(1, Math.floor(lots)) * this.#shape.lot
    const width = powersOfTwo[exponent]!
    cells.prices[place] = priceIn(cell * width, width, rest)
  }

  /** At the beginning of a level's life. */
  #tiersAt(start: number): Tiers {
    return start < this.#midnight ? this.#earlier : this.#tiers
  }
}

/** The roundest price of a cell, or half of the time any. */
function priceIn(from: number, width: number, bits: number): number {
  if (width === 1) return from
  if ((bits & 0x40000) === 0) return from + Math.floor(((bits >>> 19) / 8192) * width)
  let power = 0
  while (power < 15 && powerOfTen(power + 1) <= 10 * width) power++
  for (; power > 0; power--) {
    const step = powerOfTen(power)
    const price = Math.ceil(from / step) * step
    if (price < from + width) return price
  }
  return from
}

const known = new Recent<Float64Array, number>(2_000)

/** Size factors of mean 1 around those of a usual level, by the sum of four random bytes. */
function sizesOf(deviation: number): Float64Array {
  const factor = (sum: number) => exp(deviation * normalOf(sum) - (deviation * deviation) / 2)
  return known.of(deviation, () => Float64Array.from({ length: mostByteSum + 1 }, (_, sum) => factor(sum)))
}
