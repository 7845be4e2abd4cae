import { hour, second } from '../../src/market/time.ts'
import { draw, normal, unit } from '../hashed-draws.ts'

/** An era has this many blocks, whatever happens in it: the difficulty follows the miners on average. */
const blocksPerEra = 98_304
const eraLength = 16_384 * hour
/** An era is halved so often; the parts are cells of eight hours. */
const halvings = 11
const cellsPerEra = 1 << halvings
const cellLength = eraLength / cellsPerEra
const cellSeconds = cellLength / second
/** Up to so many blocks, each draws its half; of more, the count is nearly normal. */
const mostDrawn = 4096
/** Remembered cells: a power of two. */
const kept = 16

/** Consecutive blocks of eight hours. */
interface BlockCell {
  /** Counted from era 0. */
  number: number
  /** Blocks before the first one, counted from era 0. */
  first: number
  /** Milliseconds after the start of era 0, whole seconds, in order. */
  times: Float64Array
}

/**
 * Times of blocks whose gaps are exponential, as mining is memoryless, with contiguous heights and random access: the blocks of
 * an era are shared out to its halves, their halves and so on down to cells, where they are spread evenly.
 */
export class BlockTree {
  readonly #key: number
  readonly #cells = new Array<BlockCell | undefined>(kept)
  #recent: BlockCell | undefined

  constructor(key: number) {
    this.#key = key
  }

  /** Milliseconds after the start of era 0. @param place blocks since then */
  time(place: number): number {
    const recent = this.#recent
    const index = recent ? place - recent.first : -1
    if (recent && index >= 0 && index < recent.times.length) return recent.times[index]!
    const cell = this.#cell(this.#cellOf(place))
    this.#recent = cell
    return cell.times[place - cell.first]!
  }

  /** Blocks up to a time since the start of era 0. @param time milliseconds after it */
  count(time: number): number {
    const { first, times } = this.#cell(Math.floor(time / cellLength))
    let [low, high] = [0, times.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[middle]! <= time) low = middle + 1
      else high = middle
    }
    return first + low
  }

  #cellOf(place: number): number {
    const era = Math.floor(place / blocksPerEra)
    let [count, left, node] = [blocksPerEra, place - era * blocksPerEra, 1]
    for (let level = 0; level < halvings; level++) {
      const earlier = this.#earlier(era, node, count)
      const later = left >= earlier
      node = 2 * node + (later ? 1 : 0)
      left -= later ? earlier : 0
      count = later ? count - earlier : earlier
    }
    return era * cellsPerEra + node - cellsPerEra
  }

  #cell(number: number): BlockCell {
    const known = this.#cells[number & (kept - 1)]
    if (known?.number === number) return known
    const cell = this.#make(number)
    this.#cells[number & (kept - 1)] = cell
    return cell
  }

  #make(number: number): BlockCell {
    const era = Math.floor(number / cellsPerEra)
    const leaf = number - era * cellsPerEra
    let [count, first, node] = [blocksPerEra, era * blocksPerEra, 1]
    for (let level = halvings - 1; level >= 0; level--) {
      const earlier = this.#earlier(era, node, count)
      const later = ((leaf >> level) & 1) === 1
      node = 2 * node + (later ? 1 : 0)
      first += later ? earlier : 0
      count = later ? count - earlier : earlier
    }
    const key = draw(this.#key + 1, number)
    const within = Float64Array.from({ length: count }, (_, n) => Math.floor(unit(draw(key, n)) * cellSeconds)).sort()
    return { number, first, times: within.map(seconds => number * cellLength + seconds * second) }
  }

  /** Blocks in the first half of a node: binomial. */
  #earlier(era: number, node: number, count: number): number {
    const key = draw(draw(this.#key, era), node)
    if (count > mostDrawn) return Math.round(count / 2 + (Math.sqrt(count) / 2) * normal(key))
    let sum = 0
    for (let n = 0; n < count; n += 32) sum += ones(draw(key, n) >>> Math.max(0, 32 - (count - n)))
    return sum
  }
}

/** Set bits among 32. */
function ones(bits: number): number {
  let x = bits - ((bits >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
