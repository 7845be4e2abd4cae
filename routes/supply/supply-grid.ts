import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { supplyStep } from '../../src/market/time.ts'
import { type GridPage, grid, type Intervals } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { PriceReader } from '../readers/asset-prices.ts'
import { type StoredSupply, SupplyReader } from '../readers/supply-tracks.ts'
import { lifeOfSupply, type SuppliedAsset } from '../subjects/supplied.ts'

/** Supply on one chain, as exact decimals. */
interface SuppliedChain {
  chain: string
  circulating_supply: string
  excluded_supply: string
  total_supply: string
}

/** Supply at one time, in whole tokens. */
class SupplyPoint {
  readonly asset: SuppliedAsset
  readonly timestamp: number
  readonly total: number
  readonly circulating: number
  /** Circulating supply × USD price; null if the price is unknown. */
  readonly marketCap: number | null
  readonly #states: readonly StoredSupply[]

  /** @param states by source. @param price in USD, or NaN. */
  constructor(asset: SuppliedAsset, timestamp: number, states: readonly StoredSupply[], price: number) {
    const unit = 10 ** asset.supplyDecimals
    const [total, excluded] = [sum(states, 'total'), sum(states, 'excluded')]
    this.asset = asset
    this.timestamp = timestamp
    this.total = total / unit
    this.circulating = (total - excluded) / unit
    this.marketCap = Number.isNaN(price) ? null : this.circulating * price
    this.#states = states
  }

  sources(): SuppliedChain[] {
    const decimal = (units: number) => formatDecimal(units, this.asset.supplyDecimals)
    return this.#states.map(({ total, excluded }, n) => ({
      chain: this.asset.sources[n]!.blockchain,
      circulating_supply: decimal(total - excluded),
      excluded_supply: decimal(excluded),
      total_supply: decimal(total),
    }))
  }
}

function sum(states: readonly StoredSupply[], name: 'total' | 'excluded'): number {
  return states.reduce((total, state) => total + state[name], 0)
}

/** Supply every five minutes; `shape` returns the fields of a point. */
export function supplyGrid<P>(
  shape: (point: SupplyPoint, query: PageQuery<SuppliedAsset, P>) => Record<string, unknown>,
): GridPage<SuppliedAsset, P> {
  return grid<SuppliedAsset, P>((store, write) => {
    const reader = new PointReader(store)
    return {
      step: supplyStep,
      batch: () => 1000,
      bounded: true,
      life: query => lifeOfSupply(query.entity),
      read: (query, intervals, each) =>
        reader.read(query.entity, intervals, point => each(point.timestamp, write(shape(point, query)))),
    }
  })
}

class PointReader {
  readonly #supplies: SupplyReader
  readonly #prices: PriceReader

  constructor(store: Store) {
    this.#supplies = new SupplyReader(store)
    this.#prices = new PriceReader(store)
  }

  read(asset: SuppliedAsset, { from, until }: Intervals, each: (point: SupplyPoint) => void): void {
    const tracks = this.#supplies.tracks(asset.sources, from, until)
    const prices = this.#prices.of(asset, from, until)
    for (let time = from; time < until; time += supplyStep) {
      const price = prices(time)
      each(
        new SupplyPoint(
          asset,
          time,
          tracks.map(track => track.at(time)),
          price,
        ),
      )
    }
  }
}
