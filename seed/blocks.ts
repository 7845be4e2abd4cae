import { remembered } from '../src/market/made-once.ts'
import { floorTo, minute, second } from '../src/market/time.ts'
import { BlockTree } from './bitcoin/block-tree.ts'
import { type BlockTimes, Loads, Slots } from './chain-slots.ts'
import { keyOf } from './hashed-draws.ts'

/** When the blocks of a chain come: each law makes any block computable alone. */
type ChainClock = {
  /** Number and time of the first block of era 0. */
  number: number
  start: number
} & (
  | { law: 'slots'; slot: number; missed: number }
  | { law: 'load'; perMinute: number; swing: number }
  | { law: 'mined'; span: number }
)

const start2024 = 1_704_067_200_000

const clocks: Record<string, ChainClock> = {
  // Slots since the merge.
  ethereum: { law: 'slots', number: 15_537_394, start: 1_663_224_179_000, slot: 12 * second, missed: 0.007 },
  polygon: { law: 'slots', number: 51_800_000, start: start2024, slot: 2 * second, missed: 0.07 },
  arbitrum: { law: 'load', number: 165_788_000, start: start2024, perMinute: 232, swing: 0.01 },
  solana: { law: 'slots', number: 239_000_000, start: start2024, slot: 400, missed: 0.04 },
  // At three seconds, as until 2025; halved twice since.
  bsc: { law: 'slots', number: 34_850_000, start: start2024, slot: 3 * second, missed: 0.01 },
  bitcoin: { law: 'mined', number: 823_786, start: start2024, span: 600 * second },
  // Rounds of ten minutes.
  canton: { law: 'slots', number: 900, start: 1_719_792_000_000, slot: 600 * second, missed: 0.02 },
}

export const chains: readonly string[] = Object.keys(clocks)

export function confirmations(chain: string): number {
  return { ethereum: 12, bitcoin: 6 }[chain] ?? 32
}

/** Longest time until confirmation; one in a million takes longer. */
export function confirmationTime(chain: string): number {
  const clock = clockOf(chain)
  const blocks = confirmations(chain)
  if (clock.law === 'mined') return 4 * blocks * clock.span
  if (clock.law === 'load') return Math.ceil((1.5 * blocks * minute) / clock.perMinute / second) * second + second
  const missed = (blocks * clock.missed) / (1 - clock.missed)
  return Math.ceil((Math.ceil(blocks + missed + 5 * Math.sqrt(missed) + 2) * clock.slot) / second) * second
}

/** Numbers rise with time. Times are whole seconds, as on most chains. */
export class Blocks {
  readonly #seed: string
  readonly #key = remembered((chain: string) => keyOf(this.#seed, 'blocks', chain))
  readonly #times = remembered((chain: string) => timesOf(clockOf(chain), this.#key(chain)))

  constructor(seed: string) {
    this.#seed = seed
  }

  /** Time of a block; fast chains have several per second. */
  time(chain: string, number: number): number {
    const clock = clockOf(chain)
    return floorTo(clock.start + this.#times(chain).time(number - clock.number), second)
  }

  times(chain: string, first: number, count: number): Float64Array {
    const times = new Float64Array(count)
    for (let n = 0; n < count; n++) times[n] = this.time(chain, first + n)
    return times
  }

  /** The last block made at or before `time`. */
  number(chain: string, time: number): number {
    const clock = clockOf(chain)
    let number = clock.number + this.#times(chain).near(time - clock.start)
    while (this.time(chain, number) > time) number--
    while (this.time(chain, number + 1) <= time) number++
    return number
  }

  /** From a block on, the gaps of so many blocks repeat until the end of the hour. */
  rhythm(chain: string, number: number): number {
    return this.#times(chain).rhythm?.(number - clockOf(chain).number) ?? Number.POSITIVE_INFINITY
  }
}

function timesOf(clock: ChainClock, key: number): BlockTimes {
  if (clock.law === 'slots') return new Slots(key, clock)
  if (clock.law === 'load') return new Loads(key, clock)
  return new BlockTree(key, clock)
}

function clockOf(chain: string): ChainClock {
  const clock = clocks[chain]
  if (!clock) throw new Error(`no chain ${chain}`)
  return clock
}
