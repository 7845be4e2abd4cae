import { remembered } from '../src/market/made-once.ts'
import { second } from '../src/market/time.ts'
import { BlockTree } from './bitcoin/block-tree.ts'
import { draw, keyOf, unit } from './hashed-draws.ts'

/** Groups of `count` blocks in `span` ms make any block computable alone. `law` places the blocks in a group. */
interface ChainClock {
  law: 'slots' | 'steady' | 'mined'
  /** Number and time of the first block of group 0. */
  number: number
  start: number
  count: number
  span: number
}

const start2024 = 1_704_067_200_000

const clocks: Record<string, ChainClock> = {
  // Slots of 12 s since the merge; one in two hundred is missed.
  ethereum: { law: 'slots', number: 15_537_394, start: 1_663_224_179_000, count: 199, span: 200 * 12 * second },
  polygon: { law: 'steady', number: 51_800_000, start: start2024, count: 1, span: 2_150 },
  arbitrum: { law: 'steady', number: 165_788_000, start: start2024, count: 1, span: 250 },
  solana: { law: 'steady', number: 239_000_000, start: start2024, count: 1, span: 400 },
  // At three seconds, as until 2025; halved twice since.
  bsc: { law: 'steady', number: 34_850_000, start: start2024, count: 1, span: 3_000 },
  bitcoin: { law: 'mined', number: 823_786, start: start2024, count: 1, span: 600 * second },
  // Rounds of ten minutes.
  canton: { law: 'steady', number: 900, start: 1_719_792_000_000, count: 1, span: 600 * second },
}

export const chains: readonly string[] = Object.keys(clocks)

export function confirmations(chain: string): number {
  return { ethereum: 12, bitcoin: 6 }[chain] ?? 32
}

/** Heights of bitcoin and when they were mined: the genesis, the first block of each halving, and where the clock begins. */
const published: readonly [number: number, time: number][] = [
  [0, Date.UTC(2009, 0, 3)],
  [210_000, Date.UTC(2012, 10, 28)],
  [420_000, Date.UTC(2016, 6, 9)],
  [630_000, Date.UTC(2020, 4, 11)],
  [823_786, start2024],
]

/** Longest time until confirmation, in whole groups; where blocks are mined, one in a million takes longer. */
export function confirmationTime(chain: string): number {
  const { count, span, law } = clockOf(chain)
  const blocks = confirmations(chain)
  if (law === 'mined') return 4 * blocks * span
  // Slots are evenly spaced, except for one per group; in groups of one block it may come anywhere.
  if (law === 'slots') return (blocks + 2) * (span / (count + 1))
  return (Math.ceil(blocks / count) + 1) * span + second
}

/** Numbers rise with time. Times are whole seconds, as on most chains. */
export class Blocks {
  readonly #seed: string
  readonly #key = remembered((chain: string) => keyOf(this.#seed, 'blocks', chain))
  readonly #tree = remembered((chain: string) => new BlockTree(this.#key(chain)))

  constructor(seed: string) {
    this.#seed = seed
  }

  /** Time of a block; fast chains have several per second. */
  time(chain: string, number: number): number {
    const clock = clockOf(chain)
    return clock.law === 'mined' ? this.#mined(chain, clock, number) : timeOf(clock, this.#key(chain), number)
  }

  /** Takes half the time of single calls. */
  times(chain: string, first: number, count: number): Float64Array {
    const clock = clockOf(chain)
    const key = this.#key(chain)
    const times = new Float64Array(count)
    for (let n = 0; n < count; n++)
      times[n] = clock.law === 'mined' ? this.#mined(chain, clock, first + n) : timeOf(clock, key, first + n)
    return times
  }

  /** The last block made at or before `time`. */
  number(chain: string, time: number): number {
    const clock = clockOf(chain)
    if (clock.law === 'mined') return this.#minedNumber(chain, clock, time)
    const group = Math.floor((time - clock.start) / clock.span)
    let number =
      clock.number + group * clock.count + Math.floor(((time - clock.start) / clock.span - group) * clock.count)
    while (this.time(chain, number) > time) number--
    while (this.time(chain, number + 1) <= time) number++
    return number
  }

  /** Period of the block times, in whole seconds. */
  rhythm(chain: string): number {
    const { law, span, start } = clockOf(chain)
    // Shifts below the span do not change the second.
    return law === 'steady' && second % span === 0 && start % second === 0 ? second / span : Number.POSITIVE_INFINITY
  }

  #mined(chain: string, clock: ChainClock, number: number): number {
    const time = this.#tree(chain).time(number - clock.number)
    return clock.start + (number < clock.number ? wholeSecond(asPublished(clock, time)) : time)
  }

  #minedNumber(chain: string, clock: ChainClock, time: number): number {
    const since = time - clock.start
    if (since >= 0) return clock.number + this.#tree(chain).count(since) - 1
    let number = clock.number + this.#tree(chain).count(Math.round(evenly(clock, since))) - 1
    while (this.time(chain, number) > time) number--
    while (this.time(chain, number + 1) <= time) number++
    return number
  }
}

function clockOf(chain: string): ChainClock {
  const clock = clocks[chain]
  if (!clock) throw new Error(`no chain ${chain}`)
  return clock
}

/** Before its start the clock ran faster, by the halving. @param time in even spans since the start; returns it as published */
function asPublished({ number, start, span }: ChainClock, time: number): number {
  const height = number + time / span
  const n = segmentOf(([first]) => first <= height)
  const [[from, begin], [to, end]] = [published[n]!, published[n + 1]!]
  return begin + ((height - from) / (to - from)) * (end - begin) - start
}

/** The inverse of `asPublished`. */
function evenly({ number, start, span }: ChainClock, time: number): number {
  const n = segmentOf(([, begin]) => begin <= start + time)
  const [[from, begin], [to, end]] = [published[n]!, published[n + 1]!]
  return (from + ((start + time - begin) / (end - begin)) * (to - from) - number) * span
}

/** The last one that has begun; the first also goes back. */
function segmentOf(hasBegun: (one: (typeof published)[number]) => boolean): number {
  return Math.max(0, published.slice(0, -1).findLastIndex(hasBegun))
}

function wholeSecond(time: number): number {
  return Math.floor(time / second) * second
}

function timeOf(clock: ChainClock, key: number, number: number): number {
  const group = Math.floor((number - clock.number) / clock.count)
  const index = number - clock.number - group * clock.count
  const start = clock.start + group * clock.span
  if (clock.law === 'steady') return wholeSecond(start + clock.span * 0.8 * unit(draw(key, group)))
  return wholeSecond(start + slot(key, group, index, clock.count) * (clock.span / (clock.count + 1)))
}

function slot(key: number, group: number, index: number, count: number): number {
  const missed = Math.floor(unit(draw(key, group)) * (count + 1))
  return index < missed ? index : index + 1
}
