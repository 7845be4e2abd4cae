import { exp } from '../src/market/numbers/portable-math.ts'
import type { Stream } from './hashed-draws.ts'

/** A count with the given mean: Knuth's method, and beyond 20 the normal approximation. */
export function poisson(mean: number, stream: Stream): number {
  if (mean > 20) return Math.max(0, Math.round(mean + Math.sqrt(mean) * stream.normal()))
  const first = stream.unit()
  // e^-m ≥ 1 − m identifies most empty hours cheaply.
  if (first <= 1 - mean) return 0
  const floor = exp(-mean)
  let count = 0
  for (let product = first; product > floor; product *= stream.unit()) count++
  return count
}
