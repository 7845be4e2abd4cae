import { latestKept } from '../../src/market/made-once.ts'
import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { second } from '../../src/market/time.ts'
import type { BlockTimes } from '../chain-slots.ts'
import { atRandom, cellsKept, EraTree } from '../era-tree.ts'
import { draw, unit } from '../hashed-draws.ts'

/** An era has this many blocks, whatever happens in it: the difficulty follows the miners on average. */
const blocksPerEra = 98_304
/** An era is halved so often; the parts are cells; those of bitcoin have eight hours. */
const halvings = 11

/** Heights of bitcoin and when they were mined: the genesis, and the first blocks of halvings and of later years. */
const published: readonly [height: number, time: number][] = [
  [0, Date.UTC(2009, 0, 3, 18, 15, 5)],
  [210_000, Date.UTC(2012, 10, 28, 15, 24, 38)],
  [420_000, Date.UTC(2016, 6, 9, 16, 46, 13)],
  [446_033, Date.UTC(2017, 0, 1)],
  [501_951, Date.UTC(2018, 0, 1)],
  [556_459, Date.UTC(2019, 0, 1)],
  [610_691, Date.UTC(2020, 0, 1)],
  [630_000, Date.UTC(2020, 4, 11, 19, 23, 43)],
  [663_913, Date.UTC(2021, 0, 1)],
  [716_599, Date.UTC(2022, 0, 1)],
  [769_787, Date.UTC(2023, 0, 1)],
  [823_786, Date.UTC(2024, 0, 1)],
  [840_000, Date.UTC(2024, 3, 20, 0, 9, 27)],
]

interface MinedClock {
  number: number
  start: number
  span: number
}

/** Consecutive blocks of a cell. */
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
export class BlockTree implements BlockTimes {
  readonly #key: number
  /** In milliseconds. */
  readonly #cellLength: number
  readonly #tree: EraTree
  readonly #cell = latestKept(cellsKept, (number): BlockCell => this.#make(number))
  #recent: BlockCell | undefined

  /** @param span mean milliseconds between blocks; those of a cell are whole seconds */
  constructor(key: number, span: number) {
    this.#key = key
    this.#cellLength = (blocksPerEra * span) / (1 << halvings)
    this.#tree = new EraTree(key, {
      halvings,
      units: blocksPerEra,
      blocksPerCell: 0,
      blocksPerUnit: 1,
      earlier: atRandom,
    })
  }

  time(place: number): number {
    const recent = this.#recent
    const index = recent ? place - recent.first : -1
    if (recent && index >= 0 && index < recent.times.length) return recent.times[index]!
    const cell = this.#cell(this.#tree.cellOf(place))
    this.#recent = cell
    return cell.times[place - cell.first]!
  }

  near(time: number): number {
    const { first, times } = this.#cell(Math.floor(time / this.#cellLength))
    return first + firstWhere(0, times.length, n => times[n]! > time) - 1
  }

  #make(number: number): BlockCell {
    const { units, first } = this.#tree.cell(number)
    const key = draw(this.#key + 1, number)
    const length = this.#cellLength / second
    const within = Float64Array.from({ length: units }, (_, n) => Math.floor(unit(draw(key, n)) * length)).sort()
    return { first, times: within.map(seconds => number * this.#cellLength + seconds * second) }
  }
}

/** Blocks of bitcoin: those of published heights come exactly then, and the gaps between are stretched. */
export function bitcoinTimes(key: number, { number, start, span }: MinedClock): BlockTimes {
  const even = new BlockTree(key, span)
  const first = even.time(0)
  const [evens, times] = [
    published.map(([height]) => even.time(height - number) - first),
    published.map(([, time]) => time - start),
  ]
  return {
    time(place) {
      const time = even.time(place) - first
      return place < 0 ? along(evens, times, time) : time
    },
    near: time => even.near(Math.round(time < 0 ? along(times, evens, time) : time) + first),
  }
}

/** Straight between marks; the first line also goes back. */
function along(from: readonly number[], to: readonly number[], at: number): number {
  const n = Math.max(
    0,
    from.slice(0, -1).findLastIndex(one => one <= at),
  )
  const share = (at - from[n]!) / (from[n + 1]! - from[n]!)
  return to[n]! + share * (to[n + 1]! - to[n]!)
}
