import { burstsOf } from '../../src/market/books/depth-noise.ts'
import { hour as hourMs } from '../../src/market/time.ts'
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
export function poolMoves(seed: string, pool: Pool, { blocks, crowd, usual, fair, mood }: MoveInputs) {
  /** Of a push of usual size. */
  const usualPush = (pushes.fee * pool.fee + pushes.least) / Math.sqrt(1 + pool.depth / pushes.deep)
  const key = keyOf(seed, 'swaps', pool.id)
  const arrivals = new Arrivals(seed, `pool/${pool.id}`, crowd, burstsOf(key), usual)
  const stream = new Stream(0)
  let began = Number.NaN
  let moves: readonly (readonly Move[])[] = []

  /** None on the day of the founding. */
  function of(hour: number): readonly Move[] {
    return isFounding(hour) ? none : usualMoves(hour)
  }

  /** Time of the first swap of an hour, or null. Needs no prices, which need the whole span. */
  function first(hour: number): number | null {
    return isFounding(hour) ? null : (swapsIn(hour)[0]?.time ?? null)
  }

  /** Needs no prices either. */
  function isQuiet(hour: number): boolean {
    return isFounding(hour) || arrivals.of(hour).length === 0
  }

  /** Hours, for rare swaps days, lie before the last swap; hours without swaps cost little. */
  function priceBefore(hour: number): number {
    for (let past = hour - 1; ; past--) {
      const last = of(past).at(-1)
      if (last) return last.price
    }
  }

  function isFounding(hour: number): boolean {
    const { since } = pool
    return since !== null && hour * hourMs >= since && hour * hourMs < swappedSince(pool)
  }

  /** Caches the last span. */
  function usualMoves(hour: number): readonly Move[] {
    const start = hour - (hour % span)
    if (start !== began) moves = make(start)
    began = start
    return moves[hour - start]!
  }

  function make(start: number): Move[][] {
    let before: number | null = null
    return Array.from({ length: span }, (_, n) =>
      swapsIn(start + n).map(({ tag, ...swap }) => {
        const at = { hour: start + n, offset: swap.time - (start + n) * hourMs }
        before = priceAfter(before, at, tag)
        return { ...swap, price: before }
      }),
    )
  }

  function swapsIn(hour: number): Placed[] {
    const orders = arrivals.of(hour)
    if (orders.length === 0) return []
    const chain = pool.blockchain
    const first = blocks.number(chain, hour * hourMs - 1) + 1
    const count = blocks.number(chain, (hour + 1) * hourMs - 1) + 1 - first
    const swaps: Placed[] = []
    let [last, rank] = [Number.NaN, 0]
    for (let n = 0; n < orders.length; n++) {
      const block = first + Math.floor((orders.offset(n) / hourMs) * count)
      rank = block === last ? rank + 1 : 0
      last = block
      const line = Math.floor(unit(draw(key + 1, block)) * 16) + rank
      const logIndex = line * logIndexStride + lineOf(pool.id)
      swaps.push({ block, logIndex, time: blocks.time(chain, block), tag: orders.tag(n) })
    }
    return swaps
  }

  /** The price after a swap that found another one. */
  function priceAfter(before: number | null, { hour, offset }: { hour: number; offset: number }, tag: number): number {
    const market = fair.at(hour, offset)
    const price = before ?? market
    const fee = 1 + pool.fee
    if (price * (fee + worthwhile) < market) return market / fee
    if (price > market * (fee + worthwhile)) return market * fee
    stream.restart(draw(key, tag))
    const size = Math.abs(stream.normal()) / Math.sqrt(stream.unit() + 0.03)
    const push = usualPush * size
    return stream.unit() < mood.buys(hour, offset, grip) ? price * (1 + push) : price / (1 + push)
  }

  return { of, first, isQuiet, priceBefore }
}

/** A swap whose price is not known yet. @param tag for its draws */
type Placed = Omit<Move, 'price'> & { tag: number }

interface MoveInputs {
  blocks: Blocks
  crowd: Crowd
  /** Mean number of swaps in an hour. */
  usual: (hour: number) => number
  fair: FairPrice
  mood: TakerMood
}

export type PoolMoves = ReturnType<typeof poolMoves>

const none: readonly Move[] = []
