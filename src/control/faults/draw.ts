import { hash } from 'node:crypto'
import { parseDuration } from '../../market/duration.ts'
import type { Do } from './fault-schemas.ts'

/** A number in [0, 1) that depends on its parts alone, so all runs and replicas agree. */
export function draw(...parts: readonly (string | number)[]): number {
  return hash('sha256', parts.join('\n'), 'buffer').readUIntBE(0, 6) / 2 ** 48
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
