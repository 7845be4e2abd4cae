import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { supplyStep } from '../../src/market/time.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
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
    const known = this.#states.map((state, n) => ({ ...state, ...this.asset.sources[n]! }))
    return known
      .filter(({ since }) => since <= this.timestamp)
      .map(({ blockchain, total, excluded }) => ({
        chain: blockchain,
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
    const supplies = new SupplyReader(store)
    const prices = new PriceReader(store)
    return {
      step: supplyStep,
      batch: () => 1000,
      bounded: true,
      life: query => lifeOfSupply(query.entity),
      read(query, { from, until }, each) {
        const tracks = supplies.tracks(query.entity.sources, from, until)
        const priceAt = prices.of(query.entity, from, until)
        for (let time = from; time < until; time += supplyStep) {
          const totals = tracks.map(track => track.at(time))
          each(time, write(shape(new SupplyPoint(query.entity, time, totals, priceAt(time)), query)))
        }
      },
    }
  })
}
