import { Type } from '@sinclair/typebox'
import { formatTime } from '../../../src/market/time.ts'
import { operation } from '../../../src/operations/operation.ts'
import { Time, TimeText } from '../../../src/operations/schemas.ts'
import type { Store } from '../../../src/store/store.ts'
import { optionCodes, optionQuery } from './listed-expiries.ts'
import { smilePage, surfacePage } from './smile-pages.ts'
import { Numbers, surfaceQuery } from './volatility-grid.ts'

const Volatility = Type.Number({ description: 'volatility per year, as a fraction' })
const Maturity = {
  expiry: { ...TimeText, description: 'expiry of the options' },
  time_to_expiry: Type.Number({ description: 'years from value_time to expiry' }),
}
const Point = Type.Object({
  strike: Type.Optional(Type.Number({ description: 'strike in the quote' })),
  forward_log_moneyness: Type.Optional(Type.Number({ description: 'ln(strike ÷ forward price)' })),
  delta: Type.Optional(Type.Number({ description: 'delta of the option; negative for puts' })),
  implied_volatility: Volatility,
})
const Points = Type.Array(Point, { description: 'in the order of the request' })

/** The end of the store, and the last expiry of the options listed then. */
function listedAtEnd(store: Store, time: number): { now: string; expiry: string } | undefined {
  const [row] = store.all(
    `SELECT max(ends) FROM instrument WHERE class = 'option' AND base_asset = 'btc' AND quote_asset = 'usd'
     AND ifnull(listed <= ?, 1) AND ends > ?`,
    time,
    time,
  )
  return row?.[0] ? { now: formatTime(Math.floor(time)), expiry: formatTime(Number(row[0])) } : undefined
}

const example = { data_version: 'v2', base: 'btc', quote: 'usd' }

export const impliedOperations = [
  operation({
    id: 'getVolatilitySmile',
    summary: 'Implied volatilities of one expiry',
    description:
      'The smile of the options of one expiry at a time, for pricing and risk. Send `strikes`, ' +
      '`forward_log_moneynesses` or `deltas`; `data` has one record with a point for each, in that order, and the ' +
      'points are beside `data` too. Expiries match by day. `data` is empty if the price of the base was not known. ' +
      'Example: three deltas with `deltas=0.25,0.5,-0.25`.',
    path: '/v2/data/analytics.:data_version/implied_volatility_smile',
    subject: optionCodes,
    query: {
      ...optionQuery,
      expiry: { ...Time, description: 'day of the expiry; ISO 8601' },
      strikes: Numbers(90_000, 'strikes in the quote', { deltas: undefined }),
      forward_log_moneynesses: Numbers(0.1, 'ln(strike ÷ forward price), from -3 to 3', { deltas: undefined }),
      deltas: Numbers(0.25, 'deltas from 0.01 to 0.99, negative for puts'),
    },
    row: {
      ...Maturity,
      current_spot: Type.Number({ description: 'index price at value_time' }),
      interest_rate: Type.Number({ description: 'annual carry of the forward price' }),
      implied_volatilities: Points,
    },
    beside: { implied_volatilities: Points },
    page: smilePage,
    example: { ...example, deltas: '0.25,0.5' },
    exampleIn(store, horizon): Record<string, string> {
      const found = listedAtEnd(store, horizon)
      return found ? { value_time: found.now, expiry: found.expiry } : {}
    },
  }),
  operation({
    id: 'getVolatilitySurface',
    summary: 'Implied volatilities by expiry and strike',
    description:
      'The implied volatilities of a grid of maturities and points at a time, for pricing and risk. Records are ' +
      'ordered by `expiry`. Maturities need not be listed, but must lie between the first and the last listed ' +
      'expiry: others are left out, and `complete_output` is false. Without points, they are deltas from 0.1 to 0.9. ' +
      'Example: two strikes with `strikes=80000,90000`.',
    path: '/v2/data/analytics.:data_version/implied_volatility_surface',
    subject: optionCodes,
    query: { ...optionQuery, ...surfaceQuery },
    row: {
      ...Maturity,
      implied_volatilities: Points,
      complete_output: Type.Boolean({ description: 'false if a maturity was left out' }),
    },
    beside: { complete_output: Type.Boolean({ description: 'false if a maturity was left out' }) },
    page: surfacePage,
    example,
    exampleIn(store, horizon): Record<string, string> {
      const found = listedAtEnd(store, horizon)
      return found ? { value_time: found.now, expiry_list: found.expiry } : {}
    },
  }),
]
