import { draw, normal } from './hashed-draws.ts'

/** Up to so many units, each draws its half; of more, the count is nearly normal. */
const mostDrawn = 4096
/** Remembered cells: a power of two. */
export const cellsKept = 16

interface EraShape {
  /** An era is halved so often; the parts are its cells. */
  halvings: number
  /** Units of an era, whatever happens in it. */
  units: number
  /** Blocks of each cell beside those of its units, and of each unit. */
  blocksPerCell: number
  blocksPerUnit: number
  /** Units in the first half of a node, by a key of its own. */
  earlier: (key: number, units: number) => number
}

/** Units, shared out to the halves of an era, their halves and so on down to cells: any cell is computable alone. */
export class EraTree {
  readonly #key: number
  readonly #shape: EraShape
  readonly #cellsPerEra: number
  readonly #blocksPerEra: number

  constructor(key: number, shape: EraShape) {
    this.#key = key
    this.#shape = shape
    this.#cellsPerEra = 1 << shape.halvings
    this.#blocksPerEra = this.#blocks(shape.units, this.#cellsPerEra)
  }

  /** The cell of a block. @param place blocks since the start of era 0 */
  cellOf(place: number): number {
    const era = Math.floor(place / this.#blocksPerEra)
    let [units, left, node] = [this.#shape.units, place - era * this.#blocksPerEra, 1]
    for (let cells = this.#cellsPerEra / 2; cells >= 1; cells /= 2) {
      const earlier = this.#earlier(era, node, units)
      const blocks = this.#blocks(earlier, cells)
      const later = left >= blocks
      node = 2 * node + (later ? 1 : 0)
      left -= later ? blocks : 0
      units = later ? units - earlier : earlier
    }
    return era * this.#cellsPerEra + node - this.#cellsPerEra
  }

  /** Units of a cell, and the blocks since the start of era 0 before it. */
  cell(number: number): { units: number; first: number } {
    const era = Math.floor(number / this.#cellsPerEra)
    const leaf = number - era * this.#cellsPerEra
    let [units, first, node] = [this.#shape.units, era * this.#blocksPerEra, 1]
    for (let cells = this.#cellsPerEra / 2; cells >= 1; cells /= 2) {
      const earlier = this.#earlier(era, node, units)
      const later = (leaf & cells) !== 0
      node = 2 * node + (later ? 1 : 0)
      first += later ? this.#blocks(earlier, cells) : 0
      units = later ? units - earlier : earlier
    }
    return { units, first }
  }

  #blocks(units: number, cells: number): number {
    return cells * this.#shape.blocksPerCell + units * this.#shape.blocksPerUnit
  }

  #earlier(era: number, node: number, units: number): number {
    return this.#shape.earlier(draw(draw(this.#key, era), node), units)
  }
}

/** Of units that come at random: binomial. */
export function atRandom(key: number, units: number): number {
  if (units > mostDrawn) return Math.round(units / 2 + (Math.sqrt(units) / 2) * normal(key))
  let sum = 0
  for (let n = 0; n < units; n += 32) sum += ones(draw(key, n) >>> Math.max(0, 32 - (units - n)))
  return sum
}

/** Of units that come more often in some halves than in others. @param deviation of a half's share, relative */
export function swinging(deviation: number): (key: number, units: number) => number {
  return (key, units) => Math.round((units / 2) * (1 + Math.max(-3, Math.min(3, normal(key))) * deviation))
}

/** Set bits among 32. */
function ones(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
