import { type Amounts, amountsWithin } from '../../src/market/concentrated.ts'
import type { Prices } from '../prices/prices.ts'
import type { Curve } from './curve.ts'
import { curveOf, usualInvariant, usualLiquidity } from './pool-curve.ts'
import type { Pool } from './pool-list.ts'
import { type LiquidityEvent, meanDays, type Position, type PositionPlan } from './positions.ts'
import { type Span, type Spans, spansOf } from './spans.ts'

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

/** Open positions in mint order, so that sums do not depend on earlier calls. @param changed takes the liquidity of each */
function heldPositions(changed: (held: ReadonlyMap<Position, number>) => void): Pick<Liquidity, 'enter' | 'apply'> {
  const held = new Map<Position, number>()
  /** By id: positions of a forgotten day are generated again as new objects. */
  const known = new Map<string, Position>()

  function add({ position, change, last }: LiquidityEvent): void {
    const same = known.get(position.id) ?? position
    if (last) {
      held.delete(same)
      known.delete(position.id)
    } else {
      held.set(same, (held.get(same) ?? 0) + change)
      known.set(position.id, same)
    }
  }

  return {
    enter(open, time) {
      held.clear()
      known.clear()
      for (const { events } of open) for (const event of events) if (event.time < time) add(event)
      changed(held)
    },
    apply(event) {
      add(event)
      changed(held)
    },
  }
}

function sharedLiquidity(curve: Curve): Liquidity {
  let invariant = 0
  const positions = heldPositions(held => {
    invariant = 0
    for (const liquidity of held.values()) invariant += liquidity
  })
  const amountsAt = (price: number, size: number): Amounts => {
    const { base, quote } = curve.at(price)
    return { base: base * size, quote: quote * size }
  }
  const othersOf = (size: number) => curve.others.map(amount => amount * size)
  return {
    ...positions,
    at: price => amountsAt(price, invariant),
    get others() {
      return othersOf(invariant)
    },
    of: ({ change }, price) => ({ ...amountsAt(price, Math.abs(change)), others: othersOf(Math.abs(change)) }),
    tick: () => null,
    active: () => null,
  }
}

const none: readonly number[] = []

function concentratedLiquidity(spans: Spans): Liquidity {
  /** Positions as columns, because every swap sums over them. */
  let spanned: Span[] = []
  let liquidity: number[] = []
  /** Liquidity in contract units. */
  let counted: number[] = []
  const positions = heldPositions(held => {
    spanned = [...held.keys()].map(({ span }) => span!)
    counted = [...held.values()]
    liquidity = counted.map(one => one / spans.unit)
  })

  function at(price: number): Amounts {
    const root = Math.sqrt(price)
    let [base, quote] = [0, 0]
    for (let n = 0; n < spanned.length; n++) {
      const { lowerRoot, upperRoot } = spanned[n]!
      const amounts = amountsWithin(liquidity[n]!, root, lowerRoot, upperRoot)
      base += amounts.base
      quote += amounts.quote
    }
    return { base, quote }
  }

  function of({ position, change }: LiquidityEvent, price: number): Holdings {
    const { lowerRoot, upperRoot } = position.span!
    const size = Math.abs(change) / spans.unit
    return { ...amountsWithin(size, Math.sqrt(price), lowerRoot, upperRoot), others: none }
  }

  function active(price: number): number {
    const tick = spans.tickAt(price)
    let sum = 0
    for (let n = 0; n < spanned.length; n++) {
      const { lower, upper } = spanned[n]!
      if (lower <= tick && tick < upper) sum += counted[n]!
    }
    return sum
  }

  return { ...positions, at, others: none, of, tick: spans.tickAt, active }
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
  return pool.type === 'concentrated' ? concentrated(pool, spansOf(pool, prices), alive) : shared(pool, alive)
}

/** @param alive mean number of open positions besides the founders'. */
function concentrated(pool: Pool, spans: Spans, alive: number): [Liquidity, PositionPlan] {
  const usual = usualLiquidity(pool) * spans.unit
  const passing = Math.min(passingConcentrated / (alive * inRange), largestConcentrated)
  const founded = usual * (1 - passing * alive * inRange)
  const founders = spans.ofFounders().map((span, n) => ({ span, liquidity: founded * foundersConcentrated[n]! }))
  return [concentratedLiquidity(spans), { founders, spans, usual: usual * passing }]
}

function shared(pool: Pool, alive: number): [Liquidity, PositionPlan] {
  const curve = curveOf(pool)
  const invariant = usualInvariant(pool, curve)
  const passing = Math.min(passingShare / alive, largestShared)
  const founded = invariant * (1 - passing * alive)
  const founders = foundersShared.map(share => ({ span: null, liquidity: founded * share }))
  return [sharedLiquidity(curve), { founders, spans: null, usual: invariant * passing }]
}
