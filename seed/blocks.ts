import { remembered } from '../src/market/made-once.ts'
import { floorTo, minute, second } from '../src/market/time.ts'
import { BlockTree, bitcoinTimes } from './bitcoin/block-tree.ts'
import { type BlockTimes, Loads, Slots } from './chain-slots.ts'
import { draw, keyOf } from './hashed-draws.ts'

/** When the blocks of a chain come: each law makes any block computable alone. */
type Law =
  | { law: 'slots'; slot: number; missed: number }
  | { law: 'load'; perMinute: number; swing: number }
  | { law: 'mined'; span: number }

type ChainClock = Law & {
  /** Number and time of the first block of era 0. */
  number: number
  start: number
  /** Laws of earlier times, the latest first. */
  earlier?: readonly (Law & { until: number })[]
}

const start2024 = 1_704_067_200_000

const merge = 1_663_224_179_000
const nitro = Date.UTC(2022, 7, 31)

const clocks: Record<string, ChainClock> = {
  // Slots since the merge; as many blocks were mined in the nine months before as are published.
  ethereum: {
    ...{ law: 'slots', number: 15_537_394, start: merge, slot: 12 * second, missed: 0.007 },
    earlier: [{ law: 'mined', until: merge, span: 13.75 * second }],
  },
  polygon: { law: 'slots', number: 51_800_000, start: start2024, slot: 2 * second, missed: 0.07 },
  arbitrum: {
    ...{ law: 'load', number: 165_788_000, start: start2024, perMinute: 232, swing: 0.01 },
    earlier: [
      { law: 'load', until: start2024, perMinute: 204, swing: 0.01 },
      { law: 'load', until: nitro, perMinute: 40, swing: 0.01 },
    ],
  },
  solana: { law: 'slots', number: 239_000_000, start: start2024, slot: 400, missed: 0.04 },
  // At three seconds, as until 2025; halved twice since.
  bsc: { law: 'slots', number: 34_850_000, start: start2024, slot: 3 * second, missed: 0.01 },
  // Since the halving of 2024.
  bitcoin: { law: 'mined', number: 840_000, start: Date.UTC(2024, 3, 20, 0, 9, 27), span: 600 * second },
  // Rounds of ten minutes.
  canton: { law: 'slots', number: 900, start: 1_719_792_000_000, slot: 600 * second, missed: 0.02 },
}

export const chains: readonly string[] = Object.keys(clocks)

export function confirmations(chain: string): number {
  return { ethereum: 12, bitcoin: 6 }[chain] ?? 32
}

/** Longest time until confirmation under the latest law; one in a million takes longer. */
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
  return (clock.earlier ?? []).reduce(
    (times, { until, ...law }, n) => joined(timesBy(law, draw(key, n)), until - clock.start, times),
    clock.law === 'mined' ? bitcoinTimes(key, clock) : timesBy(clock, key),
  )
}

function timesBy(law: Law, key: number): BlockTimes {
  if (law.law === 'slots') return new Slots(key, law)
  if (law.law === 'load') return new Loads(key, law)
  return new BlockTree(key, law.span)
}

/** Blocks of one law before a time, counted back from the first block of the other law. @param at milliseconds after the start */
function joined(before: BlockTimes, at: number, after: BlockTimes): BlockTimes {
  let first = after.near(at)
  while (after.time(first) >= at) first--
  while (after.time(first) < at) first++
  return {
    time: place => (place < first ? at + before.time(place - first) : after.time(place)),
    near: time => (time < at ? first + before.near(time - at) : after.near(time)),
    rhythm: place => (place < first ? before.rhythm?.(place - first) : after.rhythm?.(place)),
  }
}

function clockOf(chain: string): ChainClock {
  const clock = clocks[chain]
  if (!clock) throw new Error(`no chain ${chain}`)
  return clock
}
