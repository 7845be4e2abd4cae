import type { TSchema } from '@sinclair/typebox'
import { amountsWithin, mostTick, rootAt, tickAt } from '../seed/concentrated.ts'
import { Narrowing, type NarrowingOptions } from './narrowing.ts'
import { type Page, type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import type { Pool } from './pool.ts'
import { recordWriter, type WireName } from './render.ts'
import type { Row, Statement, Store } from './store.ts'
import type { Position } from './token.ts'

export interface TickRangeOptions {
  /** Conditions upon pool_state beside the pool and the times. */
  where: string
  narrowing: NarrowingOptions
}

/** A pool after a block. */
interface State {
  timestamp: number
  block: number
  price: number
  tick: number
}

/** Liquidity that was minted between two ticks, less what was burned. */
interface Span {
  lower: number
  upper: number
  liquidity: number
}

/**
 * Pages over the states of a concentrated pool, each with the ranges about its price in which liquidity is the same all over.
 * It is the sum of the mints and burns until then: those until the page's first block are added up once for the page.
 */
export function tickRanges(options: TickRangeOptions): Page {
  return { prepare: (store, row, wireName) => new TickRanges(store, row, wireName, options) }
}

class TickRanges implements Source {
  readonly #states: Record<'asc' | 'desc', Statement>
  readonly #sums: Statement
  readonly #changes: Statement
  readonly #narrowing: Narrowing
  readonly #write: (record: Record<string, unknown>) => string

  constructor(store: Store, row: TSchema, wireName: WireName, { where, narrowing }: TickRangeOptions) {
    const states = (sort: string, compare: string) =>
      store.prepare(
        `SELECT timestamp, block_number, price, tick FROM pool_state
         WHERE pool = :pool AND timestamp >= :from AND timestamp < :until AND ${where}
           AND (timestamp, block_number) ${compare} (:timestamp, :block)
         ORDER BY timestamp ${sort}, block_number ${sort} LIMIT :count`,
      )
    this.#states = { asc: states('asc', '>='), desc: states('desc', '<=') }
    this.#sums = store.prepare(
      `SELECT lower_tick, upper_tick, sum(liquidity) FROM pool_event
       WHERE pool = :pool AND timestamp < :timestamp GROUP BY lower_tick, upper_tick`,
    )
    this.#changes = store.prepare(
      `SELECT lower_tick, upper_tick, liquidity, timestamp, block_number FROM pool_event
       WHERE pool = :pool AND timestamp >= :from AND timestamp <= :until ORDER BY timestamp, block_number`,
    )
    this.#narrowing = new Narrowing(store, narrowing)
    this.#write = recordWriter(row, wireName)
  }
  slice(query: PageQuery, position: Position | null, count: number): Slice {
    const states = this.#read(query, position, count + 1)
    const rest = states.splice(count)[0]
    const ordered = query.sort === 'asc' ? states : states.toReversed()
    const records = this.#records(query, ordered)
    if (query.sort === 'desc') records.reverse()
    const next = rest ? [rest.timestamp, rest.block] : null
    return { json: records.join(recordSeparator), count: records.length, next }
  }

  #read(query: PageQuery, position: Position | null, count: number): State[] {
    const { from, until } = this.#narrowing.of(query)
    const edge = query.sort === 'asc' ? -1 : Number.MAX_SAFE_INTEGER
    const [timestamp, block] = (position ?? [edge, edge]) as [number, number]
    const bounds =
      query.sort === 'asc'
        ? { from: Math.max(from, timestamp), until }
        : { from, until: Math.min(until, timestamp + 1) }
    const { now, horizon } = query
    const rows = this.#states[query.sort].all({
      ...blocks(query),
      ...query.bindings,
      ...bounds,
      now,
      horizon,
      timestamp,
      block,
      count,
    })
    return rows.map(stateOf)
  }

  /** @param states in order of time. */
  #records(query: PageQuery, states: readonly State[]): string[] {
    const [first, last] = [states[0], states.at(-1)]
    if (!first || !last) return []
    const { pool } = query.bindings
    const spans = this.#sums.all({ pool: pool!, timestamp: first.timestamp }).map(spanOf)
    const changes = this.#changes.all({ pool: pool!, from: first.timestamp, until: last.timestamp })
    let next = 0
    return states.map(state => {
      for (; next < changes.length && isUntil(changes[next]!, state); next++) spans.push(spanOf(changes[next]!))
      return this.#write(recordOf(query, state, spans))
    })
  }
}

function isUntil([, , , timestamp, block]: Row, state: State): boolean {
  return (timestamp as number) < state.timestamp || (timestamp === state.timestamp && (block as number) <= state.block)
}

function stateOf([timestamp, block, price, tick]: Row): State {
  return { timestamp, block, price: Number(price), tick } as State
}

function spanOf([lower, upper, liquidity]: Row): Span {
  return { lower, upper, liquidity } as Span
}

function blocks({ parameters }: PageQuery): { start_block: number | null; end_block: number | null; live: number } {
  const { start_block = null, end_block = null, live } = parameters as Record<string, number | null>
  return { start_block, end_block, live: Number(live) }
}

function recordOf({ entity, bindings, parameters }: PageQuery, state: State, spans: readonly Span[]) {
  const pool = entity as Pool
  return {
    block_number: state.block,
    pool_name: bindings.name,
    pool_address: bindings.address,
    current_tick: state.tick,
    current_price: state.price,
    datetime: Math.floor(state.timestamp / 1000),
    blockchain: bindings.blockchain,
    exchange: pool.protocol,
    snapshots: rangesOf(pool, state, spans, parameters.price_range as number),
  }
}

/** From one usable tick to the next that bounds a position, as far as the price may go either way. */
function rangesOf(pool: Pool, state: State, spans: readonly Span[], reach: number) {
  const { tickSpacing: spacing } = pool
  const [base, quote] = pool.decimals as [number, number]
  /** The price of the smallest units is this many times that of whole tokens. */
  const scale = 10 ** (quote - base)
  const first = usable(tickAt(state.price * (1 - reach) * scale), spacing)
  const end = usable(tickAt(state.price * (1 + reach) * scale), spacing) + spacing
  const root = Math.sqrt(state.price * scale)
  return edges(first, end, spans).flatMap((lower, n, all) => {
    const upper = all[n + 1]
    if (upper === undefined) return []
    const amount = sumOver(spans, lower, upper)
    const held = amountsWithin(amount, root, rootAt(lower), rootAt(upper))
    const [amount0, amount1] = [wholeTokens(held.base, base), wholeTokens(held.quote, quote)]
    return [{ amount0, amount1, amount, lower_tick: lower, upper_tick: upper }]
  })
}

function usable(tick: number, spacing: number): number {
  return Math.max(-mostTick, Math.floor(tick / spacing) * spacing)
}

function edges(first: number, end: number, spans: readonly Span[]): number[] {
  const inside = spans.flatMap(({ lower, upper }) => [lower, upper]).filter(tick => tick > first && tick < end)
  return [...new Set([first, ...inside, end])].sort((a, b) => a - b)
}

function sumOver(spans: readonly Span[], lower: number, upper: number): number {
  return spans.reduce((sum, span) => (span.lower <= lower && span.upper >= upper ? sum + span.liquidity : sum), 0)
}

function wholeTokens(amount: number, decimals: number): number {
  return Math.floor(amount) / 10 ** decimals
}
