import t from 'tap'
import { day, hour, minute } from '../src/market/time.ts'
import { exact, nearestQuotient, type Trade } from './harness/fold.ts'
import { ofRecords, type RecordChecks } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { buildTestStore, end, start } from './harness/store.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const listOf = async (server: Served, path: string): Promise<Row[]> => (await server.json(path)).data
const list = (path: string) => listOf(server, path)
const spots = (await list('/v1/instruments')).filter(one => one.class === 'spot')

const tapes = new Map<string, Trade[]>()
for (const one of spots)
  for (const version of ['v1', 'v2'])
    tapes.set(
      `${one.exchange_code} ${one.code} ${version}`,
      await list(withQuery(instrumentUrl(one, 'trades', version), { sort: 'asc', page_size: 100_000 })),
    )

const rateUrl = (pair: string, query: Record<string, string | number> = {}, version = 'v1') =>
  withQuery(`/v2/data/trades.${version}/spot_exchange_rate/${pair}`, { page_size: 1000, ...query })

/** Exact sums of base and quote over the spot trades of a pair in either direction. */
function exchanged(pair: string, from: number, until: number, version: string, counts: (exchange: string) => boolean) {
  const [base, quote] = pair.split('/')
  const sums = { base: 0n, quote: 0n }
  for (const one of spots) {
    const direct = one.base_asset === base && one.quote_asset === quote
    const inverted = one.base_asset === quote && one.quote_asset === base
    if ((!direct && !inverted) || !counts(one.exchange_code)) continue
    for (const { timestamp, price, amount } of tapes.get(`${one.exchange_code} ${one.code} ${version}`)!) {
      if (timestamp < from || timestamp >= until) continue
      const [volume, notional] = [exact(amount) * exact('1'), exact(price) * exact(amount)]
      sums.base += direct ? volume : notional
      sums.quote += direct ? notional : volume
    }
  }
  return sums
}

/** Time of a pair's first trade in either direction. */
function firstTrade(pair: string, version: string): number {
  const codes = [pair.replace('/', '-'), pair.split('/').reverse().join('-')]
  const own = spots.filter(({ code }) => codes.includes(code))
  return Math.min(
    ...own.map(({ exchange_code, code }) => tapes.get(`${exchange_code} ${code} ${version}`)![0]!.timestamp),
  )
}

/** Compares rates from a pair's first trade on; chained rates before it have their own test. */
function checkRates(
  t: RecordChecks,
  rates: Row[],
  pair: string,
  width: number,
  version = 'v1',
  counts = (_: string) => true,
) {
  const first = firstTrade(pair, version)
  for (const { timestamp, price, extrapolated } of rates) {
    if (timestamp + width <= first) continue
    const { base, quote } = exchanged(pair, timestamp, timestamp + width, version, counts)
    const expected = base === 0n ? null : nearestQuotient(quote, base)
    if ((price === null ? null : Number(price)) !== expected) t.fail(`${pair} ${timestamp}: ${price}, not ${expected}`)
    t.equal(extrapolated, false)
  }
}

const pairs = ['btc/usd', 'usd/btc', 'eth/btc', 'btc/eth', 'weth/usdc', 'usdt/usd', 'krw/btc']

t.test(
  'a rate is Σ quote ÷ Σ base over all spot trades of the pair, in either direction',
  ofRecords(async t => {
    for (const pair of pairs)
      for (const [interval, width] of [
        ['1h', hour],
        ['7m', 7 * minute],
        ['1d', day],
      ] as const)
        for (const version of ['v1', 'v2']) {
          const rates = await list(rateUrl(pair, { interval, sort: 'asc' }, version))
          t.equal(rates.length, Math.floor((end - Math.floor(start / width) * width - 1) / width) + 1, 'every interval')
          const sampled = interval === '7m' ? rates.filter((_, n) => n % 6 === 0) : rates
          checkRates(t, sampled, pair, width, version)
        }
  }),
)

t.test(
  'a rate and its inverse are reciprocal',
  ofRecords(async t => {
    for (const pair of [...pairs, 'eth/krw', 'weth/usdt', 'eth/usd', 'btc/usdc']) {
      const [base, quote] = pair.split('/')
      const one = await list(rateUrl(pair, { interval: '1h' })).catch(() => [])
      const other = await list(rateUrl(`${quote}/${base}`, { interval: '1h' })).catch(() => [])
      t.equal(one.length, other.length)
      one.forEach(({ price }, n) => {
        if (price === null) t.equal(other[n].price, null)
        else if (Math.abs(Number(price) * Number(other[n].price) - 1) > 1e-14) t.fail(`${pair} ${price}`)
      })
    }
  }),
)

t.test('a pair without an instrument is chained through a third asset', async t => {
  for (const [base, link, quote] of [
    ['weth', 'usdc', 'usdt'],
    ['usd', 'btc', 'krw'],
    ['eth', 'btc', 'krw'],
  ] as const) {
    const query = { interval: '1d', sources: 'true' }
    const rates = await list(rateUrl(`${base}/${quote}`, query))
    const first = await list(rateUrl(`${base}/${link}`, query))
    const second = await list(rateUrl(`${link}/${quote}`, query))
    t.ok(rates.some(({ price }) => price !== null))
    for (const [n, { price, sources }] of rates.entries()) {
      const [one, other] = [first[n], second[n]]
      if (one.price === null || other.price === null) t.strictSame([price, sources], [null, {}])
      else {
        t.ok(Math.abs(Number(price) / (Number(one.price) * Number(other.price)) - 1) < 1e-14)
        t.same(sources, { ...one.sources, ...other.sources })
      }
    }
  }
})

t.test('a rate does not change when the first instrument of its pair is listed', async t => {
  const query = { interval: '5m', sort: 'asc', sources: 'true', page_size: 1000 }
  const rates = await list(rateUrl('eth/btc', query))
  const first = firstTrade('eth/btc', 'v1')
  const before = rates.filter(({ timestamp }) => timestamp + 5 * minute <= first)
  t.ok(before.some(({ price }) => price !== null))
  const pairsOf = (some: Row[]) => new Set(some.flatMap(({ sources }) => Object.keys(sources)))
  t.same(pairsOf(before), new Set(['eth-usd', 'btc-usd']))
  t.same(pairsOf(rates.slice(before.length)), new Set(['eth-btc']))

  const path = `${t.testdir()}/earlier.sqlite`
  buildTestStore(path, { start, end: start + before.length * 5 * minute })
  const earlier = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  t.same(await listOf(earlier, rateUrl('eth/btc', query)), before)
})

t.test('sources are the bars of the traded instruments', async t => {
  const rates = await list(rateUrl('btc/usd', { interval: '1h', sources: 'true' }))
  for (const { timestamp, price: ratePrice, sources } of rates) {
    const times = { interval: '1h', start_time: new Date(timestamp).toISOString(), sort: 'asc', page_size: 1 }
    const traded: Row[] = []
    for (const one of spots.filter(one => one.code === 'btc-usd')) {
      const [bar] = await list(withQuery(instrumentUrl(one, 'count_ohlcv_vwap'), times))
      const { price, volume, count } = bar
      if (count > 0) traded.push({ exchange_code: one.exchange_code, price, volume, count })
    }
    t.same(sources, traded.length > 0 ? { 'btc-usd': { price: ratePrice, data: traded } } : {})
  }
  const [plain] = await list(rateUrl('btc/usd'))
  t.notOk('sources' in plain)
})

t.test('exchanges can be excluded or selected', async t => {
  const query = { interval: '4h' }
  const cbse = await list(rateUrl('btc/usd', { ...query, include_exchanges: 'cbse' }))
  checkRates(t, cbse, 'btc/usd', 4 * hour, 'v1', exchange => exchange === 'cbse')
  const others = await list(rateUrl('btc/usd', { ...query, exclude_exchanges: 'cbse,krkn' }))
  checkRates(t, others, 'btc/usd', 4 * hour, 'v1', exchange => exchange !== 'cbse' && exchange !== 'krkn')
  const none = await list(rateUrl('btc/usd', { ...query, include_exchanges: 'lmax' }))
  t.same(new Set(none.map(({ price }) => price)), new Set([null]))
})

t.test('* selects all exchanges, as its echo says', async t => {
  for (const validation of ['standard', 'strict', 'lenient']) {
    const asked = await serve(t, { ...unlimited, SANDBOX_VALIDATION: validation })
    const { query, data } = await asked.json(rateUrl('btc/usd'))
    t.same(query.include_exchanges, ['*'])
    for (const all of ['*', 'cbse,*'])
      t.match(await asked.json(rateUrl('btc/usd', { include_exchanges: all })), { query, data }, validation)
  }
})

t.test('unknown codes with lenient validation leave the echo its fields and types', async t => {
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  const echo = async (pair: string, query = {}) => {
    const answer = await lenient.json(rateUrl(pair, query))
    return { ...answer.query, rows: answer.data.length }
  }
  const known = await echo('btc/usd', { include_exchanges: 'cbse' })
  t.strictSame(await echo('btc/usd', { include_exchanges: 'zzz' }), {
    ...known,
    include_exchanges: ['zzz'],
    instruments: [],
    rows: 0,
  })
  const empty = { include_exchanges: ['*'], exclude_exchanges: ['cbse', 'zzz'], instruments: [], rows: 0 }
  t.match(await echo('btc/usd', { exclude_exchanges: 'cbse,zzz' }), { base_asset: 'btc', quote_asset: 'usd', ...empty })
  t.match(await echo('nope/usd'), { base_asset: 'nope', quote_asset: 'usd', instruments: [], rows: 0 })
})

t.test('the last rate fills intervals without trades on request', async t => {
  for (const [pair, interval] of [
    ['eth/btc', '5m'],
    ['eth/krw', '15m'],
    ['btc/usd', '1s'],
  ] as const) {
    const query = { interval, sort: 'asc', page_size: 1000 }
    const holes = await list(rateUrl(pair, query))
    let last: string | null = null
    const expected = holes.map(({ timestamp, price }) => {
      last = price ?? last
      return { timestamp, price: last, extrapolated: price === null && last !== null }
    })
    t.ok(expected.some(({ extrapolated }) => extrapolated))
    const filled = rateUrl(pair, { ...query, extrapolate_missing_values: 'true' })
    t.strictSame(await list(filled), expected)
    const from = new Date(expected.at(-1)!.timestamp).toISOString()
    t.strictSame(
      await list(withQuery(filled, { start_time: from })).then(rows => rows[0]),
      expected.at(-1),
      'from any start',
    )
  }
})

t.test('invalid pairs are refused', async t => {
  const refusal = async (pair: string, query = {}) => {
    const answer = await server.get(rateUrl(pair, query))
    return [answer.statusCode, answer.json().message]
  }
  t.match(await refusal('nope/usd'), [404, /unknown base "nope"/])
  t.match(await refusal('btc/usx'), [404, /unknown quote "usx" \(did you mean/])
  t.match(await refusal('btc/btc'), [400, /base and quote/])
  t.match(await refusal('btc/zar'), [404, /no spot rate of btc-zar/])
  t.match(await refusal('btc/usd', { include_exchanges: 'cbse,nope' }), [404, /include_exchanges "nope"/])
  t.match(await refusal('btc/usd', { interval: '25h' }), [400, /interval must be .*1s to 1d/])
  t.match(await refusal('btc/usd', { page_size: 1001 }), [400, /page_size .*1 to 1000/])
})

const valueUrl = (asset: string, time?: number, version = 'v1') =>
  withQuery(`/v2/data/trades.${version}/principal_market_value`, {
    asset,
    end_time: time === undefined ? undefined : new Date(time).toISOString(),
  })

const money = new Set(
  (await list('/v1/assets'))
    .filter(({ asset_class }) => asset_class === 'fiat' || asset_class === 'stablecoin')
    .map(({ code }) => code),
)
const chains = new Set(await list('/v1/pools-protocols'))

t.test('the principal market has the largest volume of two weeks, and the price is the last trade', async t => {
  for (const version of ['v1', 'v2'])
    for (const time of [end, end - 1, end - 20 * hour - 12_345, end - 2 * day, start + 3 * hour + 7 * minute])
      for (const asset of ['btc', 'eth']) {
        const [value] = await list(valueUrl(asset, time, version))
        const eligible = spots
          .filter(one => one.base_asset === asset && money.has(one.quote_asset) && !chains.has(one.exchange_code))
          .map(one => ({
            ...one,
            trades: tapes
              .get(`${one.exchange_code} ${one.code} ${version}`)!
              .filter(({ timestamp }) => timestamp >= time - 14 * day && timestamp < time),
          }))
        const markets = [...Map.groupBy(eligible, one => one.exchange_code)].map(([code, some]) => {
          const trades = some.flatMap(one => one.trades.map((trade: Trade) => ({ ...trade, quote: one.quote_asset })))
          return { code, trades, volume: trades.reduce((sum, { amount }) => sum + Number(amount), 0) }
        })
        const [principal] = markets.sort((a, b) => b.volume - a.volume)
        const last = principal!.trades.reduce((last, trade) => (trade.timestamp >= last.timestamp ? trade : last))
        const days = Math.min(14, (time - start) / day)
        const total = markets.reduce((sum, { volume }) => sum + volume, 0)
        t.match(value, {
          timestamp: time,
          principal_market_code: principal!.code,
          last_trade_timestamp: last.timestamp,
        })
        t.ok(Math.abs(value.adtv_2w * days - principal!.volume) < 1e-9 * total)
        t.ok(Math.abs(value.total_adtv_2w * days - total) < 1e-9 * total)
        if (last.quote === 'usd') t.equal(value.price, Number(last.price))
        else t.ok(Math.abs(value.price / Number(last.price) - 1) < 0.01, 'another dollar coin')
      }
})

t.test('a value names its market, and its time defaults to now', async t => {
  const answer = await server.json(valueUrl('btc'))
  t.strictSame(answer.data, await list(valueUrl('btc', end)))
  const names = new Map((await list('/v1/exchanges')).map(({ code, name }) => [code, name]))
  t.equal(answer.data[0].principal_market_name, names.get(answer.data[0].principal_market_code))
  t.same(await list(valueUrl('btc', end + 30 * day)), answer.data, 'later trades do not count')
  t.same(await list(valueUrl('weth')), [], 'an asset without an eligible market has no value')
})

t.test('dataset and echoed commodity both select the principal market value', async t => {
  for (const commodity of ['trades', 'principal_market_value', 'Principal_Market_Value']) {
    const answer = await server.json(withQuery(valueUrl('btc'), { commodity }))
    t.equal(answer.query.commodity, 'principal_market_value')
  }
  const refused = await server.get(withQuery(valueUrl('btc'), { commodity: 'supply' }))
  t.match([refused.statusCode, refused.json().message], [400, /^commodity must be principal_market_value, .*"supply"/])
})

t.test('only times in the current quarter are accepted', async t => {
  const quarter = /current quarter, from 2026-01-01T00:00:00\.000Z to 2026-04-01T00:00:00\.000Z/
  for (const time of [Date.UTC(2026, 0, 1) - 1, Date.UTC(2025, 5, 1), Date.UTC(2026, 3, 1) + 1]) {
    const answer = await server.get(valueUrl('btc', time))
    t.match([answer.statusCode, answer.json().message], [400, quarter])
  }
  for (const time of [Date.UTC(2026, 0, 1), Date.UTC(2026, 3, 1)])
    t.equal((await server.get(valueUrl('btc', time))).statusCode, 200)
  t.match((await server.get('/v2/data/trades.v1/principal_market_value')).json().message, /asset is required/)
  t.match((await server.get(valueUrl('bct'))).json().message, /unknown asset "bct" \(did you mean/)
})
