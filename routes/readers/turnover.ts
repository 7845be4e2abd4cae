import { day, hour } from '../../src/market/time.ts'
import { grid, type Intervals } from '../../src/operations/grid.ts'
import type { Page, PageQuery } from '../../src/operations/page.ts'
import { recordWriter } from '../../src/operations/render.ts'
import type { Bindings, Row, Store } from '../../src/store/store.ts'

/** Where something was traded. */
interface Market {
  exchange: string
  onChain: boolean
  base: string
  quote: string
}

/** Hours that are read at once: more would keep other clients waiting. */
const mostHours = 500

/** What one instrument traded in an hour or a day: in its base, in its quote, in USD, and in how many trades. */
export interface Turnover {
  market: Market
  volume: number
  notional: number
  usd: number
  count: number
}

/** Makes a record's fields of what was traded in the interval that starts at a time. */
type TurnoverShape = (turnovers: readonly Turnover[], timestamp: number) => Record<string, unknown>

/** Makes the shape of a run of intervals. */
export type TurnoverShapes = (query: PageQuery, intervals: Intervals) => TurnoverShape

/**
 * Intervals of whole hours, once they are over, filled with what the instruments that `where` names traded, by version 1
 * of their trades. Everything comes from stored bars: days for intervals of whole days, else hours.
 * @param prepare is called once with the store, and what it gives once for each run of intervals.
 */
export function turnoverGrid(where: string, prepare: (store: Store) => TurnoverShapes): Page {
  return grid((store, row, wireName) => {
    const reader = new TurnoverReader(store, where)
    const write = recordWriter(row, wireName)
    const shapes = prepare(store)
    return {
      finished: true,
      batch: interval => (interval % day === 0 ? 100 : Math.ceil(mostHours / (interval / hour))),
      empty: () => '',
      read: (query, intervals, each) => {
        const { interval, from, until } = intervals
        const found = reader.read({ ...query.bindings, interval, from, until })
        const shape = shapes(query, intervals)
        for (let timestamp = from; timestamp < until; timestamp += interval)
          each(timestamp, write(shape(found.get(timestamp) ?? [], timestamp)))
      },
    }
  })
}

interface Wanted extends Bindings {
  interval: number
  from: number
  until: number
}

class TurnoverReader {
  readonly #markets
  readonly #bars

  constructor(store: Store, where: string) {
    this.#markets = store.prepare(
      `SELECT id, exchange_code, kind = 'decentralised', base_asset, quote_asset
       FROM instrument JOIN exchange ON exchange.code = exchange_code
       WHERE (${where}) AND ifnull(trade_start < :until, 1) AND (NOT ended OR ifnull(trade_end >= :from, 1))`,
    )
    this.#bars = store.prepare(
      `SELECT instrument, timestamp, CAST(volume AS REAL), CAST(notional AS REAL), ifnull(usd, 0.0), count
       FROM json_each(:instruments) AS market CROSS JOIN bar ON instrument = market.value
       WHERE width = :width AND timestamp >= :from AND timestamp < :until AND versions & 1`,
    )
  }

  /** By the start of the interval. */
  read(wanted: Wanted): Map<number, Turnover[]> {
    const { interval, from, until } = wanted
    const markets = new Map(this.#markets.all(wanted).map(row => [Number(row[0]), asMarket(row)]))
    const instruments = JSON.stringify([...markets.keys()])
    const found = new Map<number, Turnover[]>()
    const width = interval % day === 0 ? day : hour
    for (const row of this.#bars.all({ instruments, width, from, until })) {
      const [instrument, timestamp, volume, notional, usd, count] = row as number[] as [number, ...number[]]
      const start = timestamp! - (timestamp! % interval)
      const turnover = { market: markets.get(instrument)!, volume, notional, usd, count } as Turnover
      const others = found.get(start)
      if (others) others.push(turnover)
      else found.set(start, [turnover])
    }
    return found
  }
}

function asMarket([, exchange, onChain, base, quote]: Row): Market {
  return { exchange, onChain: onChain === 1, base, quote } as Market
}

/** The sum of one number over several things, in their order. */
export function sum<T>(things: readonly T[], of: (thing: T) => number): number {
  let total = 0
  for (const thing of things) total += of(thing)
  return total
}

/** Things in groups by a code; the groups are in no order that anyone should rely on. */
export function grouped<T>(things: readonly T[], code: (thing: T) => string): [code: string, things: T[]][] {
  return [...Map.groupBy(things, code)]
}

/** Largest first; equal ones by code, so that the order is the same in every answer. */
export function ranked<T>(things: T[], size: (thing: T) => number, code: (thing: T) => string): T[] {
  return things.sort((a, b) => size(b) - size(a) || (code(a) < code(b) ? -1 : 1))
}
