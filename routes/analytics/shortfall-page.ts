import { day } from '../../src/market/time.ts'
import { emptySlice, type Page, type PageQuery, sliceOf } from '../../src/operations/paging/page.ts'
import { integers } from '../../src/operations/paging/token.ts'
import type { Portfolio, RiskParameters } from './portfolio.ts'
import { type PortfolioHistory, portfolioHistory } from './portfolio-history.ts'
import { referencePrices } from './reference-prices.ts'
import { LossWindow } from './tail-mean.ts'

const windowDays = 250
/** Days searched for the worst window: two years. */
const stressDays = 730

/** Bounds on one slice, so other requests run in between. */
const mostSources = 10_000
const mostFixings = 50

/** A measure of a window of losses at a confidence level. */
type Measure = (window: LossWindow, level: number) => number

/** The fields of a record, with a value at any confidence level. */
type RiskFields = (fixing: number, level: number, valueAt: (level: number) => number) => Record<string, unknown>

/**
 * One record per midnight (UTC) of the range, both ends inclusive, that has enough price history.
 * @param levels of values besides that of the query
 */
export function riskPage(
  measure: Measure,
  fields: RiskFields,
  levels: readonly number[] = [],
): Page<Portfolio, RiskParameters> {
  const recordOf = (history: PortfolioHistory, fixing: number, days: number, asked: RiskParameters) => {
    const { risk_level, stress_parameter, sources } = asked
    const today = fixing - 1
    const losses = history.losses(today, days)
    const conversion = history.conversion(today)
    const all = [risk_level, ...levels]
    const measures = measured(losses, all, measure)
    const valueAt = (level: number) => {
      const { plain, stressed } = measures[all.indexOf(level)]!
      return ((1 - stress_parameter) * plain + stress_parameter * stressed) * conversion
    }
    const json = JSON.stringify(fields(fixing * day, risk_level, valueAt))
    return sources ? `${json.slice(0, -1)},"sources":${history.sources(today, days)}}` : json
  }
  return {
    prepare(store) {
      const reference = referencePrices(store)
      /** Of pages that are being written: all slices of a page have the same query. */
      const histories = new WeakMap<RiskQuery, PortfolioHistory>()
      return {
        isPosition: integers(1),
        slice(query, position, size) {
          const { parameters: asked, entity: portfolio, from, horizon } = query
          const days = asked.stress_parameter > 0 ? stressDays : windowDays
          // In days since 1970. A fixing uses finished days and the close before them.
          const first = Math.max(Math.ceil(from / day), reference.firstDay() + days + 1)
          const last = Math.floor(Math.min(asked.end_time, horizon) / day)
          const start = Math.max(first, Number(position?.[0] ?? first))
          const dear = asked.sources ? Math.ceil(mostSources / (days * portfolio.positions.length)) : mostFixings
          const count = Math.max(0, Math.min(size, dear, last - start + 1))
          if (count === 0) return emptySlice
          const history = histories.get(query) ?? portfolioHistory(portfolio, reference, first - 1 - days, last)
          store.coverage.refuse()
          histories.set(query, history)
          const records = Array.from({ length: count }, (_, n) => recordOf(history, start + n, days, asked))
          return sliceOf(records, start + count <= last ? [start + count] : null)
        },
      }
    },
  }
}

type RiskQuery = PageQuery<Portfolio, RiskParameters>

/** A measure of the last window and of the worst one, by level. */
function measured(
  losses: Float64Array,
  levels: readonly number[],
  measure: Measure,
): { plain: number; stressed: number }[] {
  if (losses.some(Number.isNaN)) return levels.map(() => ({ plain: Number.NaN, stressed: Number.NaN }))
  const window = new LossWindow(windowDays + 1)
  const measures = levels.map(() => ({ plain: 0, stressed: Number.NEGATIVE_INFINITY }))
  losses.forEach((loss, n) => {
    window.add(loss)
    if (n >= windowDays) window.remove(losses[n - windowDays]!)
    if (n < windowDays - 1) return
    for (const [at, one] of measures.entries()) {
      one.plain = measure(window, levels[at]!)
      one.stressed = Math.max(one.stressed, one.plain)
    }
  })
  return measures
}
