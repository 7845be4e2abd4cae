/**
 * How an order book goes on behind its best prices. A side has levels at fixed distances from its best price, to 10 %;
 * the i-th holds near × nearWeights[i] + far × farWeights[i]. `near` is what market makers quote around the price and
 * `far` what waits for a move: together a scale and a steepness.
 */

/** Distances are in thousandths of a percent of the best price. */
const wholePrice = 100_000

/** Dense at the top, coarser further out: from one distance to another, by steps. */
const stretches: [from: number, to: number, step: number][] = [
  [0, 100, 10],
  [125, 1_000, 25],
  [1_100, 2_000, 100],
  [2_250, 10_000, 250],
]

interface Level {
  distance: number
  near: number
  far: number
}

const levels: Level[] = stretches.flatMap(([from, to, step]) =>
  Array.from({ length: (to - from) / step + 1 }, (_, n) => levelAt(from + n * step, step, n)),
)

/** Nobody quotes evenly: neighbouring levels differ by a fixed pattern. */
function levelAt(distance: number, step: number, n: number): Level {
  const unevenness = [6, 4, 9, 5, 7, 3, 8][n % 7]!
  const near = Math.round((2 * unevenness) / (1 + distance / 60))
  return { distance, near, far: Math.max(1, Math.round((step * unevenness * (1 + distance / 10_000)) / 30)) }
}

const levelDistances: readonly number[] = levels.map(({ distance }) => distance)
export const nearWeights: readonly number[] = levels.map(({ near }) => near)
export const farWeights: readonly number[] = levels.map(({ far }) => far)

/** The bands of the depth, as the wire names them, and as distances. */
export const bands: readonly string[] = '0_1 0_2 0_3 0_4 0_5 0_6 0_7 0_8 0_9 1 1_5 2 4 6 8 10'.split(' ')
const bandDistances: readonly number[] = bands.map(band => Math.round(Number(band.replace('_', '.')) * 1_000))

/** How many levels stand within a distance, in percent of the best price. */
export function levelsWithin(percent: number): number {
  return levelDistances.filter(distance => distance <= percent * 1_000).length
}

/** How far a level stands from the best price, both in ticks. */
export function ticksAway(best: number, level: number): number {
  return Math.floor((best * levelDistances[level]!) / wholePrice)
}

/** From here on two levels never share a price, so that a band holds the same levels whatever the price. In ticks. */
const fine = 10_000

/** How many of the levels stand within each band of a best price in ticks. */
function countInBands(best: number, levels: number): number[] {
  let n = 0
  return bandDistances.map(distance => {
    const edge = best * distance
    while (n < levels && ticksAway(best, n) * wholePrice <= edge) n++
    return n
  })
}

/** Sums of the weights of the first n levels. */
const nearSums = sums(nearWeights)
const farSums = sums(farWeights)

function sums(weights: readonly number[]): number[] {
  let sum = 0
  return [0, ...weights.map(weight => (sum += weight))]
}

/** What the first levels hold together. */
export function heldIn(levels: number, near: number, far: number): number {
  return near * nearSums[levels]! + far * farSums[levels]!
}

/** Adds up what one side of several books holds within each band, in the units of `near` and `far`. */
export class DepthSum {
  readonly #levels: number
  /** How many levels the bands hold where prices are fine. */
  readonly #usual: readonly number[]
  readonly #bands: number[] = bands.map(() => 0)
  /** Of books that have the same levels in each band, only scales are added. */
  #counts: readonly number[] = []
  #near = 0
  #far = 0

  constructor(levels: number) {
    this.#levels = levels
    this.#usual = countInBands(fine, levels)
  }

  /** @param best price in ticks. */
  add(best: number, near: number, far: number): void {
    const counts = best < fine ? countInBands(best, this.#levels) : this.#usual
    if (counts !== this.#counts) this.#settle()
    this.#counts = counts
    this.#near += near
    this.#far += far
  }

  /** Adds sums that were kept. */
  merge(sums: readonly number[]): void {
    for (let band = 0; band < sums.length; band++) this.#bands[band]! += sums[band]!
  }

  /** By band, in their order. */
  get sums(): readonly number[] {
    this.#settle()
    return this.#bands
  }

  clear(): void {
    this.#counts = []
    this.#near = 0
    this.#far = 0
    this.#bands.fill(0)
  }

  #settle(): void {
    this.#counts.forEach((count, band) => {
      this.#bands[band]! += heldIn(count, this.#near, this.#far)
    })
    this.#near = 0
    this.#far = 0
  }
}
