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
  bitcoin: { law: 'mined', number: 823_786, start: start2024, count: 1, span: 600 * second },
  // Rounds of ten minutes.
  canton: { law: 'steady', number: 900, start: 1_719_792_000_000, count: 1, span: 600 * second },
}

export const chains: readonly string[] = Object.keys(clocks)

export function confirmations(chain: string): number {
  return { ethereum: 12, bitcoin: 6 }[chain] ?? 32
}

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
  readonly #keys = new Map<string, number>()
  readonly #trees = new Map<string, BlockTree>()

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
    if (clock.law === 'mined') return clock.number + this.#tree(chain).count(time - clock.start) - 1
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
    return clock.start + this.#tree(chain).time(number - clock.number)
  }

  #tree(chain: string): BlockTree {
    const tree = this.#trees.get(chain) ?? new BlockTree(this.#key(chain))
    this.#trees.set(chain, tree)
    return tree
  }

  #key(chain: string): number {
    const known = this.#keys.get(chain)
    if (known !== undefined) return known
    const key = keyOf(this.#seed, 'blocks', chain)
    this.#keys.set(chain, key)
    return key
  }
}

function clockOf(chain: string): ChainClock {
  const clock = clocks[chain]
  if (!clock) throw new Error(`no chain ${chain}`)
  return clock
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
