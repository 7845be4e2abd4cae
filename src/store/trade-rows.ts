import { formatDecimal } from '../market/numbers/decimal.ts'
import { readTrades } from '../market/trades/trade-block.ts'
import { StoredTrades, takerSides } from '../market/trades/trade-columns.ts'
import { tradeId } from '../market/trades/trade-form.ts'
import type { Value } from './database/database.ts'
import type { Row, Store } from './store.ts'

export const tradeColumns: readonly string[] = [
  'instrument',
  'timestamp',
  'trade_id',
  'versions',
  'price',
  'amount',
  'taker_side_sell',
]

/** Ordered by instrument, then in listing order. */
export function* tradeRows(store: Store, from: number, until: number, instrument?: number): Generator<Row> {
  const blocks = store.each(
    `SELECT instrument, trades, price_decimals, amount_decimals FROM trade_block JOIN instrument ON id = instrument
     WHERE start < ?${instrument === undefined ? '' : ` AND instrument = ${instrument}`} ORDER BY instrument, start`,
    until,
  ) as Generator<[number, string | Uint8Array, number, number]>
  const trades = new StoredTrades()
  for (const [instrument, block, price, amount] of blocks) {
    readTrades(block, trades)
    const end = trades.firstFrom(until)
    for (let i = trades.firstFrom(from); i < end; i++) yield [instrument, ...valuesOf(trades, i, price, amount)]
  }
}

function valuesOf(trades: StoredTrades, i: number, priceDecimals: number, amountDecimals: number): Value[] {
  const { times, versions, sides, form, ids } = trades
  const { id, price, amount } = form
    ? {
        id: tradeId(form, ids[i]!),
        price: formatDecimal(trades.prices[i]!, priceDecimals),
        amount: formatDecimal(trades.amounts[i]!, amountDecimals),
      }
    : trades.texts![i]!
  const side = takerSides[sides[i]!]!
  return [times[i]!, id, versions[i]!, price, amount, typeof side === 'boolean' ? Number(side) : side]
}
