import { Noise } from './numbers/noise.ts'

export type Swing = readonly [span: number, deviation: number]

/** Hours between the nodes of volatility's slow swings, none in step with the day, and their deviations. */
export const slowSwings: readonly Swing[] = [
  [61, 0.18],
  [240, 0.27],
  [900, 0.38],
  [3300, 0.25],
  [9600, 0.2],
]
/** Slow volatility of a path: what all paths share; the rest is its own. */
export const sharedVolatility = 0.85

/** A sum of noises, with their deviations. */
export function swingsOf(key: number, swings: readonly Swing[]): { noise: Noise; deviation: number }[] {
  return swings.map(([span, deviation], n) => ({ noise: new Noise(key + 7 * n, span), deviation }))
}
