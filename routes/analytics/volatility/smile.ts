import type { Carry } from '../../../src/market/carry.ts'
import { remembered } from '../../../src/market/made-once.ts'
import { exp, normalCdf } from '../../../src/market/numbers/portable-math.ts'
import { termsOf } from '../../../src/market/option-price.ts'

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
const secants = 4
/** Deltas nearer to each other than this may be in the wrong order. */
const rounding = 1e-12

/** Volatilities of options with one life at one time. @param spot price of the asset at a time */
export function smileOf(carry: Carry, spot: number, time: number, life: number) {
  const forward = carry.forward(spot, time, life)
  const termsAt = termsOf(forward, life, carry.volatility(time, life))
  /** Volatility over the life at the money. */
  const { deviation } = termsAt(forward)
  const volatilityAt = (strike: number) => termsAt(strike).volatility
  /** @param k distance from the forward price in deviations */
  const strikeAt = (k: number) => forward * exp(k * deviation)
  const deltaAt = (k: number) => normalCdf(termsAt(strikeAt(k)).d1)
  /** Of calls whose strikes are steps away on either side, shared by the searches for all deltas. */
  const stepDelta = remembered(deltaAt)

  /** Points in the order of the coordinates. @param withStrike whether points by moneyness also have their strike */
  function points({ strikes, forward_log_moneynesses, deltas }: Coordinates, withStrike: boolean): SmilePoint[] {
    if (strikes) return strikes.map(strike => ({ strike, implied_volatility: volatilityAt(strike) }))
    if (forward_log_moneynesses)
      return forward_log_moneynesses.map(forward_log_moneyness => {
        const strike = forward * exp(forward_log_moneyness)
        return { ...(withStrike && { strike }), forward_log_moneyness, implied_volatility: volatilityAt(strike) }
      })
    return deltas!.map(delta => ({ delta, implied_volatility: volatilityAt(strikeOf(delta)) }))
  }

  /** The strike nearest the forward price whose option has a delta; puts have negative ones. */
  function strikeOf(delta: number): number {
    const wanted = delta > 0 ? delta : 1 + delta
    const side = stepDelta(0) > wanted ? 1 : -1
    const gapAt = (k: number) => (deltaAt(k) - wanted) * side
    const stepGap = (k: number) => (stepDelta(k) - wanted) * side
    let near = 0
    let far = side * step
    while (Math.abs(far) < farthest && stepGap(far) > 0) [near, far] = [far, far + side * step]
    const [before, behind] = clearOf([near, stepGap(near)], [far, stepGap(far)], gapAt)
    for (let n = 0; n < halvings; n++) {
      const middle = (near + far) / 2
      if ((before - middle) * side > 0 || ((middle - behind) * side <= 0 && gapAt(middle) > 0)) near = middle
      else far = middle
    }
    return strikeAt(near)
  }

  return points
}

type SmileGap = [k: number, gap: number]

/** Places before and behind a root, found by secants: only halvings between them need the function. */
function clearOf(near: SmileGap, far: SmileGap, gapAt: (k: number) => number): [before: number, behind: number] {
  let [[a, gapA], [b, gapB]] = [near, far]
  for (let n = 0; n < secants; n++) {
    const next = b - (gapB * (b - a)) / (gapB - gapA)
    ;[a, gapA, b, gapB] = [b, gapB, next, gapAt(next)]
  }
  const margin = Math.sign(far[0] - near[0]) * rounding
  return gapAt(b - margin) > 0 && gapAt(b + margin) < 0 ? [b - margin, b + margin] : [near[0], far[0]]
}
