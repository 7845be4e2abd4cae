import { formatDecimal } from '../market/numbers/decimal.ts'
import { readBars } from '../market/trades/bar-block.ts'
import type { Row, Store } from './store.ts'

export const barColumns: readonly string[] = [
  'instrument',
  'width',
  'timestamp',
  'versions',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'notional',
  'count',
  'usd',
]

/** Ordered by instrument, hours before days, then time. */
export function* barRows(store: Store, from: number, until: number, instrument?: number): Generator<Row> {
  const blocks = store.each(
    `SELECT instrument, width, bars, price_decimals, amount_decimals FROM bar_block JOIN instrument ON id = instrument
     WHERE start < ?${instrument === undefined ? '' : ` AND instrument = ${instrument}`} ORDER BY instrument, width, start`,
    until,
  ) as Generator<[number, number, string | Uint8Array, number, number]>
  for (const [instrument, width, block, price, amount] of blocks)
    for (const bar of readBars(block, { price, amount })) {
      if (bar.timestamp < from || bar.timestamp >= until) continue
      const prices = [bar.open, bar.high, bar.low, bar.close].map(units => formatDecimal(units, price))
      const sums = [formatDecimal(bar.volume, amount), formatDecimal(bar.notional, price + amount)]
      yield [instrument, width, bar.timestamp, bar.versions, ...prices, ...sums, bar.count, bar.usd]
    }
}
