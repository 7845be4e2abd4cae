import { type IndexVenue, quarterOf, quarterStart } from '../../src/market/index-composition.ts'
import { day } from '../../src/market/time.ts'
import { keyOf } from '../hashed-draws.ts'
import { type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { assetOf } from './assets/asset-catalogue.ts'
import { exchangeOf } from './exchange-list.ts'
import type { Instrument } from './instruments/instrument.ts'

/** Members that every composition has; a fifth changes by the quarter. */
const fewestVenues = 5
/** Assets whose rates serve as benchmarks. */
const benchmarks = ['btc', 'eth']
const fixings = [null, 'NYC', 'LDN', 'SGP'] as const

/** Benchmarks began then, and the oldest other rates within 512 days from then. */
const firstLaunch = Date.UTC(2021, 3, 1)

/** A rate for each asset that enough centralised exchanges list against the dollar, in real time and by fixing. */
export function writeIndexRates(sink: Sink, world: World): void {
  const rates = membersByAsset(world).flatMap(([asset, members]) => {
    const isBenchmark = benchmarks.includes(asset)
    const kind = isBenchmark ? 'BRR' : 'RFR'
    const type = isBenchmark ? 'Benchmark_Reference_Rate' : 'Reference_Rate'
    const key = keyOf(world.seed, 'index', asset)
    const launched = Math.max(firstLaunch + (isBenchmark ? 0 : (key >>> 23) * day), firstQuarter(members))
    const venues = JSON.stringify(members.map(({ exchange, listed }): IndexVenue => [exchange, listed]))
    return fixings.map(fixing => {
      const ticker = `${kind}_${asset.toUpperCase()}USD${fixing ? `_${fixing}` : ''}`
      return [ticker, asset, assetOf(asset).name, type, fixing, launched, venues, key]
    })
  })
  writeRows(sink, 'index_rate', rates, row => row)
}

/** Start of the first quarter with enough members. */
function firstQuarter(members: readonly Instrument[]): number {
  const times = members.map(({ listed }) => listed).sort((a, b) => a - b)
  return quarterStart(quarterOf(times[fewestVenues - 1]! - 1) + 1)
}

/** Instruments of the exchanges that list each asset to this day, the largest first. */
function membersByAsset(world: World): [asset: string, members: Instrument[]][] {
  const listed = world
    .standing()
    .filter(
      ({ exchange, class: kind, quote, ended }) =>
        kind === 'spot' &&
        quote === 'usd' &&
        ended === Number.POSITIVE_INFINITY &&
        exchangeOf(exchange).kind === 'centralised',
    )
  return [...Map.groupBy(listed, ({ base }) => base)]
    .filter(([asset, members]) => isRated(asset) && members.length >= fewestVenues)
    .map(([asset, members]): [string, Instrument[]] => [asset, members.sort(byWeight)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function isRated(asset: string): boolean {
  return !['fiat', 'stablecoin'].includes(assetOf(asset).assetClass)
}

function byWeight({ exchange: a }: Instrument, { exchange: b }: Instrument): number {
  return exchangeOf(b).weight - exchangeOf(a).weight || (a < b ? -1 : 1)
}
