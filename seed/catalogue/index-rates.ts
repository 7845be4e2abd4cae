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

/** The oldest rates began within 512 days from then. */
const firstLaunch = Date.UTC(2021, 3, 1)

/** A rate for each asset that enough centralised exchanges list against the dollar, in real time and by fixing. */
export function writeIndexRates(sink: Sink, world: World): void {
  const rates = membersByAsset(world).flatMap(([asset, members]) => {
    const kind = benchmarks.includes(asset) ? 'BRR' : 'RFR'
    const type = benchmarks.includes(asset) ? 'Benchmark_Reference_Rate' : 'Reference_Rate'
    const key = keyOf(world.seed, 'index', asset)
    const launched = Math.max(firstLaunch + (key >>> 23) * day, ...members.map(({ listed }) => listed))
    const venues = JSON.stringify(members.map(({ exchange }) => exchange))
    return fixings.map(fixing => {
      const ticker = `${kind}_${asset.toUpperCase()}USD${fixing ? `_${fixing}` : ''}`
      return [ticker, asset, assetOf(asset).name, type, fixing, launched, venues, key]
    })
  })
  writeRows(sink, 'index_rate', rates, row => row)
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
