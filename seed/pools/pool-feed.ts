import { day, hour as hourMs, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { worldStart } from '../profiles.ts'
import type { Sink } from '../sink.ts'
import type { Follower } from '../trading/follower.ts'
import type { World } from '../world.ts'
import type { PoolHistory, PoolState } from './pool-history.ts'
import { type PoolRows, PoolTables } from './pool-tables.ts'

export function poolFeed({ pools }: World, instrument: Instrument, tables: PoolTables): Follower {
  const histories = pools.of(instrument)
  const writers = histories.map(history => {
    const { pool } = history
    return poolWriter(history, tables.of(pool, pools.names(pool.blockchain), histories.length === 1))
  })
  return {
    write(hour, _tape, range, start) {
      for (const writer of writers) writer.write(hour, range, start)
    },
    finish() {
      for (const writer of writers) writer.finish()
    },
  }
}

/** Writes whole days of single pools. Of those before the world begins: the events behind the positions that are open then. */
export function poolCells(sink: Sink, world: World): (pool: number, days: Range) => void {
  const tables = new PoolTables(sink)
  return (pool, { from, to }) => {
    const history = historyOf(world, pool)
    if (!history) return
    const rows = tables.of(history.pool, world.pools.names(history.pool.blockchain), true)
    const writer = poolWriter(history, rows)
    const { since } = history.pool
    if (from < worldStart && since === null) writer.writeEvents(worldStart, { from, to: Math.min(to, worldStart) })
    const first = Math.max(from, since ?? worldStart)
    for (let hour = first / hourMs; hour < to / hourMs; hour++) writer.write(hour, { from, to }, 0)
    tables.flush()
  }
}

/** None of pools of larger profiles. */
export function historyOf(world: World, pool: number): PoolHistory | undefined {
  const instrument = world.traded(pool)
  return instrument && world.pools.of(instrument).find(one => one.pool.id === pool)
}

/** Writes the liquidity between ticks at the midnights that single pools begin their days with. */
export function poolOpenings(sink: Sink, world: World): (pool: number, days: Range) => void {
  const table = sink.appender('pool_opening')
  return (pool, { from, to }) => {
    const history = historyOf(world, pool)
    if (!history) return
    for (let midnight = from; midnight < to; midnight += day) {
      const sums = new Map<string, { lower: number; upper: number; liquidity: number }>()
      for (const { span, events } of history.positions.heldAt(midnight)) {
        if (span === null) continue
        const { lower, upper } = span
        const sum = sums.get(`${lower} ${upper}`) ?? { lower, upper, liquidity: 0 }
        for (const { time, change } of events) if (time < midnight) sum.liquidity += change
        sums.set(`${lower} ${upper}`, sum)
      }
      for (const { lower, upper, liquidity } of sums.values()) table.add(pool, midnight, lower, upper, liquidity)
    }
    table.flush()
  }
}

function poolWriter(history: PoolHistory, rows: PoolRows) {
  function write(hour: number, { from, to }: Range, start: number): void {
    if (from === start && hour === Math.floor(from / hourMs)) writePast(start)
    const { states, events } = history.of(hour)
    for (const state of states) if (state.time >= from && state.time < to) rows.addState(state)
    for (const one of events) if (one.event.time >= from && one.event.time < to) rows.addEvent(one)
  }

  /** The last state of each pool, and the events behind its open positions. */
  function writePast(start: number): void {
    rows.addState(lastStateBefore(history, start))
    writeEvents(start, { from: Number.NEGATIVE_INFINITY, to: start })
  }

  /** The events of a range that are behind the positions open at a time. */
  function writeEvents(time: number, { from, to }: Range): void {
    const held = history.positions.heldAt(time)
    // Matched by id, because positions of a forgotten day are generated again.
    const ids = new Set(held.map(({ id }) => id))
    const times = held.flatMap(({ events }) => events.map(one => one.time)).filter(one => one >= from && one < to)
    const hours = new Set(times.map(one => Math.floor(one / hourMs)))
    for (const hour of [...hours].sort((a, b) => a - b))
      for (const one of history.of(hour).events)
        if (ids.has(one.event.position.id) && one.event.time >= from && one.event.time < to) rows.addEvent(one)
  }

  return { finish: () => rows.flush(), write, writeEvents }
}

function lastStateBefore(history: PoolHistory, time: number): PoolState {
  for (let hour = Math.floor((time - 1) / hourMs); ; hour--) {
    if (history.isQuiet(hour)) continue
    const last = history.of(hour).states.findLast(state => state.time < time)
    if (last) return last
  }
}
