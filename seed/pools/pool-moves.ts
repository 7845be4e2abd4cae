import { burstsOf } from '../../src/market/books/depth-noise.ts'
import { hour as hourMs, minute } from '../../src/market/time.ts'
import { logIndexStride } from '../../src/market/trades/swap-number.ts'
import type { Blocks } from '../blocks.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import type { FairPrice } from '../prices/fair-price.ts'
import { Arrivals } from '../trading/orders/arrivals.ts'
import type { Crowd } from '../trading/orders/crowd.ts'
import type { TakerMood } from '../trading/orders/taker-mood.ts'
import { lineOf } from './log-index.ts'
import { type Pool, swappedSince } from './pool-list.ts'

/** A swap as a price move; the traded amounts follow from the liquidity. */
export interface Move {
  block: number
  logIndex: number
  time: number
  /** Price of the base in the quote, after the swap. */
  price: number
}

/** Sizes of traders' pushes: a share of the fee, and one of the price. In pools deeper than this, in USD, orders are a smaller share. */
const pushes = { fee: 0.1, least: 0.00002, deep: 150_000_000 }
/** What arbitrage must bring beyond the fee, as a share of the price, to be worth a transaction. */
const worthwhile = 0.0003
/** How much traders follow the market price, as in `TakerMood`. */
const grip = 1

/** Hours whose prices follow from each other; the first swap of each span starts from the market price. */
const span = 6

/**
 * Swaps come in clusters, as orders do. Traders push the price, and it stays there until the next swap. If the market price is
 * then further away than the fee, that swap is arbitrage, which leaves the price at a distance of the fee.
 */
export class PoolMoves {
  readonly #pool: Pool
  /** Of a push of usual size. */
  readonly #push: number
  readonly #key: number
  readonly #blocks: Blocks
  readonly #arrivals: Arrivals
  readonly #fair: FairPrice
  readonly #mood: TakerMood
  readonly #stream = new Stream(0)
  readonly #opening: number
  #start = Number.NaN
  #hours: readonly (readonly Move[])[] = []

  /** @param usual mean number of swaps in an hour */
  constructor(seed: string, pool: Pool, { blocks, crowd, usual, fair, mood }: MoveInputs) {
    this.#pool = pool
    this.#push = (pushes.fee * pool.fee + pushes.least) / Math.sqrt(1 + pool.depth / pushes.deep)
    this.#key = keyOf(seed, 'swaps', pool.id)
    this.#blocks = blocks
    this.#opening = openingOf(seed, pool)
    this.#arrivals = new Arrivals(seed, `pool/${pool.id}`, crowd, burstsOf(this.#key), usual)
    this.#fair = fair
    this.#mood = mood
  }

  /** None on the day of the founding. */
  of(hour: number): readonly Move[] {
    return this.#isFounding(hour) ? none : this.#usual(hour)
  }

  /** Needs no prices, which need the whole span. */
  isQuiet(hour: number): boolean {
    return this.#isFounding(hour) || (this.#arrivals.of(hour).length === 0 && !this.#opensIn(hour))
  }

  /** Hours, for rare swaps days, lie before the last swap; hours without swaps cost little. */
  priceBefore(hour: number): number {
    for (let past = hour - 1; ; past--) {
      const last = this.of(past).at(-1)
      if (last) return last.price
    }
  }

  #isFounding(hour: number): boolean {
    const { since } = this.#pool
    return since !== null && hour * hourMs >= since && hour * hourMs < swappedSince(this.#pool)
  }

  #opensIn(hour: number): boolean {
    return this.#opening >= hour * hourMs && this.#opening < (hour + 1) * hourMs
  }

  /** Caches the last span. */
  #usual(hour: number): readonly Move[] {
    const start = hour - (hour % span)
    if (start !== this.#start) this.#hours = this.#make(start)
    this.#start = start
    return this.#hours[hour - start]!
  }

  #make(start: number): Move[][] {
    let before: number | null = null
    return Array.from({ length: span }, (_, n) =>
      this.#swaps(start + n).map(({ tag, ...swap }) => {
        const at = { hour: start + n, offset: swap.time - (start + n) * hourMs }
        before = this.#after(before, at, tag)
        return { ...swap, price: before }
      }),
    )
  }

  #swaps(hour: number): Placed[] {
    const orders = this.#arrivals.of(hour)
    const opens = this.#opensIn(hour)
    if (orders.length === 0 && !opens) return []
    const chain = this.#pool.blockchain
    const { first, count } = blocksOf(this.#blocks, chain, hour)
    const swaps: Placed[] = []
    let [last, rank] = [Number.NaN, 0]
    const place = (offset: number, tag: number) => {
      const block = first + Math.floor((offset / hourMs) * count)
      rank = block === last ? rank + 1 : 0
      last = block
      const line = Math.floor(unit(draw(this.#key + 1, block)) * 16) + rank
      const logIndex = line * logIndexStride + lineOf(this.#pool.id)
      swaps.push({ block, logIndex, time: this.#blocks.time(chain, block), tag })
    }
    const opened = opens ? this.#opening - hour * hourMs : 0
    if (opens) place(opened, 0)
    for (let n = 0; n < orders.length; n++) if (orders.offset(n) >= opened) place(orders.offset(n), orders.tag(n))
    return swaps
  }

  /** The price after a swap that found another one. */
  #after(before: number | null, { hour, offset }: { hour: number; offset: number }, tag: number): number {
    const fair = this.#fair.at(hour, offset)
    const price = before ?? fair
    const fee = 1 + this.#pool.fee
    if (price * (fee + worthwhile) < fair) return fair / fee
    if (price > fair * (fee + worthwhile)) return fair * fee
    const stream = this.#stream
    stream.restart(draw(this.#key, tag))
    const size = Math.abs(stream.normal()) / Math.sqrt(stream.unit() + 0.03)
    const push = this.#push * size
    return stream.unit() < this.#mood.buys(hour, offset, grip) ? price * (1 + push) : price / (1 + push)
  }
}

/** Swaps of a pool begin in the first minute, so the time of the first is known without generating any. */
export function openingSwap({ seed, blocks }: { seed: string; blocks: Blocks }, pool: Pool): number {
  const opening = openingOf(seed, pool)
  const hour = Math.floor(opening / hourMs)
  const { first, count } = blocksOf(blocks, pool.blockchain, hour)
  return blocks.time(pool.blockchain, first + Math.floor(((opening - hour * hourMs) / hourMs) * count))
}

function openingOf(seed: string, pool: Pool): number {
  return swappedSince(pool) + Math.floor(minute * unit(keyOf(seed, 'first swap', pool.id)))
}

function blocksOf(blocks: Blocks, chain: string, hour: number): { first: number; count: number } {
  const first = blocks.number(chain, hour * hourMs - 1) + 1
  return { first, count: blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first }
}

/** A swap whose price is not known yet. @param tag for its draws */
type Placed = Omit<Move, 'price'> & { tag: number }

interface MoveInputs {
  blocks: Blocks
  crowd: Crowd
  usual: (hour: number) => number
  fair: FairPrice
  mood: TakerMood
}

const none: readonly Move[] = []
