import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { supplyStep } from '../../src/market/time.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { priceReader } from '../readers/asset-prices.ts'
import { sum } from '../readers/grouping.ts'
import { type StoredSupply, supplyTracksOf } from '../readers/supply-tracks.ts'
import { lifeOfSupply, type SuppliedAsset } from '../subjects/supplied.ts'

/** Supply on one chain, as exact decimals. */
interface SuppliedChain {
  chain: string
  circulating_supply: string
  excluded_supply: string
  total_supply: string
}

/** Supply at one time, in whole tokens. */
interface SupplyPoint {
  asset: SuppliedAsset
  timestamp: number
  total: number
  circulating: number
  /** Circulating supply × USD price; null if the price is unknown. */
  marketCap: number | null
  sources(): SuppliedChain[]
}

/** @param states by source. @param price in USD, or NaN. */
function pointOf(asset: SuppliedAsset, timestamp: number, states: StoredSupply[], price: number): SupplyPoint {
  const unit = 10 ** asset.supplyDecimals
  const total = sum(states, state => state.total)
  const circulating = (total - sum(states, ({ excluded }) => excluded)) / unit
  const marketCap = Number.isNaN(price) ? null : circulating * price
  return {
    asset,
    timestamp,
    total: total / unit,
    circulating,
    marketCap,
    sources: () => chainsOf(asset, timestamp, states),
  }
}

function chainsOf(
  { supplyDecimals, sources }: SuppliedAsset,
  timestamp: number,
  states: StoredSupply[],
): SuppliedChain[] {
  const decimal = (units: number) => formatDecimal(units, supplyDecimals)
  const known = states.map((state, n) => ({ ...state, ...sources[n]! })).filter(({ since }) => since <= timestamp)
  return known.map(({ blockchain, total, excluded }) => ({
    chain: blockchain,
    circulating_supply: decimal(total - excluded),
    excluded_supply: decimal(excluded),
    total_supply: decimal(total),
  }))
}

/** Supply every five minutes; `shape` returns the fields of a point. */
export function supplyGrid<P>(
  shape: (point: SupplyPoint, query: PageQuery<SuppliedAsset, P>) => Record<string, unknown>,
): GridPage<SuppliedAsset, P> {
  return grid<SuppliedAsset, P>((store, write) => {
    const tracksOf = supplyTracksOf(store)
    const prices = priceReader(store)
    return {
      step: supplyStep,
      batch: () => 1000,
      bounded: true,
      life: query => lifeOfSupply(query.entity),
      read(query, { from, until }, each) {
        const tracks = tracksOf(query.entity.sources, from, until)
        const priceAt = prices.of(query.entity, from, until)
        for (let time = from; time < until; time += supplyStep) {
          const states = tracks.map(track => track.at(time)!)
          each(time, write(shape(pointOf(query.entity, time, states, priceAt(time)), query)))
        }
      },
    }
  })
}
