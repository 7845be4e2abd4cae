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

interface SwingNoise {
  noise: Noise
  deviation: number
}

/** @param stride from the key of one noise to that of the next */
export function swingsOf(key: number, swings: readonly Swing[], stride: number): SwingNoise[] {
  return swings.map(([span, deviation], n) => ({ noise: new Noise(key + stride * n, span), deviation }))
}

export function varianceOf(swings: readonly Pick<SwingNoise, 'deviation'>[]): number {
  return swings.reduce((sum, { deviation }) => sum + deviation * deviation, 0)
}

/** A sum of noises around a mean. */
export class Swings {
  readonly #parts: readonly SwingNoise[]
  readonly #mean: number

  constructor(parts: readonly SwingNoise[], mean = 0) {
    this.#parts = parts
    this.#mean = mean
  }

  at(hour: number): number {
    let sum = this.#mean
    for (const { noise, deviation } of this.#parts) sum += deviation * noise.at(hour)
    return sum
  }
}
