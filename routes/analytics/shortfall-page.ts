import { day } from '../../src/market/time.ts'
import { type Page, type PageQuery, recordSeparator, type Slice, type Source } from '../../src/operations/page.ts'
import { isIntegers, type WalkPosition } from '../../src/operations/token.ts'
import type { Portfolio } from './portfolio.ts'
import { PortfolioHistory } from './portfolio-history.ts'
import { ReferencePrices } from './reference-prices.ts'
import { LossWindow } from './tail-mean.ts'

/** Days in a risk window. */
const windowDays = 250
/** Days searched for the worst window: two years. */
const stressDays = 730

/** Bounds on one slice, so other requests run in between. */
const mostSources = 10_000
const mostFixings = 50

interface ShortfallParameters {
  end_time: number
  risk_level: number
  /** Weight of the stressed value, 0 to 1. */
  stress_parameter: number
  sources: boolean
}

/** One record per midnight (UTC) of the range, both ends inclusive, that has enough price history. */
export const shortfallPage: Page = {
  prepare: store => new Shortfalls(new ReferencePrices(store)),
}

class Shortfalls implements Source {
  readonly #reference: ReferencePrices
  /** Of pages that are being written: all slices of a page have the same query. */
  readonly #histories = new WeakMap<PageQuery, PortfolioHistory>()

  constructor(reference: ReferencePrices) {
    this.#reference = reference
  }

  isPosition(position: WalkPosition): boolean {
    return isIntegers(position, 1)
  }

  slice(query: PageQuery, position: WalkPosition | null, wanted: number): Slice {
    const asked = query.parameters as unknown as ShortfallParameters
    const portfolio = query.entity as Portfolio
    const days = asked.stress_parameter > 0 ? stressDays : windowDays
    const { first, last } = this.#fixings(query, days)
    const start = Math.max(first, Number(position?.[0] ?? first))
    const dear = asked.sources ? Math.ceil(mostSources / (days * portfolio.positions.length)) : mostFixings
    const count = Math.max(0, Math.min(wanted, dear, last - start + 1))
    if (count === 0) return { json: '', count, next: null }
    const history =
      this.#histories.get(query) ?? new PortfolioHistory(portfolio, this.#reference, first - 1 - days, last)
    this.#histories.set(query, history)
    const records = Array.from({ length: count }, (_, n) => record(history, start + n, days, asked))
    return { json: records.join(recordSeparator), count, next: start + count <= last ? [start + count] : null }
  }

  /** The midnights of a query, in days since 1970. */
  #fixings({ parameters, from, horizon }: PageQuery, days: number): { first: number; last: number } {
    const { end_time } = parameters as unknown as ShortfallParameters
    // A fixing uses finished days and the close before them.
    const first = Math.max(Math.ceil(from / day), this.#reference.firstDay() + days + 1)
    return { first, last: Math.floor(Math.min(end_time, horizon) / day) }
  }
}

function record(history: PortfolioHistory, fixing: number, days: number, asked: ShortfallParameters): string {
  const { risk_level, stress_parameter, sources } = asked
  const today = fixing - 1
  const { plain, stressed } = shortfalls(history.losses(today, days), risk_level)
  const value = (1 - stress_parameter) * plain + stress_parameter * stressed
  const fields = { es_time: fixing * day, expected_shortfall: { value: value * history.conversion(today), risk_level } }
  const json = JSON.stringify(fields)
  return sources ? `${json.slice(0, -1)},"sources":${history.sources(today, days)}}` : json
}

/** Expected shortfall over the last window and over the worst one. */
function shortfalls(losses: Float64Array, level: number): { plain: number; stressed: number } {
  if (losses.some(Number.isNaN)) return { plain: Number.NaN, stressed: Number.NaN }
  const window = new LossWindow(windowDays + 1)
  let plain = 0
  let stressed = Number.NEGATIVE_INFINITY
  losses.forEach((loss, n) => {
    window.add(loss)
    if (n >= windowDays) window.remove(losses[n - windowDays]!)
    if (n < windowDays - 1) return
    plain = window.tailMean(level)
    stressed = Math.max(stressed, plain)
  })
  return { plain, stressed }
}
