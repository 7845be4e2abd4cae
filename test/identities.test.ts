import { copyFileSync } from 'node:fs'
import { parseDecimal } from '../src/market/numbers/decimal.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { BarFold } from '../src/market/trades/bar.ts'
import { barRows } from '../src/store/bar-rows.ts'
import { Store } from '../src/store/store.ts'
import { tradeRows } from '../src/store/trade-rows.ts'
import { checkBars, intervals } from './harness/bar-checks.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { exact, foldOf, nearestQuotient, plain, type Trade } from './harness/fold.ts'
import { ofRecords } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { dayPath } from './harness/partial-stores.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start, storePath } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const store = Store.open(storePath, { readonly: true })
t.teardown(() => store.close())

const list = async (path: string): Promise<Row[]> => (await server.json(path)).data
const instruments = await list('/v1/instruments?with_list_pools=true')
const nameOf = ({ exchange_code, class: kind, code }: Row) => `${exchange_code} ${kind} ${code}`
const instrument = (name: string): Row => instruments.find(one => nameOf(one) === name)

const versions = ['v1', 'v2'] as const
const tapes = new Map<string, Trade[]>()
for (const one of instruments)
  for (const version of versions)
    tapes.set(
      `${nameOf(one)} ${version}`,
      await list(withQuery(instrumentUrl(one, 'trades', version), { sort: 'asc', page_size: 100_000 })),
    )
const tape = (name: string, version = 'v1') => tapes.get(`${name} ${version}`)!

const busiest = 'cbse spot btc-usd'
t.test('the arithmetic of this test is right', async t => {
  t.equal(plain(exact('0.1') + exact('0.2')), '0.3')
  t.equal(plain(exact('100') + exact('20')), '120')
  t.equal(nearestQuotient(1n, 3n), 1 / 3)
  t.equal(nearestQuotient(2n ** 53n + 1n, 1n), 2 ** 53)
  t.equal(nearestQuotient(123456789n, 10n ** 12n), 0.000123456789)
})

const traded = instruments.filter(({ trade_count }) => trade_count > 0)
const hours = intervals.find(({ width }) => width === hour)!
for (const [n, one] of traded.entries()) {
  const name = nameOf(one)
  t.test(`bars of ${name} are the exact fold of its trades`, async t => {
    // All bars of the busiest instrument; of each other one the hours and, in turn, one more interval.
    const every = name === busiest
    for (const version of every ? versions : [versions[Math.floor(n / intervals.length) % 2]!])
      for (const interval of every ? intervals : new Set([hours, intervals[n % intervals.length]!]))
        await checkBars(t, server, { one, version, trades: tape(name, version), ...interval })
  })
}

t.test('averages lie between low and high and are plain decimals', async t => {
  let compared = 0
  for (const one of instruments) {
    const url = withQuery(instrumentUrl(one, 'count_ohlcv_vwap', 'v2'), { interval: '10m', page_size: 100_000 })
    for (const { low, high, price, volume, count } of await list(url)) {
      if (count === 0) continue
      compared++
      if (!(Number(low) <= Number(price) && Number(price) <= Number(high)))
        t.fail(`${nameOf(one)}: ${low} ${price} ${high}`)
      for (const text of [low, high, price, volume]) if (!/^\d+(\.\d*[1-9])?$/.test(text)) t.fail(text)
    }
  }
  t.ok(compared > 1000, `${compared} bars`)
})

t.test('prices with more digits than a double stay distinct', async t => {
  const [low, high] = ['1234567890123.0000000001', '1234567890123.0000000002']
  for (const [first, second] of [
    [low, high],
    [high, low],
  ] as const) {
    const fold = new BarFold({ price: 10, amount: 2 })
    for (const price of [first, second]) fold.add(parseDecimal(price, 10), parseDecimal('1', 2))
    t.strictSame([fold.low, fold.high, fold.open, fold.close], [low, high, first, second])
    const { open, close, volume, notional, count } = fold
    const other = new BarFold({ price: 10, amount: 2 })
    for (const price of [first, second]) {
      const one = parseDecimal(price, 10)
      const notional = parseDecimal(price, 12)
      other.merge({ open: one, high: one, low: one, close: one, volume: 100, notional, count: 1 })
    }
    t.strictSame([other.low, other.high, other.open, other.close], [low, high, open, close])
    t.same([other.volume, other.notional, other.count], [volume, notional, count])
    const vwap = exact(fold.vwap!)
    t.ok(exact(low) <= vwap && vwap <= exact(high), fold.vwap!)
  }
})

/** Removes trades before a time, and rewrites the others as JSON, as other programs may. */
function keepTradesFrom(own: Store, from: number): void {
  const kept = Map.groupBy([...tradeRows(own, from, end)], ([instrument]) => instrument)
  own.run('DELETE FROM trade_block')
  for (const [instrument, rows] of kept)
    for (let n = 0; n < rows.length; n += 500) {
      const block = rows.slice(n, n + 500).map(([, ...values]) => values)
      own.run(
        'INSERT INTO trade_block VALUES (?, ?, ?, ?)',
        instrument!,
        block[0]![0]!,
        block.length,
        JSON.stringify(block),
      )
    }
}

/** A store of another source, without bars, and with the instrument dates that `fill` leaves. */
async function serveOwnData(t: Test, from: number, fill: string) {
  const path = `${t.testdir()}/own.sqlite`
  copyFileSync(dayPath, path)
  const own = Store.open(path, { readonly: false })
  own.run("UPDATE store SET value = 'test' WHERE name = 'source'")
  own.run(`UPDATE store SET value = '${from}' WHERE name = 'start'`)
  keepTradesFrom(own, from)
  own.run('DELETE FROM bar_block')
  own.run(fill)
  own.close()
  const served = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  return (what: string, query: Record<string, string>) =>
    served.json(withQuery(instrumentUrl(instrument(busiest), what), { sort: 'asc', page_size: 100_000, ...query }))
}

t.test('the first trades are in a bar wherever the store begins, unless the request starts later', async t => {
  const from = end - day + 30 * minute
  const ask = await serveOwnData(t, from, 'UPDATE instrument SET trade_start = NULL, trade_end = NULL')
  const { length } = (await ask('trades', {})).data
  t.ok(length > 100, 'many bars are compared')
  const start_time = new Date(from - 45 * minute).toISOString()
  for (const interval of ['1m', '7m', '13h', '1d']) {
    for (const query of [{}, { end_time: new Date(end).toISOString() }]) {
      const bars: Row[] = (await ask('count_ohlcv_vwap', { interval, ...query })).data
      t.equal(
        bars.reduce((sum, { count }) => sum + count, 0),
        length,
        interval,
      )
      t.ok(bars[0].count > 0, 'and the first bar begins with the first trade')
    }
    const asked: Row[] = (await ask('count_ohlcv_vwap', { interval, start_time })).data
    t.ok(
      asked.every(({ timestamp }) => timestamp >= from - 45 * minute),
      'extended ranges reach back a little',
    )
    const exact: Row[] = (await ask('ohlcv', { interval, start_time: new Date(from).toISOString() })).data
    t.ok(
      exact.every(({ timestamp }) => timestamp >= from),
      'exact ranges begin at their start',
    )
  }
  const [daily] = (await ask('count_ohlcv_vwap', { interval: '1d' })).data
  t.equal(daily.timestamp, end - day)
})

t.test('sixty minutes add up to an hour, and 24 hours to a day', async t => {
  const ask = (interval: string) =>
    list(withQuery(instrumentUrl(instrument(busiest), 'ohlcv'), { interval, sort: 'asc', page_size: 100_000 }))
  const [minutes, hours, days] = await Promise.all([ask('1m'), ask('1h'), ask('1d')])
  for (const [small, large, width] of [
    [minutes, hours, hour],
    [hours, days, day],
  ] as const) {
    const groups = Map.groupBy(
      small.filter(bar => bar.open !== null),
      ({ timestamp }) => Math.floor(timestamp / width) * width,
    )
    for (const bar of large) {
      const parts = groups.get(bar.timestamp) ?? []
      const highs = parts.map(({ high }) => Number(high))
      const lows = parts.map(({ low }) => Number(low))
      t.strictSame(bar, {
        timestamp: bar.timestamp,
        open: parts[0]?.open ?? null,
        high: parts[highs.indexOf(Math.max(...highs))]?.high ?? null,
        low: parts[lows.indexOf(Math.min(...lows))]?.low ?? null,
        close: parts.at(-1)?.close ?? null,
        volume: plain(parts.reduce((sum, { volume }) => sum + exact(volume), 0n)) || '0',
      })
    }
  }
})

t.test(
  'every stored bar is the fold of the stored trades',
  ofRecords(async t => {
    // Every third instrument.
    const rows = [...tradeRows(store, start, end)]
      .filter(([instrument]) => Number(instrument) % 3 === 0)
      .map(
        ([instrument, timestamp, , versions, price, amount]) =>
          [instrument, timestamp, versions, price, amount] as [number, number, number, string, string],
      )
    const bars = [...barRows(store, start, end)].filter(([instrument]) => Number(instrument) % 3 === 0)
    t.ok(bars.length > 200, 'many bars are compared')
    const byHour = Map.groupBy(rows, ([id, timestamp]) => `${id} ${Math.floor(timestamp / hour)}`)
    let counted = 0
    for (const [id, width, timestamp, bits, open, high, low, close, volume, notional, count] of bars as Row[]) {
      const hours = Array.from(
        { length: width / hour },
        (_, n) => byHour.get(`${id} ${timestamp / hour + n}`) ?? [],
      ).flat()
      for (const bit of [1, 2].filter(bit => bits & bit)) {
        const own = hours
          .filter(row => row[2] & bit)
          .map(([, timestamp, , price, amount]) => ({ timestamp, price, amount }) as Trade)
        const fold = foldOf(timestamp, own)
        const sum = own.reduce((sum, { price, amount }) => sum + exact(price) * exact(amount), 0n)
        t.equal(sum, exact(notional) * exact('1'), `${id} ${timestamp}`)
        t.strictSame(
          [open, high, low, close, volume, count],
          [fold.open, fold.high, fold.low, fold.close, fold.volume, fold.count],
        )
        counted += width === hour ? own.length : 0
      }
    }
    const expected = rows.reduce((sum, [, , bits]) => sum + (bits === 3 ? 2 : 1), 0)
    t.equal(counted, expected, 'and every trade of a finished hour is in a bar')
  }),
)

t.test(
  'every code in every record is in the reference data',
  ofRecords(async t => {
    const [exchanges, assets, protocols, pools] = (await Promise.all(
      ['exchanges', 'assets', 'pools-protocols', 'pools'].map(name => list(`/v1/${name}`)),
    )) as [Row[], Row[], Row[], Row[]]
    const codes = (rows: Row[]) => new Set(rows.map(({ code }) => code))
    const [exchangeCodes, assetCodes, protocolCodes] = [codes(exchanges), codes(assets), new Set(protocols)]
    const slugs = new Map(exchanges.map(({ code, vendor_legacy_slug }) => [code, vendor_legacy_slug]))
    const poolNames = new Set(pools.map(({ blockchain, address }) => `${blockchain} ${address}`))
    for (const one of instruments) {
      t.ok(
        exchangeCodes.has(one.exchange_code) && assetCodes.has(one.base_asset) && assetCodes.has(one.quote_asset),
        nameOf(one),
      )
      t.equal(one.vendor_legacy_exchange_slug, slugs.get(one.exchange_code))
      if (one.class === 'spot') t.equal(one.code, `${one.base_asset}-${one.quote_asset}`)
      t.ok(
        one.list_pools.every((pool: Row) => poolNames.has(`${pool.blockchain} ${pool.address}`)),
        'every pool of the list is known',
      )
    }
    for (const pool of pools) t.ok(protocolCodes.has(pool.protocol), pool.name)
    const tokens = store.all('SELECT DISTINCT asset FROM pool_token').map(([code]) => code)
    t.same(
      tokens.filter(code => !assetCodes.has(code)),
      [],
    )
    t.same(store.all('SELECT DISTINCT instrument FROM trade_block EXCEPT SELECT id FROM instrument'), [])
    t.same(store.all('SELECT DISTINCT instrument FROM bar_block EXCEPT SELECT id FROM instrument'), [])
  }),
)

t.test('dates and counts of every instrument agree with its trades', async t => {
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())
  for (const one of instruments) {
    const own = tape(nameOf(one))
    const [first, last] = [own[0]?.timestamp, own.at(-1)?.timestamp]
    t.equal(one.trade_count, own.length, nameOf(one))
    const began = one.trade_start_timestamp
    // Trading may have begun before the store.
    if (began === null || began >= start) t.equal(began, first ?? null, nameOf(one))
    t.equal(one.trade_start_time, began === null ? null : iso(began), nameOf(one))
    // Some contracts ended without a trade in the store.
    if (one.trade_end_timestamp !== null && one.trade_end_timestamp < start) t.equal(own.length, 0, nameOf(one))
    else if (one.trade_end_timestamp !== null)
      t.strictSame([one.trade_end_timestamp, one.trade_end_time], [last, iso(last)], nameOf(one))
    else t.equal(one.trade_end_time, null)
    t.equal(new Set(own.map(({ trade_id }) => trade_id)).size, own.length, 'ids are unique')
  }
})

t.test('every meaning of taker_side_sell has an exchange', async t => {
  const sides = (exchange: string) =>
    new Set(
      instruments
        .filter(one => one.exchange_code === exchange)
        .flatMap(one => tape(nameOf(one)).map(trade => trade.taker_side_sell)),
    )
  const rules = Object.fromEntries(
    store.all('SELECT taker_side, code FROM exchange WHERE code IN (SELECT exchange_code FROM instrument)'),
  )
  const expected: Record<string, unknown[]> = {
    taker: [true, false],
    inverted: [true, false],
    with_unknown: [true, false, 'unknown'],
    null: [null],
    always_false: [false],
  }
  t.same(new Set(Object.keys(rules)), new Set(Object.keys(expected)))
  for (const [rule, values] of Object.entries(expected)) t.same(sides(rules[rule] as string), new Set(values), rule)
})

type Move = [code: string, rule: string, sell: number, falls: number, rises: number]

/** Number of price falls and rises by taker side, in version 2, by exchange. */
function movesOf(catalogue: Store): Move[] {
  const markets = new Map(
    catalogue
      .all('SELECT id, exchange.code, taker_side FROM instrument JOIN exchange ON exchange.code = exchange_code')
      .map(([id, ...market]) => [id, market as [string, string]]),
  )
  const moves = new Map<string, Move>()
  let before: { instrument: unknown; price: number } | undefined
  for (const [instrument, , , versions, text, , side] of tradeRows(catalogue, 0, end)) {
    if (!((versions as number) & 2)) continue
    const price = Number(text)
    const change = before?.instrument === instrument ? price - before!.price : 0
    before = { instrument, price }
    const [code, rule] = markets.get(instrument!)!
    if (typeof side !== 'number' || rule === 'always_false') continue
    const move = moves.get(`${code} ${side}`) ?? [code, rule, side, 0, 0]
    moves.set(`${code} ${side}`, move)
    if (change < 0) move[3]++
    if (change > 0) move[4]++
  }
  return [...moves.values()].filter(([, , , falls, rises]) => falls + rises > 150)
}

t.test('taker buys push prices up and taker sells push them down, on exchanges that report the taker side', async t => {
  const catalogue = Store.open(cataloguePath, { readonly: true })
  const moves = movesOf(catalogue)
  catalogue.close()
  for (const [code, rule, sell, falls, rises] of moves) {
    const sold = rule === 'inverted' ? sell === 0 : sell === 1
    t.ok(sold ? falls > 1.3 * rises : rises > 1.3 * falls, `${code}: ${falls} falls and ${rises} rises where ${sell}`)
  }
  const reporting = new Set(moves.flatMap(([code, rule]) => `${code} ${rule}`.split(' ')))
  for (const one of ['taker', 'inverted', 'usp3']) t.ok(reporting.has(one), one)
})

t.test(
  'version 2 differs from version 1 only by cancelled and repriced trades',
  ofRecords(async t => {
    let [cancelled, repriced] = [0, 0]
    for (const one of instruments) {
      const second = new Map(tape(nameOf(one), 'v2').map(trade => [trade.trade_id, trade]))
      for (const { price, ...trade } of tape(nameOf(one))) {
        const now = second.get(trade.trade_id)
        second.delete(trade.trade_id)
        if (now === undefined) cancelled++
        else if (now.price !== price) repriced++
        if (now) t.strictSame({ ...trade, price: now.price }, { ...now }, 'only the price differs')
      }
      t.equal(second.size, 0, 'no trade is added')
    }
    const all = tape(busiest).length
    t.ok(cancelled > 0 && cancelled < all / 20 && repriced > 0 && repriced < all / 20, `${cancelled} ${repriced}`)
  }),
)
