import { hour as hourMs } from '../../src/market/time.ts'
import { logIndexStride } from '../../src/market/trades/swap-number.ts'
import type { Blocks } from '../blocks.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import { poisson } from '../poisson.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import type { Rhythm } from '../trading/rhythm.ts'
import { lineOf } from './log-index.ts'
import type { Pool } from './pool-list.ts'

/** Mean number of swaps per hour above which every hour has one. */
const busy = 2

/** A swap as a price move; the traded amounts follow from the liquidity. */
export interface Move {
  block: number
  logIndex: number
  time: number
  /** Price of the base in the quote, after the swap. */
  price: number
}

/** Each swap moves the price to near the market price. */
export class PoolMoves {
  readonly #pool: Pool
  readonly #key: number
  readonly #perHour: number
  readonly #blocks: Blocks
  readonly #rhythm: Rhythm
  readonly #fair: FairPrice

  constructor(seed: string, pool: Pool, perHour: number, parts: { blocks: Blocks; rhythm: Rhythm; fair: FairPrice }) {
    this.#pool = pool
    this.#key = keyOf(seed, 'swaps', pool.id)
    this.#perHour = perHour
    this.#blocks = parts.blocks
    this.#rhythm = parts.rhythm
    this.#fair = parts.fair
  }

  of(hour: number): Move[] {
    const stream = new Stream(draw(this.#key, hour))
    const count = Math.max(poisson(this.#perHour * this.#rhythm.at(hour), stream), this.#hasCertainSwap(hour) ? 1 : 0)
    if (count === 0) return []
    const chain = this.#pool.blockchain
    const first = this.#blocks.number(chain, hour * hourMs - 1) + 1
    const blocks = this.#blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first
    const chosen: number[] = []
    for (let n = 0; n < count; n++) chosen.push(first + Math.floor(stream.unit() * blocks))
    if (count > 1) chosen.sort((a, b) => a - b)
    return chosen.map((block, n) => this.#move(hour, block, rank(chosen, n), stream))
  }

  priceBefore(hour: number): number {
    for (let past = hour - 1; ; past--) {
      const last = this.of(past).at(-1)
      if (last) return last.price
    }
  }

  /** Every hour of a busy pool has a swap, and every day of any pool, so the previous one is never far back. */
  #hasCertainSwap(hour: number): boolean {
    return this.#perHour >= busy || hour % 24 === Math.floor(unit(draw(this.#key + 2, Math.floor(hour / 24))) * 24)
  }

  /** Arbitrage keeps the price within the fee of the market price; traders occasionally push it further. */
  #move(hour: number, block: number, rank: number, stream: Stream): Move {
    const time = this.#blocks.time(this.#pool.blockchain, block)
    const push = (0.3 * this.#pool.fee + 0.00002) * (stream.normal() / Math.sqrt(stream.unit() + 0.03))
    const first = Math.floor(unit(draw(this.#key + 1, block)) * 16)
    const logIndex = (first + rank) * logIndexStride + lineOf(this.#pool.id)
    return { block, logIndex, time, price: this.#fair.at(hour, time - hour * hourMs) * (1 + push) }
  }
}

function rank(blocks: number[], at: number): number {
  let n = 0
  while (n < at && blocks[at - n - 1] === blocks[at]) n++
  return n
}
