import Database from 'better-sqlite3'
import { day, hour, minute, second } from '../../src/market/time.ts'
import { importRecords, parseInstrument } from '../../src/store/own/import.ts'
import { rebuildOwnStore } from '../../src/store/own/own-store.ts'
import { barsOf, type CountedBar, type Trade } from '../harness/fold.ts'
import { fc, runs } from '../harness/properties.ts'
import { serveOwn } from '../harness/server.ts'
import { faultsOf } from '../harness/store-checks.ts'
import t from '../harness/tap.ts'

const foo = parseInstrument('myex/spot/foo-usd')
const bars = '/v2/data/trades.v1/exchanges/myex/spot/foo-usd/aggregations/count_ohlcv_vwap'
const metrics = '/v2/data/analytics.v2/exchange_metrics?exchange=myex'

/** Trades of some hours or days that begin at any time of a day. */
const imports = fc
  .record({
    from: fc.integer({ min: 0, max: 3 * day }),
    length: fc.constantFrom(second, hour, 5 * hour, day, 3 * day),
    trades: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        price: fc.integer({ min: 1, max: 1_000_000 }),
        amount: fc.integer({ min: 1, max: 1_000_000 }),
      }),
      { minLength: 1, maxLength: 30 },
    ),
  })
  .map(({ from, length, trades }) =>
    trades
      .map(({ at, price, amount }) => ({
        timestamp: Date.UTC(2026, 1, 27) + from + Math.floor(at * length),
        price: String(price / 100),
        amount: String(amount / 10_000),
      }))
      .sort((a, b) => a.timestamp - b.timestamp)
      .map((trade, n): Trade => ({ ...trade, trade_id: String(n).padStart(3, '0'), taker_side_sell: true })),
  )

/** Widths that divide a day and that do not. */
const intervals = fc.constantFrom(1, 7, 60, 5 * 60, 12 * 60, 24 * 60)
const anyInterval = fc.integer({ min: 1, max: 24 * 60 })

function importTrades(path: string, trades: readonly Trade[]): void {
  const lines = trades.map(trade => JSON.stringify(trade))
  importRecords(path, foo, { trades: { name: 'trades.ndjson', text: lines.join('\n') } })
}

function ranged(trades: readonly Trade[], width: number) {
  const from = Math.floor(trades[0]!.timestamp / width) * width
  const until = Math.ceil((trades.at(-1)!.timestamp + 1) / hour) * hour
  const query = { start_time: new Date(from).toISOString(), end_time: new Date(until).toISOString(), sort: 'asc' }
  return { from, until, query: String(new URLSearchParams(query)) }
}

t.test('bars of imported trades are their fold, whenever the trades begin and end', async t => {
  let stores = 0
  await fc.assert(
    fc.asyncProperty(imports, fc.tuple(intervals, anyInterval, fc.constant(24 * 60)), async (trades, minutes) => {
      const path = `${t.testdir()}/own-${stores++}.sqlite`
      importTrades(path, trades)
      t.same([...faultsOf(path)], [])
      const server = await serveOwn(t, path)
      for (const width of minutes.map(count => count * minute)) {
        const { from, until, query } = ranged(trades, width)
        const { data } = await server.json(`${bars}?interval=${width / minute}m&${query}&page_size=100000`)
        t.same(data.map(withPrice), barsOf(trades, width, from, until).map(withPrice), `${width / minute} m`)
      }
      await server.close()
    }),
    runs(12),
  )
})

/** The text of an average may have other digits for the same double. */
function withPrice(bar: CountedBar) {
  return { ...bar, price: bar.price === null ? null : Number(bar.price) }
}

t.test('metrics of the first day of imported trades, which began within it, are the sums of its hours', async t => {
  const path = `${t.testdir()}/own.sqlite`
  const trades = Array.from({ length: 20 }, (_, n): Trade => {
    const timestamp = Date.UTC(2026, 2, 1, 10, 15) + n * hour
    return { timestamp, trade_id: String(n), price: '100', amount: '2', taker_side_sell: null }
  })
  importTrades(path, trades)
  const { json } = await serveOwn(t, path)
  const { query } = ranged([trades[0]!, { ...trades[0]!, timestamp: Date.UTC(2026, 2, 2) - 1 }], day)
  const days = (await json(`${metrics}&interval=1d&${query}`)).data
  const hours = (await json(`${metrics}&interval=1h&${query}&page_size=100`)).data
  const volume = (rows: Record<string, string>[]) => rows.reduce((sum, row) => sum + Number(row.total_volume_usd), 0)
  t.equal(days.length, 1)
  t.equal(volume(days), 14 * 200)
  t.equal(volume(hours), 14 * 200)
})

t.test('verify reports bars that are missing from any day, and trades before the start of the store', async t => {
  const path = `${t.testdir()}/own.sqlite`
  const one = { trade_id: 'a', price: '100', amount: '2', taker_side_sell: null }
  const times = [Date.UTC(2026, 2, 1, 10, 15), Date.UTC(2026, 2, 2, 10, 15), Date.UTC(2026, 2, 3, 10, 15)]
  importTrades(
    path,
    times.map(timestamp => ({ ...one, timestamp })),
  )
  const faultsAfter = (sql: string) => {
    const database = new Database(path)
    database.exec(sql)
    database.close()
    const faults = [...faultsOf(path)].filter(line => !/run rebuild$/.test(line))
    rebuildOwnStore(path)
    return faults
  }
  t.match(faultsAfter('DELETE FROM bar_block WHERE width = 3600000'), [
    /^myex spot foo-usd, v1, 1 h from 2026-03-01T10:00:00.*: stored no bar, computed 100 100/,
  ])
  t.match(faultsAfter('DELETE FROM bar_block WHERE width = 86400000'), [
    /^myex spot foo-usd, v1, 24 h from 2026-03-02T00:00:00.*: stored no bar/,
    /^myex spot foo-usd, v2, 24 h from 2026-03-02T00:00:00.*: stored no bar/,
  ])
  t.match(faultsAfter(`UPDATE store SET value = '${times[1]}' WHERE name = 'start'`), [
    /^myex spot foo-usd, the block of 2026-03-01T10:15:00.* has trades before the start of the store$/,
  ])
  t.same([...faultsOf(path)], [])
})
