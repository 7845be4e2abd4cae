import { Type } from '@sinclair/typebox'
import { badParameter } from '../../../src/base/failure.ts'
import { plainNumber } from '../../../src/market/numbers/decimal.ts'
import { day, floorTo, formatTime, hour } from '../../../src/market/time.ts'
import { codeCheck } from '../../../src/operations/named.ts'
import { NoPath, operation, type ReadParameters, type Subject } from '../../../src/operations/operation.ts'
import { type Page, type PageQuery, type Source, sliceOf } from '../../../src/operations/paging/page.ts'
import { recordWriter, type WriteRecord } from '../../../src/operations/render.ts'
import { Code, Decimal, EndTime, Interval, ListOf, Millis, PageSize, Time } from '../../../src/operations/schemas.ts'
import type { Store } from '../../../src/store/store.ts'
import { directPair } from './pair.ts'
import { pairTradesOf, type TradesOf } from './pair-trades.ts'
import { rateReader } from './rate-reader.ts'
import type { Pair } from './spot-graph.ts'

const mostBases = 5
const mostPercentages = 5
/** Longest time that a page spans. */
const pageSpan = 7 * day

interface Component extends Pair {
  weight: number
}

type Asked = ReadParameters<typeof valuationQuery>

function checkAsked({ bases, weights, percentages, semi_length_window, interval }: Asked): void {
  if (weights.length !== bases.length)
    throw badParameter(
      `weights must have one value for each of bases, in the same order: there are ${weights.length} weights and ${bases.length} bases`,
    )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  // In units that sums of doubles do not blur: 3 × 0.333333 is off by no more than the tolerance.
  if (Math.round(Math.abs(sum - 1) * 1e9) > 1000)
    throw badParameter(`weights must add up to 1, not ${Number(sum.toPrecision(12))}`)
  const wrong = percentages.find(share => share <= 0)
  if (wrong !== undefined) throw badParameter(`percentages must be above 0 and at most 1, not "${wrong}"`)
  if (interval.milliseconds <= 2 * semi_length_window.milliseconds)
    throw badParameter(
      `interval must be more than twice semi_length_window (${semi_length_window.text}), not "${interval.text}"`,
    )
}

const components: Subject<typeof NoPath, Component[], Asked> = {
  parameters: NoPath,
  echo: { reporting_currency: Type.String({ description: 'the quote' }) },
  prepare(store, start) {
    const find = directPair.prepare(store, start)
    const checkExchange = codeCheck(store, 'exchange')
    const checkAsset = codeCheck(store, 'asset')
    return (_path, asked, horizon) => {
      checkAsked(asked)
      const { bases, quote, weights, exchanges } = asked
      for (const exchange of exchanges ?? []) checkExchange(exchange)
      for (const base of bases) checkAsset(base, 'asset of bases')
      const filter = exchanges ? { include_exchanges: exchanges } : {}
      const found = bases.map(base => find({ base, quote }, filter, horizon))
      const begins = found.flatMap(({ begins }) => begins ?? [])
      return {
        entity: bases.map((base, n) => ({ base, quote, weight: weights[n]! })),
        bindings: {},
        echo: { reporting_currency: quote },
        ...(begins.length > 0 && { begins: Math.min(...begins) }),
      }
    }
  },
  echoOfUnknown: (_path, { quote }) => ({ reporting_currency: quote }),
}

type ValuationQuery = PageQuery<Component[], Asked>

/** The first fixing of a query, and the last whose window is over. */
function edges(query: ValuationQuery): { first: number; last: number } {
  const { start_time, interval, semi_length_window } = query.parameters
  const start = Math.ceil(start_time)
  const at = (n: number) => start + n * interval.milliseconds
  const first = at(Math.max(0, Math.ceil((query.from - start) / interval.milliseconds)))
  const end = Math.min(query.until - 1, query.horizon - semi_length_window.milliseconds)
  return { first, last: at(Math.floor((end - start) / interval.milliseconds)) }
}

/** Reference prices of a component by fixing, each by percentage; fixings without trades have none. */
type PricesOf = (component: Component) => Map<number, number[]>

/** @param fixings in order */
function pricesOf(tradesOf: TradesOf, query: ValuationQuery, fixings: readonly number[]): PricesOf {
  const { percentages, semi_length_window, exchanges: include, interval } = query.parameters
  const { version } = query.bindings
  const half = semi_length_window.milliseconds
  const parts = fixings.map(fixing => ({ from: Math.max(query.earliest, fixing - half), until: fixing + half }))
  const asked = { version: Number(version), horizon: query.horizon, exchanges: { include } }
  const fixingOf = (time: number) => time + half - ((time + half - fixings[0]!) % interval.milliseconds)
  return component => {
    const found = tradesOf(component, asked, parts, fixingOf)
    return new Map([...found].map(([fixing, read]) => [fixing, read.trimmedAverages(percentages)]))
  }
}

function slicesOf(store: Store, write: WriteRecord): Source<Component[], Asked>['slice'] {
  const tradesOf = pairTradesOf(store, rateReader(store))
  return (query, position, size) => {
    const { first, last } = edges(query)
    const { interval, semi_length_window } = query.parameters
    // A slice reads the trades of a day.
    const most = Math.min(size, Math.max(1, Math.floor(day / (2 * semi_length_window.milliseconds))))
    const fixings: number[] = []
    let time = Math.max(first, Number(position?.[0] ?? first))
    for (; time <= last && fixings.length < most; time += interval.milliseconds) fixings.push(time)
    if (fixings.length === 0) return sliceOf([], null)
    const pricesAt = pricesOf(tradesOf, query, [...new Set([first, ...fixings])])
    const read = query.entity.map(component => ({ component, at: pricesAt(component) }))
    const records = fixings.map(fixing => {
      const valued = read.flatMap(({ component, at }) => {
        const [prices, now] = [at.get(first), at.get(fixing)]
        return prices && now ? [{ component, prices, now }] : []
      })
      return write(recordOf(query.parameters, fixing, valued))
    })
    return sliceOf(records, time <= last ? [time] : null)
  }
}

interface Valued {
  component: Component
  /** By percentage, at the first fixing and at this one. */
  prices: number[]
  now: number[]
}

function recordOf({ percentages, sources }: Asked, timestamp: number, valued: readonly Valued[]) {
  const response_by_percentages = percentages.map((percentage, n) => {
    const pairs = valued.map(({ component, prices, now }) => {
      const { base, quote, weight } = component
      const contribution = rounded((100 * weight * now[n]!) / prices[n]!)
      return { pair: `${base}-${quote}`, contribution, ref_price: rounded(now[n]!), weight }
    })
    const price = plainNumber(rounded(pairs.reduce((sum, { contribution }) => sum + contribution, 0)))
    const response_by_pairs = pairs.map(one => ({
      ...one,
      contribution: plainNumber(one.contribution),
      ref_price: plainNumber(one.ref_price),
    }))
    return { percentage, price, ...(sources && { response_by_pairs }) }
  })
  return { datetime: textOf(timestamp), timestamp, response_by_percentages }
}

/** To 15 digits, which sums of doubles have. */
function rounded(value: number): number {
  return Number(value.toPrecision(15))
}

function textOf(time: number): string {
  return `${formatTime(time).slice(0, 19).replace('T', ' ')} UTC`
}

const valuationPage: Page<Component[], Asked> = {
  prepare: (store, row, wireName) => ({
    isPosition([time, ...more], { parameters: { start_time, interval } }) {
      const isFixing = (Number(time) - start_time) % interval.milliseconds === 0
      return Number.isSafeInteger(time) && more.length === 0 && isFixing
    },
    most: ({ parameters }) => Math.max(1, Math.floor(pageSpan / parameters.interval.milliseconds)),
    slice: slicesOf(store, recordWriter(row, wireName)),
  }),
}

const PairPart = Type.Object({
  pair: Type.String(),
  contribution: { ...Decimal, description: '100 × weight × price ÷ price at the first fixing' },
  ref_price: { ...Decimal, description: 'price of the pair at this fixing' },
  weight: Type.Number({ description: 'weight of the base in the basket' }),
})

const valuationQuery = {
  bases: ListOf(Code, { maxItems: mostBases, echo: 'array_of_text', description: 'assets of the basket; at most 5' }),
  weights: ListOf(Type.Number(), {
    maxItems: mostBases,
    echo: 'array_of_text',
    description: 'weight of each asset, in the order of bases; together 1',
  }),
  quote: Code,
  percentages: ListOf(Type.Number({ minimum: 0, maximum: 1 }), {
    maxItems: mostPercentages,
    echo: 'array_of_text',
    description: 'shares of the volume that count, above 0 to 1; 1 counts all of it; at most 5',
  }),
  semi_length_window: { ...Interval({ min: '1s', max: '3d' }), description: 'half of the window around a fixing' },
  interval: {
    ...Interval({ min: '1m', max: '7d', default: '1d' }),
    description: 'time between fixings; more than twice semi_length_window',
  },
  exchanges: Type.Optional(
    ListOf(Code, {
      echo: 'array_of_text',
      starIsAll: true,
      examples: ['cbse'],
      description: 'counts only these exchanges; default: all',
    }),
  ),
  sources: Type.Boolean({ default: false, description: 'true adds the part of each pair' }),
  start_time: { ...Time, description: 'first fixing; ISO 8601' },
  ...EndTime,
  page_size: PageSize(100, 100),
}

export const valuation = operation({
  id: 'listValuations',
  summary: 'Valuation of a weighted basket',
  description:
    'The value of a basket of assets at regular fixings, for indices and portfolios of your own; 100 at the first ' +
    'fixing. The price of an asset is the volume-weighted average of its direct trades within `semi_length_window` ' +
    'before and after the fixing, without (1 − percentage) ÷ 2 of the volume at either end of the prices. Fixings are ' +
    '`start_time` plus multiples of `interval`, in order of time, and appear when their window is over. An asset without ' +
    'trades is left out of a fixing, and one without trades at the first fixing of all. A page spans at most seven ' +
    'days. Example: half btc, half eth by the day with `bases=btc,eth&weights=0.5,0.5&percentages=0.9`.',
  path: '/v2/data/trades.:data_version/valuation',
  subject: components,
  query: valuationQuery,
  row: {
    datetime: Type.String({ description: 'time of the fixing, as 2026-01-31 00:00:00 UTC' }),
    timestamp: { ...Millis, description: 'time of the fixing' },
    response_by_percentages: Type.Array(
      Type.Object({
        percentage: Type.Number({ description: 'share of the volume that counts' }),
        price: { ...Decimal, description: 'value of the basket' },
        response_by_pairs: Type.Optional(Type.Array(PairPart, { description: 'present with sources=true' })),
      }),
      { description: 'in the order of the request' },
    ),
  },
  page: valuationPage,
  example: {
    data_version: 'v1',
    bases: 'btc',
    weights: '1',
    quote: 'usd',
    percentages: '0.9',
    semi_length_window: '5m',
    interval: '1h',
    sources: 'true',
  },
  exampleIn: (_store: Store, horizon: number) => ({
    start_time: formatTime(floorTo(horizon, hour) - 6 * hour),
  }),
})
