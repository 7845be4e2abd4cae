import { mostTick, rootAt, tickAt as tickOf } from '../../src/market/concentrated.ts'
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
export function spansOf(pool: Pool, prices: Prices) {
  const [base, quote] = pool.tokens.map(code => decimalsOf(pool.blockchain, code)) as [number, number]
  const spacing = pool.tickSpacing!
  /** Price in smallest units ÷ price in whole tokens. */
  const scale = powerOfTen(quote - base)
  /** Liquidity in contract units ÷ liquidity in whole tokens. */
  const unit = Math.sqrt(powerOfTen(base + quote))

  function tickAt(price: number): number {
    return tickOf(price * scale)
  }

  function around(day: number, stream: Stream): Span {
    const [base, quote] = pool.tokens.map(code => prices.opening(code, day * 24)) as [number, number]
    const half = (narrowest * pool.fee * exp(lnWidest * stream.unit())) / 0.0001
    const centre = tickAt(base / quote) + 0.35 * half * stream.normal()
    return spanOf(centre - half, centre + half)
  }

  /** Widest first; together they cover every price. */
  function ofFounders(): Span[] {
    const centre = tickAt(usualPrice(pool))
    const half = wide[relationIn(pool)]
    const about = (width: number) => spanOf(centre - width, centre + width)
    return [spanOf(-mostTick + spacing, mostTick - spacing), about(half), about(half / 4)]
  }

  function spanOf(from: number, to: number): Span {
    const lower = Math.round(from / spacing) * spacing
    const upper = Math.max(lower + spacing, Math.round(to / spacing) * spacing)
    const root = Math.sqrt(scale)
    return { lower, upper, lowerRoot: rootAt(lower) / root, upperRoot: rootAt(upper) / root }
  }

  return { unit, tickAt, around, ofFounders }
}

export type Spans = ReturnType<typeof spansOf>
