import { Type } from '@sinclair/typebox'
import type { Side } from '../../src/market/books/book.ts'
import { nearestDouble } from '../../src/market/numbers/decimal.ts'
import { optionTerms } from '../../src/market/option-price.ts'
import { minute } from '../../src/market/time.ts'
import { operation } from '../../src/operations/operation.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { Decimal, EndTime, IntervalStart, Nullable, PageSize, Sort, StartTime } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { BookReader } from '../readers/books.ts'
import { runsOf } from '../readers/grouping.ts'
import { type Contract, contract, contractExample, contractQuery } from './contract.ts'
import { nearestExpiriesOf } from './expiries.ts'
import { greeks, volatilityOf } from './greeks.ts'
import { indexPrices } from './index-prices.ts'
import { decimalText, fundingRate, lastFunding, premiumsOf } from './premiums.ts'
import { contractIntervals, settlementFields, settlementsOf } from './prices.ts'
import { dayVolumesOf, openPositionsOf } from './traded.ts'
import { type ContractRows, contractGrid, minuteBefore } from './value-times.ts'

/** Decimal places of sensitivities. */
const places = 12

/** The one exchange that does not publish its next rate. */
const silent = 'binc'

function metricsOf(store: Store): ContractRows {
  const dayVolumes = dayVolumesOf(store)
  const openPositions = openPositionsOf(store)
  const readPremiums = premiumsOf(store)
  const index = indexPrices(store)
  const nearestExpiries = nearestExpiriesOf(store)
  const books = new BookReader(store)

  function* fundingOf(query: PageQuery, one: Contract, times: readonly number[]) {
    const { funding } = one
    const read = readPremiums(query, one, [...times, ...times.map(lastFunding)])
    for (const time of times) {
      const fixed = lastFunding(time)
      const known = funding !== null && fixed >= query.earliest
      yield {
        funding_rate: known ? fundingRate(funding, read.at(fixed)) : null,
        predicted_funding_rate:
          funding === null || one.exchange === silent ? null : fundingRate(funding, read.at(time)),
      }
    }
  }

  function* expiring(query: PageQuery, one: Contract, expiry: number, times: readonly number[]) {
    const prices = one.option === null ? [] : index.at(query, one.pair, times)
    const touchBefore = touchesOf(books, one, one.option === null ? [] : times)
    const settlement = settlementsOf(index, query, one)
    const nearest = nearestExpiries(one, { from: times[0]! - 1, until: times.at(-1)!, horizon: query.horizon })
    for (const [n, time] of times.entries()) {
      const { nearby, quarterly } = nearest(time - 1)
      yield {
        time_to_expiry: String(Math.floor((expiry - time) / minute)),
        nearby: nearby === expiry,
        quarterly_nearby: quarterly === expiry,
        ...settlement(time),
        ...(one.option && optionFields(one, one.option, time, prices[n] ?? null, touchBefore(time))),
      }
    }
  }

  function optionFields(
    one: Contract,
    { strike, call }: NonNullable<Contract['option']>,
    time: number,
    price: string | null,
    { bid, ask }: Touch,
  ) {
    if (price === null) return unknownOption
    const life = one.expiry! - time
    const { carry } = one
    const terms = optionTerms(carry.forward(Number(price), time, life), strike, life, carry.volatility(time, life))
    const implied = (best: number | null) =>
      percent(best === null ? null : volatilityOf(nearestDouble(best, one.precision.price), terms, life, call))
    const sensitivities = Object.entries(greeks(terms, Number(price), call))
    return {
      ask_iv: implied(ask),
      bid_iv: implied(bid),
      mark_iv: percent(terms.volatility),
      ...Object.fromEntries(sensitivities.map(([name, value]) => [name, decimalText(value, places)])),
    }
  }

  return function* (query, one, values) {
    const { times } = values
    const volumes = dayVolumes(query, one, values)
    const interest = openPositions(query, one, times)
    const further = one.expiry === null ? fundingOf(query, one, times) : expiring(query, one, one.expiry, times)
    for (const n of times.keys())
      yield { '24h_volume': volumes[n], open_interest: interest[n], ...further.next().value }
  }
}

const unknownOption = Object.fromEntries(
  ['ask_iv', 'bid_iv', 'mark_iv', 'delta', 'gamma', 'rho', 'theta', 'vega'].map(name => [name, null]),
)

/** Best prices in units of the instrument; null without orders. */
interface Touch {
  bid: number | null
  ask: number | null
}

const noTouch: Touch = { bid: null, ask: null }

/** Reads the last books of the minutes before times, which are in order. */
function touchesOf(books: BookReader, instrument: Contract, times: readonly number[]) {
  const touches = new Map<number, Touch>()
  const bestOf = ({ best, count }: Side, tick: number) => (count === 0 ? null : best * tick)
  for (const run of runsOf(times, minute))
    books.read({ instrument, from: minuteBefore(run[0]!), until: run.at(-1)! }, ({ polled, tick, bids, asks }) => {
      touches.set(polled - (polled % minute), { bid: bestOf(bids, tick), ask: bestOf(asks, tick) })
    })
  return (time: number) => touches.get(minuteBefore(time)) ?? noTouch
}

function percent(volatility: number | null): string | null {
  return volatility === null ? null : decimalText(100 * volatility, 2)
}

const Metric = (description: string) => Type.Optional(Nullable({ ...Decimal, description }))
const Flag = (description: string) => Type.Optional(Type.Boolean({ description }))

export const contractMetrics = operation({
  id: 'listContractMetrics',
  summary: 'Volume, open interest, funding and Greeks',
  description:
    'Metrics of a contract at the end of each interval, from its listing to its end. Records are ordered by ' +
    '`timestamp`, the start of the interval; the newest may be unfinished. Perpetual futures have funding rates, ' +
    'futures and options their expiry and settlement, options also volatilities (in percent) and Greeks. ' +
    '`ask_iv` and `bid_iv` are null without an order book. A page has at most 120 records of an hour or more; ' +
    'of perpetual futures, at most 30 of four hours and 15 of a day. Example: open interest by the hour with `interval=1h`.',
  path: '/v2/data/derivatives.:data_version/risk',
  subject: contract,
  query: {
    ...contractQuery,
    interval: contractIntervals,
    ...StartTime,
    ...EndTime,
    sort: Sort(),
    page_size: { ...PageSize(100, 1000), echo: 'text' },
  },
  row: {
    timestamp: IntervalStart,
    '24h_volume': { ...Decimal, description: 'volume of the last 24 hours, in the base asset' },
    open_interest: Nullable({ ...Decimal, description: 'open positions, in the base asset; null if not known' }),
    funding_rate: Metric('rate of the last funding, for eight hours; null before the first'),
    predicted_funding_rate: Metric('rate if the funding were now; null on exchanges that do not publish it'),
    time_to_expiry: Type.Optional({ ...Decimal, description: 'whole minutes to the expiry' }),
    nearby: Flag('whether no contract of the class and pair expires sooner'),
    quarterly_nearby: Flag('whether no quarterly contract of the class and pair expires sooner'),
    settlement_price: Type.Optional(settlementFields.settlement_price),
    settlement_timestamp: Type.Optional(settlementFields.settlement_timestamp),
    ask_iv: Metric('volatility implied by the best ask, in percent'),
    bid_iv: Metric('volatility implied by the best bid, in percent'),
    mark_iv: Metric('volatility of the mark price, in percent'),
    delta: Metric('change of the price per unit of the forward price'),
    gamma: Metric('change of delta per unit of the forward price'),
    rho: Metric('change of the price per percentage point of the interest rate'),
    theta: Metric('change of the price per day'),
    vega: Metric('change of the price per percentage point of volatility'),
  },
  page: contractGrid(metricsOf),
  example: contractExample,
})
