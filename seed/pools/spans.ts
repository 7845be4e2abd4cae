import { mostTick, rootAt, tickAt } from '../../src/market/concentrated.ts'
import { exp, log, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { decimalsOf } from '../catalogue/assets/tokens.ts'
import type { Stream } from '../hashed-draws.ts'
import type { Prices } from '../prices/prices.ts'
import { usualPrice } from './pool-curve.ts'
import { type Pool, relationIn } from './pool-list.ts'

/** A range in ticks, and in square roots of prices in whole tokens. */
export interface Span {
  lower: number
  upper: number
  lowerRoot: number
  upperRoot: number
}

/** The narrowest range extends this many fees to either side of the price. */
const narrowest = 8
const lnWidest = log(15)
/** In ticks: a factor of 4, or 6 % for tokens with a common peg, or 27 % for years of yield. */
const wide = { apart: 14_000, growing: 2_400, pegged: 600 }

/** Ranges of positions, in usable ticks. */
export class Spans {
  readonly #pool: Pool
  readonly #prices: Prices
  readonly #spacing: number
  /** Price in smallest units ÷ price in whole tokens. */
  readonly #scale: number
  /** Liquidity in contract units ÷ liquidity in whole tokens. */
  readonly unit: number

  constructor(pool: Pool, prices: Prices) {
    const [base, quote] = pool.tokens.map(code => decimalsOf(pool.blockchain, code)) as [number, number]
    this.#pool = pool
    this.#prices = prices
    this.#spacing = pool.tickSpacing!
    this.#scale = powerOfTen(quote - base)
    this.unit = Math.sqrt(powerOfTen(base + quote))
  }

  tickAt(price: number): number {
    return tickAt(price * this.#scale)
  }

  around(day: number, stream: Stream): Span {
    const [base, quote] = this.#pool.tokens.map(code => this.#prices.opening(code, day * 24)) as [number, number]
    const half = (narrowest * this.#pool.fee * exp(lnWidest * stream.unit())) / 0.0001
    const centre = this.tickAt(base / quote) + 0.35 * half * stream.normal()
    return this.#span(centre - half, centre + half)
  }

  /** Widest first; together they cover every price. */
  ofFounders(): Span[] {
    const centre = this.tickAt(usualPrice(this.#pool))
    const half = wide[relationIn(this.#pool)]
    const about = (width: number) => this.#span(centre - width, centre + width)
    return [this.#span(-mostTick + this.#spacing, mostTick - this.#spacing), about(half), about(half / 4)]
  }

  #span(from: number, to: number): Span {
    const lower = Math.round(from / this.#spacing) * this.#spacing
    const upper = Math.max(lower + this.#spacing, Math.round(to / this.#spacing) * this.#spacing)
    const scale = Math.sqrt(this.#scale)
    return { lower, upper, lowerRoot: rootAt(lower) / scale, upperRoot: rootAt(upper) / scale }
  }
}
