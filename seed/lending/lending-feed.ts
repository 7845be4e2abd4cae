import type { Range } from '../../src/market/time.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { interestRates } from './interest-curve.ts'
import { lendingMarkets } from './lending-list.ts'
import { changeSpan, type LendingChange, LendingPath } from './lending-path.ts'

export class LendingFeed {
  readonly #snapshots: Appender
  readonly #markets: MarketFeed[]

  constructor(sink: Sink, world: World, markets = lendingMarkets) {
    this.#snapshots = sink.appender('lending_snapshot')
    this.#markets = markets.map(market => new MarketFeed(new LendingPath(world, market), this.#snapshots))
  }

  /** A store begins with each market's last earlier change, so its first blocks have a state. */
  write({ from, to }: Range, start: number): void {
    if (from === start) this.writeLastBefore(start)
    for (const market of this.#markets) market.write({ from, to })
    this.#snapshots.flush()
  }

  writeLastBefore(time: number): void {
    for (const market of this.#markets) market.writeLastBefore(time)
  }
}

class MarketFeed {
  readonly #path: LendingPath
  readonly #rows: Appender
  #span = Number.NaN
  #changes: LendingChange[] = []

  constructor(path: LendingPath, rows: Appender) {
    this.#path = path
    this.#rows = rows
  }

  write({ from, to }: Range): void {
    for (let span = Math.floor(from / changeSpan); span * changeSpan < to; span++)
      for (const change of this.#of(span)) if (change.time >= from && change.time < to) this.#add(change)
  }

  writeLastBefore(time: number): void {
    const span = Math.floor(time / changeSpan)
    const before = [...this.#path.changes(span - 1), ...this.#path.changes(span)].filter(change => change.time < time)
    const last = before.at(-1)
    if (last) this.#add(last)
  }

  #of(span: number): LendingChange[] {
    if (span !== this.#span) this.#changes = this.#path.changes(span)
    this.#span = span
    return this.#changes
  }

  #add({ block, time }: LendingChange): void {
    const { pool } = this.#path.market
    const { total, borrowed, stable } = this.#path.at(time)
    const rates = interestRates(pool.protocol, borrowed / total, (stable ?? 0) / borrowed)
    const { supply, variable } = rates
    const stableRate = rates.stable === null ? null : rounded(rates.stable)
    this.#rows.add(pool.id, time, block, total, borrowed, stable, rounded(supply), stableRate, rounded(variable))
  }
}

function rounded(rate: number): number {
  return Math.round(rate * 1e8) / 1e8
}
