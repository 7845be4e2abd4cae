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
  const trades = new TradeReader(store)
  const bars = new BarFolder(store)
  return (query, contract, { interval, times }) => {
    const { earliest, horizon } = query
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
    let price = lastPrice(trades, contract, earliest, first)
    return times.map((_, n) => {
      const before = times[n - 1]
      price = (before === undefined ? undefined : closes.get(before)) ?? price
      return price
    })
  }
}

function lastPrice(reader: TradeReader, { id, precision }: Contract, from: number, until: number): string | null {
  for (const trades of reader.backward(id, from, until))
    for (let i = trades.firstFrom(until) - 1; i >= 0 && trades.times[i]! >= from; i--)
      if (trades.versions[i]! & 1) return formatDecimal(trades.units(i, precision)[0], precision.price)
  return null
}
