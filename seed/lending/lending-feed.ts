import type { Range } from '../../src/market/time.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { interestRates } from './interest-curve.ts'
import { lendingMarkets } from './lending-list.ts'
import { changeSpan, type LendingChange, LendingPath } from './lending-path.ts'

export function lendingFeed(sink: Sink, world: World, markets = lendingMarkets) {
  const snapshots = sink.appender('lending_snapshot')
  const feeds = markets.map(market => marketFeed(new LendingPath(world, market), snapshots))

  /** A store begins with each market's last earlier change, so its first blocks have a state. */
  function write({ from, to }: Range, start: number): void {
    if (from === start) writeLastBefore(start)
    for (const market of feeds) market.write({ from, to })
    snapshots.flush()
  }

  function writeLastBefore(time: number): void {
    for (const market of feeds) market.writeLastBefore(time)
  }

  return { write, writeLastBefore }
}

function marketFeed(path: LendingPath, rows: Appender) {
  let known = Number.NaN
  let changes: LendingChange[] = []

  function write({ from, to }: Range): void {
    for (let span = Math.floor(from / changeSpan); span * changeSpan < to; span++)
      for (const change of changesOf(span)) if (change.time >= from && change.time < to) add(change)
  }

  function writeLastBefore(time: number): void {
    const span = Math.floor(time / changeSpan)
    const before = [...path.changes(span - 1), ...path.changes(span)].filter(change => change.time < time)
    const last = before.at(-1)
    if (last) add(last)
  }

  function changesOf(span: number): LendingChange[] {
    if (span !== known) changes = path.changes(span)
    known = span
    return changes
  }

  function add({ block, time }: LendingChange): void {
    const { pool } = path.market
    const { total, borrowed, stable } = path.at(time)
    const rates = interestRates(pool.protocol, borrowed / total, (stable ?? 0) / borrowed)
    const { supply, variable } = rates
    const stableRate = rates.stable === null ? null : rounded(rates.stable)
    rows.add(pool.id, time, block, total, borrowed, stable, rounded(supply), stableRate, rounded(variable))
  }

  return { write, writeLastBefore }
}

function rounded(rate: number): number {
  return Math.round(rate * 1e8) / 1e8
}
