import type { Amounts } from '../../src/market/concentrated.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import type { Holdings, Liquidity } from './pool-liquidity.ts'
import type { Pool } from './pool-list.ts'
import type { Move, PoolMoves } from './pool-moves.ts'
import type { LiquidityEvent, Positions } from './positions.ts'

/** The fee is not part of the pool's holdings. */
export interface Swap {
  block: number
  logIndex: number
  time: number
  price: number
  amount: number
  sell: boolean
}

export interface PoolEvent extends Holdings {
  event: LiquidityEvent
  price: number
}

/** After a block that changed the pool. */
export interface PoolState extends Holdings {
  block: number
  time: number
  price: number
  tick: number | null
  /** Active liquidity in contract units; null unless the pool is concentrated. */
  liquidity: number | null
  /** `depthBelow`: quote that sales take out before the price is 1 % lower; `depthAbove`: base, 1 % higher. */
  depthBelow: number
  depthAbove: number
  /** Amounts swapped in the block. */
  volume: Amounts
}

interface PoolHour {
  swaps: Swap[]
  events: PoolEvent[]
  states: PoolState[]
}

const none: Amounts = { base: 0, quote: 0 }

type Moves = Pick<PoolMoves, 'of' | 'first' | 'isQuiet' | 'priceBefore'>

type Action = Move | LiquidityEvent

/** Swaps, mints and burns in execution order, and the resulting states. */
export function poolHistory(pool: Pool, moves: Moves, positions: Positions, liquidity: Liquidity) {
  let entered = Number.NaN
  let made: PoolHour = { swaps: [], events: [], states: [] }
  let lastPrice = 0
  let held = none
  let today = Number.NaN
  let ofToday = new Map<number, LiquidityEvent[]>()

  /** Independent of the order of calls. Caches the last hour. */
  function of(hour: number): PoolHour {
    if (hour === entered) return made
    if (hour !== entered + 1) enter(hour)
    entered = hour
    made = { swaps: [], events: [], states: [] }
    const actions = actionsOf(hour)
    let volume = none
    for (let n = 0; n < actions.length; n++) {
      const action = actions[n]!
      if ('position' in action) provide(action)
      else volume = swap(action, volume)
      if (actions[n + 1]?.block === action.block) continue
      made.states.push(stateAfter(action, volume))
      volume = none
    }
    return made
  }

  /** Whether nothing happens in an hour: much faster than `of`, because no price or state is known. */
  function isQuiet(hour: number): boolean {
    return moves.isQuiet(hour) && eventsOf(hour) === undefined
  }

  /** What the pool holds at the start of an hour. */
  function heldAt(hour: number): Holdings {
    enter(hour)
    entered = Number.NaN
    return { ...held, others: liquidity.others }
  }

  function enter(hour: number): void {
    lastPrice = moves.priceBefore(hour)
    liquidity.enter(positions.heldAt(hour * hourMs), hour * hourMs)
    held = liquidity.at(lastPrice)
  }

  function provide(event: LiquidityEvent): void {
    made.events.push({ event, price: lastPrice, ...liquidity.of(event, lastPrice) })
    liquidity.apply(event)
    held = liquidity.at(lastPrice)
  }

  function swap({ block, logIndex, time, price }: Move, volume: Amounts): Amounts {
    const before = held
    const after = liquidity.at(price)
    const base = Math.abs(after.base - before.base)
    const quote = Math.abs(after.quote - before.quote)
    const mean = meanPrice(base, quote, lastPrice, price)
    made.swaps.push({ block, logIndex, time, price: mean, amount: base, sell: price < lastPrice })
    lastPrice = price
    held = after
    return { base: volume.base + base, quote: volume.quote + quote }
  }

  function stateAfter({ block, time }: Action, volume: Amounts): PoolState {
    const price = lastPrice
    const { base, quote } = held
    return {
      base,
      quote,
      others: liquidity.others,
      block,
      time,
      price,
      tick: liquidity.tick(price),
      liquidity: liquidity.active(price),
      depthBelow: quote - liquidity.at(price * 0.99).quote,
      depthAbove: base - liquidity.at(price * 1.01).base,
      volume,
    }
  }

  function actionsOf(hour: number): readonly Action[] {
    const events = eventsOf(hour)
    const swaps: readonly Action[] = moves.of(hour)
    if (!events) return swaps
    return [...swaps, ...events].sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  }

  function eventsOf(hour: number): LiquidityEvent[] | undefined {
    const day = Math.floor(hour / 24)
    if (day !== today) ofToday = Map.groupBy(positions.eventsOn(day), ({ time }) => Math.floor(time / hourMs))
    today = day
    return ofToday.get(hour)
  }

  return { pool, positions, of, isQuiet, firstSwap: moves.first, heldAt }
}

export type PoolHistory = ReturnType<typeof poolHistory>

/** Clamped between the prices before and after: for tiny amounts the quotient is rounding noise or 0 ÷ 0. */
function meanPrice(base: number, quote: number, before: number, after: number): number {
  if (base === 0) return after
  return Math.min(Math.max(quote / base, Math.min(before, after)), Math.max(before, after))
}
