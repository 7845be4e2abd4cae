import { Type } from '@sinclair/typebox'
import { remembered } from '../../src/market/made-once.ts'
import { optionPrice } from '../../src/market/option-price.ts'
import { formatTime } from '../../src/market/time.ts'
import { operation } from '../../src/operations/operation.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import { Code, Decimal, IntervalAmong, IntervalStart, Nullable, Pages, TimeText } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { type Contract, contract, contractExample, contractQuery } from './contract.ts'
import { type IndexPrices, indexPrices, lastSettlement } from './index-prices.ts'
import { decimalText, premiumsOf } from './premiums.ts'
import { lastPricesOf } from './traded.ts'
import { type ContractRows, contractGrid } from './value-times.ts'

export const contractIntervals = IntervalAmong(['1m', '1h', '4h', '1d'], '1m')

export const settlementFields = {
  settlement_price: Nullable({
    ...Decimal,
    description: 'mean index price of the half hour before the last 08:00 UTC; null for perpetual futures',
  }),
  settlement_timestamp: Nullable({ ...TimeText, description: 'the last 08:00 UTC; null for perpetual futures' }),
}

/** Decimal places of computed prices; the premium of a cheap asset's price needs more. */
const places = 8
const significant = 12

/** Decimal places of the mark price of a future or perpetual future. */
export function placesOf(price: number): number {
  return price > 0 ? Math.max(places, Math.min(20, significant - Math.ceil(Math.log10(price)))) : places
}

function pricesOf(store: Store): ContractRows {
  const index = indexPrices(store)
  const readPremiums = premiumsOf(store)
  const lastPrices = lastPricesOf(store)
  return function* (query, one, values) {
    const { times } = values
    const premiums = one.expiry === null ? readPremiums(query, one, times) : undefined
    const indexPrices = index.at(query, one.pair, times, premiums?.rates)
    const prices = lastPrices(query, one, values)
    const settlement = settlementsOf(index, query, one)
    for (const [n, time] of times.entries()) {
      const index_price = indexPrices[n]!
      const mark = index_price === null ? null : markPrice(one, Number(index_price), time, premiums?.at(time) ?? 0)
      yield {
        index_price,
        mark_price: mark === null ? null : decimalText(mark, one.option ? places : placesOf(mark)),
        price: prices[n],
        ...settlement(time),
      }
    }
  }
}

function markPrice({ expiry, option, carry }: Contract, index: number, time: number, premium: number): number {
  if (expiry === null) return index * (1 + premium)
  const forward = carry.forward(index, time, expiry - time)
  return option
    ? optionPrice(forward, option.strike, expiry - time, option.call, carry.volatility(time, expiry - time))
    : forward
}

/** The settlement before a time. Each is read once per page, since one that lacks rows of the store is not kept. */
export function settlementsOf(index: IndexPrices, query: PageQuery, { expiry, pair }: Contract) {
  const at = remembered((settlement: number) => {
    const price = expiry === null ? null : index.settlement(query, pair, settlement)
    return {
      settlement_price: price === null ? null : decimalText(price, places),
      settlement_timestamp: price === null ? null : formatTime(settlement),
    }
  })
  return (time: number) => at(lastSettlement(time))
}

export const contractPrices = operation({
  id: 'listContractPrices',
  summary: 'Index, mark and last price of a derivative',
  description:
    'Prices of a contract at the end of each interval, from its listing to its end. Records are ordered by ' +
    '`timestamp`, the start of the interval; the newest may be unfinished. `index_price` is the spot rate of the ' +
    'pair, `mark_price` the fair price of the contract, `price` its last trade, however old; each is null before ' +
    'the first trade. A page has at most 120 records of an hour or more; ' +
    'of perpetual futures, at most 30 of four hours and 15 of a day. Example: hourly prices with `interval=1h`.',
  path: '/v2/data/derivatives.:data_version/price',
  subject: contract,
  query: {
    ...contractQuery,
    exchanges: Type.Optional({ ...Code, aliasOf: 'exchange', examples: ['drbt'], description: 'alias of exchange' }),
    interval: contractIntervals,
    ...Pages(100, 1000),
  },
  row: {
    timestamp: IntervalStart,
    index_price: Nullable({ ...Decimal, description: 'spot exchange rate of the pair; null before its first trade' }),
    mark_price: Nullable({ ...Decimal, description: 'fair price of the contract' }),
    price: Nullable({ ...Decimal, description: 'price of the last trade; null before the first' }),
    ...settlementFields,
  },
  page: contractGrid(pricesOf),
  example: contractExample,
})
