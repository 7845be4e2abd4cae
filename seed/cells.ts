import { Recent, remembered } from '../src/market/made-once.ts'
import { day, minute, type Range } from '../src/market/time.ts'
import { bitcoinFeed } from './bitcoin/bitcoin-feed.ts'
import type { Instrument } from './catalogue/instruments/instrument.ts'
import { writeAllListings } from './catalogue/instruments/listings.ts'
import { blockRunFeed } from './lending/block-runs.ts'
import { lendingFeed } from './lending/lending-feed.ts'
import { poolCells, poolOpenings } from './pools/pool-feed.ts'
import { valueLockedOf } from './pools/value-locked-feed.ts'
import { fxFeed } from './prices/fx-feed.ts'
import { referencePriceFeed } from './prices/reference-prices.ts'
import { scenarioFeed } from './scenarios/scenario-feed.ts'
import { nowhere, type Sink } from './sink.ts'
import { stakingFeed } from './supply/staking-feed.ts'
import { supplyFeed, widerSupplyFeed } from './supply/supply-feed.ts'
import { holderFeed } from './supply/token-holders.ts'
import { followersOf } from './trading/followers.ts'
import { InstrumentFeed, type Written } from './trading/instrument-feed.ts'
import { minuteFeed } from './trading/minute-feed.ts'
import { BarSeries, BarTable } from './trading/tables/bar-table.ts'
import { TradeTable } from './trading/tables/trade-table.ts'
import type { World } from './world.ts'

/** What has trades of its own. */
type InstrumentCell = 'trades' | 'bars' | 'books' | 'liquidations'

/** What can be written alone: of one instrument, pool, asset or protocol, or of the whole market. */
export type CellKind =
  | InstrumentCell
  | 'minutes'
  | 'pools'
  | 'pool-openings'
  | 'reference-prices'
  | 'asset-supply'
  | 'value-locked'
  | 'listings'
  | 'fx'
  | 'staking'
  | 'supply'
  | 'holders'
  | 'lending'
  | 'bitcoin'
  | 'scenarios'

/** Id of the instrument or pool, or code of the asset or protocol; 0 for the whole market. */
export type CellSubject = number | string

/** Instruments kept with their last hour, each 50 KB. */
const kept = 200

/** Writes whole days of single feeds, of bars of minutes also hours. Their rows depend on nothing written before, so days come in any order. */
export class Cells {
  readonly #sink: Sink
  readonly #world: World
  readonly #trades: TradeTable
  readonly #bars: BarTable
  readonly #followers: ReturnType<typeof followersOf>
  readonly #writers: Record<CellKind, (days: Range, subject: CellSubject) => void>
  readonly #feeds = new Recent<InstrumentFeed>(kept)
  readonly #minutes: BarSeries
  readonly #minuteFeeds = new Recent<ReturnType<typeof minuteFeed>, number>(kept)
  readonly #instruments = new Map<number, Instrument>()
  /** Known to be in the catalogue. */
  readonly #listed = new Set<number>()

  constructor(sink: Sink, world: World) {
    this.#sink = sink
    this.#world = world
    this.#trades = new TradeTable(sink, 'whole')
    this.#bars = new BarTable(sink, 'whole')
    this.#minutes = new BarSeries(sink, minute, 'whole')
    this.#followers = followersOf(sink, world)
    const [pools, openings] = [poolCells(sink, world), poolOpenings(sink, world)]
    const [prices, supplies] = [referencePriceFeed(sink, world), widerSupplyFeed(sink, world)]
    const lockedIn = remembered((protocol: string) => valueLockedOf(protocol, sink, world))
    const [fx, staking, supply] = [fxFeed(sink, world), stakingFeed(sink, world), supplyFeed(sink, world)]
    const [holders, bitcoin] = [holderFeed(sink, world), bitcoinFeed(sink, world)]
    const [runs, lending] = [blockRunFeed(sink, world), lendingFeed(sink, world)]
    const scenarios = scenarioFeed(sink, world)
    const instrument = (kind: InstrumentCell) => (days: Range, id: CellSubject) =>
      this.#writeInstrument(kind, Number(id), days)
    this.#writers = {
      trades: instrument('trades'),
      bars: instrument('bars'),
      books: instrument('books'),
      liquidations: instrument('liquidations'),
      minutes: (hours, id) => this.#writeMinutes(Number(id), hours),
      pools: (days, id) => pools(Number(id), days),
      'pool-openings': (days, id) => openings(Number(id), days),
      'reference-prices': (days, code) => prices.writeOf(String(code), days),
      'asset-supply': (days, code) => supplies.write(String(code), days),
      'value-locked': (days, code) => lockedIn(String(code)).write(days),
      listings: days => this.#list(days),
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

  /** @param days whole ones; of bars of minutes, whole hours */
  write(kind: CellKind, subject: CellSubject, days: Range): void {
    this.#writers[kind](days, subject)
  }

  #writeInstrument(kind: InstrumentCell, id: number, days: Range): void {
    const feed = this.#feeds.of(`${kind} ${id}`, () => this.#make(kind, this.#find(id)))
    eachDay(days, today => feed.write(today, today.from))
    this.#trades.flush()
    this.#bars.flush()
    this.#followers.flush()
  }

  #writeMinutes(id: number, hours: Range): void {
    this.#minuteFeeds.of(id, () => minuteFeed(this.#world, this.#find(id), this.#minutes))(hours)
  }

  /** What a store of the range counts of an instrument. */
  count(id: number, range: Range): Written {
    const trades = new TradeTable(nowhere, 'whole')
    return new InstrumentFeed(this.#world, this.#find(id), { trades, bars: null }, []).write(range, range.from)
  }

  /** Adds the instruments that trade within the days. */
  #list(days: Range): void {
    const further = this.#world.listed(days).filter(one => !this.#listed.has(one.id))
    if (further.length > 0) writeAllListings(this.#sink, this.#world, further)
    for (const one of further) {
      this.#listed.add(one.id)
      this.#instruments.set(one.id, one)
    }
  }

  #make(cell: InstrumentCell, instrument: Instrument): InstrumentFeed {
    const tables = { trades: cell === 'trades' ? this.#trades : null, bars: cell === 'bars' ? this.#bars : null }
    const following = cell === 'books' || cell === 'liquidations' ? this.#followers[cell](instrument) : []
    return new InstrumentFeed(this.#world, instrument, tables, following)
  }

  #find(id: number): Instrument {
    const known = this.#instruments.get(id)
    if (known) return known
    const [row] = this.#sink.all('SELECT listed FROM instrument WHERE id = ?', id)
    const listed = Number(row?.[0])
    for (const one of this.#world.listed({ from: listed, to: listed + 1 })) this.#instruments.set(one.id, one)
    return this.#instruments.get(id)!
  }
}

function eachDay({ from, to }: Range, write: (today: Range) => void): void {
  for (let today = from; today < to; today += day) write({ from: today, to: today + day })
}
