import { day, hour, type Range } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { SwapFlow } from '../pools/swap-flow.ts'
import type { World } from '../world.ts'
import { BarBook } from './bar-book.ts'
import type { BarTable } from './bar-table.ts'
import type { Follower } from './follower.ts'
import { OrderFlow } from './order-flow.ts'
import { inFirst, Tape } from './tape.ts'
import type { TradeTable } from './trade-table.ts'
import { Valuation } from './valuation.ts'

export interface Written {
  count: number
  first: number
  last: number
}

/** Keeps its hour, so small steps are cheap. */
export class InstrumentFeed {
  readonly instrument: Instrument
  readonly #flow: OrderFlow | SwapFlow
  readonly #tape = new Tape()
  readonly #trades: TradeTable
  readonly #bars: BarBook
  readonly #followers: readonly Follower[]
  #hour = Number.NaN
  #next = 0
  #upTo = 0

  constructor(
    world: World,
    instrument: Instrument,
    tables: { trades: TradeTable; bars: BarTable },
    followers: readonly Follower[],
  ) {
    this.instrument = instrument
    this.#flow = instrument.pools.length > 0 ? new SwapFlow(world, instrument) : new OrderFlow(world, instrument)
    this.#trades = tables.trades
    this.#followers = followers
    this.#bars = new BarBook(instrument, tables.bars, new Valuation(world.prices, instrument))
  }

  /** @param start hours and days that began earlier are incomplete and have no bar */
  write(range: Range, start: number): Written {
    const { from, to } = range
    const written: Written = { count: 0, first: 0, last: 0 }
    const { tick, lot, id } = this.instrument
    this.#trades.open(id, { ...this.#flow.idForm, priceStep: tick, amountStep: lot })
    this.#bars.open()
    // The last, partial day of trading has a bar too.
    const end = Math.min(to, Math.ceil(this.instrument.ended / day) * day)
    for (let h = Math.floor(Math.max(from, this.instrument.listed) / hour); h * hour < end; h++) {
      this.#enter(h)
      this.#seek(from)
      this.#writeTrades(to, written)
      if (h * hour < this.instrument.ended) this.#follow(h, range, start)
      if ((h + 1) * hour <= to) this.#close(h, start)
    }
    this.#trades.close()
    this.#bars.close()
    for (const follower of this.#followers) follower.finish?.()
    this.#upTo = to
    return written
  }

  #enter(h: number): void {
    if (h === this.#hour) return
    this.#hour = h
    this.#upTo = Number.POSITIVE_INFINITY
    this.#tape.clear()
    const { listed, ended } = this.instrument
    if (h * hour >= listed && h * hour < ended) this.#flow.fill(h, this.#tape)
  }

  #seek(from: number): void {
    if (from !== this.#upTo) this.#next = this.#tape.firstFrom(from)
  }

  #writeTrades(to: number, written: Written): void {
    const first = this.#next
    this.#next = Math.max(first, this.#tape.firstFrom(to))
    this.#trades.add(this.#tape, first, this.#next)
    for (let i = first; i < this.#next; i++) if (this.#tape.versions[i]! & inFirst) count(written, this.#tape.times[i]!)
  }

  #follow(h: number, range: Range, start: number): void {
    for (const follower of this.#followers) follower.write(h, this.#tape, range, start)
  }

  /** Hours before the store's start have no bar and are not part of a day's bar. */
  #close(h: number, start: number): void {
    if (h * hour < start) return
    if (!this.#bars.follows(h)) this.#foldEarlierHours(h, start)
    this.#bars.hour(h, this.#tape, true)
    if ((h + 1) % 24 === 0 && (h - 23) * hour >= start) this.#bars.day(h - 23)
  }

  /** Starts within a day, so folds the earlier hours first. */
  #foldEarlierHours(h: number, start: number): void {
    const first = Math.max(h - (h % 24), Math.ceil(start / hour), Math.ceil(this.instrument.listed / hour))
    for (let past = first; past < h; past++) {
      this.#enter(past)
      this.#bars.hour(past, this.#tape, false)
    }
    this.#enter(h)
  }
}

function count(written: Written, time: number): void {
  if (written.count++ === 0) written.first = time
  written.last = time
}
