import { badParameter } from '../../../src/base/failure.ts'
import { formatTime, year } from '../../../src/market/time.ts'
import { onePage, orReason, type PageQuery } from '../../../src/operations/paging/page.ts'
import type { Store } from '../../../src/store/store.ts'
import { indexPrices } from '../../derivatives/index-prices.ts'
import { listedExpiries, type OptionParameters } from './listed-expiries.ts'
import { smileOf } from './smile.ts'
import { pointsOf, type SurfaceParameters, timesOf } from './volatility-grid.ts'

/** What both pages read: the index price at the value time, and the listed expiries. */
function optionMarket(store: Store) {
  const index = indexPrices(store)
  /** Null if no trade before the value time is readable. */
  const indexAt = (query: OptionQuery): number | null => {
    const { base, quote, value_time } = query.parameters
    if (value_time > query.clock) {
      const [time, now] = [value_time, query.clock].map(formatTime)
      throw badParameter(`value_time must not be after now: ${time} is after ${now}`)
    }
    // What lies between the horizon and now has not been published yet; what the key may not read, never is.
    if (value_time <= query.earliest || (query.horizon < query.now && value_time > query.horizon)) return null
    const [price] = index.at(query, { base, quote }, [Math.min(value_time, query.horizon)])
    return price === null ? null : Number(price)
  }
  return { expiries: listedExpiries(store), indexAt }
}

type OptionQuery = PageQuery<unknown, OptionParameters>

/** One record: the smile of an expiry, and its points beside `data` too. */
export const smilePage = onePage<unknown, OptionParameters & SurfaceParameters & { expiry: number }>(store => {
  const market = optionMarket(store)
  return query => {
    const { value_time, expiry: time } = query.parameters
    const index = market.indexAt(query)
    const coordinates = pointsOf(query.parameters, 'smile')
    const carry = market.expiries.carry(query.parameters)
    if (index === null) return noSmile(whyNoIndex(query))
    const [expiry, whyEmpty] = orReason(query, () => market.expiries.onDayOf(query.parameters, time))
    if (expiry === undefined) return noSmile(whyEmpty)
    const points = smileOf(carry, index, value_time, expiry - value_time)(coordinates, true)
    const record = {
      expiry: formatTime(expiry),
      time_to_expiry: (expiry - value_time) / year,
      current_spot: index,
      interest_rate: carry.annual(value_time, expiry - value_time),
      implied_volatilities: points,
    }
    return { records: [record], beside: { implied_volatilities: points } }
  }
})

function noSmile(whyEmpty: string) {
  return { records: [], beside: { implied_volatilities: [] }, whyEmpty }
}

function whyNoIndex({ parameters, opened, horizon, now }: OptionQuery): string {
  const { base, quote, value_time } = parameters
  if (value_time <= opened || (horizon < now && value_time > horizon))
    return `value_time is outside the range of this API key: ${formatTime(value_time)}`
  return `${base}-${quote} has no index price at ${formatTime(value_time)}`
}

/** A record for each maturity between the first and the last listed expiry. */
export const surfacePage = onePage<unknown, OptionParameters & SurfaceParameters>(store => {
  const market = optionMarket(store)
  return query => {
    const { parameters } = query
    const { value_time } = parameters
    const times = timesOf(parameters, value_time)
    const coordinates = pointsOf(parameters, 'surface')
    const index = market.indexAt(query)
    const listed = market.expiries.at(parameters)
    const carry = market.expiries.carry(query.parameters)
    const [first, last] = [listed[0] ?? Number.POSITIVE_INFINITY, listed.at(-1) ?? 0]
    const known = index === null ? [] : times.filter(time => time >= first && time <= last)
    const complete_output = known.length === times.length
    const records = known.map(time => ({
      expiry: formatTime(time),
      time_to_expiry: (time - value_time) / year,
      implied_volatilities: smileOf(carry, index!, value_time, time - value_time)(coordinates, false),
      complete_output,
    }))
    return { records, beside: { complete_output }, ...(index === null && { whyEmpty: whyNoIndex(query) }) }
  }
})
