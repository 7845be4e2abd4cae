import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { hour, second } from '../../src/market/time.ts'
import { atRandom, EraTree, keptCells } from '../era-tree.ts'
import { draw, unit } from '../hashed-draws.ts'

/** An era has this many blocks, whatever happens in it: the difficulty follows the miners on average. */
const blocksPerEra = 98_304
const eraLength = 16_384 * hour
/** An era is halved so often; the parts are cells of eight hours. */
const halvings = 11
const cellLength = eraLength / (1 << halvings)
const cellSeconds = cellLength / second

/** Consecutive blocks of eight hours. */
interface BlockCell {
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
  readonly #tree: EraTree
  readonly #cell = keptCells((number): BlockCell => this.#make(number))
  #recent: BlockCell | undefined

  constructor(key: number) {
    this.#key = key
    this.#tree = new EraTree(key, {
      halvings,
      units: blocksPerEra,
      blocksPerCell: 0,
      blocksPerUnit: 1,
      earlier: atRandom,
    })
  }

  /** Milliseconds after the start of era 0. @param place blocks since then */
  time(place: number): number {
    const recent = this.#recent
    const index = recent ? place - recent.first : -1
    if (recent && index >= 0 && index < recent.times.length) return recent.times[index]!
    const cell = this.#cell(this.#tree.cellOf(place))
    this.#recent = cell
    return cell.times[place - cell.first]!
  }

  /** Blocks up to a time since the start of era 0. @param time milliseconds after it */
  count(time: number): number {
    const { first, times } = this.#cell(Math.floor(time / cellLength))
    return first + firstWhere(0, times.length, n => times[n]! > time)
  }

  #make(number: number): BlockCell {
    const { units, first } = this.#tree.cell(number)
    const key = draw(this.#key + 1, number)
    const within = Float64Array.from({ length: units }, (_, n) => Math.floor(unit(draw(key, n)) * cellSeconds)).sort()
    return { first, times: within.map(seconds => number * cellLength + seconds * second) }
  }
}
