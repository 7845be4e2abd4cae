import { draw, normal } from './hash.ts'

/** Normal deviates at nodes `span` apart, blended in between with variance 1 at any time. */
export function noise(key: number, span: number, time: number): number {
  const place = time * (1 / span)
  const cell = Math.floor(place)
  return blended(normal(draw(key, cell)), normal(draw(key, cell + 1)), place - cell)
}

/** `noise` of one key and span. Keeps its nodes, so a sequence of times takes half the time. */
export class Noise {
  readonly #key: number
  readonly #perSpan: number
  #cell = Number.NaN
  #start = 0
  #end = 0

  constructor(key: number, span: number) {
    this.#key = key
    this.#perSpan = 1 / span
  }

  at(time: number): number {
    const place = time * this.#perSpan
    const cell = Math.floor(place)
    if (cell !== this.#cell) this.#enter(cell)
    return blended(this.#start, this.#end, place - cell)
  }

  #enter(cell: number): void {
    this.#start = cell === this.#cell + 1 ? this.#end : normal(draw(this.#key, cell))
    this.#end = normal(draw(this.#key, cell + 1))
    this.#cell = cell
  }
}

/** Makes half of the way half of a right angle. */
const straight = (8 * Math.sqrt(2) - 9) / 3

/** The cosine and the sine of an angle, without a root, weigh the two nodes: their squares sum to 1. */
function blended(start: number, end: number, share: number): number {
  const tangent = share * (straight + (1 - straight) * share * share)
  const square = tangent * tangent
  return (start * (1 - square) + 2 * end * tangent) / (1 + square)
}
