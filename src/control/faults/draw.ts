import { hash } from 'node:crypto'
import { parseDuration } from '../../market/duration.ts'
import { remembered } from '../../market/made-once.ts'
import { draw, unit } from '../../market/numbers/hash.ts'
import type { Do } from './fault-schemas.ts'

/** A number in [0, 1) for an ordinal and a purpose. */
export type Draw = (ordinal: number, purpose: string) => number

/** Depends on the parts alone, so all runs and replicas agree. One hash per purpose: schedules draw a million numbers. */
export function drawOf(...parts: readonly string[]): Draw {
  const keyOf = remembered((purpose: string) => hash('sha256', [...parts, purpose].join('\n'), 'buffer').readInt32BE())
  return (ordinal, purpose) => unit(draw(keyOf(purpose), ordinal))
}

/** @param drawn returns a number in [0, 1) for a purpose */
export function delayOf(delay: Do['delay'], drawn: (purpose: string) => number): number {
  if (delay === undefined) return 0
  if (typeof delay === 'string') return parseDuration(delay)!
  if ('uniform' in delay) {
    const [from, to] = delay.uniform.map(text => parseDuration(text)!) as [number, number]
    return Math.round(from + (to - from) * drawn('delay'))
  }
  const { median, sigma, max } = delay.lognormal
  const length = parseDuration(median)! * Math.exp(sigma * deviate(drawn))
  return Math.round(Math.min(length, parseDuration(max)!))
}

/** A normal deviate of variance 1 (Box–Muller). */
function deviate(drawn: (purpose: string) => number): number {
  return Math.sqrt(-2 * Math.log(1 - drawn('radius'))) * Math.cos(2 * Math.PI * drawn('angle'))
}
