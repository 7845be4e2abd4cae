import { ceilTo, formatTime, supplyStep } from '../../src/market/time.ts'
import { onePage, type PageQuery } from '../../src/operations/paging/page.ts'
import type { Interval } from '../../src/operations/schemas.ts'
import { ranked } from '../readers/grouping.ts'
import { knownSteps } from '../readers/supply-mean-grid.ts'
import { SupplyMeansReader } from '../readers/supply-means.ts'
import { type SuppliedAsset, suppliedAssets } from '../subjects/supplied.ts'

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
  const supplied = suppliedAssets(store)
  const reader = new SupplyMeansReader(store)
  return query => {
    const { datetime, interval, count } = query.parameters
    const time = Math.min(datetime, query.horizon)
    const until = ceilTo(time, supplyStep)
    const all = supplied.filter(asset => isRanked(asset, time))
    const window = { interval: interval.milliseconds, from: until - interval.milliseconds, until }
    const found = reader.read(all, window, knownSteps(query)).flatMap(([means], n) => {
      const { code } = all[n]!
      const { total, circulating, marketCap } = means!
      return marketCap !== null && total !== 0 ? [{ code, total, circulating, marketCap }] : []
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
    return { records, ...(records.length === 0 && beforeRange(query, time)) }
  }
})

function beforeRange({ opened, start }: PageQuery, time: number) {
  const isLimited = opened > start && time <= opened
  return (
    isLimited && {
      whyEmpty: `no value before datetime is in the range of this API key, which begins at ${formatTime(opened)}`,
    }
  )
}

/** Whether the ranking of a time compares an asset. */
function isRanked({ place, ends, rankedUntil, rankedSince, sources }: SuppliedAsset, time: number): boolean {
  const isCompared = place !== null || time <= (rankedUntil ?? Number.NEGATIVE_INFINITY)
  const isNamed = time >= (rankedSince ?? Number.NEGATIVE_INFINITY) && time < (ends ?? Number.POSITIVE_INFINITY)
  return isCompared && isNamed && sources.some(({ since }) => since < time)
}
