import { bandWidths, wholePrice } from './book-bands.ts'

export interface LadderParts {
  id: number
  /** Distance of each level from the best price, as a rising fraction of it that begins with 0. */
  distances?: Float64Array
  /** Distances in ticks, for levels that do not move with the best price. */
  offsets?: Float64Array
  /** Cumulative weights of the first n levels: quotes near the price, and orders further out. */
  nearSums: Float64Array | Uint32Array
  farSums: Float64Array | Uint32Array
}

/** Levels of a side, best first. Level i holds near × near weight + far × far weight, so two sums give any depth. */
export class Ladder {
  readonly id: number
  readonly count: number
  readonly nearSums: Float64Array | Uint32Array
  readonly farSums: Float64Array | Uint32Array
  readonly #distances: Float64Array | undefined
  readonly #offsets: Float64Array | undefined
  /** Levels in each band with fine ticks, and their cumulative weights. */
  readonly #counts: readonly number[]
  readonly #nearWithin: Float64Array
  readonly #farWithin: Float64Array
  readonly #clearance: number

  constructor({ id, distances, offsets, nearSums, farSums }: LadderParts) {
    this.id = id
    this.count = nearSums.length - 1
    this.nearSums = nearSums
    this.farSums = farSums
    this.#distances = distances
    this.#offsets = offsets
    this.#counts = distances ? countsOf(distances) : bandWidths.map(() => 0)
    this.#nearWithin = Float64Array.from(this.#counts, n => nearSums[n]!)
    this.#farWithin = Float64Array.from(this.#counts, n => farSums[n]!)
    this.#clearance = distances ? clearance(distances, this.#counts) : 0
  }

  away(best: number, level: number): number {
    return this.#offsets ? this.#offsets[level]! : Math.floor(best * this.#distances![level]!)
  }

  /** Whether the bands hold the same levels at any best price of this size. */
  isFine(best: number): boolean {
    return best * this.#clearance >= 1
  }

  /** With coarse ticks, levels are rounded into narrower bands. */
  addWithin(best: number, near: number, far: number, sums: Float64Array): void {
    if (this.isFine(best)) {
      this.addFine(near, far, sums)
      return
    }
    let n = 0
    for (let band = 0; band < sums.length; band++) {
      n = Math.max(n, this.#counts[band]!)
      while (n < this.count && this.away(best, n) * wholePrice <= best * bandWidths[band]!) n++
      sums[band]! += near * this.nearSums[n]! + far * this.farSums[n]!
    }
  }

  addFine(near: number, far: number, sums: Float64Array): void {
    const [nearWithin, farWithin] = [this.#nearWithin, this.#farWithin]
    for (let band = 0; band < sums.length; band++) sums[band]! += near * nearWithin[band]! + far * farWithin[band]!
  }
}

function countsOf(distances: Float64Array): number[] {
  let n = 0
  return bandWidths.map(width => {
    while (n < distances.length && distances[n]! <= width / wholePrice) n++
    return n
  })
}

/** Least distance between a band's edge and the first level beyond it, as a fraction of the best price. */
function clearance(distances: Float64Array, counts: readonly number[]): number {
  const gaps = counts.map((n, band) => (n < distances.length ? distances[n]! - bandWidths[band]! / wholePrice : 1))
  return Math.min(...gaps)
}
