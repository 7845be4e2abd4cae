import { Recent, remembered } from '../src/market/made-once.ts'
import { day, type Range } from '../src/market/time.ts'
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
import { BarTable } from './trading/tables/bar-table.ts'
import { TradeTable } from './trading/tables/trade-table.ts'
import type { World } from './world.ts'

/** What has trades of its own. */
type InstrumentCell = 'trades' | 'bars' | 'books' | 'liquidations'

/** What can be written alone: of one instrument, pool, asset or protocol, or of the whole market. */
export type CellKind =
  | InstrumentCell
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

/** Instruments kept with their last hour. */
const kept = 32

/** Writes whole days of single feeds. The rows of a day depend on nothing written before, so days come in any order. */
export function cellsOf(sink: Sink, world: World) {
  const trades = new TradeTable(sink, 'whole')
  const bars = new BarTable(sink, 'whole')
  const followers = followersOf(sink, world)
  const [pools, openings] = [poolCells(sink, world), poolOpenings(sink, world)]
  const [prices, supplies] = [referencePriceFeed(sink, world), widerSupplyFeed(sink, world)]
  const lockedIn = remembered((protocol: string) => valueLockedOf(protocol, sink, world))
  const [fx, staking, supply] = [fxFeed(sink, world), stakingFeed(sink, world), supplyFeed(sink, world)]
  const [holders, bitcoin] = [holderFeed(sink, world), bitcoinFeed(sink, world)]
  const [runs, lending] = [blockRunFeed(sink, world), lendingFeed(sink, world)]
  const scenarios = scenarioFeed(sink, world)
  const instrument = (kind: InstrumentCell) => (days: Range, id: CellSubject) => writeInstrument(kind, Number(id), days)
  const writers: Record<CellKind, (days: Range, subject: CellSubject) => void> = {
    trades: instrument('trades'),
    bars: instrument('bars'),
    books: instrument('books'),
    liquidations: instrument('liquidations'),
    pools: (days, id) => pools(Number(id), days),
    'pool-openings': (days, id) => openings(Number(id), days),
    'reference-prices': (days, code) => prices.writeOf(String(code), days),
    'asset-supply': (days, code) => supplies.write(String(code), days),
    'value-locked': (days, code) => lockedIn(String(code)).write(days),
    listings: days => list(days),
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
  const feeds = new Recent<InstrumentFeed>(kept)
  const known = new Map<number, Instrument>()
  /** Known to be in the catalogue. */
  const listedIds = new Set<number>()

  /** @param days from a midnight to a midnight */
  function write(kind: CellKind, subject: CellSubject, days: Range): void {
    writers[kind](days, subject)
  }

  function writeInstrument(kind: InstrumentCell, id: number, days: Range): void {
    const feed = feeds.of(`${kind} ${id}`, () => make(kind, find(id)))
    eachDay(days, today => feed.write(today, today.from))
    trades.flush()
    bars.flush()
    followers.flush()
  }

  /** What a store of the range counts of an instrument. */
  function count(id: number, range: Range): Written {
    const counted = new TradeTable(nowhere, 'whole')
    return new InstrumentFeed(world, find(id), { trades: counted, bars: null }, []).write(range, range.from)
  }

  /** Adds the instruments that trade within the days. */
  function list(days: Range): void {
    const further = world.listed(days).filter(one => !listedIds.has(one.id))
    if (further.length > 0) writeAllListings(sink, world, further)
    for (const one of further) {
      listedIds.add(one.id)
      known.set(one.id, one)
    }
  }

  function make(cell: InstrumentCell, instrument: Instrument): InstrumentFeed {
    const tables = { trades: cell === 'trades' ? trades : null, bars: cell === 'bars' ? bars : null }
    const following = cell === 'books' || cell === 'liquidations' ? followers[cell](instrument) : []
    return new InstrumentFeed(world, instrument, tables, following)
  }

  function find(id: number): Instrument {
    const found = known.get(id)
    if (found) return found
    const [row] = sink.all('SELECT listed FROM instrument WHERE id = ?', id)
    const listed = Number(row?.[0])
    for (const one of world.listed({ from: listed, to: listed + 1 })) known.set(one.id, one)
    return known.get(id)!
  }

  return { write, count }
}

function eachDay({ from, to }: Range, write: (today: Range) => void): void {
  for (let today = from; today < to; today += day) write({ from: today, to: today + day })
}
