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
  readonly distances: Float64Array | undefined
  readonly #offsets: Float64Array | undefined
  /** Levels in each band with fine ticks, and their cumulative weights. */
  readonly #counts: readonly number[]
  readonly #nearWithin: Float64Array
  readonly #farWithin: Float64Array
  /** Distances between the bands' edges and the first levels beyond them, as fractions of the best price. */
  readonly #clearances: Float64Array
  readonly #clearance: number
  #tightest: Uint8Array | null = null

  constructor({ id, distances, offsets, nearSums, farSums }: LadderParts) {
    this.id = id
    this.count = nearSums.length - 1
    this.nearSums = nearSums
    this.farSums = farSums
    this.distances = distances
    this.#offsets = offsets
    this.#counts = distances ? countsOf(distances) : bandWidths.map(() => 0)
    this.#nearWithin = Float64Array.from(this.#counts, n => nearSums[n]!)
    this.#farWithin = Float64Array.from(this.#counts, n => farSums[n]!)
    this.#clearances = Float64Array.from(this.#counts, (n, band) => clearance(distances, n, band))
    this.#clearance = Math.min(...this.#clearances)
  }

  away(best: number, level: number): number {
    return this.#offsets ? this.#offsets[level]! : Math.floor(best * this.distances![level]!)
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
    const [nearWithin, farWithin] = [this.#nearWithin, this.#farWithin]
    for (let band = 0; band < within.length; band++) within[band] = near * nearWithin[band]! + far * farWithin[band]!
    const tightest = this.#byClearance()
    const clearances = this.#clearances
    for (let place = 0, n = 0; place < tightest.length; place++) {
      const band = tightest[place]!
      if (best * clearances[band]! >= 1) break
      // The bands of recorded levels ascend, and each continues where the last one ended.
      n = this.#levelsWithin(best, band, this.#offsets ? n : this.#counts[band]!)
      within[band] = near * this.nearSums[n]! + far * this.farSums[n]!
    }
    for (let band = 0; band < within.length; band++) sums[band]! += within[band]!
  }

  /** Bands in the order in which coarser ticks add levels to them. */
  #byClearance(): Uint8Array {
    this.#tightest ??= new Uint8Array(
      [...bandWidths.keys()].sort((a, b) => this.#clearances[a]! - this.#clearances[b]!),
    )
    return this.#tightest
  }

  #levelsWithin(best: number, band: number, from: number): number {
    const limit = best * bandWidths[band]!
    let n = from
    while (n < this.count && this.away(best, n) * wholePrice <= limit) n++
    return n
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

function clearance(distances: Float64Array | undefined, count: number, band: number): number {
  if (!distances) return 0
  return count < distances.length ? distances[count]! - bandWidths[band]! / wholePrice : 1
}

/** Depth of one side by band. */
const within = new Float64Array(bandWidths.length)
