import { draw, normal } from './hash.ts'

/** Normal deviates at nodes `span` apart, blended in between with variance 1 at any time. */
export function noise(key: number, span: number, time: number): number {
  const cell = Math.floor(time / span)
  return blended(normal(draw(key, cell)), normal(draw(key, cell + 1)), time / span - cell)
}

/** `noise` of one key and span. Keeps its nodes, so a sequence of times takes half the time. */
export class Noise {
  readonly #key: number
  readonly #span: number
  #cell = Number.NaN
  #start = 0
  #end = 0

  constructor(key: number, span: number) {
    this.#key = key
    this.#span = span
  }

  at(time: number): number {
    const cell = Math.floor(time / this.#span)
    if (cell !== this.#cell) this.#enter(cell)
    return blended(this.#start, this.#end, time / this.#span - cell)
  }

  #enter(cell: number): void {
    this.#start = cell === this.#cell + 1 ? this.#end : normal(draw(this.#key, cell))
    this.#end = normal(draw(this.#key, cell + 1))
    this.#cell = cell
  }
}

function blended(start: number, end: number, share: number): number {
  const rest = 1 - share
  return share === 0 ? start : (start * rest + end * share) / Math.sqrt(rest * rest + share * share)
}
