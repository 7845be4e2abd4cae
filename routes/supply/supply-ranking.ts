import { ceilTo, supplyStep } from '../../src/market/time.ts'
import { onePage, type Page, type PageQuery, sliceOf } from '../../src/operations/paging/page.ts'
import { recordWriter } from '../../src/operations/render.ts'
import type { Interval } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { ranked } from '../readers/grouping.ts'
import { knownSteps } from '../readers/supply-mean-grid.ts'
import { type SupplyMeans, SupplyMeansReader } from '../readers/supply-means.ts'
import { type SuppliedAsset, suppliedAssets } from '../subjects/supplied.ts'

interface Ranked extends SupplyMeans {
  code: string
  marketCap: number
}

interface RankingParameters {
  datetime: number
  interval: Interval
  count: number
}

/**
 * The `count` assets with the largest mean market cap over the `interval` that ends at `datetime` (exclusive). Assets
 * without a price or a supply have no rank.
 */
export function supplyRanking(
  shape: (time: number, rank: number, asset: Ranked) => Record<string, unknown>,
): Page<unknown, RankingParameters> {
  return onePage((store, row, wireName) => {
    const ranking = new Ranking(store)
    const write = recordWriter(row, wireName)
    return query => {
      const { time, assets } = ranking.at(query)
      const top = assets.slice(0, query.parameters.count)
      const records = top.map((asset, n) => write(shape(time, n + 1, asset)))
      return sliceOf(records, null)
    }
  })
}

class Ranking {
  readonly #assets: readonly SuppliedAsset[]
  readonly #means: SupplyMeansReader

  constructor(store: Store) {
    this.#assets = suppliedAssets(store).filter(({ place }) => place !== null)
    this.#means = new SupplyMeansReader(store)
  }

  /** Of assets that exist then under their codes. */
  at(query: PageQuery<unknown, RankingParameters>): { time: number; assets: Ranked[] } {
    const { datetime, interval } = query.parameters
    const time = Math.min(datetime, query.horizon)
    const until = ceilTo(time, supplyStep)
    const window = { interval: interval.milliseconds, from: until - interval.milliseconds, until }
    const assets = this.#means.read(this.#assets, window, knownSteps(query)).map(([means], n) => {
      return { code: this.#assets[n]!.code, ends: this.#assets[n]!.ends ?? Number.POSITIVE_INFINITY, ...means! }
    })
    const isThere = (asset: (typeof assets)[number]): asset is typeof asset & Ranked =>
      asset.marketCap !== null && asset.total !== 0 && asset.ends > time
    const priced = assets.filter(isThere)
    return {
      time,
      assets: ranked(
        priced,
        ({ marketCap }) => marketCap,
        ({ code }) => code,
      ),
    }
  }
}
