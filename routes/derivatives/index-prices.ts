import { hour, minute } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { runsOf } from '../readers/grouping.ts'
import type { Rates } from '../trades/rates/exchange-rate.ts'
import { rateBeginnings } from '../trades/rates/pair.ts'
import { type RateQuery, RateSeries, rangeOf } from '../trades/rates/rate-grid.ts'
import { rateReader } from '../trades/rates/rate-reader.ts'
import type { Pair } from '../trades/rates/spot-graph.ts'
import { finalValues } from './final-values.ts'
import { minuteBefore } from './value-times.ts'

/** Time between two values above which they are read apart: whole hours of minutes take five times as long. */
const nearby = 30 * minute

/** Settlements are at 08:00 UTC, at the mean of this time before. */
const settlementHour = 8 * hour
const settlementWindow = 30 * minute

export function lastSettlement(time: number): number {
  return Math.floor((time - settlementHour) / (24 * hour)) * 24 * hour + settlementHour
}

/** The spot exchange rate of a contract's pair by the minute, where a minute without trades repeats the last price. */
export function indexPrices(store: Store) {
  const { coverage } = store
  const beginningOf = rateBeginnings(store)
  const reader = rateReader(store)
  const kept = finalValues<string | null>(store)

  /**
   * Prices of the minutes before value times, which are in order; null before the first trade.
   * @param direct rates of the pair, if they are known in all of these minutes
   */
  function at(query: PageQuery, pair: Pair, times: readonly number[], direct?: Rates): (string | null)[] {
    const minutes = times.map(minuteBefore)
    if (direct) return coverage.apart(() => pricesAround(query, pair, minutes, direct)) ?? times.map(() => null)
    return runsOf(minutes, nearby).flatMap(
      run => coverage.apart(() => priceRun(query, pair, run)) ?? run.map(() => null),
    )
  }

  function priceRun(query: PageQuery, pair: Pair, minutes: readonly number[]): (string | null)[] {
    if (minutes.length === 1) return [priceOf(query, pair, minutes[0]!)]
    let next = minutes[0]!
    let price: string | null = null
    const series = seriesOf(query, pair, next, minutes.at(-1)! + minute)
    return minutes.map(at => {
      for (; next <= at; next += minute) price = series.at(next).price
      return price
    })
  }

  /** Where the pair did not trade, by other routes; without these the price of the minute before. */
  function pricesAround(query: PageQuery, pair: Pair, minutes: readonly number[], direct: Rates): (string | null)[] {
    const quiet = minutes.filter(at => !direct.has(at))
    const prices: (string | null)[] = []
    const range = { interval: minute, from: minutes[0]!, until: minutes.at(-1)! + minute }
    const routed = quiet.length === 0 ? direct : reader.routed(pair, quiet, rangeOf(asked(query, pair), range))
    for (const [n, at] of minutes.entries()) {
      const rate = direct.get(at) ?? routed.get(at)
      const isNext = minutes[n - 1] === at - minute
      prices.push(rate ? rate.price : isNext ? prices[n - 1]! : priceOf(query, pair, at))
    }
    return prices
  }

  /** Mean of the half hour before the last 08:00 UTC; null before the first trade. */
  function settlement(query: PageQuery, pair: Pair, time: number): number | null {
    return coverage.apart(() => settle(query, pair, time)) ?? null
  }

  function settle(query: PageQuery, pair: Pair, time: number): number | null {
    const end = lastSettlement(time)
    const price = kept(nameOf(query, pair, 'settlement', end), () => {
      const series = seriesOf(query, pair, end - settlementWindow, end)
      let [sum, count] = [0, 0]
      for (let at = end - settlementWindow; at < end; at += minute) {
        const { price } = series.at(at)
        if (price === null) continue
        sum += Number(price)
        count++
      }
      return count === 0 ? null : String(sum / count)
    })
    return price === null ? null : Number(price)
  }

  function priceOf(query: PageQuery, pair: Pair, at: number): string | null {
    const name = nameOf(query, pair, 'price', Math.min(at + minute, query.horizon))
    return kept(name, () => seriesOf(query, pair, at, at + minute).at(at).price)
  }

  function nameOf({ earliest }: PageQuery, { base, quote }: Pair, what: string, until: number): string {
    return `${earliest} ${base} ${quote} ${what} ${until}`
  }

  function seriesOf(query: PageQuery, pair: Pair, from: number, until: number): RateSeries {
    return new RateSeries(reader, asked(query, pair), { interval: minute, from, until })
  }

  /** The query of the spot rate that a contract follows, which may be older than the contract. */
  function asked(query: PageQuery, pair: Pair): RateQuery {
    const begins = coverage.endless ? beginningOf(pair, query.horizon) : undefined
    const start = Math.min(query.start, begins ?? query.start)
    const parameters = { extrapolate_missing_values: true }
    return { ...query, start, entity: pair, parameters, bindings: { version: 1 } }
  }

  return { at, settlement }
}
export type IndexPrices = ReturnType<typeof indexPrices>
