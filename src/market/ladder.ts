import { bandWidths, wholePrice } from './book-bands.ts'

/** What the levels of a ladder are made from. */
export interface LadderParts {
  /** Identifies the ladder among those of one instrument: a small whole number. */
  id: number
  /** How far each level is from the best price, as a fraction of it; rising from 0. */
  distances?: Float64Array
  /** The same in ticks, where the levels do not move with the best price. */
  offsets?: Float64Array
  /** Sums of the weights of the first n levels, n from 0 to the number of levels: of quotes near the price, and of orders further out. */
  nearSums: Float64Array | Uint32Array
  farSums: Float64Array | Uint32Array
}

/**
 * The price levels of one side of an order book, best first. Level i holds near × its near weight + far × its far weight,
 * where `near` and `far` are the side's scales, so that what any number of levels hold follows from two sums.
 */
export class Ladder {
  readonly id: number
  readonly count: number
  readonly nearSums: Float64Array | Uint32Array
  readonly farSums: Float64Array | Uint32Array
  readonly #distances: Float64Array | undefined
  readonly #offsets: Float64Array | undefined
  /** How many levels each band holds where prices are fine. */
  readonly #counts: readonly number[]
  /** Prices are fine where this share of the best price is a tick or more. */
  readonly #clearance: number

  constructor({ id, distances, offsets, nearSums, farSums }: LadderParts) {
    this.id = id
    this.count = nearSums.length - 1
    this.nearSums = nearSums
    this.farSums = farSums
    this.#distances = distances
    this.#offsets = offsets
    this.#counts = distances ? bandWidths.map(width => within(distances, width / wholePrice)) : bandWidths.map(() => 0)
    this.#clearance = distances ? clearance(distances, this.#counts) : 0
  }

  /** How far a level is from the best price, both in ticks: whole, since every price is on a tick. */
  away(best: number, level: number): number {
    return this.#offsets ? this.#offsets[level]! : Math.floor(best * this.#distances![level]!)
  }

  /** Whether the bands hold the same levels for every best price as high as this one. In ticks. */
  isFine(best: number): boolean {
    return best * this.#clearance >= 1
  }

  /**
   * Adds what a side holds within each band to `sums`. @param best price in ticks: where ticks are coarse, levels round into
   * narrower bands.
   */
  addWithin(best: number, near: number, far: number, sums: number[]): void {
    const isFine = this.isFine(best)
    let n = 0
    for (let band = 0; band < sums.length; band++) {
      n = Math.max(n, this.#counts[band]!)
      if (!isFine) while (n < this.count && this.away(best, n) * wholePrice <= best * bandWidths[band]!) n++
      sums[band]! += near * this.nearSums[n]! + far * this.farSums[n]!
    }
  }
}

function within(distances: Float64Array, width: number): number {
  let n = 0
  while (n < distances.length && distances[n]! <= width) n++
  return n
}

/** How far the first level beyond a band is from the band's edge, at least; a fraction of the best price. */
function clearance(distances: Float64Array, counts: readonly number[]): number {
  const gaps = counts.map((n, band) => (n < distances.length ? distances[n]! - bandWidths[band]! / wholePrice : 1))
  return Math.min(...gaps)
}
