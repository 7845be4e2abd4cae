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
export function eraTree(key: number, shape: EraShape) {
  const cellCount = 1 << shape.halvings
  const blockCount = blocksOf(shape.units, cellCount)

  /** The cell of a block. @param place blocks since the start of era 0 */
  function cellOf(place: number): number {
    const era = Math.floor(place / blockCount)
    let [units, left, node] = [shape.units, place - era * blockCount, 1]
    for (let cells = cellCount / 2; cells >= 1; cells /= 2) {
      const earlier = earlierOf(era, node, units)
      const blocks = blocksOf(earlier, cells)
      const later = left >= blocks
      node = 2 * node + (later ? 1 : 0)
      left -= later ? blocks : 0
      units = later ? units - earlier : earlier
    }
    return era * cellCount + node - cellCount
  }

  /** Units of a cell, and the blocks since the start of era 0 before it. */
  function cell(number: number): { units: number; first: number } {
    const era = Math.floor(number / cellCount)
    const leaf = number - era * cellCount
    let [units, first, node] = [shape.units, era * blockCount, 1]
    for (let cells = cellCount / 2; cells >= 1; cells /= 2) {
      const earlier = earlierOf(era, node, units)
      const later = (leaf & cells) !== 0
      node = 2 * node + (later ? 1 : 0)
      first += later ? blocksOf(earlier, cells) : 0
      units = later ? units - earlier : earlier
    }
    return { units, first }
  }

  function blocksOf(units: number, cells: number): number {
    return cells * shape.blocksPerCell + units * shape.blocksPerUnit
  }

  function earlierOf(era: number, node: number, units: number): number {
    return shape.earlier(draw(draw(key, era), node), units)
  }

  return { cellOf, cell }
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
