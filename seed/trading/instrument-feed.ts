import { ceilTo, day, hour, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { finestTick } from '../catalogue/venues/past-steps.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { BarBook } from './tables/bar-book.ts'
import type { BarTable } from './tables/bar-table.ts'
import type { TradeTable } from './tables/trade-table.ts'
import { Valuation } from './tables/valuation.ts'
import { inFirst, Tape } from './tape.ts'
import { flowOf, type TradeFlow, tradesIn } from './trade-flow.ts'

export interface Written {
  count: number
  first: number
  last: number
  /** Bytes that its blocks have grown by, with the trades of all versions. */
  bytes: number
}

/** Null for what is not to be written. */
interface InstrumentTables {
  trades: TradeTable | null
  bars: BarTable | null
}

/** Keeps its hour, so small steps are cheap. */
export class InstrumentFeed {
  readonly instrument: Instrument
  readonly #flow: TradeFlow
  readonly #tape = new Tape()
  readonly #trades: TradeTable | null
  readonly #bars: BarBook | null
  readonly #followers: readonly Follower[]
  #hour = Number.NaN
  #next = 0
  #upTo = 0

  constructor(world: World, instrument: Instrument, tables: InstrumentTables, followers: readonly Follower[]) {
    this.instrument = instrument
    this.#flow = flowOf(world, instrument)
    this.#trades = tables.trades
    this.#followers = followers
    this.#bars = tables.bars && new BarBook(instrument, tables.bars, new Valuation(world.prices, instrument))
  }

  /** @param start hours and days that began earlier are incomplete and have no bar */
  write(range: Range, start: number): Written {
    const { from, to } = range
    const written: Written = { count: 0, first: 0, last: 0, bytes: 0 }
    const { lot, id } = this.instrument
    this.#trades?.open(id, { ...this.#flow.idForm, priceStep: finestTick(this.instrument), amountStep: lot })
    this.#bars?.open()
    // The last, partial day of trading has a bar too.
    const end = Math.min(to, ceilTo(this.instrument.ended, day))
    for (let h = Math.floor(Math.max(from, this.instrument.listed) / hour); h * hour < end; h++) {
      this.#enter(h)
      this.#seek(from)
      this.#writeTrades(to, written)
      if (h * hour < this.instrument.ended) this.#follow(h, range, start)
      if (this.#bars && (h + 1) * hour <= to) this.#close(this.#bars, h, start)
    }
    written.bytes = this.#trades?.close() ?? 0
    this.#bars?.close()
    for (const follower of this.#followers) follower.finish?.()
    this.#upTo = to
    return written
  }

  #enter(h: number): void {
    if (h === this.#hour) return
    this.#hour = h
    this.#upTo = Number.POSITIVE_INFINITY
    this.#tape.clear()
    if (tradesIn(this.instrument, h)) this.#flow.fill(h, this.#tape)
  }

  #seek(from: number): void {
    if (from !== this.#upTo) this.#next = this.#tape.firstFrom(from)
  }

  #writeTrades(to: number, written: Written): void {
    const first = this.#next
    this.#next = Math.max(first, this.#tape.firstFrom(to))
    this.#trades?.add(this.#tape, first, this.#next)
    if (this.#tape.revised) {
      for (let i = first; i < this.#next; i++)
        if (this.#tape.versions[i]! & inFirst) count(written, this.#tape.times[i]!)
    } else if (first < this.#next) {
      const { times } = this.#tape
      if (written.count === 0) written.first = times[first]!
      written.count += this.#next - first
      written.last = times[this.#next - 1]!
    }
  }

  #follow(h: number, range: Range, start: number): void {
    for (const follower of this.#followers) follower.write(h, this.#tape, range, start)
  }

  /** Hours before the store's start have no bar and are not part of a day's bar. */
  #close(bars: BarBook, h: number, start: number): void {
    if (h * hour < start) return
    if (!bars.follows(h)) this.#foldEarlierHours(bars, h, start)
    bars.hour(h, this.#tape, true)
    if ((h + 1) % 24 === 0 && (h - 23) * hour >= start) bars.day(h - 23)
  }

  /** Starts within a day, so folds the earlier hours first. */
  #foldEarlierHours(bars: BarBook, h: number, start: number): void {
    const first = Math.max(h - (h % 24), Math.ceil(start / hour), Math.ceil(this.instrument.listed / hour))
    for (let past = first; past < h; past++) {
      this.#enter(past)
      bars.hour(past, this.#tape, false)
    }
    this.#enter(h)
  }
}

function count(written: Written, time: number): void {
  if (written.count++ === 0) written.first = time
  written.last = time
}
