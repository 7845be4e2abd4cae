import { exp, log, powerOfTwo } from '../numbers/portable-math.ts'
import { factorOf } from './book-block.ts'
import type { BookShape } from './book-shape.ts'

export const mostTiers = 24
/** Share of cells that have a level. */
export const usualPresence = 0.85
const farWithin = 0.03
const perOctave = 4

/** Whole quarter octaves of a price of at least one tick. */
export function levelOf(ticks: number): number {
  return Math.floor((log(ticks) / Math.LN2) * perOctave)
}

/** In ticks, in the middle of a quarter octave. */
function priceAt(level: number): number {
  return exp(((level + 0.5) / perOctave) * Math.LN2)
}

/** Exponent of the power of two nearest to a width in ticks; 0 at least. */
function exponentOf(width: number): number {
  return Math.max(0, Math.round(log(width) / Math.LN2))
}

/** Of the day, and of the day before: levels that began before midnight keep their sizes. */
export interface TiersOfDays {
  now: Tiers
  earlier: Tiers
}

/** Exponent of the first tier's width in ticks at the usual price. */
export function usualExponent({ width, price }: BookShape): number {
  return exponentOf(width * price)
}

/**
 * The cells of a side on a day: tiers of cells, each tier twice as wide as the one before. Widths in ticks are powers of two, so a
 * price that doubles takes the first tier away and leaves the cells of the others.
 */
export class Tiers {
  /** Price in quarter octaves of ticks, and depth relative to usual, packed. */
  readonly level: number
  readonly depth: number
  /** The width of the first tier in ticks is two to the power of this. */
  readonly exponent: number
  /** Lots by tier. */
  readonly #usual = new Float64Array(mostTiers)

  constructor({ width, cells: count, near, far, nearWithin }: BookShape, level: number, depth: number) {
    const price = priceAt(level)
    this.level = level
    this.depth = depth
    const worth = factorOf(depth)
    this.exponent = exponentOf(width * price)
    for (let tier = 0; tier < mostTiers; tier++) {
      const unit = (count * powerOfTwo(this.exponent + tier)) / price
      const [from, to] = [tier === 0 ? 0 : unit, 2 * unit]
      const close = near * (to / (to + nearWithin) - from / (from + nearWithin))
      const distant = (far * 100 * (to - from)) / (1 + (from + to) / 2 / farWithin)
      this.#usual[tier] = (worth * (close + distant)) / price / (tier === 0 ? 2 * count : count) / usualPresence
    }
  }

  /** Usual lots of a level in a cell, in the nearest tier if none has its width. @param exponent of that width in ticks */
  usual(exponent: number): number {
    return this.#usual[Math.min(mostTiers - 1, Math.max(0, exponent - this.exponent))]!
  }
}
