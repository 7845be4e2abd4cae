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

type Moves = Pick<PoolMoves, 'of' | 'isQuiet' | 'priceBefore'>

type Action = Move | LiquidityEvent

/** Swaps, mints and burns in execution order, and the resulting states. */
export class PoolHistory {
  readonly pool: Pool
  readonly positions: Positions
  readonly #moves: Moves
  readonly #liquidity: Liquidity
  #hour = Number.NaN
  #now: PoolHour = { swaps: [], events: [], states: [] }
  #price = 0
  #holds = none
  #day = Number.NaN
  #today = new Map<number, LiquidityEvent[]>()

  constructor(pool: Pool, moves: Moves, positions: Positions, liquidity: Liquidity) {
    this.pool = pool
    this.positions = positions
    this.#moves = moves
    this.#liquidity = liquidity
  }

  /** Independent of the order of calls. Caches the last hour. */
  of(hour: number): PoolHour {
    if (hour === this.#hour) return this.#now
    if (hour !== this.#hour + 1) this.#enter(hour)
    this.#hour = hour
    this.#now = { swaps: [], events: [], states: [] }
    const actions = this.#actions(hour)
    let volume = none
    for (let n = 0; n < actions.length; n++) {
      const action = actions[n]!
      if ('position' in action) this.#provide(action)
      else volume = this.#swap(action, volume)
      if (actions[n + 1]?.block === action.block) continue
      this.#now.states.push(this.#stateAfter(action, volume))
      volume = none
    }
    return this.#now
  }

  /** Whether nothing happens in an hour: much faster than `of`, because no price or state is known. */
  isQuiet(hour: number): boolean {
    return this.#moves.isQuiet(hour) && this.#eventsOf(hour) === undefined
  }

  /** What the pool holds at the start of an hour. */
  heldAt(hour: number): Holdings {
    this.#enter(hour)
    this.#hour = Number.NaN
    return { ...this.#holds, others: this.#liquidity.others }
  }

  #enter(hour: number): void {
    this.#price = this.#moves.priceBefore(hour)
    this.#liquidity.enter(this.positions.heldAt(hour * hourMs), hour * hourMs)
    this.#holds = this.#liquidity.at(this.#price)
  }

  #provide(event: LiquidityEvent): void {
    this.#now.events.push({ event, price: this.#price, ...this.#liquidity.of(event, this.#price) })
    this.#liquidity.apply(event)
    this.#holds = this.#liquidity.at(this.#price)
  }

  #swap({ block, logIndex, time, price }: Move, volume: Amounts): Amounts {
    const before = this.#holds
    const after = this.#liquidity.at(price)
    const base = Math.abs(after.base - before.base)
    const quote = Math.abs(after.quote - before.quote)
    const mean = meanPrice(base, quote, this.#price, price)
    this.#now.swaps.push({ block, logIndex, time, price: mean, amount: base, sell: price < this.#price })
    this.#price = price
    this.#holds = after
    return { base: volume.base + base, quote: volume.quote + quote }
  }

  #stateAfter({ block, time }: Action, volume: Amounts): PoolState {
    const price = this.#price
    const { base, quote } = this.#holds
    return {
      base,
      quote,
      others: this.#liquidity.others,
      block,
      time,
      price,
      tick: this.#liquidity.tick(price),
      liquidity: this.#liquidity.active(price),
      depthBelow: quote - this.#liquidity.at(price * 0.99).quote,
      depthAbove: base - this.#liquidity.at(price * 1.01).base,
      volume,
    }
  }

  #actions(hour: number): readonly Action[] {
    const events = this.#eventsOf(hour)
    const moves: readonly Action[] = this.#moves.of(hour)
    if (!events) return moves
    return [...moves, ...events].sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  }

  #eventsOf(hour: number): LiquidityEvent[] | undefined {
    const day = Math.floor(hour / 24)
    if (day !== this.#day)
      this.#today = Map.groupBy(this.positions.eventsOn(day), ({ time }) => Math.floor(time / hourMs))
    this.#day = day
    return this.#today.get(hour)
  }
}

/** Clamped between the prices before and after: for tiny amounts the quotient is rounding noise or 0 ÷ 0. */
function meanPrice(base: number, quote: number, before: number, after: number): number {
  if (base === 0) return after
  return Math.min(Math.max(quote / base, Math.min(before, after)), Math.max(before, after))
}
