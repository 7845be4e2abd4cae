import type { Carry } from '../../../src/market/carry.ts'
import { remembered } from '../../../src/market/made-once.ts'
import { exp, normalCdf } from '../../../src/market/numbers/portable-math.ts'
import { optionTerms } from '../../../src/market/option-price.ts'

/** A point of a smile: its coordinate as asked for, and its volatility. */
interface SmilePoint {
  strike?: number
  forward_log_moneyness?: number
  delta?: number
  implied_volatility: number
}

/** Lists of coordinates, of which a question has one. */
export interface Coordinates {
  strikes?: readonly number[] | undefined
  forward_log_moneynesses?: readonly number[] | undefined
  deltas?: readonly number[] | undefined
}

/** Farthest strike of a delta, as a multiple of the deviation; the searched step is a fraction of it. */
const farthest = 30
const step = 0.05
const halvings = 50

/** Volatilities of options with one life at one time. */
export class Smile {
  readonly #forward: number
  readonly #life: number
  readonly #level: number
  /** Volatility over the life at the money. */
  readonly #deviation: number
  /** Of calls whose strikes are steps away on either side, shared by the searches for all deltas. */
  readonly #stepDelta = remembered((k: number) => this.#callDelta(this.#strikeAt(k)))

  /** @param spot price of the asset at a time */
  constructor(carry: Carry, spot: number, time: number, life: number) {
    this.#forward = carry.forward(spot, time, life)
    this.#life = life
    this.#level = carry.volatility(time)
    this.#deviation = optionTerms(this.#forward, this.#forward, life, this.#level).deviation
  }

  /** Points in the order of the coordinates. @param withStrike whether points by moneyness also have their strike */
  points({ strikes, forward_log_moneynesses, deltas }: Coordinates, withStrike: boolean): SmilePoint[] {
    if (strikes) return strikes.map(strike => ({ strike, implied_volatility: this.#at(strike) }))
    if (forward_log_moneynesses)
      return forward_log_moneynesses.map(forward_log_moneyness => {
        const strike = this.#forward * exp(forward_log_moneyness)
        return { ...(withStrike && { strike }), forward_log_moneyness, implied_volatility: this.#at(strike) }
      })
    return deltas!.map(delta => ({ delta, implied_volatility: this.#at(this.#strikeOf(delta)) }))
  }

  #at(strike: number): number {
    return optionTerms(this.#forward, strike, this.#life, this.#level).volatility
  }

  /** The strike nearest the forward price whose option has a delta; puts have negative ones. */
  #strikeOf(delta: number): number {
    const wanted = delta > 0 ? delta : 1 + delta
    const side = this.#stepDelta(0) > wanted ? 1 : -1
    const isNear = (delta: number) => (delta - wanted) * side > 0
    let near = 0
    let far = side * step
    while (Math.abs(far) < farthest && isNear(this.#stepDelta(far))) [near, far] = [far, far + side * step]
    for (let n = 0; n < halvings; n++) {
      const middle = (near + far) / 2
      if (isNear(this.#callDelta(this.#strikeAt(middle)))) near = middle
      else far = middle
    }
    return this.#strikeAt(near)
  }

  /** @param k distance from the forward price in deviations */
  #strikeAt(k: number): number {
    return this.#forward * exp(k * this.#deviation)
  }

  #callDelta(strike: number): number {
    return normalCdf(optionTerms(this.#forward, strike, this.#life, this.#level).d1)
  }
}
