import { burstsOf } from '../../src/market/books/depth-noise.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import { logIndexStride } from '../../src/market/trades/swap-number.ts'
import type { Blocks } from '../blocks.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import { Arrivals } from '../trading/orders/arrivals.ts'
import type { Crowd } from '../trading/orders/crowd.ts'
import { lineOf } from './log-index.ts'
import type { Pool } from './pool-list.ts'

/** A swap as a price move; the traded amounts follow from the liquidity. */
export interface Move {
  block: number
  logIndex: number
  time: number
  /** Price of the base in the quote, after the swap. */
  price: number
}

/** Swaps come in clusters, as orders do, and each moves the price to near the market price. */
export class PoolMoves {
  readonly #pool: Pool
  readonly #key: number
  readonly #blocks: Blocks
  readonly #arrivals: Arrivals
  readonly #fair: FairPrice
  readonly #stream = new Stream(0)
  #hour = Number.NaN
  #moves: readonly Move[] = []

  /** @param usual mean number of swaps in an hour */
  constructor(
    seed: string,
    pool: Pool,
    { blocks, crowd, usual, fair }: { blocks: Blocks; crowd: Crowd; usual: (hour: number) => number; fair: FairPrice },
  ) {
    this.#pool = pool
    this.#key = keyOf(seed, 'swaps', pool.id)
    this.#blocks = blocks
    this.#arrivals = new Arrivals(seed, `pool/${pool.id}`, crowd, burstsOf(this.#key), usual)
    this.#fair = fair
  }

  /** Caches the last hour. */
  of(hour: number): readonly Move[] {
    if (hour !== this.#hour) this.#moves = this.#make(hour)
    this.#hour = hour
    return this.#moves
  }

  /** Hours, for rare swaps days, lie before the last swap; hours without swaps cost little. */
  priceBefore(hour: number): number {
    for (let past = hour - 1; ; past--) {
      const last = this.of(past).at(-1)
      if (last) return last.price
    }
  }

  #make(hour: number): readonly Move[] {
    const orders = this.#arrivals.of(hour)
    if (orders.length === 0) return none
    const chain = this.#pool.blockchain
    const first = this.#blocks.number(chain, hour * hourMs - 1) + 1
    const blocks = this.#blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first
    const moves: Move[] = []
    let [last, rank] = [Number.NaN, 0]
    for (let n = 0; n < orders.length; n++) {
      const block = first + Math.floor((orders.offset(n) / hourMs) * blocks)
      rank = block === last ? rank + 1 : 0
      last = block
      moves.push(this.#move(hour, { block, rank, tag: orders.tag(n) }))
    }
    return moves
  }

  /** Arbitrage keeps the price within the fee of the market price; traders occasionally push it further. */
  #move(hour: number, { block, rank, tag }: { block: number; rank: number; tag: number }): Move {
    const time = this.#blocks.time(this.#pool.blockchain, block)
    const stream = this.#stream
    stream.restart(draw(this.#key, tag))
    const push = (0.3 * this.#pool.fee + 0.00002) * (stream.normal() / Math.sqrt(stream.unit() + 0.03))
    const first = Math.floor(unit(draw(this.#key + 1, block)) * 16)
    const logIndex = (first + rank) * logIndexStride + lineOf(this.#pool.id)
    return { block, logIndex, time, price: this.#fair.at(hour, time - hour * hourMs) * (1 + push) }
  }
}

const none: readonly Move[] = []
