import { Type } from '@sinclair/typebox'
import { badParameter, Failure, shown } from '../../../src/base/failure.ts'
import { remembered } from '../../../src/market/made-once.ts'
import { ceilTo, day, floorTo, formatTime, hour, minute, parseInterval } from '../../../src/market/time.ts'
import { NoPath, type Operation, operation, type Subject } from '../../../src/operations/operation.ts'
import { firstInterval, type Intervals } from '../../../src/operations/paging/grid.ts'
import type { Page, PageQuery, Slice } from '../../../src/operations/paging/page.ts'
import { ListOf, Time, TimeText } from '../../../src/operations/schemas.ts'
import type { Store } from '../../../src/store/store.ts'
import { pair } from '../../trades/rates/pair.ts'
import { RateSeries } from '../../trades/rates/rate-grid.ts'
import { rateReader } from '../../trades/rates/rate-reader.ts'
import type { RatedPair } from '../../trades/rates/spot-graph.ts'

const mostCodes = 10
const mostReturns = 10_000
const mostPoints = 10_000
const longestStep = 5 * minute

/** A series of volatilities; `lookback` and `frequency` in milliseconds. */
interface Measured {
  code: string
  /** Pair, look-back and frequency as texts. */
  texts: [string, string, string]
  lookback: number
  frequency: number
  /** Why there is no rate, if there is none. */
  rated: RatedPair | Failure
}

const rule =
  'pair:lookback_frequency such as btc-usd:30d_10m, with a look-back from 1h to 90d of 2 to 10000 frequencies, each from 1m to 1d'

function parsed(code: string): Omit<Measured, 'rated'> & { base: string; quote: string } {
  const [, base = '', quote = '', lookbackText = '', frequencyText = ''] =
    /^([^:-]+)-([^:-]+):(\d+[mhd])_(\d+[mhd])$/.exec(code) ?? []
  const [lookback = 0, frequency = 0] = [lookbackText, frequencyText].map(text => parseInterval(text) ?? 0)
  const number = lookback / frequency
  const fits = frequency >= minute && frequency <= day && lookback >= hour && lookback <= 90 * day
  if (!fits || number < 2 || number > mostReturns)
    throw badParameter(`parameters_code must be ${rule}, not ${shown(code)}`)
  return { code, texts: [`${base}-${quote}`, lookbackText, frequencyText], lookback, frequency, base, quote }
}

/** Unknown pairs are kept: they have an empty list with lenient validation. */
const measuredCodes: Subject<typeof NoPath, Measured[], { parameters_code: string[] }> = {
  parameters: NoPath,
  prepare(store, start) {
    const find = pair.prepare(store, start)
    return (_path, query, horizon) => {
      const begins: number[] = []
      const measured = query.parameters_code.map(parsed).map(({ base, quote, ...one }) => {
        try {
          const found = find({ base, quote }, {}, horizon)
          if (found.begins !== undefined) begins.push(found.begins)
          return { ...one, rated: found.entity }
        } catch (error) {
          if (error instanceof Failure) return { ...one, rated: error }
          throw error
        }
      })
      return { entity: measured, bindings: {}, ...(begins.length > 0 && { begins: Math.min(...begins) }) }
    }
  },
}

/**
 * The volatility by the log returns of the extrapolated rate over intervals of a frequency, as sums that any look-back is a
 * difference of. @param begin start of the first interval that has a return, if the rate before it is known
 * @param prices from the one before it on
 */
function volatilityBy(frequency: number, begin: number, [first = null, ...prices]: readonly (number | null)[]) {
  const squares: number[] = [0]
  /** Of intervals with a return, and of those where it is not 0. */
  const known: number[] = [0]
  const moved: number[] = [0]
  let before = first
  for (const price of prices) {
    const isKnown = price !== null && before !== null
    const change = isKnown ? Math.log(price / before!) : 0
    squares.push(squares.at(-1)! + change * change)
    known.push(known.at(-1)! + Number(isKnown))
    moved.push(moved.at(-1)! + Number(change !== 0))
    before = price
  }

  /** Per year, over the finished intervals between two times; null if none has a return. */
  return (from: number, until: number): number | null => {
    const first = Math.max(0, Math.ceil((from - begin) / frequency))
    const end = Math.floor((until - begin) / frequency)
    if (end <= first) return null
    const over = (sums: readonly number[]) => sums[end]! - sums[first]!
    const covered = over(known) * frequency
    if (covered === 0) return null
    return over(moved) === 0 ? 0 : Math.sqrt((over(squares) * 365 * day) / covered)
  }
}

/** Prices of consecutive intervals. */
interface SharedPrices {
  from: number
  values: readonly (number | null)[]
}

/** Reads the prices of a page: codes of a pair and frequency share them, and a longer look-back reads only what comes before. */
function pricesOf(store: Store) {
  const reader = rateReader(store)
  const keptOf = remembered((_query: VolatilityQuery) => new Map<string, SharedPrices>(), new WeakMap())
  return (query: VolatilityQuery, entity: RatedPair, { interval, from, until }: Intervals) => {
    const name = `${entity.base} ${entity.quote} ${interval}`
    let known = keptOf(query).get(name) ?? { from: until, values: [] }
    if (from < known.from) {
      const asked = { ...query, entity, parameters: { extrapolate_missing_values: true }, bindings: { version: 1 } }
      const series = new RateSeries(reader, asked, { interval, from, until: known.from })
      const earlier: (number | null)[] = []
      for (let time = from; time < known.from; time += interval) {
        const { price } = series.at(time)
        earlier.push(price === null ? null : Number(price))
      }
      reader.settle()
      known = { from, values: earlier.concat(known.values) }
      keptOf(query).set(name, known)
    }
    return known.values.slice((from - known.from) / interval)
  }
}

/** One code per slice. */
const volatilityPage: Page<Measured[], { end_time: number }> = {
  prepare(store) {
    const prices = pricesOf(store)
    return {
      isPosition: () => false,
      slice(query, position): Slice {
        const measured = query.entity
        const place = Number(position?.[0] ?? 0)
        if (position === null) for (const one of measured) check(query, one)
        const one = measured[place]!
        const [pair, lookback_window, returns_frequency] = one.texts
        const record = { pair, lookback_window, returns_frequency, realized_volatilities: pointsOf(prices, query, one) }
        const json = `${JSON.stringify(one.code)}:${JSON.stringify(record)}`
        return { json, count: 1, next: place + 1 < measured.length ? [place + 1] : null }
      },
    }
  },
}

type VolatilityQuery = PageQuery<unknown, { end_time: number }>

function timesOf({ parameters: { end_time }, from, until, horizon }: VolatilityQuery, { frequency }: Measured) {
  const step = Math.min(frequency, longestStep)
  // A value at the horizon uses finished intervals only.
  const last = until < end_time ? Math.min(horizon, end_time - 1) : until - 1
  return { step, first: ceilTo(from, step), last }
}

function check(query: VolatilityQuery, one: Measured): void {
  if (one.rated instanceof Failure && !query.lenient) throw one.rated
  const { step, first, last } = timesOf(query, one)
  const count = Math.floor((last - first) / step) + 1
  if (count > mostPoints)
    throw badParameter(
      `start_time and end_time must span at most ${mostPoints} points of ${step / minute} minutes, not ${count}; for ${one.code} end_time may be ${formatTime(first + mostPoints * step)}`,
    )
}

function pointsOf(
  prices: ReturnType<typeof pricesOf>,
  query: VolatilityQuery,
  measured: Measured,
): { datetime: string; value: number }[] {
  const { lookback, frequency, rated } = measured
  const { step, first, last } = timesOf(query, measured)
  if (rated instanceof Failure || last < first) return []
  const known = firstInterval(query, undefined, frequency) + frequency
  const from = Math.max(known, Math.ceil((first - lookback) / frequency) * frequency)
  const until = floorTo(last, frequency)
  if (until <= from) return []
  const read = prices(query, rated, { interval: frequency, from: from - frequency, until })
  const volatility = volatilityBy(frequency, from, read)
  const points: { datetime: string; value: number }[] = []
  for (let time = first; time <= last; time += step) {
    const value = volatility(time - lookback, time)
    if (value !== null) points.push({ datetime: formatTime(time), value })
  }
  return points
}

export const realisedVolatility: Operation = operation({
  id: 'getRealisedVolatilities',
  summary: 'Realised volatility of pairs',
  description:
    'How much the spot rate of pairs moved, for risk models and option pricing. A code names a pair, the look-back and ' +
    'the frequency of the returns. `data` is an object by code; each list is ascending, with a point at every multiple ' +
    'of the frequency, or of five minutes if that is shorter. `value` is the volatility per year as a fraction, from the ' +
    'squares of the log returns of finished intervals. Example: the last ten minutes with ' +
    '`parameters_code=btc-usd:1d_10m`.',
  path: '/v2/data/analytics.:data_version/realized_volatility',
  subject: measuredCodes,
  keyed: true,
  query: {
    parameters_code: ListOf(Type.String({ minLength: 1, lowerCase: true, rule }), {
      maxItems: mostCodes,
      description: 'pair:lookback_frequency; at most 10',
    }),
    start_time: Time,
    end_time: Time,
  },
  row: {
    pair: Type.String(),
    lookback_window: Type.String({ description: 'time over which returns count' }),
    returns_frequency: Type.String({ description: 'length of the intervals of the returns' }),
    realized_volatilities: Type.Array(
      Type.Object({
        datetime: { ...TimeText, description: 'time of the value, the end of the look-back' },
        value: Type.Number({ description: 'volatility per year, as a fraction' }),
      }),
      { description: 'in order of time; empty without rates' },
    ),
  },
  page: volatilityPage,
  example: { data_version: 'v2', parameters_code: 'btc-usd:1d_10m' },
  exampleIn: (_store: Store, horizon: number) => ({
    start_time: formatTime(horizon - 10 * minute),
    end_time: formatTime(horizon),
  }),
})
