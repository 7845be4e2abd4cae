import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { BarFolder } from '../trades/bars.ts'
import type { Contract } from './contract.ts'
import type { ValueTimes } from './value-times.ts'

type LastPrices = (query: PageQuery, contract: Contract, values: ValueTimes) => (string | null)[]

/** Prices of the last trades before value times; null before the first trade. */
export function lastPricesOf(store: Store): LastPrices {
  const reader = new TradeReader(store)
  const bars = new BarFolder(store)
  return (query, contract, { interval, times }) => {
    const { earliest, horizon } = query
    const { id, precision } = contract
    const closes = new Map<number, string>()
    const [first, last] = [times[0]!, times.at(-1)!]
    if (times.length > 1) {
      const range = {
        instrument: contract,
        version: 1,
        interval,
        from: Math.max(first, earliest),
        until: last,
        horizon,
      }
      bars.read(range, (timestamp, fold) => closes.set(timestamp, fold.close))
    }
    const earlier = reader.last({ instrument: id, version: 1, from: earliest, until: first }, precision)
    let price = earlier && formatDecimal(earlier.price, precision.price)
    return times.map((_, n) => {
      const before = times[n - 1]
      price = (before === undefined ? undefined : closes.get(before)) ?? price
      return price
    })
  }
}
