import { latestKept } from '../../src/market/made-once.ts'
import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { second } from '../../src/market/time.ts'
import type { BlockTimes } from '../chain-slots.ts'
import { atRandom, cellsKept, EraTree } from '../era-tree.ts'
import { draw, unit } from '../hashed-draws.ts'

/** An era has this many blocks, whatever happens in it: the difficulty follows the miners on average. */
const blocksPerEra = 98_304
/** An era is halved so often; the parts are cells, of bitcoin of eight hours. */
const halvings = 11

/** Heights of bitcoin and when they were mined: the genesis, the first block of each halving, and where the clock begins. */
const published: readonly [number: number, time: number][] = [
  [0, Date.UTC(2009, 0, 3)],
  [210_000, Date.UTC(2012, 10, 28)],
  [420_000, Date.UTC(2016, 6, 9)],
  [630_000, Date.UTC(2020, 4, 11)],
  [823_786, Date.UTC(2024, 0, 1)],
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

/** Blocks of bitcoin: before the start of era 0, even spans are stretched between the published heights. */
export function bitcoinTimes(key: number, clock: MinedClock): BlockTimes {
  const even = new BlockTree(key, clock.span)
  return {
    time: place => (place < 0 ? asPublished(clock, even.time(place)) : even.time(place)),
    near: time => even.near(time < 0 ? Math.round(evenly(clock, time)) : time),
  }
}

/** Before its start the clock ran faster, by the halving. @param time in even spans since the start; returns it as published */
function asPublished({ number, start, span }: MinedClock, time: number): number {
  const height = number + time / span
  const n = segmentOf(([first]) => first <= height)
  const [[from, begin], [to, end]] = [published[n]!, published[n + 1]!]
  return begin + ((height - from) / (to - from)) * (end - begin) - start
}

/** The inverse of `asPublished`. */
function evenly({ number, start, span }: MinedClock, time: number): number {
  const n = segmentOf(([, begin]) => begin <= start + time)
  const [[from, begin], [to, end]] = [published[n]!, published[n + 1]!]
  return (from + ((start + time - begin) / (end - begin)) * (to - from) - number) * span
}

/** The last one that has begun; the first also goes back. */
function segmentOf(hasBegun: (one: (typeof published)[number]) => boolean): number {
  return Math.max(0, published.slice(0, -1).findLastIndex(hasBegun))
}
