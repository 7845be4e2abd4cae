import { noise } from '../../src/market/numbers/noise.ts'
import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { lendingDeposits } from '../../src/market/past-years.ts'
import { hour } from '../../src/market/time.ts'
import type { Blocks } from '../blocks.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
import { type Calendar, type Incidents, strained } from '../scenarios/calendar.ts'
import { type LendingMarket, lendingProtocol, nameOfMarket } from './lending-list.ts'

export interface LendingChange {
  block: number
  time: number
}

/** Balances in millionths of the asset. */
interface LendingState {
  total: number
  borrowed: number
  /** Null without stable rates. */
  stable: number | null
}

interface LendingWorld {
  seed: string
  blocks: Blocks
  calendar: Calendar
}

/** Span in which changes are drawn together, at least one. */
export const changeSpan = 6 * hour

/** Deposits, loans, repayments and withdrawals with interest. Each state is a function of its time alone. */
export class LendingPath {
  readonly market: LendingMarket
  readonly #blocks: Blocks
  readonly #key: number
  readonly #usual: number
  readonly #stableShare: number | null
  readonly #incidents: Incidents | null

  constructor({ seed, blocks, calendar }: LendingWorld, market: LendingMarket) {
    const { pool, utilisation } = market
    const name = nameOfMarket(market)
    this.#incidents = calendar.ofKind('full-utilisation', subject => subject === name)
    this.market = market
    this.#blocks = blocks
    this.#key = keyOf(seed, 'lending', pool.id)
    this.#usual = log(utilisation / (1 - utilisation))
    const split = lendingProtocol(pool.protocol).balances === 'debts'
    this.#stableShare = split ? 0.04 + 0.12 * unit(draw(this.#key, -1)) : null
  }

  /** Changes in order, each within its share of the span's blocks; none before the asset exists. */
  changes(span: number): LendingChange[] {
    const { blockchain: chain, since } = this.market.pool
    const first = this.#blocks.number(chain, span * changeSpan - 1) + 1
    const blocks = this.#blocks.number(chain, (span + 1) * changeSpan - 1) + 1 - first
    const count = Math.max(1, Math.round(this.market.pace * (0.5 + unit(draw(this.#key, span)))))
    return Array.from({ length: count }, (_, n) => {
      const from = Math.floor((n * blocks) / count)
      const share = Math.floor(((n + 1) * blocks) / count) - from
      const block = first + from + Math.floor(unit(draw(this.#key + 1, span * 64 + n)) * share)
      return { block, time: this.#blocks.time(chain, block) }
    }).filter(({ time }) => time >= (since ?? 0))
  }

  /** Utilisation follows a logistic curve and stays below 1, except in the scenario of full utilisation. */
  at(time: number): LendingState {
    const hours = time / hour
    const of = (n: number, days: number) => noise(this.#key + n, days * 24, hours)
    const deposits = 1 + 0.12 * of(2, 90) + 0.05 * of(3, 15) + 0.006 * of(4, 1.5) + 0.001 * of(5, 0.15)
    const pressure = this.#usual + 0.3 * of(6, 40) + 0.16 * of(7, 5) + 0.04 * of(8, 0.6) + 0.008 * of(9, 0.1)
    const grown = lendingDeposits[this.market.pool.protocol]!.at(time)
    const total = Math.round(this.market.deposits * grown * deposits * 1e6)
    const usual = total / (1 + exp(-pressure))
    const borrowed = Math.round(usual + (total - usual) * this.#strain(time))
    const share = this.#stableShare
    const stable = share === null ? null : Math.round(borrowed * share * (1 + 0.1 * of(10, 20)))
    return { total, borrowed, stable }
  }

  /** Share of the remaining liquidity that a scenario lends out. */
  #strain(time: number): number {
    const [incident] = this.#incidents?.(Math.floor(time / hour)) ?? []
    return incident ? strained(incident, time) : 0
  }
}
