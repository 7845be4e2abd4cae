import { ceilTo, supplyStep } from '../../src/market/time.ts'
import { onePage } from '../../src/operations/paging/page.ts'
import type { Interval } from '../../src/operations/schemas.ts'
import { ranked } from '../readers/grouping.ts'
import { knownSteps } from '../readers/supply-mean-grid.ts'
import { SupplyMeansReader } from '../readers/supply-means.ts'
import { suppliedAssets } from '../subjects/supplied.ts'

interface RankingParameters {
  datetime: number
  interval: Interval
  count: number
}

/**
 * The `count` assets with the largest mean market cap over the `interval` that ends at `datetime` (exclusive). Assets
 * without a price or a supply have no rank, nor those whose codes have ended.
 */
export const supplyRanking = onePage<unknown, RankingParameters>(store => {
  const all = suppliedAssets(store).filter(({ place }) => place !== null)
  const reader = new SupplyMeansReader(store)
  return query => {
    const { datetime, interval, count } = query.parameters
    const time = Math.min(datetime, query.horizon)
    const until = ceilTo(time, supplyStep)
    const window = { interval: interval.milliseconds, from: until - interval.milliseconds, until }
    const found = reader.read(all, window, knownSteps(query)).flatMap(([means], n) => {
      const { code, ends } = all[n]!
      const { total, circulating, marketCap } = means!
      const isThere = total !== 0 && (ends ?? Number.POSITIVE_INFINITY) > time
      return marketCap !== null && isThere ? [{ code, total, circulating, marketCap }] : []
    })
    const largest = ranked(
      found,
      ({ marketCap }) => marketCap,
      ({ code }) => code,
    )
    const records = largest.slice(0, count).map(({ code, total, circulating, marketCap }, n) => ({
      datetime: Math.floor(time / 1000),
      asset: code,
      rank: n + 1,
      total_supply: total,
      circulating_supply: circulating,
      market_cap: marketCap,
    }))
    return { records }
  }
})
