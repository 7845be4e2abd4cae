import type { Blocks } from './blocks.ts'
import type { FairPrice } from './fair-price.ts'
import { draw, keyOf, Stream, unit } from './hash.ts'
import { liquidity } from './liquidity.ts'
import { poisson } from './poisson.ts'
import type { Pool } from './pool-list.ts'
import type { Rhythm } from './rhythm.ts'
import { hour as hourMs } from './time.ts'

export interface Swap {
  block: number
  logIndex: number
  time: number
  /** Of the base, in the quote. */
  price: number
  amount: number
  sell: boolean
}

/** A pool that had no swap for this many hours has the market's price again. */
const memory = 48
/** Log indexes of one pool are this far apart, so that no two pools of a chain ever share one. */
export const logIndexStride = 128

interface Move {
  block: number
  time: number
  target: number
}

/** The swaps of one pool. Each moves its price to where the market's is, give or take; what lies between is what it trades. */
export class PoolSwaps {
  readonly #pool: Pool
  readonly #key: number
  readonly #perHour: number
  readonly #blocks: Blocks
  readonly #rhythm: Rhythm
  readonly #fair: FairPrice
  /** The hour up to which `#last` is known, and the last swap before it. */
  #known = Number.NaN
  #last: Move | null = null

  constructor(seed: string, pool: Pool, perHour: number, parts: { blocks: Blocks; rhythm: Rhythm; fair: FairPrice }) {
    this.#pool = pool
    this.#key = keyOf(seed, 'swaps', pool.id)
    this.#perHour = perHour
    this.#blocks = parts.blocks
    this.#rhythm = parts.rhythm
    this.#fair = parts.fair
  }

  /** In the order of execution. */
  of(hour: number): Swap[] {
    let price = this.#priceBefore(hour)
    const moves = this.#moves(hour)
    const swaps = moves.map((move, i) => {
      const swap = this.#swap(price, move, rank(moves, i))
      price = move.target
      return swap
    })
    this.#known = hour + 1
    this.#last = moves.at(-1) ?? this.#last
    return swaps
  }

  #swap(from: number, { block, time, target }: Move, rank: number): Swap {
    const amount = liquidity(this.#pool, time) * Math.abs(1 / Math.sqrt(from) - 1 / Math.sqrt(target))
    const first = Math.floor(unit(draw(this.#key + 1, block)) * 16)
    const logIndex = (first + rank) * logIndexStride + this.#pool.id
    return { block, time, logIndex, price: Math.sqrt(from * target), amount, sell: target < from }
  }

  /** The price that the pool was left with: a function of the hour alone, whether or not the hours before were asked for. */
  #priceBefore(hour: number): number {
    if (this.#known !== hour) this.#last = this.#lastMove(hour)
    const last = this.#last
    return last && last.time >= (hour - memory) * hourMs ? last.target : this.#fair.at(hour, 0)
  }

  #lastMove(before: number): Move | null {
    for (let hour = before - 1; hour >= before - memory; hour--) {
      const last = this.#moves(hour).at(-1)
      if (last) return last
    }
    return null
  }

  #moves(hour: number): Move[] {
    const stream = new Stream(draw(this.#key, hour))
    const count = poisson(this.#perHour * this.#rhythm.at(hour), stream)
    if (count === 0) return []
    const chain = this.#pool.blockchain
    const first = this.#blocks.number(chain, hour * hourMs - 1) + 1
    const blocks = this.#blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first
    const chosen = Array.from({ length: count }, () => first + Math.floor(stream.unit() * blocks)).sort((a, b) => a - b)
    return chosen.map(block => this.#move(hour, block, stream))
  }

  /** Arbitrage leaves a price within the fee of the market's; traders push it further now and then. */
  #move(hour: number, block: number, stream: Stream): Move {
    const time = this.#blocks.time(this.#pool.blockchain, block)
    const push = (0.3 * this.#pool.fee + 0.00002) * (stream.normal() / Math.sqrt(stream.unit() + 0.03))
    return { block, time, target: this.#fair.at(hour, time - hour * hourMs) * (1 + push) }
  }
}

/** How many swaps of the same block come before. */
function rank(moves: Move[], at: number): number {
  let n = 0
  while (n < at && moves[at - n - 1]!.block === moves[at]!.block) n++
  return n
}
