import { day, hour, type Range } from '../../src/market/time.ts'
import { pools, poolWith } from '../catalogue/pool-catalogue.ts'
import { widerPools } from '../catalogue/wider-pools.ts'
import { lendingFeed } from '../lending/lending-feed.ts'
import { lendingMarkets } from '../lending/lending-list.ts'
import { type Cell, nowhere, type Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { historyOf } from './pool-feed.ts'
import { type Pool, protocols } from './pool-list.ts'
import { PoolTables } from './pool-tables.ts'

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

type Balance = [midnight: number, pool: number, held: string]

/** The balances before midnights, by time and pool. */
export type BalancesBefore = (midnights: readonly number[]) => readonly Balance[]

/** Of the tables of pools and lending markets, which are complete. */
function inTables(sink: Sink): BalancesBefore {
  return midnights => {
    const times = JSON.stringify(midnights)
    return sink.all(balances, times, times) as Balance[]
  }
}

/** Of some protocols of the world, without tables: the rows that they would have. */
function inWorld(world: World, codes: readonly string[]): BalancesBefore {
  const isOf = ({ protocol }: Pool) => codes.includes(protocol)
  const markets = lendingMarkets.filter(({ pool }) => isOf(pool))
  return both(poolsInWorld(world, pools.filter(isOf)), marketsInWorld(world, markets))
}

/** Pools that are filled when asked are never in the tables. */
export function inStore(sink: Sink, world: World, asked = poolsInWorld(world, widerPools)): BalancesBefore {
  return both(inTables(sink), asked)
}

/** Balances of the pools that are filled when asked, for one range: they need no tables, so they need not wait for any. */
export function askedWithin(world: World, range: Range): BalancesBefore {
  const found = poolsInWorld(world, widerPools)(midnightsOf(range))
  return () => found
}

function both(some: BalancesBefore, others: BalancesBefore): BalancesBefore {
  return midnights => [...some(midnights), ...others(midnights)].sort(([first, a], [then, b]) => first - then || a - b)
}

/** One pool after the other, because each keeps much of the hours that it was last asked for. */
function poolsInWorld(world: World, wanted: readonly Pool[]): BalancesBefore {
  const tables = new PoolTables(nowhere)
  return midnights =>
    wanted.flatMap(pool => {
      const history = historyOf(world, pool.id)
      if (!history) return []
      const rows = tables.of(pool, world.pools.names(pool.blockchain), true)
      return midnights
        .filter(midnight => pool.since === null || midnight > pool.since)
        .map((midnight): Balance => [midnight, pool.id, rows.heldText(history.heldAt(midnight / hour))])
    })
}

function marketsInWorld(world: World, markets: typeof lendingMarkets): BalancesBefore {
  const rows: Cell[][] = []
  const lending = lendingFeed(keptIn(rows), world, markets)
  return midnights =>
    midnights.flatMap(midnight => {
      rows.length = 0
      lending.writeLastBefore(midnight)
      return rows.map(([market, , , total, borrowed]): Balance => {
        return [midnight, Number(market), JSON.stringify([(Number(total) - Number(borrowed)) / 1e6])]
      })
    })
}

function keptIn(rows: Cell[][]): Sink {
  const add = (...row: Cell[]) => rows.push(row)
  return { run() {}, all: () => [], appender: () => ({ add, replace() {}, flush() {} }) }
}

/** Of one protocol alone, whose rows need no tables. */
export function valueLockedOf(protocol: string, sink: Sink, world: World) {
  const versions = protocols.find(({ code }) => code === protocol)?.versions
  return valueLockedFeed(sink, world, inWorld(world, versions ?? [protocol]), [protocol])
}

/** Writes the value locked at midnight UTC. If it reads tables, it runs after those that write them. @param only those that are written; all unless given */
export function valueLockedFeed(sink: Sink, world: World, balances = inStore(sink, world), only?: readonly string[]) {
  const table = sink.appender('value_locked')

  function write(range: Range): void {
    const midnights = midnightsOf(range)
    if (midnights.length === 0) return
    for (const [midnight, own] of Map.groupBy(balances(midnights), ([midnight]) => Number(midnight)))
      writeAt(midnight, own)
    table.flush()
  }

  function writeAt(midnight: number, rows: readonly Balance[]): void {
    const locked = new Map<string, number>()
    for (const [, id, held] of rows) {
      const { protocol, tokens } = poolWith(Number(id))!
      const amounts = inOrder(JSON.parse(held))
      const usd = tokens.reduce((sum, code, n) => sum + amounts[n]! * priceOf(code, midnight), 0)
      locked.set(protocol, (locked.get(protocol) ?? 0) + usd)
    }
    for (const { code, versions } of protocols)
      if (versions?.some(version => locked.has(version)))
        locked.set(
          code,
          versions.reduce((sum, version) => sum + (locked.get(version) ?? 0), 0),
        )
    for (const [protocol, usd] of locked)
      if (only?.includes(protocol) ?? true) table.add(protocol, midnight, Math.round(usd * 100) / 100)
  }

  function priceOf(code: string, midnight: number): number {
    return world.prices.opening(code, midnight / hour)
  }

  return { write }
}

function midnightsOf({ from, to }: Range): number[] {
  const midnights: number[] = []
  for (let today = Math.ceil(from / day); today * day < to; today++) midnights.push(today * day)
  return midnights
}

/** Amounts in contract order; the traded pair comes last. */
function inOrder([base, quote, others]: [string, string?, string[]?]): number[] {
  return [...(others ?? []), base, ...(quote === undefined ? [] : [quote])].map(Number)
}
