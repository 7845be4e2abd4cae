import { day } from '../../src/market/time.ts'
import {
  emptySlice,
  type Page,
  type PageQuery,
  recordSeparator,
  type Slice,
  type Source,
} from '../../src/operations/paging/page.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import type { Portfolio } from './portfolio.ts'
import { PortfolioHistory } from './portfolio-history.ts'
import { ReferencePrices } from './reference-prices.ts'
import { LossWindow } from './tail-mean.ts'

const windowDays = 250
/** Days searched for the worst window: two years. */
const stressDays = 730

/** Bounds on one slice, so other requests run in between. */
const mostSources = 10_000
const mostFixings = 50

interface RiskParameters {
  end_time: number
  risk_level: number
  /** Weight of the stressed value, 0 to 1. */
  stress_parameter: number
  sources: boolean
}

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
  return { prepare: store => new PortfolioRisks(new ReferencePrices(store), measure, fields, levels) }
}

type RiskQuery = PageQuery<Portfolio, RiskParameters>

class PortfolioRisks implements Source<Portfolio, RiskParameters> {
  readonly isPosition = integers(1)
  readonly #reference: ReferencePrices
  readonly #measure: Measure
  readonly #fields: RiskFields
  readonly #levels: readonly number[]
  /** Of pages that are being written: all slices of a page have the same query. */
  readonly #histories = new WeakMap<RiskQuery, PortfolioHistory>()

  constructor(reference: ReferencePrices, measure: Measure, fields: RiskFields, levels: readonly number[]) {
    this.#reference = reference
    this.#measure = measure
    this.#fields = fields
    this.#levels = levels
  }

  slice(query: RiskQuery, position: WalkPosition | null, size: number): Slice {
    const { parameters: asked, entity: portfolio } = query
    const days = asked.stress_parameter > 0 ? stressDays : windowDays
    const { first, last } = this.#fixings(query, days)
    const start = Math.max(first, Number(position?.[0] ?? first))
    const dear = asked.sources ? Math.ceil(mostSources / (days * portfolio.positions.length)) : mostFixings
    const count = Math.max(0, Math.min(size, dear, last - start + 1))
    if (count === 0) return emptySlice
    const history =
      this.#histories.get(query) ?? new PortfolioHistory(portfolio, this.#reference, first - 1 - days, last)
    this.#reference.refuse()
    this.#histories.set(query, history)
    const records = Array.from({ length: count }, (_, n) => this.#record(history, start + n, days, asked))
    return { json: records.join(recordSeparator), count, next: start + count <= last ? [start + count] : null }
  }

  /** The midnights of a query, in days since 1970. */
  #fixings({ parameters: { end_time }, from, horizon }: RiskQuery, days: number): { first: number; last: number } {
    // A fixing uses finished days and the close before them.
    const first = Math.max(Math.ceil(from / day), this.#reference.firstDay() + days + 1)
    return { first, last: Math.floor(Math.min(end_time, horizon) / day) }
  }

  #record(history: PortfolioHistory, fixing: number, days: number, asked: RiskParameters): string {
    const { risk_level, stress_parameter, sources } = asked
    const today = fixing - 1
    const losses = history.losses(today, days)
    const conversion = history.conversion(today)
    const levels = [risk_level, ...this.#levels]
    const measures = measured(losses, levels, this.#measure)
    const valueAt = (level: number) => {
      const { plain, stressed } = measures[levels.indexOf(level)]!
      return ((1 - stress_parameter) * plain + stress_parameter * stressed) * conversion
    }
    const json = JSON.stringify(this.#fields(fixing * day, risk_level, valueAt))
    return sources ? `${json.slice(0, -1)},"sources":${history.sources(today, days)}}` : json
  }
}

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
