import { lendingMarkets } from './lending-list.ts'
import type { Appender, Sink } from './sink.ts'
import { hour as hourMs, type Range, second } from './time.ts'
import type { World } from './world.ts'

/** The chains of which whole states are asked, at any block. */
const chains = [...new Set(lendingMarkets.map(({ pool }) => pool.blockchain))]

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/**
 * Writes when each block was made, an hour's blocks in a row. It is written as its hour begins, since what is asked of it
 * meanwhile ends where the answer's time does.
 */
export class BlockRunFeed {
  readonly #world: World
  readonly #runs: Appender

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#runs = sink.appender('block_run', ['blockchain', 'timestamp', 'block_number', 'blocks', 'gaps'])
  }

  /** The hours that begin in the range; a store begins with the hour before its start. */
  write({ from, to }: Range, start: number): void {
    const first = from === start ? Math.floor(from / hourMs) - 1 : Math.ceil(from / hourMs)
    if (first * hourMs >= to) return
    for (const chain of chains) for (let hour = first; hour * hourMs < to; hour++) this.#write(chain, hour)
    this.#runs.flush()
  }

  #write(chain: string, hour: number): void {
    const { blocks } = this.#world
    const first = blocks.number(chain, hour * hourMs - 1) + 1
    const count = blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first
    this.#runs.add(chain, blocks.time(chain, first), first, count, this.#gaps(chain, first, count))
  }

  #gaps(chain: string, first: number, count: number): string {
    const { blocks } = this.#world
    const different = Math.min(count, blocks.rhythm(chain))
    let text = ''
    let time = blocks.time(chain, first)
    for (let block = first + 1; block <= first + different; block++) {
      const next = blocks.time(chain, block)
      text += digits[(next - time) / second]
      time = next
    }
    return text
  }
}
