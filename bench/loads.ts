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
  {
    id: 'depths-100',
    title: 'page of 100 order books with depth',
    operation: 'listDepthSnapshots',
    records: 100,
    calls: ({ example }) => [{ ...example, page_size: '100' }],
    budgets: [{ thanLoad: 'trades-100', atLeast: 0.1 }],
  },
  {
    id: 'exchange-metrics',
    title: "page of 10 hours of an exchange's metrics",
    operation: 'listExchangeMetrics',
    records: 10,
    budgets: [{ thanLoad: 'trades-100', atLeast: 0.05 }],
  },
]
