import { hour as hourMs, type Range, second } from '../../src/market/time.ts'
import { pools } from '../catalogue/pool-catalogue.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { lendingMarkets } from './lending-list.ts'

const chains = [...new Set(pools.map(pool => pool.blockchain))]
const lentOn = new Set(lendingMarkets.map(({ pool }) => pool.blockchain))

/** Of up to 35 seconds; each + before one is 36 more. */
const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** One row per hour, written with its first block; responses exclude blocks still in the future. */
export function blockRunFeed(sink: Sink, { blocks }: World) {
  const runs = sink.appender('block_run')
  const firstBlock = (chain: string, hour: number) => blocks.number(chain, hour * hourMs - 1) + 1
  const gapsOf = (chain: string, first: number, count: number) => {
    const times = blocks.times(chain, first, Math.min(count, blocks.rhythm(chain, first)) + 1)
    let gaps = ''
    for (let n = 1; n < times.length; n++) gaps += textOf((times[n]! - times[n - 1]!) / second)
    return gaps
  }
  const add = (chain: string, time: number, first: number, count: number) =>
    runs.add(chain, time, first, count, lentOn.has(chain) ? gapsOf(chain, first, count) : '')
  return {
    /** Hours whose first block is in the range; a store begins with the hour before its start. */
    write({ from, to }: Range, start: number): void {
      const earliest = from === start ? Math.floor(from / hourMs) - 1 : Math.floor(from / hourMs)
      const since = from === start ? 0 : from
      for (const chain of chains)
        for (let hour = earliest; hour * hourMs < to; hour++) {
          const first = firstBlock(chain, hour)
          const time = blocks.time(chain, first)
          if (time >= since && time < to) add(chain, time, first, firstBlock(chain, hour + 1) - first)
        }
      runs.flush()
    },
  }
}

function textOf(seconds: number): string {
  return '+'.repeat(Math.floor(seconds / 36)) + digits[seconds % 36]
}
