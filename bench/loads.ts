import { recentPages } from './calls.ts'
import type { Load } from './load.ts'

const tradesOfInstrument = `SELECT timestamp, trade_id, price, amount, taker_side_sell FROM trade
  WHERE instrument = (SELECT id FROM instrument WHERE exchange_code = :exchange AND class = :instrument_class AND code = :instrument)
  AND timestamp < :until AND versions & 1 ORDER BY timestamp DESC, trade_id DESC LIMIT :count`

/** Every load. One more is one more entry: its operation, how large its page is, and what it must keep to. */
export const loads: readonly Load[] = [
  {
    id: 'trades-100',
    title: 'page of 100 trades',
    operation: 'listTrades',
    records: 100,
    calls: recentPages(100),
    plainSql: tradesOfInstrument,
    budgets: [
      { than: 'floor', atLeast: 0.25 },
      { than: 'prism', atLeast: 1.5 },
      { than: 'mockoon', atLeast: 4 },
    ],
  },
  {
    id: 'trades-1000',
    title: 'page of 1,000 trades',
    operation: 'listTrades',
    records: 1000,
    calls: recentPages(1000),
    plainSql: tradesOfInstrument,
    budgets: [
      { than: 'floor', atLeast: 0.08 },
      { than: 'prism', atLeast: 1 },
      { than: 'mockoon', atLeast: 1 },
    ],
  },
]
