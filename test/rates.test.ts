import Database from 'better-sqlite3'
import { day, hour, minute } from '../src/market/time.ts'
import { controlOf } from './harness/control.ts'
import { exact, nearestQuotient, type Trade } from './harness/fold.ts'
import { ofRecords, type RecordChecks } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { buildTestStore, end, start } from './harness/store.ts'
import t from './harness/tap.ts'

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

/** Trades of a tape, which is in order of time. */
function tradesWithin(tape: string, from: number, until: number): Trade[] {
  const trades = tapes.get(tape)!
  return trades.slice(firstAt(trades, from), firstAt(trades, until))
}

function firstAt(trades: Trade[], time: number): number {
  let [low, high] = [0, trades.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (trades[middle]!.timestamp < time) low = middle + 1
    else high = middle
  }
  return low
}

/** Exact sums of base and quote over the spot trades of a pair in either direction. */
function exchanged(pair: string, from: number, until: number, version: string, counts: (exchange: string) => boolean) {
  const [base, quote] = pair.split('/')
  const sums = { base: 0n, quote: 0n }
  for (const one of spots) {
    const direct = one.base_asset === base && one.quote_asset === quote
    const inverted = one.base_asset === quote && one.quote_asset === base
    if ((!direct && !inverted) || !counts(one.exchange_code)) continue
    for (const { price, amount } of tradesWithin(`${one.exchange_code} ${one.code} ${version}`, from, until)) {
      const [volume, notional] = [exact(amount) * exact('1'), exact(price) * exact(amount)]
      sums.base += direct ? volume : notional
      sums.quote += direct ? notional : volume
    }
  }
  return sums
}

/** Time of a pair's first trade in either direction. */
/** Compares rates in intervals with trades of the pair; chained rates have their own test. */
function checkRates(
  t: RecordChecks,
  rates: Row[],
  pair: string,
  width: number,
  version = 'v1',
  counts = (_: string) => true,
) {
  let compared = 0
  for (const { timestamp, price, extrapolated } of rates) {
    t.equal(extrapolated, false)
    const { base, quote } = exchanged(pair, timestamp, timestamp + width, version, counts)
    if (base === 0n) continue
    compared++
    const expected = nearestQuotient(quote, base)
    if (price === null || Number(price) !== expected) t.fail(`${pair} ${timestamp}: ${price}, not ${expected}`)
  }
  t.ok(compared > 0, pair)
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
    for (const pair of [...pairs, 'eth/krw', 'weth/usdt', 'eth/usd', 'btc/usdc', 'link/eur', 'usdc/krw']) {
      const [base, quote] = pair.split('/')
      const one = await list(rateUrl(pair, { interval: '10m' })).catch(() => [])
      const other = await list(rateUrl(`${quote}/${base}`, { interval: '10m' })).catch(() => [])
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
    t.ok(
      rates.some(({ price }) => price !== null),
      'some intervals have a rate',
    )
    for (const [n, { price, sources }] of rates.entries()) {
      const [one, other] = [first[n], second[n]]
      if (one.price === null || other.price === null) t.strictSame([price, sources], [null, {}])
      else {
        t.ok(
          Math.abs(Number(price) / (Number(one.price) * Number(other.price)) - 1) < 1e-14,
          'the rate is the product of its steps',
        )
        t.same(sources, { ...one.sources, ...other.sources })
      }
    }
  }
})

const preferred = ['usd', 'usdt', 'usdc', 'eur', 'btc', 'eth', 'weth']

/** Assets traded against another, the preferred first. */
function near(asset: string): string[] {
  const rank = (code: string) => `${(preferred.indexOf(code) + 10) % 10}${code}`.replace(/^9/, 'z')
  const pairs = spots.map(one => [one.base_asset, one.quote_asset])
  const found = new Set(pairs.flatMap(([a, b]) => (a === asset ? [b] : b === asset ? [a] : [])))
  return [...found].sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

/** The pair itself, then routes over one asset and over two, in order of preference. */
function routesOf(base: string, quote: string): string[][] {
  if (base > quote) return routesOf(quote, base).map(route => route.toReversed())
  const others = (asset: string) => near(asset).filter(one => one !== base && one !== quote)
  const one = others(base).filter(link => near(link).includes(quote))
  const two = others(base).flatMap(a => others(quote).flatMap(b => (near(a).includes(b) ? [[a, b]] : [])))
  return [[], ...one.map(link => [link]), ...two].map(links => [base, ...links, quote])
}

t.test(
  'a chained rate takes, in each interval, the first route with trades on every step',
  ofRecords(async t => {
    const used = new Set<string>()
    for (const [pair, interval, width] of [
      ['usdc/krw', '15m', 15 * minute],
      ['usd/krw', '5m', 5 * minute],
      ['weth/usd', '1h', hour],
      ['link/eur', '20m', 20 * minute],
      ['eth/btc', '5m', 5 * minute],
    ] as const) {
      const routes = routesOf(...(pair.split('/') as [string, string]))
      const query = { interval, sort: 'asc', sources: 'true', start_time: '2026-01-30T06:00:00Z' }
      for (const { timestamp, price, sources } of await list(rateUrl(pair, query))) {
        const summed = routes.map(route => {
          const steps = route.slice(1).map((next, n) => `${route[n]}/${next}`)
          return steps.map(step => ({ step, ...exchanged(step, timestamp, timestamp + width, 'v1', () => true) }))
        })
        const traded = summed.find(steps => steps.every(({ base }) => base > 0n))
        if (!traded) continue
        used.add(traded.map(({ step }) => step).join(' '))
        const expected = traded.reduce((rate, { base, quote }) => rate * nearestQuotient(quote, base), 1)
        if (Math.abs(Number(price) / expected - 1) > 1e-13) t.fail(`${pair} ${timestamp}: ${price}, not ${expected}`)
        t.equal(Object.keys(sources).length, traded.length, 'the sources are the steps of the route')
      }
    }
    t.ok(used.size > 4, `${used.size} routes`)
  }),
)

t.test('where no route is that short, a rate goes further, and currencies end with an FX step', async t => {
  const query = { interval: '1h', sort: 'asc', sources: 'true' }
  const rates = async (pair: string) => {
    const rows = await list(rateUrl(pair, query))
    return new Map(rows.map(({ timestamp, price, sources }) => [timestamp, { price, sources }]))
  }
  t.ok(
    [...(await rates('wbtc/usd'))].some(([, { price }]) => price !== null),
    'over three other assets',
  )
  const [dollars, pesos, inverse, cross] = await Promise.all(['btc/usd', 'btc/mxn', 'mxn/btc', 'inr/pln'].map(rates))
  const fx = async (base: string, quote: string) =>
    new Map(
      (
        await list(withQuery('/v2/data/analytics.v2/vendor_fx_rates', { base, quote, interval: '1h', page_size: 1000 }))
      ).map(({ timestamp, fx_rate }) => [timestamp - hour, fx_rate]),
    )
  const [mxn, pln] = await Promise.all([fx('usd', 'mxn'), fx('inr', 'pln')])
  t.ok(mxn.size > 60, 'the currency has rates')
  for (const [timestamp, rate] of mxn) {
    const { price, sources } = pesos!.get(timestamp)!
    const { price: inDollars, sources: traded } = dollars!.get(timestamp)!
    if (inDollars === null) continue
    t.ok(Math.abs(Number(price) / (Number(inDollars) * Number(rate)) - 1) < 1e-13, 'the rate goes through the dollar')
    t.same(Object.keys(sources), ['btc-usd', 'usd-mxn'])
    t.match(sources, { ...traded, 'usd-mxn': { data: [] } })
    t.ok(Math.abs(Number(sources['usd-mxn'].price) / Number(rate) - 1) < 1e-13, 'the source is the FX rate')
    t.ok(Math.abs(Number(price) * Number(inverse!.get(timestamp)!.price) - 1) < 1e-13, 'the inverse is the reciprocal')
    t.ok(
      Math.abs(Number(cross!.get(timestamp)!.price) / Number(pln.get(timestamp)) - 1) < 1e-13,
      'the cross rate agrees through a third currency',
    )
  }
})

t.test('an FX step is known in every interval, however short or unfinished', async t => {
  const at = '2026-01-30T15:07:42.500Z'
  const earlier = await serve(t, unlimited)
  await controlOf(earlier)('PUT', '/tenants/default/clock', { now: at })
  for (const interval of ['1s', '90s', '7m', '1h', '5h', '1d']) {
    const url = rateUrl('usd/mxn', { interval, page_size: 50 })
    const [then, now] = [await listOf(earlier, url), await list(withQuery(url, { end_time: at }))]
    t.equal(then.length, now.length)
    t.ok(
      then.every(({ price }) => price !== null),
      'every interval then has a rate',
    )
    t.same(then.slice(1), now.slice(1), 'finished intervals never change')
  }
})

t.test('a rate does not change when the first instrument of its pair is listed', async t => {
  const query = { interval: '5m', sort: 'asc', sources: 'true', page_size: 1000 }
  const serveListed = (path: string) => {
    const listed = 'UPDATE instrument SET trade_start = (SELECT min(start) FROM trade_block WHERE instrument = id)'
    new Database(path).exec(listed).close()
    return serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  }
  // A store that begins in a lull of the pair, so that other pairs trade first.
  const traded = spots
    .filter(({ code }) => code === 'eth-btc')
    .flatMap(one => tapes.get(`${one.exchange_code} ${one.code} v1`)!)
  const firstAfter = (time: number) => Math.min(...traded.map(({ timestamp }) => timestamp).filter(at => at >= time))
  const begins = Array.from({ length: 60 }, (_, n) => start + n * hour).find(
    from => firstAfter(from) > from + 20 * minute,
  )!
  const first = firstAfter(begins)
  buildTestStore(`${t.testdir()}/listed.sqlite`, { start: begins, end: first + 2 * hour })
  const rates = await listOf(await serveListed(`${t.testdirName}/listed.sqlite`), rateUrl('eth/btc', query))
  const before = rates.filter(({ timestamp }) => timestamp + 5 * minute <= first)
  t.ok(
    before.some(({ price }) => price !== null),
    'some earlier intervals have a rate',
  )
  const pairsOf = (some: Row[]) => new Set(some.flatMap(({ sources }) => Object.keys(sources)))
  const through = [...pairsOf(before)].map(pair => pair.split('-'))
  t.same(
    new Set(through.map(([base]) => base).filter(base => base !== 'usdt')),
    new Set(['eth', 'btc']),
    'with or without a step over usdt',
  )
  t.ok(
    through.every(([, quote]) => quote !== 'btc'),
    'no route of these goes over bitcoin',
  )
  t.ok(pairsOf(rates.slice(before.length)).has('eth-btc'), 'the later route goes over eth-btc')

  const path = `${t.testdirName}/earlier.sqlite`
  buildTestStore(path, { start: begins, end: begins + before.length * 5 * minute })
  const earlier = await serveListed(path)
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
  t.notOk('sources' in plain, 'sources are left out unless asked for')
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
    ['eth/btc', '10s'],
    ['wbtc/weth', '1m'],
    ['wbtc/weth', '37s'],
    ['btc/usd', '1s'],
  ] as const) {
    const query = { interval, sort: 'asc', page_size: 1000 }
    const holes = await list(rateUrl(pair, query))
    let last: string | null = null
    const expected = holes.map(({ timestamp, price }) => {
      last = price ?? last
      return { timestamp, price: last, extrapolated: price === null && last !== null }
    })
    t.ok(
      expected.some(({ extrapolated }) => extrapolated),
      `${pair} has an interval without a rate`,
    )
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
  t.match(await refusal('sol/usd'), [404, /no spot rate of sol-usd: .*; the profile standard .* has it/])
  t.match(await refusal('btc/spell'), [
    404,
    /no spot rate of btc-spell: .*; the profile standard .* instruments of spell/,
  ])
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
        t.ok(
          Math.abs(value.adtv_2w * days - principal!.volume) < 1e-9 * total,
          'the mean daily volume is that of two weeks',
        )
        t.ok(Math.abs(value.total_adtv_2w * days - total) < 1e-9 * total, 'the total is that of all exchanges')
        if (last.quote === 'usd') t.equal(value.price, Number(last.price))
        else t.ok(Math.abs(value.price / Number(last.price) - 1) < 0.01, 'another dollar coin')
      }
})

const directUrl = (pair: string, query: Record<string, string | number> = {}, version = 'v1') =>
  withQuery(`/v2/data/trades.${version}/robust_pair_price/${pair}`, query)

/** Trades of the echoed instruments, as prices and volumes of the pair; prices in 10^-30. */
function pairTrades(instruments: string[], base: string, version: string, from: number, until: number) {
  return instruments.flatMap(name => {
    const [exchange, , code] = name.split(':')
    const inverted = !code!.startsWith(`${base}-`)
    return tradesWithin(`${exchange} ${code} ${version}`, from, until).map(({ price, amount }) => ({
      price: inverted ? exact('1') ** 2n / exact(price) : exact(price),
      volume: inverted ? exact(price) * exact(amount) : exact(amount) * exact('1'),
    }))
  })
}

t.test(
  'half of the volume of an interval was traded at or below the direct price',
  ofRecords(async t => {
    const widths: [string, number][] = [
      ['1m', minute],
      ['1h', hour],
      ['24h', day],
    ]
    for (const pair of ['btc/usd', 'usd/btc', 'eth/btc', 'weth/usdc'])
      for (const version of pair === 'usd/btc' ? ['v1', 'v2'] : ['v1'])
        for (const [interval, width] of widths) {
          const { query, data } = await server.json(directUrl(pair, { interval, page_size: 4 }, version))
          t.equal(data.length, Math.min(4, Math.ceil(end / width) - Math.floor(start / width)))
          for (const { timestamp, price, volume, count } of data) {
            const [base] = pair.split('/')
            const trades = pairTrades(query.instruments, base!, version, timestamp, timestamp + width)
            const total = trades.reduce((sum, trade) => sum + trade.volume, 0n)
            t.same([count, exact(volume) * exact('1')], [trades.length, total])
            if (count === 0) t.equal(price, null)
            if (price === null) continue
            const near = (trade: { price: bigint }) => Math.abs(Number(trade.price) / 1e30 / Number(price) - 1) < 1e-14
            t.ok(trades.some(near), `${pair} ${price} is the price of a trade`)
            const below = trades.filter(trade => !near(trade) && Number(trade.price) / 1e30 < Number(price))
            const atMost = [...below, ...trades.filter(near)]
            const sum = (some: { volume: bigint }[]) => some.reduce((all, trade) => all + trade.volume, 0n)
            t.ok(2n * sum(below) < total && 2n * sum(atMost) >= total, `${pair} ${timestamp} ${price}`)
          }
        }
  }),
)

t.test('direct prices echo the times of their page, with nine decimals and seconds', async t => {
  const first = await server.json(directUrl('btc/usd', { interval: '1m' }))
  t.match(first, { time: '2026-01-31T00:00:00.000000000Z', timestamp: end / 1000, query: { sources: false } })
  t.equal(first.query.request_time, first.time)
  const times = ({ query }: Row) => [query.start_time, query.end_time]
  t.same(times(first), ['2026-01-30T23:50:00Z', '2026-01-31T00:00:00Z'])
  t.equal(first.data.length, 10)
  const second = await server.json(first.next_url)
  t.same(times(second), ['2026-01-30T23:40:00Z', '2026-01-30T23:50:00Z'], 'of its own page')
  t.equal(second.data[0].timestamp, first.data[9].timestamp - minute)
  const ascending = { interval: '1h', sort: 'asc', page_size: 2, start_time: '2026-01-30T20:30:00Z' }
  t.same(times(await server.json(directUrl('btc/usd', ascending))), ['2026-01-30T21:00:00Z', '2026-01-30T23:00:00Z'])
  const partial = await serve(t, unlimited)
  await controlOf(partial)('PUT', '/tenants/default/clock', { now: '2026-01-30T23:59:30.250Z' })
  const newest = await partial.json(directUrl('btc/usd', { interval: '1h', page_size: 1 }))
  t.same(times(newest), ['2026-01-30T23:00:00Z', '2026-01-30T23:59:30.250Z'], 'up to the request')
})

t.test('the interval bounds the page of direct prices, and defaults to a day', async t => {
  const size = async (query: Row) => (await server.json(directUrl('btc/usd', query))).query.page_size
  t.same([await size({}), await size({ interval: '1h' }), await size({ interval: '61s' })], [1, 4, 4])
  t.equal((await server.json(directUrl('btc/usd'))).query.interval, '24h')
  for (const [query, message] of [
    [{ page_size: 5 }, 'page_size must be an integer from 1 to 4 for intervals above 1h, not "5"'],
    [{ interval: '1h', page_size: 11 }, /from 1 to 10 for intervals above 1m, up to 1h/],
    [{ interval: '1m', page_size: 101 }, /from 1 to 100 for intervals up to 1m/],
    [{ interval: '2d' }, /^interval must be a number and a unit/],
  ] as const) {
    const refused = await server.get(directUrl('btc/usd', query))
    t.match([refused.statusCode, refused.json().message], [400, message])
  }
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  const clamped = await lenient.json(directUrl('btc/usd', { interval: '1h', page_size: 500 }))
  t.equal(clamped.query.page_size, 10)
})

t.test('a direct price is repeated on request, and never chained', async t => {
  const query = { interval: '1m', page_size: 100 }
  const plain = await list(directUrl('eth/btc', query))
  const repeated = await list(directUrl('eth/btc', { ...query, extrapolate_missing_values: 'true' }))
  t.ok(
    plain.some(({ price }) => price === null),
    'some intervals have no trade',
  )
  repeated.forEach((row, n) => {
    const own = plain[n]!
    t.equal(row.extrapolate_missing_values, own.price === null)
    t.same({ ...row, price: 0 }, { ...own, price: 0, extrapolate_missing_values: own.price === null })
    if (own.price !== null) t.equal(row.price, own.price)
    else if (n + 1 < repeated.length) t.equal(row.price, repeated[n + 1].price)
  })
  const chained = await server.get(directUrl('weth/usdt'))
  t.match([chained.statusCode, chained.json().message], [404, /^no spot instrument trades weth-usdt directly/])
  const one = await server.json(directUrl('btc/usd', { include_exchanges: 'cbse', interval: '1h' }))
  t.same(one.query.instruments, ['cbse:spot:btc-usd'])
})

const valuationUrl = (query: Record<string, string | number> = {}) =>
  withQuery('/v2/data/trades.v1/valuation', {
    bases: 'btc,eth,usdt',
    weights: '0.5,0.3,0.2',
    quote: 'usd',
    percentages: '1,0.9,0.5',
    semi_length_window: '10m',
    interval: '1h',
    start_time: new Date(end - 9 * hour).toISOString(),
    sources: 'true',
    ...query,
  })

/** Trades of a pair within a window as prices and volumes, in order of price. */
function windowOf(base: string, fixing: number, half: number) {
  const own = spots.filter(({ code }) => code === `${base}-usd` || code === `usd-${base}`)
  const names = own.map(({ exchange_code, code }) => `${exchange_code}:spot:${code}`)
  const trades = pairTrades(names, base, 'v1', fixing - half, fixing + half)
  return trades
    .map(({ price, volume }) => ({ price: Number(price) / 1e30, volume: Number(volume) / 1e60 }))
    .sort((a, b) => a.price - b.price)
}

/** The mean price of what remains when half of the rest is taken from either end, piece by piece. */
function trimmedMean(trades: { price: number; volume: number }[], share: number): number {
  const left = trades.map(one => ({ ...one }))
  const total = left.reduce((sum, { volume }) => sum + volume, 0)
  for (const order of [left, left.toReversed()]) {
    let drop = (total * (1 - share)) / 2
    for (const one of order) {
      const taken = Math.min(drop, one.volume)
      one.volume -= taken
      drop -= taken
    }
  }
  const sum = (of: (one: { price: number; volume: number }) => number) =>
    left.reduce((total, one) => total + of(one), 0)
  return sum(({ price, volume }) => price * volume) / sum(({ volume }) => volume)
}

t.test(
  'a valuation has the trimmed average prices of its pairs, and is 100 × their weights at the first fixing',
  ofRecords(async t => {
    const { data, query } = await server.json(valuationUrl())
    t.same(query.weights, ['0.5', '0.3', '0.2'])
    t.match(query, { percentages: ['1', '0.9', '0.5'], page_size: 100, reporting_currency: 'usd' })
    t.equal(data.length, 9, 'the last window is not over')
    const near = (one: number, other: number) => Math.abs(one / other - 1) < 1e-11
    for (const { timestamp, datetime, response_by_percentages } of data) {
      t.equal(datetime, `${new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')} UTC`)
      for (const [n, { percentage, price, response_by_pairs }] of response_by_percentages.entries()) {
        const sum = response_by_pairs.reduce((all: number, one: Row) => all + Number(one.contribution), 0)
        t.ok(near(Number(price), sum), 'the price is the sum of the contributions')
        for (const { pair, contribution, ref_price, weight } of response_by_pairs) {
          const expected = trimmedMean(windowOf(pair.split('-')[0], timestamp, 10 * minute), percentage)
          t.ok(near(Number(ref_price), expected), `${pair} ${timestamp} ${percentage} ${ref_price} ${expected}`)
          const first = data[0].response_by_percentages[n].response_by_pairs.find((one: Row) => one.pair === pair)
          t.ok(
            near(Number(contribution), (100 * weight * Number(ref_price)) / Number(first.ref_price)),
            'the contribution is relative to the first price',
          )
        }
        const weights = response_by_pairs.reduce((all: number, { weight }: Row) => all + Number(weight), 0)
        if (timestamp === data[0].timestamp) t.ok(near(Number(price), 100 * weights), '100 × the weights with data')
      }
    }
  }),
)

t.test('a page of valuations spans at most seven days, and a base without trades is left out', async t => {
  const start_time = new Date(start).toISOString()
  const pages: Row[] = []
  for (let url = valuationUrl({ interval: '25m', page_size: 100, start_time }); url; url = pages.at(-1).next_url)
    pages.push(await server.json(url))
  const all = pages.flatMap(({ data }) => data)
  t.same(
    all.map(({ timestamp }) => timestamp),
    Array.from({ length: all.length }, (_, n) => start + n * 25 * minute),
  )
  t.equal(all.length, Math.floor((end - 10 * minute - start) / (25 * minute)) + 1)
  const long = await server.json(valuationUrl({ interval: '4d', semi_length_window: '1h', start_time }))
  t.same([long.data.length, long.next_url], [1, undefined])
  const rare = await list(valuationUrl({ bases: 'btc,eth', weights: '0.9,0.1', semi_length_window: '1s', start_time }))
  const first = rare[0].response_by_percentages[0]
  const sum = first.response_by_pairs.reduce((all: number, { weight }: Row) => all + weight, 0)
  t.ok(Math.abs(Number(first.price) - 100 * sum) < 1e-9, '100 × the weights with data')
})

t.test('weights may add up to 1 within a millionth, both ends included', async t => {
  for (const weights of ['0.333333,0.333333,0.333333', '0.333333,0.333333,0.333335'])
    t.equal((await server.get(valuationUrl({ weights }))).statusCode, 200, weights)
})

t.test('wrong baskets are refused', async t => {
  for (const [query, status, message] of [
    [{ weights: '0.5,0.5' }, 400, /weights must have one value for each of bases.* 2 weights and 3 bases/],
    [{ weights: '0.5,0.3,0.3' }, 400, 'weights must add up to 1, not 1.1'],
    [{ weights: '0.5,0.3,0.199998' }, 400, 'weights must add up to 1, not 0.999998'],
    [{ percentages: '0' }, 400, 'percentages must be above 0 and at most 1, not "0"'],
    [{ percentages: '1.1' }, 400, /percentages must be a number from 0 to 1/],
    [{ bases: 'a,b,c,d,e,f' }, 400, /bases must have at most 5 values, not 6/],
    [{ interval: '20m' }, 400, 'interval must be more than twice semi_length_window (10m), not "20m"'],
    [{ bases: 'btc,eth,btcc' }, 404, /unknown asset of bases "btcc" \(did you mean/],
    [{ exchanges: 'cbsee' }, 404, /unknown exchange "cbsee"/],
    [{ quote: 'weth' }, 404, /no spot instrument trades btc-weth directly/],
  ] as const) {
    const refused = await server.get(valuationUrl(query))
    t.match([refused.statusCode, refused.json().message], [status, message])
  }
  const missing = await server.get('/v2/data/trades.v1/valuation?bases=btc')
  t.match(missing.json().message, /^weights, quote, percentages, semi_length_window and start_time are required$/)
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
  const quarter = /current quarter, after 2026-01-01T00:00:00\.000Z and at most 2026-04-01T00:00:00\.000Z/
  const newYear = Date.UTC(2026, 0, 1)
  for (const time of [newYear, newYear - 1, Date.UTC(2025, 5, 1), Date.UTC(2026, 3, 1) + 1]) {
    const answer = await server.get(valueUrl('btc', time))
    t.match([answer.statusCode, answer.json().message], [400, quarter])
  }
  for (const time of [newYear + 1, Date.UTC(2026, 3, 1)])
    t.equal((await server.get(valueUrl('btc', time))).statusCode, 200)
  t.match((await server.get('/v2/data/trades.v1/principal_market_value')).json().message, /asset is required/)
  t.match((await server.get(valueUrl('bct'))).json().message, /unknown asset "bct" \(did you mean/)
})

t.test('the price is a trade of the current quarter, and volumes may be of the quarter before', async t => {
  const path = `${t.testdir()}/new-year.sqlite`
  const newYear = Date.UTC(2026, 0, 1)
  buildTestStore(path, { start: newYear - 6 * hour, end: newYear + hour })
  const later = await serve(t, {
    ...unlimited,
    SANDBOX_DATA: path,
    SANDBOX_NOW: 'seeded',
    SANDBOX_VALIDATION: 'lenient',
  })
  const [first] = await listOf(later, valueUrl('btc'))
  t.ok(first.last_trade_timestamp >= newYear, 'the last trade lies in the new year')
  t.ok(first.adtv_2w > 0, 'the exchange has a volume')
  t.same(await listOf(later, valueUrl('btc', newYear + 1)), [], 'before the first trade of the quarter')
  t.same(await listOf(later, valueUrl('btc', newYear - hour)), [])
  await controlOf(later)('PUT', '/tenants/default/clock', { now: new Date(newYear).toISOString() })
  const [last] = await listOf(later, valueUrl('btc'))
  t.ok(last.last_trade_timestamp < newYear, 'at its end, the quarter before is current')
})

t.test('sources of a direct rate are in its direction, and their volumes add up to its volume', async t => {
  const url = '/v2/data/trades.v1/spot_direct_exchange_rate/usd/btc?interval=1h&sources=true&page_size=5'
  for (const { price, volume, count, sources } of (await server.json(url)).data) {
    t.ok(sources.length > 0, 'the rate has sources')
    for (const source of sources) t.ok(Math.abs(source.price / price - 1) < 0.01, `${source.price} of ${price}`)
    const sum = (of: (source: { volume: string; count: number }) => number) =>
      sources.reduce((total: number, source: { volume: string; count: number }) => total + of(source), 0)
    t.ok(Math.abs(sum(source => Number(source.volume)) / volume - 1) < 1e-9, 'the volumes of the sources add up')
    t.equal(
      sum(source => source.count),
      count,
    )
  }
})
