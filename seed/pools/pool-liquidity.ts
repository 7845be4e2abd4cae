import type { Amounts } from '../../src/market/concentrated.ts'
import { amountsWithin } from '../../src/market/concentrated.ts'
import type { Prices } from '../prices/prices.ts'
import type { Curve } from './curve.ts'
import { curveOf, usualInvariant, usualLiquidity } from './pool-curve.ts'
import type { Pool } from './pool-list.ts'
import type { LiquidityEvent, Position, PositionPlan } from './positions.ts'
import { meanDays } from './positions.ts'
import type { Span } from './spans.ts'
import { Spans } from './spans.ts'

/** The traded pair, and the tokens before it in the contract. */
export interface Holdings extends Amounts {
  others: readonly number[]
}

export interface Liquidity {
  enter(held: readonly Position[], time: number): void
  apply(event: LiquidityEvent): void
  at(price: number): Amounts
  readonly others: readonly number[]
  /** Amounts that a mint adds or a burn removes. */
  of(event: LiquidityEvent, price: number): Holdings
  /** Concentrated pools only, in contract units. */
  tick(price: number): number | null
  active(price: number): number | null
}

/** Open positions in mint order, so that sums do not depend on earlier calls. */
abstract class Held {
  protected readonly held = new Map<Position, number>()
  /** By id: positions of a forgotten day are generated again as new objects. */
  readonly #known = new Map<string, Position>()

  enter(held: readonly Position[], time: number): void {
    this.held.clear()
    this.#known.clear()
    for (const { events } of held) for (const event of events) if (event.time < time) this.#apply(event)
    this.changed()
  }

  apply(event: LiquidityEvent): void {
    this.#apply(event)
    this.changed()
  }

  protected abstract changed(): void

  #apply({ position, change, last }: LiquidityEvent): void {
    const known = this.#known.get(position.id) ?? position
    if (last) {
      this.held.delete(known)
      this.#known.delete(position.id)
    } else {
      this.held.set(known, (this.held.get(known) ?? 0) + change)
      this.#known.set(position.id, known)
    }
  }
}

class SharedLiquidity extends Held implements Liquidity {
  readonly #curve: Curve
  #invariant = 0

  constructor(curve: Curve) {
    super()
    this.#curve = curve
  }

  at(price: number): Amounts {
    const { base, quote } = this.#curve.at(price)
    return { base: base * this.#invariant, quote: quote * this.#invariant }
  }

  get others(): readonly number[] {
    return this.#curve.others.map(amount => amount * this.#invariant)
  }

  of({ change }: LiquidityEvent, price: number): Holdings {
    const size = Math.abs(change)
    const { base, quote } = this.#curve.at(price)
    return { base: base * size, quote: quote * size, others: this.#curve.others.map(amount => amount * size) }
  }

  tick(): null {
    return null
  }

  active(): null {
    return null
  }

  protected changed(): void {
    this.#invariant = 0
    for (const liquidity of this.held.values()) this.#invariant += liquidity
  }
}

const none: readonly number[] = []

class ConcentratedLiquidity extends Held implements Liquidity {
  readonly #spans: Spans
  /** Positions as columns, because every swap sums over them. */
  #spanned: Span[] = []
  #liquidity: number[] = []
  /** Liquidity in contract units. */
  #counted: number[] = []
  readonly others = none

  constructor(spans: Spans) {
    super()
    this.#spans = spans
  }

  at(price: number): Amounts {
    const root = Math.sqrt(price)
    let [base, quote] = [0, 0]
    for (let n = 0; n < this.#spanned.length; n++) {
      const { lowerRoot, upperRoot } = this.#spanned[n]!
      const amounts = amountsWithin(this.#liquidity[n]!, root, lowerRoot, upperRoot)
      base += amounts.base
      quote += amounts.quote
    }
    return { base, quote }
  }

  of({ position, change }: LiquidityEvent, price: number): Holdings {
    const { lowerRoot, upperRoot } = position.span!
    const liquidity = Math.abs(change) / this.#spans.unit
    return { ...amountsWithin(liquidity, Math.sqrt(price), lowerRoot, upperRoot), others: none }
  }

  tick(price: number): number {
    return this.#spans.tickAt(price)
  }

  active(price: number): number {
    const tick = this.tick(price)
    let sum = 0
    for (let n = 0; n < this.#spanned.length; n++) {
      const { lower, upper } = this.#spanned[n]!
      if (lower <= tick && tick < upper) sum += this.#counted[n]!
    }
    return sum
  }

  protected changed(): void {
    this.#spanned = [...this.held.keys()].map(({ span }) => span!)
    this.#counted = [...this.held.values()]
    this.#liquidity = this.#counted.map(liquidity => liquidity / this.#spans.unit)
  }
}

/** Greatest share of a pool's mean liquidity from short-lived positions; founders provide the rest. */
const passingShare = 0.2
/** The same share near the price of a concentrated pool, and the fraction of it in range at a time. */
const passingConcentrated = 0.55
const inRange = 0.6
/** Greatest share of a pool's liquidity that a short-lived position of usual size has, even if there are few of them. */
const [largestConcentrated, largestShared] = [0.06, 0.015]

/** Shares of the founders' liquidity: of concentrated pools at the price, widest range first. */
const foundersConcentrated = [0.004, 0.22, 0.776]
const foundersShared = [0.56, 0.44]

/** @param perDay positions minted per day */
export function liquidityOf(pool: Pool, prices: Prices, perDay: number): [Liquidity, PositionPlan] {
  const alive = perDay * meanDays
  return pool.type === 'concentrated' ? concentrated(pool, new Spans(pool, prices), alive) : shared(pool, alive)
}

/** @param alive mean number of open positions besides the founders'. */
function concentrated(pool: Pool, spans: Spans, alive: number): [Liquidity, PositionPlan] {
  const usual = usualLiquidity(pool) * spans.unit
  const passing = Math.min(passingConcentrated / (alive * inRange), largestConcentrated)
  const founded = usual * (1 - passing * alive * inRange)
  const founders = spans.ofFounders().map((span, n) => ({ span, liquidity: founded * foundersConcentrated[n]! }))
  return [new ConcentratedLiquidity(spans), { founders, spans, usual: usual * passing }]
}

function shared(pool: Pool, alive: number): [Liquidity, PositionPlan] {
  const curve = curveOf(pool)
  const invariant = usualInvariant(pool, curve)
  const passing = Math.min(passingShare / alive, largestShared)
  const founded = invariant * (1 - passing * alive)
  const founders = foundersShared.map(share => ({ span: null, liquidity: founded * share }))
  return [new SharedLiquidity(curve), { founders, spans: null, usual: invariant * passing }]
}
