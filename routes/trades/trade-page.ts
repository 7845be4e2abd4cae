import type { StoredTrades } from '../../src/market/trades/trade-columns.ts'
import { tradeId } from '../../src/market/trades/trade-form.ts'
import { emptySlice, type Page, type PageQuery, type Slice, type Source } from '../../src/operations/paging/page.ts'
import type { WalkPosition } from '../../src/operations/paging/token.ts'
import type { NewestOf } from '../../src/operations/variants.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { BlockSearch } from '../readers/block-search.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'
import { type SwapFilters, SwapReader, type Swaps } from './swap-fields.ts'
import { TradeLines } from './trade-lines.ts'

interface TradeParameters extends SwapFilters {
  start_time?: number | undefined
}

/** Pages over an instrument's trades. The position is the key of the next trade: timestamp and id. */
export const tradePage: Page<StoredInstrument, TradeParameters> = {
  prepare(store, row) {
    TradeLines.check(row)
    return new TradeSource(store)
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

class TradeSource implements Source<StoredInstrument, TradeParameters> {
  readonly #reader: TradeReader
  readonly #lines = new TradeLines()
  readonly #swaps: SwapReader
  readonly #blocks: BlockSearch
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#reader = new TradeReader(store)
    this.#swaps = new SwapReader(store)
    this.#blocks = new BlockSearch(store)
    this.#coverage = store.coverage
  }

  isPosition([time, id, ...more]: WalkPosition): boolean {
    return Number.isSafeInteger(time) && typeof id === 'string' && more.length === 0
  }

  slice(query: TradeQuery, position: WalkPosition | null, size: number): Slice {
    const { precision } = query.entity
    const swaps = this.#swaps.of(query)
    if (swaps?.none) return emptySlice
    const walk = new TradeWalk(swaps?.keeps ? this.#within(query, swaps.block) : query, position)
    const lines = this.#lines
    lines.begin(precision, swaps)
    for (const trades of walk.blocks(this.#reader, size)) {
      const end = walk.end(trades)
      const i = lines.add(trades, walk.version, walk.first(trades, end), end, size)
      if (i !== end) return { json: lines.json, count: size, next: [trades.times[i]!, idOf(trades, i)] }
    }
    return { json: lines.json, count: lines.count, next: null }
  }

  /** A filter that keeps nothing would read the whole past, so without `start_time` or a block it reads what is there. */
  #within(query: TradeQuery, block: Swaps['block']): TradeQuery {
    if (block !== undefined) return { ...query, ...this.#blocks.within([block.blockchain], query, block, 'both') }
    if (query.parameters.start_time !== undefined) return query
    const from = this.#coverage.backTo('trades', Number(query.bindings.instrument), query.from, query.until)
    return { ...query, from }
  }
}

/** Trades of a query from a position on, in its order. */
class TradeWalk {
  readonly version: number
  readonly step: 1 | -1
  readonly #instrument: number
  readonly #from: number
  readonly #until: number
  readonly #position: { time: number; id: string } | null

  constructor({ sort, bindings, entity, from, until: asked }: TradeQuery, position: WalkPosition | null) {
    const { ends } = entity
    // Nobody need generate the time after the last trade.
    const until = ends === null ? asked : Math.max(from, Math.min(asked, ends))
    this.version = Number(bindings.version)
    this.step = sort === 'asc' ? 1 : -1
    this.#instrument = Number(bindings.instrument)
    this.#position = position && { time: Number(position[0]), id: String(position[1]) }
    const time = this.#position?.time
    this.#from = sort === 'asc' && time !== undefined ? Math.max(from, time) : from
    this.#until = sort === 'desc' && time !== undefined ? Math.min(until, time + 1) : until
  }

  blocks(reader: TradeReader, size: number): Generator<StoredTrades> {
    return this.step === 1
      ? reader.forward(this.#instrument, this.#from, this.#until, size)
      : reader.backward(this.#instrument, this.#from, this.#until, size)
  }

  /** The first trade of a block at or after the walk's position; `end` if there is none. */
  first(trades: StoredTrades, end: number): number {
    let i = this.step === 1 ? trades.firstFrom(this.#from) : trades.firstFrom(this.#until) - 1
    while (i !== end && this.#isBehind(trades, i)) i += this.step
    return i
  }

  end(trades: StoredTrades): number {
    return this.step === 1 ? trades.firstFrom(this.#until) : trades.firstFrom(this.#from) - 1
  }

  /** Trades of one millisecond are ordered by id as text. */
  #isBehind(trades: StoredTrades, i: number): boolean {
    if (this.#position === null || trades.times[i] !== this.#position.time) return false
    const id = idOf(trades, i)
    return this.step === 1 ? id < this.#position.id : id > this.#position.id
  }
}

function idOf({ form, texts, ids }: StoredTrades, i: number): string {
  return form ? tradeId(form, ids[i]!) : texts![i]!.id
}
