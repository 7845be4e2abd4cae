import { ceilTo, day, floorTo, hour, type Range } from '../src/market/time.ts'
import { bitcoinFeed } from './bitcoin/bitcoin-feed.ts'
import type { Instrument } from './catalogue/instruments/instrument.ts'
import { writeListings } from './catalogue/instruments/listings.ts'
import { blockRunFeed } from './lending/block-runs.ts'
import { lendingFeed } from './lending/lending-feed.ts'
import { askedWithin, type BalancesBefore, inStore, valueLockedFeed } from './pools/value-locked-feed.ts'
import { fxFeed } from './prices/fx-feed.ts'
import { referencePriceFeed } from './prices/reference-prices.ts'
import { scenarioFeed } from './scenarios/scenario-feed.ts'
import type { Sink } from './sink.ts'
import { stakingFeed } from './supply/staking-feed.ts'
import { supplyFeed } from './supply/supply-feed.ts'
import { holderFeed } from './supply/token-holders.ts'
import { followersOf } from './trading/followers.ts'
import { InstrumentFeed, type Written } from './trading/instrument-feed.ts'
import { BarTable } from './trading/tables/bar-table.ts'
import { TradeTable } from './trading/tables/trade-table.ts'
import type { World } from './world.ts'

/** Work of each feed without instruments relative to all instruments, measured with two threads. */
const otherShare = 1 / 16

/** Any partition of a range gives the same rows. Small steps are cheap, because the current hour is kept. */
export class WorldFeed {
  readonly #sink: Sink
  readonly #world: World
  readonly #isOnce: boolean
  readonly #trades: TradeTable
  readonly #bars: BarTable
  readonly #followers: ReturnType<typeof followersOf>
  readonly #others: readonly { write(range: Range, start: number): void }[]
  readonly #valueLocked: ReturnType<typeof valueLockedFeed>
  readonly #scenarios: ReturnType<typeof scenarioFeed>
  #instruments: readonly Instrument[] = []
  /** Of instruments that trade on. */
  readonly #feeds = new Map<number, InstrumentFeed>()
  /** Hours that `#instruments` covers. */
  #valid: Range = { from: 0, to: 0 }

  /** @param isOnce whether one call of `write` writes everything, so that no instrument's feed need be kept */
  constructor(sink: Sink, world: World, { isOnce } = { isOnce: false }) {
    this.#sink = sink
    this.#world = world
    this.#isOnce = isOnce
    this.#trades = new TradeTable(sink)
    this.#bars = new BarTable(sink)
    this.#others = [
      fxFeed(sink, world),
      referencePriceFeed(sink, world),
      holderFeed(sink, world),
      bitcoinFeed(sink, world),
      supplyFeed(sink, world),
      blockRunFeed(sink, world),
      lendingFeed(sink, world),
      stakingFeed(sink, world),
    ]
    this.#followers = followersOf(sink, world)
    this.#valueLocked = valueLockedFeed(sink, world)
    this.#scenarios = scenarioFeed(sink, world)
  }

  /** In order of the primary key. @param start hours and days that began earlier have no bar */
  write(range: Range, start: number, onProgress?: (share: number) => void): void {
    this.#open(range)
    const instruments = this.#instruments.length
    const others = this.#world.leads ? this.#others : []
    const other = Math.max(1, instruments) * otherShare
    const all = instruments + other * others.length
    this.#instruments.forEach((one, i) => {
      this.#count(one.id, this.#feedOf(one).write(range, start))
      // Thousands of contracts expire within a store, the day after their last bar is written.
      if (this.#isOnce || ceilTo(one.ended, day) <= range.to) this.#feeds.delete(one.id)
      onProgress?.((i + 1) / all)
    })
    this.#trades.flush()
    this.#bars.flush()
    others.forEach((feed, i) => {
      feed.write(range, start)
      onProgress?.((instruments + other * (i + 1)) / all)
    })
    this.#followers.flush()
    if (!this.#world.whole) return
    this.#valueLocked.write(range)
    this.#scenarios.write(range, start)
  }

  /** Listings change on whole hours, so one list serves for an hour. */
  #open({ from, to }: Range): void {
    // The range that reaches the end of the hour marks those that end with it.
    if (from >= this.#valid.from && to < this.#valid.to) return
    // Instruments that ended earlier in the day still need the day's bar.
    this.#valid = { from: floorTo(from, day), to: ceilTo(to, hour) }
    this.#instruments = this.#world.instruments(this.#valid)
    // Instruments are listed for the whole hour, but marked as ended only up to now.
    writeListings(this.#sink, this.#world, { from, to: this.#valid.to }, to)
  }

  #feedOf(instrument: Instrument): InstrumentFeed {
    const known = this.#feeds.get(instrument.id)
    if (known) return known
    const tables = { trades: this.#trades, bars: this.#bars }
    const feed = new InstrumentFeed(this.#world, instrument, tables, this.#followers.of(instrument))
    this.#feeds.set(instrument.id, feed)
    return feed
  }

  #count(id: number, { count, first, last, bytes }: Written): void {
    if (bytes !== 0) this.#sink.run('UPDATE instrument SET trade_size = trade_size + ? WHERE id = ?', bytes, id)
    if (count === 0) return
    this.#sink.run(
      `UPDATE instrument SET trade_start = coalesce(trade_start, ?), trade_end = ?, trade_count = trade_count + ?
       WHERE id = ?`,
      first,
      last,
      count,
      id,
    )
  }
}

/** Writes a whole store that begins with the range. */
export function writeWorld(sink: Sink, world: World, range: Range, onProgress?: (share: number) => void): void {
  new WorldFeed(sink, world, { isOnce: true }).write(range, range.from, onProgress)
  world.prices.forget()
}

/** What the sums of a merged store need beside its rows. */
export type BesideSums = BalancesBefore

/** Needs no rows, so it can be prepared while other parts are being built: two seconds for a whole `standard` store. */
export function besideSums(world: World, range: Range): BesideSums {
  return askedWithin(world, range)
}

/** Writes the rows that sum over all parts of a merged store. */
export function writeSums(sink: Sink, world: World, range: Range, beside = besideSums(world, range)): void {
  valueLockedFeed(sink, world, inStore(sink, world, beside)).write(range)
  scenarioFeed(sink, world).write(range, range.from)
}
