import { hour as hourMs, type Range, second } from '../../src/market/time.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { lendingMarkets } from './lending-list.ts'

const chains = [...new Set(lendingMarkets.map(({ pool }) => pool.blockchain))]

const digits = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')

/** One row per hour, written with its first block; responses exclude blocks still in the future. */
export class BlockRunFeed {
  readonly #world: World
  readonly #runs: Appender

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#runs = sink.appender('block_run')
  }

  /** Hours whose first block is in the range; a store begins with the hour before its start. */
  write({ from, to }: Range, start: number): void {
    const earliest = from === start ? Math.floor(from / hourMs) - 1 : Math.floor(from / hourMs)
    const since = from === start ? 0 : from
    for (const chain of chains)
      for (let hour = earliest; hour * hourMs < to; hour++) {
        const first = this.#firstBlock(chain, hour)
        const time = this.#world.blocks.time(chain, first)
        if (time >= since && time < to) this.#write(chain, first, this.#firstBlock(chain, hour + 1) - first)
      }
    this.#runs.flush()
  }

  #firstBlock(chain: string, hour: number): number {
    return this.#world.blocks.number(chain, hour * hourMs - 1) + 1
  }

  #write(chain: string, first: number, count: number): void {
    const { blocks } = this.#world
    const times = blocks.times(chain, first, Math.min(count, blocks.rhythm(chain, first)) + 1)
    const gaps = Buffer.allocUnsafe(times.length - 1)
    for (let n = 0; n < gaps.length; n++) gaps[n] = digits[(times[n + 1]! - times[n]!) / second]!
    this.#runs.add(chain, times[0]!, first, count, gaps.toString('latin1'))
  }
}
