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
  /** Bands by distance between their edge and the first level beyond it, least first; these distances. */
  readonly #tightest: Uint8Array
  readonly #clearances: Float64Array

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
    const clearances = clearancesOf(distances, this.#counts)
    this.#tightest = Uint8Array.from(clearances.keys()).sort((a, b) => clearances[a]! - clearances[b]!)
    this.#clearances = clearances.sort()
  }

  away(best: number, level: number): number {
    return this.#offsets ? this.#offsets[level]! : Math.floor(best * this.distances![level]!)
  }

  /** Whether the bands hold the same levels at any best price of this size. */
  isFine(best: number): boolean {
    return best * this.#clearances[0]! >= 1
  }

  /** With coarse ticks, levels are rounded into narrower bands. */
  addWithin(best: number, near: number, far: number, sums: Float64Array): void {
    if (this.isFine(best)) {
      this.addFine(near, far, sums)
      return
    }
    const [bands, clearances] = [this.#tightest, this.#clearances]
    const [nearWithin, farWithin] = [this.#nearWithin, this.#farWithin]
    for (let band = 0; band < within.length; band++) within[band] = near * nearWithin[band]! + far * farWithin[band]!
    for (let place = 0, n = 0; place < within.length && best * clearances[place]! < 1; place++) {
      const band = bands[place]!
      // The bands of recorded levels ascend, and each continues where the last one ended.
      n = this.#levelsWithin(best, band, this.#offsets ? n : this.#counts[band]!)
      within[band] = near * this.nearSums[n]! + far * this.farSums[n]!
    }
    for (let band = 0; band < within.length; band++) sums[band]! += within[band]!
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

/** Distances between the bands' edges and the first levels beyond them, as fractions of the best price. */
function clearancesOf(distances: Float64Array | undefined, counts: readonly number[]): Float64Array {
  return Float64Array.from(counts, (n, band) => {
    if (!distances) return 0
    return n < distances.length ? distances[n]! - bandWidths[band]! / wholePrice : 1
  })
}

/** Depth of one side by band. */
const within = new Float64Array(bandWidths.length)
