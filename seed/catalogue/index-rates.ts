import { keyOf } from '../hashed-draws.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { assetOf } from './assets/asset-catalogue.ts'
import { exchangeOf } from './exchange-list.ts'
import { standingInstruments } from './instruments/standing-instruments.ts'

/** Members that every composition has; a fifth changes by the quarter. */
const fewestVenues = 5
/** Assets whose rates serve as benchmarks. */
const benchmarks = ['btc', 'eth']
const fixings = [null, 'NYC', 'LDN', 'SGP'] as const

/** A rate for each asset that enough centralised exchanges list against the dollar, in real time and by fixing. */
export function writeIndexRates(sink: Sink, world: World): void {
  const rates = sink.appender('index_rate', ['ticker', 'asset', 'name', 'type', 'fixing', 'launched', 'venues', 'key'])
  for (const [asset, venues] of venuesByAsset(world)) {
    const kind = benchmarks.includes(asset) ? 'BRR' : 'RFR'
    const type = benchmarks.includes(asset) ? 'Benchmark_Reference_Rate' : 'Reference_Rate'
    const key = keyOf(world.seed, 'index', asset)
    const launched = Date.UTC(2021, 3, 1) + (key >>> 22) * 86_400_000
    for (const fixing of fixings) {
      const ticker = `${kind}_${asset.toUpperCase()}USD${fixing ? `_${fixing}` : ''}`
      rates.add(ticker, asset, assetOf(asset).name, type, fixing, launched, JSON.stringify(venues), key)
    }
  }
  rates.flush()
}

/** The exchanges of each asset, the largest first. */
function venuesByAsset(world: World): Map<string, string[]> {
  const omitted = new Set(world.omitted().map(({ exchange, class: kind, code }) => `${exchange} ${kind} ${code}`))
  const listed = standingInstruments(world.seed).filter(
    ({ exchange, class: kind, code, quote }) =>
      kind === 'spot' &&
      quote === 'usd' &&
      exchangeOf(exchange).kind === 'centralised' &&
      !omitted.has(`${exchange} ${kind} ${code}`),
  )
  const found = Map.groupBy(listed, ({ base }) => base)
  const ranked = [...found].flatMap(([asset, instruments]): [string, string[]][] => {
    const venues = instruments.map(({ exchange }) => exchange).sort((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1))
    const isCrypto = assetOf(asset).assetClass !== 'fiat' && assetOf(asset).assetClass !== 'stablecoin'
    return isCrypto && venues.length >= fewestVenues ? [[asset, venues]] : []
  })
  return new Map(ranked.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function weight(code: string): number {
  return exchangeOf(code).weight
}
