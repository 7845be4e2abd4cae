import type { StoredTrades } from '../../src/market/trade-columns.ts'
import { tradeId } from '../../src/market/trade-form.ts'
import type { Page, PageQuery, Slice, Source } from '../../src/operations/page.ts'
import type { WalkPosition } from '../../src/operations/token.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import type { StoredInstrument } from '../readers/instrument.ts'
import { TradeLines } from './trade-lines.ts'

/** Pages over an instrument's trades. The position is the key of the next trade: timestamp and id. */
export function tradePage(): Page {
  return {
    prepare(store, row) {
      TradeLines.check(row)
      return new TradeSource(store)
    },
  }
}

class TradeSource implements Source {
  readonly #reader: TradeReader
  readonly #lines = new TradeLines()

  constructor(store: Store) {
    this.#reader = new TradeReader(store)
  }

  isPosition([time, id, ...more]: WalkPosition): boolean {
    return Number.isSafeInteger(time) && typeof id === 'string' && more.length === 0
  }

  slice(query: PageQuery, position: WalkPosition | null, count: number): Slice {
    const { precision } = query.entity as StoredInstrument
    const walk = new TradeWalk(query, position)
    const lines = this.#lines
    lines.begin(precision)
    for (const trades of walk.blocks(this.#reader, count)) {
      const end = walk.end(trades)
      const i = lines.add(trades, walk.version, walk.first(trades, end), end, count)
      if (i !== end) return { json: lines.json, count, next: [trades.times[i]!, idOf(trades, i)] }
    }
    return { json: lines.json, count: lines.count, next: null }
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

  constructor({ sort, bindings, from, until }: PageQuery, position: WalkPosition | null) {
    this.version = Number(bindings.version)
    this.step = sort === 'asc' ? 1 : -1
    this.#instrument = Number(bindings.instrument)
    this.#position = position && { time: Number(position[0]), id: String(position[1]) }
    const time = this.#position?.time
    this.#from = sort === 'asc' && time !== undefined ? Math.max(from, time) : from
    this.#until = sort === 'desc' && time !== undefined ? Math.min(until, time + 1) : until
  }

  blocks(reader: TradeReader, wanted: number): Generator<StoredTrades> {
    return this.step === 1
      ? reader.forward(this.#instrument, this.#from, this.#until, wanted)
      : reader.backward(this.#instrument, this.#from, this.#until, wanted)
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
