import type { StoredTrades } from '../../src/market/trades/trade-columns.ts'
import { tradeId } from '../../src/market/trades/trade-form.ts'
import { emptySlice, type Page, type PageQuery, type Slice, type Source } from '../../src/operations/paging/page.ts'
import type { WalkPosition } from '../../src/operations/paging/token.ts'
import type { NewestOf } from '../../src/operations/variants.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { blockSearch } from '../readers/block-search.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'
import { type SwapFilters, type Swaps, swapReader } from './swap-fields.ts'
import { TradeLines } from './trade-lines.ts'

interface TradeParameters extends SwapFilters {
  start_time?: number | undefined
}

/** Pages over an instrument's trades. The position is the key of the next trade: timestamp and id. */
export const tradePage: Page<StoredInstrument, TradeParameters> = {
  prepare(store, row) {
    TradeLines.check(row)
    return tradeSource(store)
  },
}

export const newestTrade: NewestOf<StoredInstrument> = store => {
  const reader = new TradeReader(store)
  return ({ entity, bindings, from, until }) => {
    const { id, precision } = entity
    return reader.last({ instrument: id, version: Number(bindings.version), from, until }, precision)?.timestamp ?? null
  }
}

type TradeQuery = PageQuery<StoredInstrument, TradeParameters>

function tradeSource(store: Store): Source<StoredInstrument, TradeParameters> {
  const lines = new TradeLines()
  const reader = new TradeReader(store)
  const swapsOf = swapReader(store)
  const search = blockSearch(store)
  const { coverage } = store

  function slice(query: TradeQuery, position: WalkPosition | null, size: number): Slice {
    const swaps = swapsOf(query)
    if (swaps?.none) return emptySlice
    const walk = tradeWalk(swaps?.keeps ? narrowed(query, swaps.block) : query, position)
    lines.begin(query.entity.precision, swaps)
    for (const trades of walk.blocks(reader, size)) {
      const end = walk.end(trades)
      const i = lines.add(trades, walk.version, walk.first(trades, end), end, size)
      if (i !== end) return { json: lines.json, count: size, next: [trades.times[i]!, idOf(trades, i)] }
    }
    return { json: lines.json, count: lines.count, next: null }
  }

  /** A filter that keeps nothing would read the whole past, so without `start_time` or a block it reads what is there. */
  function narrowed(query: TradeQuery, block: Swaps['block']): TradeQuery {
    if (block !== undefined) return { ...query, ...search([block.blockchain], query, block, 'both') }
    if (query.parameters.start_time !== undefined) return query
    const from = coverage.backTo('trades', Number(query.bindings.instrument), query.from, query.until)
    return { ...query, from }
  }

  return {
    isPosition: ([time, id, ...more]) => Number.isSafeInteger(time) && typeof id === 'string' && more.length === 0,
    slice,
  }
}

/** Trades of a query from a position on, in its order. */
function tradeWalk({ sort, bindings, entity, from, until: asked }: TradeQuery, position: WalkPosition | null) {
  const { ends } = entity
  // Nobody need generate the time after the last trade.
  const until = ends === null ? asked : Math.max(from, Math.min(asked, ends))
  const version = Number(bindings.version)
  const step = sort === 'asc' ? 1 : -1
  const instrument = Number(bindings.instrument)
  const place = position && { time: Number(position[0]), id: String(position[1]) }
  const time = place?.time
  const begin = sort === 'asc' && time !== undefined ? Math.max(from, time) : from
  const stop = sort === 'desc' && time !== undefined ? Math.min(until, time + 1) : until

  function blocks(reader: TradeReader, size: number): Generator<StoredTrades> {
    return step === 1 ? reader.forward(instrument, begin, stop, size) : reader.backward(instrument, begin, stop, size)
  }

  /** The first trade of a block at or after the walk's position; `end` if there is none. */
  function first(trades: StoredTrades, end: number): number {
    let i = step === 1 ? trades.firstFrom(begin) : trades.firstFrom(stop) - 1
    while (i !== end && isBehind(trades, i)) i += step
    return i
  }

  function end(trades: StoredTrades): number {
    return step === 1 ? trades.firstFrom(stop) : trades.firstFrom(begin) - 1
  }

  /** Trades of one millisecond are ordered by id as text. */
  function isBehind(trades: StoredTrades, i: number): boolean {
    if (place === null || trades.times[i] !== place.time) return false
    const id = idOf(trades, i)
    return step === 1 ? id < place.id : id > place.id
  }

  return { version, blocks, first, end }
}

function idOf({ form, texts, ids }: StoredTrades, i: number): string {
  return form ? tradeId(form, ids[i]!) : texts![i]!.id
}
