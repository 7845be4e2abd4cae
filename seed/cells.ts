import { remembered } from '../src/market/made-once.ts'
import { day, type Range } from '../src/market/time.ts'
import { BitcoinFeed } from './bitcoin/bitcoin-feed.ts'
import { BookFeed, type BookTables, bookTables } from './books/book-feed.ts'
import { hasBooks } from './books/book-shapes.ts'
import { lastTrade } from './catalogue/instruments/first-trade.ts'
import type { Instrument } from './catalogue/instruments/instrument.ts'
import { writeAllListings } from './catalogue/instruments/listings.ts'
import { BlockRunFeed } from './lending/block-runs.ts'
import { LendingFeed } from './lending/lending-feed.ts'
import { PoolCells, PoolOpenings } from './pools/pool-feed.ts'
import { type ValueLockedFeed, valueLockedOf } from './pools/value-locked-feed.ts'
import { FxFeed } from './prices/fx-feed.ts'
import { ReferencePriceFeed } from './prices/reference-prices.ts'
import { ScenarioFeed } from './scenarios/scenario-feed.ts'
import { type Appender, nowhere, type Sink } from './sink.ts'
import { StakingFeed } from './supply/staking-feed.ts'
import { SupplyFeed, WiderSupplyFeed } from './supply/supply-feed.ts'
import { HolderFeed } from './supply/token-holders.ts'
import { InstrumentFeed, type Written } from './trading/instrument-feed.ts'
import { isLiquidated, LiquidationFeed, liquidationTable } from './trading/liquidation-feed.ts'
import { BarTable } from './trading/tables/bar-table.ts'
import { TradeTable } from './trading/tables/trade-table.ts'
import type { World } from './world.ts'

/** What can be written alone, each of one instrument. */
export type InstrumentCell = 'trades' | 'bars' | 'books' | 'liquidations'

/** What can be written alone of the whole market. */
export const marketCells = ['fx', 'staking', 'supply', 'holders', 'lending', 'bitcoin', 'scenarios'] as const
export type MarketCell = (typeof marketCells)[number]

/** What can be written alone of one asset or protocol, by its code. */
export const codeCells = ['reference-prices', 'asset-supply', 'value-locked'] as const
export type CodeCell = (typeof codeCells)[number]

/** Instruments kept with their last hour. */
const kept = 32

/** Writes whole days of single feeds. The rows of a day depend on nothing written before, so days come in any order. */
export class Cells {
  readonly #sink: Sink
  readonly #world: World
  readonly #trades: TradeTable
  readonly #bars: BarTable
  readonly #books: BookTables
  readonly #liquidations: Appender
  readonly #referencePrices: ReferencePriceFeed
  readonly #pools: PoolCells
  readonly #openings: PoolOpenings
  readonly #supplies: WiderSupplyFeed
  readonly #lockedIn: (protocol: string) => ValueLockedFeed
  readonly #ofMarket: Record<MarketCell, (days: Range) => void>
  readonly #feeds = new Map<string, InstrumentFeed>()
  readonly #instruments = new Map<number, Instrument>()
  /** Known to be in the catalogue. */
  readonly #listed = new Set<number>()

  constructor(sink: Sink, world: World) {
    this.#sink = sink
    this.#world = world
    this.#trades = new TradeTable(sink, 'whole')
    this.#bars = new BarTable(sink, 'whole')
    this.#books = bookTables(sink)
    this.#liquidations = liquidationTable(sink)
    this.#referencePrices = new ReferencePriceFeed(sink, world)
    this.#pools = new PoolCells(sink, world)
    this.#openings = new PoolOpenings(sink, world)
    this.#supplies = new WiderSupplyFeed(sink, world)
    const [fx, staking, supply] = [new FxFeed(sink, world), new StakingFeed(sink, world), new SupplyFeed(sink, world)]
    const [holders, bitcoin] = [new HolderFeed(sink, world), new BitcoinFeed(sink, world)]
    this.#lockedIn = remembered(protocol => valueLockedOf(protocol, sink, world))
    const [runs, lending] = [new BlockRunFeed(sink, world), new LendingFeed(sink, world)]
    const scenarios = new ScenarioFeed(sink, world)
    this.#ofMarket = {
      // As ranges within a store, they begin with nothing that was before.
      fx: days => fx.write(days, 0),
      lending(days) {
        runs.write(days, 0)
        lending.write(days, 0)
      },
      // Each day as a store of its own: it begins with the supplies of its midnight.
      supply: days => eachDay(days, today => supply.write(today, today.from)),
      staking: days => staking.write(days),
      holders: days => holders.write(days),
      bitcoin: days => bitcoin.write(days),
      // Readers leave out those that began before their store.
      scenarios: days => scenarios.write(days, Number.NEGATIVE_INFINITY),
    }
  }

  writePool(pool: number, days: Range): void {
    this.#pools.write(pool, days)
  }

  writePoolOpenings(pool: number, days: Range): void {
    this.#openings.write(pool, days)
  }

  writeMarket(cell: MarketCell, days: Range): void {
    this.#ofMarket[cell](days)
  }

  writeCode(cell: CodeCell, code: string, days: Range): void {
    if (cell === 'asset-supply') this.#supplies.write(code, days)
    else if (cell === 'value-locked') this.#lockedIn(code).write(days)
    else this.#referencePrices.writeOf(code, days)
  }

  /** @param listed when the instrument was listed @param days from a midnight to a midnight */
  write(cell: InstrumentCell, { id, listed }: { id: number; listed: number }, days: Range): void {
    const feed = this.#feedOf(cell, this.#find(id, listed))
    eachDay(days, today => feed.write(today, today.from))
    this.#trades.flush()
    this.#bars.flush()
    this.#books.generated.rows.flush()
    this.#books.oneSided.flush()
    this.#liquidations.flush()
  }

  /** What a store of the range counts of an instrument. */
  count({ id, listed }: { id: number; listed: number }, range: Range): Written {
    const trades = new TradeTable(nowhere, 'whole')
    return new InstrumentFeed(this.#world, this.#find(id, listed), { trades, bars: null }, []).write(range, range.from)
  }

  /** Adds the instruments that trade within the days. */
  list(days: Range): void {
    const further = this.#world.listed(days).filter(one => !this.#listed.has(one.id))
    if (further.length > 0) writeAllListings(this.#sink, this.#world, further)
    for (const one of further) this.#listed.add(one.id)
  }

  /** Writes the time of the last trade of an instrument that has ended. */
  writeEnd(id: number, listed: number): void {
    const last = lastTrade(this.#world, this.#find(id, listed))
    this.#sink.run('UPDATE instrument SET trade_end = ? WHERE id = ?', last, id)
  }

  #feedOf(cell: InstrumentCell, instrument: Instrument): InstrumentFeed {
    const name = `${cell} ${instrument.id}`
    const feed = this.#feeds.get(name) ?? this.#make(cell, instrument)
    this.#feeds.delete(name)
    this.#feeds.set(name, feed)
    for (const [oldest] of this.#feeds) if (this.#feeds.size > kept) this.#feeds.delete(oldest)
    return feed
  }

  #make(cell: InstrumentCell, instrument: Instrument): InstrumentFeed {
    const tables = { trades: cell === 'trades' ? this.#trades : null, bars: cell === 'bars' ? this.#bars : null }
    return new InstrumentFeed(this.#world, instrument, tables, this.#followersOf(cell, instrument))
  }

  #followersOf(cell: InstrumentCell, instrument: Instrument) {
    if (cell === 'liquidations' && isLiquidated(instrument))
      return [new LiquidationFeed(this.#world, instrument, this.#liquidations)]
    return cell === 'books' && hasBooks(instrument) ? [new BookFeed(this.#world, instrument, this.#books)] : []
  }

  #find(id: number, listed: number): Instrument {
    const known = this.#instruments.get(id)
    if (known) return known
    for (const one of this.#world.listed({ from: listed, to: listed + 1 })) this.#instruments.set(one.id, one)
    return this.#instruments.get(id)!
  }
}

function eachDay({ from, to }: Range, write: (today: Range) => void): void {
  for (let today = from; today < to; today += day) write({ from: today, to: today + day })
}
