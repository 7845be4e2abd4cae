import type { Stream } from './hash.ts'
import { exp } from './portable-math.ts'

/** A count with the given mean: Knuth's method, and beyond 20 the normal approximation. */
export function poisson(mean: number, stream: Stream): number {
  if (mean > 20) return Math.max(0, Math.round(mean + Math.sqrt(mean) * stream.normal()))
  const floor = exp(-mean)
  let count = 0
  for (let product = stream.unit(); product > floor; product *= stream.unit()) count++
  return count
}
