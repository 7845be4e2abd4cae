import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { packRecordedBook, type RecordedLevel } from '../src/market/books/recorded-book.ts'
import { hour, minute } from '../src/market/time.ts'
import { withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

/** Three books of one instrument in two hours; the last has no bids. */
const at = [end - 2 * hour + 5_000, end - 2 * hour + 65_000, end - hour + 9_000] as const
const rows: [number, number | null, string, string][] = [
  [at[0], at[0] - 40, '[["3000.5","2"],["2999","1.5"],["2900","10"]]', '[["3001","1"],["3004.25","4"],["3100","20"]]'],
  [at[1], null, '[["3000","1"]]', '[["3002","3"],["3003","0.5"]]'],
  [at[2], at[2] - 7, '[]', '[["3005","2"]]'],
]
const dex = 'usp3/spot/weth-usdc'
const mixed = 'krkn/spot/btc-usd'

const path = `${t.testdir()}/recorded.sqlite`
copyFileSync(storePath, path)
const database = new Database(path)
const idOf = (code: string) => {
  const [exchange, kind, name] = code.split('/')
  const sql = 'SELECT id FROM instrument WHERE exchange_code = ? AND class = ? AND code = ?'
  return database.prepare(sql).pluck().get(exchange, kind, name) as number
}
const insert = database.prepare('INSERT INTO order_book_snapshot VALUES (?, ?, ?, ?, ?)')
for (const row of rows) insert.run(idOf(dex), ...row)
database.exec("UPDATE store SET value = 'recorder' WHERE name = 'source'")

const generated = await serve(t, unlimited)
const bookPath = (code: string, what: string) => `/v2/data/order_book_snapshots.v1/exchanges/${code}/${what}`
const first = (await generated.json(bookPath(mixed, 'snapshots/raw?page_size=2'))).data
// One at the instant of a generated book, one between two.
const [replaced, between] = [first[0].poll_timestamp, first[1].poll_timestamp + 500]
insert.run(idOf(mixed), replaced, null, '[["70000","1"]]', '[["70001","1"]]')
insert.run(idOf(mixed), between, null, '[["71000","1"]]', '[["71001","1"]]')
database.close()

const server = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
const read = async (what: string, query: Record<string, string | number> = {}, code = dex) =>
  (await server.json(withQuery(bookPath(code, what), query))).data
const levels = (pairs: RecordedLevel[]) => pairs.map(([price, amount]) => ({ price, amount }))

t.test('recorded books are served level by level, as recorded', async t => {
  const raw = await read('snapshots/raw', { sort: 'asc' })
  t.same(
    raw.map(({ poll_timestamp, timestamp, bids, asks }: Record<string, unknown>) => [
      poll_timestamp,
      timestamp,
      bids,
      asks,
    ]),
    rows.map(([polled, timestamp, bids, asks]) => [
      polled,
      timestamp,
      levels(JSON.parse(bids)),
      levels(JSON.parse(asks)),
    ]),
  )
  const newest = await read('snapshots/raw', { page_size: 1, limit_orders: 1 })
  t.same([newest.length, newest[0].poll_timestamp], [1, at[2]])
  t.same((await read('snapshots/raw', { limit_orders: 2, sort: 'asc' }))[0].asks.length, 2)
})

t.test('pages of recorded books join to the whole', async t => {
  const page = await server.json(withQuery(bookPath(dex, 'snapshots/raw'), { page_size: 2 }))
  const next = await server.json(page.next_url.replace(/^https?:\/\/[^/]+/, ''))
  t.same([...page.data, ...next.data], await read('snapshots/raw'))
  t.notOk('next_url' in next, 'the last page has no next URL')
})

t.test('depth, spread, mid price and slippage come from the recorded levels', async t => {
  const [one, two, three] = await read('snapshots/full', { sort: 'asc', slippage: 6000 })
  // 0.1 % of 3000.5 reaches 2997.4995; 4 % reaches 2880.48.
  t.same([one.bid_volume0_1, one.bid_volume2, one.bid_volume4, one.bid_volume10], ['3.5', '3.5', '13.5', '13.5'])
  t.same([one.ask_volume0_1, one.ask_volume0_2, one.ask_volume4], ['1', '5', '25'])
  t.same([one.spread, one.mid_price], ['0.5', '3000.75'])
  const bought = 1 + (6000 - 3001) / 3004.25
  t.ok(Math.abs(one.ask_slippage - (6000 / bought / 3000.75 - 1)) < 1e-12, 'the ask side walks the recorded levels')
  t.ok(Math.abs(one.bid_slippage - (1 - 3000.5 / 3000.75)) < 1e-12, 'the bid side walks the recorded levels')
  t.same([two.bid_slippage, two.timestamp], [null, null], 'one coin is too little for an order of 6000 dollars')
  t.same([three.spread, three.mid_price, three.ask_slippage, three.bid_volume10], [null, null, null, '0'])
  const [, , against] = await read('snapshots/slippage', { sort: 'asc', slippage: 6000, slippage_ref: 'best' })
  t.same([against.ask_slippage, against.bid_slippage], ['0', null], 'a one-sided book still has a best price')
})

t.test('intervals are means over recorded books', async t => {
  const query = { interval: '1h', sort: 'asc', slippage: 100 }
  const [early, late] = await read('ob_aggregations/full', query)
  t.same([early.poll_timestamp, late.poll_timestamp], [end - 2 * hour, end - hour])
  t.same(
    [early.bid_volume0_1, early.ask_volume0_2, early.spread, early.mid_price],
    ['2.25', '4.25', '1.25', '3000.875'],
  )
  t.same([late.ask_volume10, late.bid_volume10, late.spread, late.mid_price], ['2', '0', null, null])
  const slippage = await read('ob_aggregations/slippage', query)
  t.same(slippage[0].ask_slippage, early.ask_slippage)
})

t.test('asset metrics include recorded books', async t => {
  const query = { asset: 'weth', interval: '1h', start_time: new Date(end - 2 * hour).toISOString(), sources: 'true' }
  const url = withQuery('/v2/data/analytics.v2/asset_metrics', {
    ...query,
    end_time: new Date(end - hour).toISOString(),
  })
  const { off_chain_liquidity_data } = (await server.json(url)).data[0]
  t.equal(off_chain_liquidity_data.market_depth.volume10, (13.5 + 1) / 2 + (25 + 3.5) / 2)
  const [hours] = (await server.json(withQuery(url, { interval: '2h', end_time: new Date(end).toISOString() }))).data
  const both = (13.5 + 1 + 0) / 3 + (25 + 3.5 + 2) / 3
  t.ok(
    Math.abs(hours.off_chain_liquidity_data.market_depth.volume10 - both) < 1e-9,
    'intervals of more than an hour include those after the first minute of an hour',
  )
})

t.test('a recorded book appears beside generated ones and replaces one of the same instant', async t => {
  const raw = await read('snapshots/raw', { page_size: 3, limit_orders: 1 }, mixed)
  t.same(
    raw.map(({ poll_timestamp, bids }: { poll_timestamp: number; bids: RecordedLevel[] }) => [poll_timestamp, bids]),
    [
      [replaced, levels([['70000', '1']])],
      [between, levels([['71000', '1']])],
      [first[1].poll_timestamp, first[1].bids.slice(0, 1)],
    ],
  )
  const minutes = { interval: '1m', start_time: new Date(replaced - (replaced % minute)).toISOString() }
  const [last] = await read('ob_aggregations/full', minutes, mixed)
  t.same([last.mid_price, last.ask_volume10], ['70000.5', '1'])
})

t.test('an invalid book is refused with the reason', async t => {
  const precision = { price: 2, amount: 3 }
  const pack = (bids: RecordedLevel[], asks: RecordedLevel[]) =>
    packRecordedBook({ polled: 1, timestamp: null }, { bids, asks }, precision)
  t.same(pack([['1', '2']], []), [1, null, '[["1","2"]]', '[]'])
  const cases: [RecordedLevel[], RecordedLevel[], RegExp][] = [
    [[['1.005', '2']], [], /bid price 1.005 must be a positive decimal with at most 2 decimal places/],
    [[], [['1', '0']], /ask amount 0 must be a positive decimal with at most 3 decimal places/],
    [[], [['1e3', '1']], /ask price 1e3 must be a positive decimal/],
    [
      [],
      [
        ['1', '1'],
        ['1', '1'],
      ],
      /ask price 1 must be above the previous one/,
    ],
    [
      [
        ['1', '1'],
        ['2', '1'],
      ],
      [],
      /bid price 2 must be below the previous one/,
    ],
    [[['2', '1']], [['2', '1']], /bid 2 must be below ask 2/],
    [[], JSON.parse('[[1, 2]]'), /bids and asks must be JSON arrays of \[price, amount\], both as decimals in quotes/],
  ]
  for (const [bids, asks, message] of cases) t.throws(() => pack(bids, asks), { name: 'RangeError', message })
})
