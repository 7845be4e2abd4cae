import { day, hour, type Range } from '../../src/market/time.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { pools, protocols } from './pool-list.ts'

/** Pool holdings and available lending liquidity after the last block before a midnight. */
const balances = `
  SELECT time.value AS midnight, pool.id, (
    SELECT json_array(base, quote, json(others)) FROM pool_state
    WHERE pool = pool.id AND timestamp < time.value ORDER BY timestamp DESC, block_number DESC LIMIT 1
  ) AS held
  FROM json_each(?) AS time, pool WHERE held IS NOT NULL
  UNION ALL
  SELECT time.value, market.pool, (
    SELECT json_array((total_liquidity - total_borrowed) / 1e6) FROM lending_snapshot
    WHERE market = market.pool AND timestamp < time.value ORDER BY timestamp DESC, block_number DESC LIMIT 1
  ) AS held
  FROM json_each(?) AS time, lending_market AS market WHERE held IS NOT NULL
  ORDER BY 1, 2`

/** Writes the value locked at midnight UTC. Reads the tables of pools and lending markets, so it runs after them. */
export class ValueLockedFeed {
  readonly #sink: Sink
  readonly #world: World
  readonly #rows: Appender

  constructor(sink: Sink, world: World) {
    this.#sink = sink
    this.#world = world
    this.#rows = sink.appender('value_locked', ['protocol', 'timestamp', 'usd'])
  }

  write({ from, to }: Range): void {
    const midnights: number[] = []
    for (let today = Math.ceil(from / day); today * day < to; today++) midnights.push(today * day)
    if (midnights.length === 0) return
    const times = JSON.stringify(midnights)
    const rows = this.#sink.all(balances, times, times) as [number, number, string][]
    for (const [midnight, own] of Map.groupBy(rows, ([midnight]) => Number(midnight))) this.#write(midnight, own)
    this.#rows.flush()
  }

  #write(midnight: number, rows: [number, number, string][]): void {
    const locked = new Map<string, number>()
    for (const [, id, held] of rows) {
      const { protocol, tokens } = pools[Number(id) - 1]!
      const amounts = inOrder(JSON.parse(held))
      const usd = tokens.reduce((sum, code, n) => sum + amounts[n]! * this.#price(code, midnight), 0)
      locked.set(protocol, (locked.get(protocol) ?? 0) + usd)
    }
    for (const { code, versions } of protocols)
      if (versions)
        locked.set(
          code,
          versions.reduce((sum, version) => sum + (locked.get(version) ?? 0), 0),
        )
    for (const [protocol, usd] of locked) this.#rows.add(protocol, midnight, Math.round(usd * 100) / 100)
  }

  #price(code: string, midnight: number): number {
    return this.#world.prices.opening(code, midnight / hour)
  }
}

/** Amounts in contract order; the traded pair comes last. */
function inOrder([base, quote, others]: [string, string?, string[]?]): number[] {
  return [...(others ?? []), base, ...(quote === undefined ? [] : [quote])].map(Number)
}
