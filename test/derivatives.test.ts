import { writeFileSync } from 'node:fs'
import { placesOf } from '../routes/derivatives/prices.ts'
import { carryTerms } from '../seed/prices/prices.ts'
import { Carry } from '../src/market/carry.ts'
import { optionPrice } from '../src/market/option-price.ts'
import { day, hour, minute, year } from '../src/market/time.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { controlOf } from './harness/control.ts'
import { ofRecords } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { seeds } from './harness/properties.ts'
import { serve } from './harness/server.ts'
import { buildTestStore, end } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

const server = await serve(t)
const base = '/v2/data/derivatives.v2'

// biome-ignore lint/suspicious/noExplicitAny: records differ by class
type Json = any

interface Named {
  exchange: string
  instrument_class: string
  instrument: string
}

const records = async (url: string): Promise<Json[]> => (await server.json(url)).data
const listOf = (exchange: string, kind: string, query: Record<string, string> = {}) =>
  records(withQuery(`${base}/reference?exchange=${exchange}&instrument_class=${kind}`, query))
const rowsOf = (what: 'risk' | 'price', { exchange, instrument_class, instrument }: Named, query: Json = {}) =>
  records(withQuery(`${base}/${what}`, { exchange, instrument_class, instrument, ...query }))
const iso = (time: number) => new Date(time).toISOString()
const perpetuals: Named[] = [
  { exchange: 'drbt', instrument_class: 'perpetual-future', instrument: 'btc-usd' },
  { exchange: 'drbt', instrument_class: 'perpetual-future', instrument: 'btc-usdt' },
  { exchange: 'bbit', instrument_class: 'perpetual-future', instrument: 'btc-usdt' },
]
const classes = ['future', 'perpetual-future', 'option']
const options = await listOf('drbt', 'option')
const live = options.filter(({ expiry }) => Date.parse(expiry.replace(' UTC', 'Z')) > end)
const btc = new Carry(carryTerms('market', 'btc'))
/** Annual carry from a time to an expiry, as the smile of that expiry reports it. */
async function carryOf(expiry: number, time: number): Promise<number> {
  const asked = { base: 'btc', quote: 'usd', value_time: iso(time), expiry: iso(expiry), deltas: '0.5' }
  const [smile] = await records(withQuery('/v2/data/analytics.v2/implied_volatility_smile', asked))
  return smile.interest_rate
}
const spotUrl = ({ instrument }: Named) =>
  `/v2/data/trades.v1/spot_exchange_rate/${instrument.split('-').slice(0, 2).join('/')}`

t.test('options follow the future of their expiry, or a synthetic one if it is not listed', async t => {
  const all = await serve(t, { SANDBOX_DATA: cataloguePath, SANDBOX_NOW: 'seeded', SANDBOX_PROFILE: 'standard' })
  const contracts = async (exchange: string, kind: string): Promise<Json[]> =>
    (await walk(all, `${base}/reference?exchange=${exchange}&instrument_class=${kind}`)).flatMap(
      ({ body }) => body.data,
    )
  for (const exchange of ['drbt', 'okex']) {
    const futures = await contracts(exchange, 'future')
    const expiries = new Set(futures.map(({ base, expiry }) => `${base} ${expiry}`))
    for (const { underlying_index } of futures) t.match(underlying_index, /^[A-Z]+-\d{1,2}[A-Z]{3}\d\d$/)
    const synthetic = Map.groupBy(await contracts(exchange, 'option'), ({ base, expiry, underlying_index }) => {
      const isSynthetic = underlying_index.startsWith('SYN.')
      t.equal(isSynthetic, !expiries.has(`${base} ${expiry}`), `${exchange} ${underlying_index}`)
      return isSynthetic
    })
    t.ok(synthetic.get(false)!.length > 100, 'many follow a future')
    if (exchange === 'drbt') t.ok(synthetic.get(true)!.length > 100, 'many follow a synthetic one')
  }
})

t.test('every contract is an instrument, and its code names strike, type and expiry', async t => {
  for (const kind of classes) {
    const list = await listOf('drbt', kind)
    const known = await records(`/v1/instruments?exchange_code=drbt&class=${kind}`)
    t.same(list.map(({ instrument }) => instrument).sort(), known.map(({ code }: Json) => code).sort())
    for (const { instrument, expiry, strike_price, base, quote } of list) {
      const [, , date, strike, side] = instrument.split('-')
      t.ok(instrument.startsWith(`${base}-${quote}`), 'the code begins with the pair')
      t.equal(expiry?.slice(2, 10).replaceAll('-', '') ?? undefined, date)
      t.equal(strike_price ?? undefined, strike)
      t.match(side ?? 'c', /^[cp]$/)
    }
  }
})

t.test('filters of contracts equal filtering the whole list', async t => {
  const equals = async (query: Record<string, string>, keeps: (one: Json) => boolean) => {
    const kept = options.filter(keeps)
    t.ok(kept.length > 0, JSON.stringify(query))
    t.same(await listOf('drbt', 'option', query), kept, JSON.stringify(query))
  }
  await equals({ instrument: 'BTC*260131*' }, ({ instrument }) => /^btc.*260131/.test(instrument))
  await equals({ option_type: 'p' }, ({ instrument }) => instrument.endsWith('p'))
  const strikes = options.map(one => Number(one.strike_price)).sort((a, b) => a - b)
  const [low, high] = [strikes[Math.floor(strikes.length / 3)]!, strikes[Math.floor(strikes.length / 2)]!]
  await equals(
    { min_strike: `${low}`, max_strike: `${high}` },
    one => one.strike_price >= low && one.strike_price <= high,
  )
  const time = '2026-01-30T08:00:00Z'
  await equals({ start_time: time }, ({ expiry }) => Date.parse(expiry.replace(' UTC', 'Z')) >= Date.parse(time))
  await equals({ end_time: time }, one => Date.parse(one.listing_timestamp.replace(' UTC', 'Z')) < Date.parse(time))
  t.same(await listOf('drbt', 'option', { base_assets: 'eth' }), [])
  t.same(await listOf('drbt', 'option', { instrument: 'btc?usd*' }), [], 'only the star is a wildcard')
})

t.test('contracts are refused by class, filter and code, and hidden from plans without them', async t => {
  const message = async (query: string) => (await server.get(`${base}/reference?${query}`)).json().message
  t.match(
    await message('exchange=drbt&instrument_class=spot'),
    /must be future, perpetual-future or option here, not "spot"/,
  )
  t.match(await message('exchange=drbt&instrument_class=future&min_strike=1'), /apply to options only/)
  t.match(
    await message('exchange=drbt&instrument_class=option&min_strike=2e4&max_strike=1e4'),
    /^min_strike must not be above max_strike: 20000 is above 10000/,
  )
  t.match(await message('exchange=drb&instrument_class=future'), /did you mean "drbt"/)
  t.match(await message('instrument_class=future'), /exchange is required/)
  t.match(await message('exchange=drbt&instrument_class=option&base_assets=bct'), /unknown asset in base_assets "bct"/)
  const file = `${t.testdir()}/keys.json`
  writeFileSync(file, JSON.stringify([{ key: 'one', name: 'one', instruments: ['drbt/perpetual-future/btc-usd'] }]))
  const restricted = await serve(t, { SANDBOX_KEYS: file })
  const ofKey = { 'x-api-key': 'one' }
  const list = await restricted.json(`${base}/reference?exchange=drbt&instrument_class=perpetual-future`, ofKey)
  t.same(
    list.data.map(({ instrument }: Json) => instrument),
    ['btc-usd'],
  )
  for (const what of ['risk', 'price'])
    for (const [code, status] of [
      ['btc-usd', 200],
      ['btc-usdt', 403],
    ] as const) {
      const url = `${base}/${what}?exchange=drbt&instrument_class=perpetual-future&instrument=${code}`
      t.equal((await restricted.get(url, ofKey)).statusCode, status)
    }
})

t.test('the volume of a day is that of its bar, and an hourly row is that of its last minute', async t => {
  for (const one of perpetuals) {
    const { exchange, instrument_class, instrument } = one
    const bars = await records(
      instrumentUrl({ exchange_code: exchange, class: instrument_class, code: instrument }, 'ohlcv'),
    )
    const days = await rowsOf('risk', one, { interval: '1d' })
    t.same(
      days.slice(0, 2).map(row => row['24h_volume']),
      bars.slice(0, 2).map(({ volume }: Json) => volume),
    )
    for (const what of ['risk', 'price'] as const) {
      const hours = await rowsOf(what, one, { interval: '1h', page_size: 5 })
      for (const { timestamp, ...row } of hours) {
        const last = { start_time: iso(timestamp + hour - minute), end_time: iso(timestamp + hour) }
        const [{ timestamp: _, ...final }] = await rowsOf(what, one, last)
        t.same(row, final, `${what} ${instrument} ${iso(timestamp)}`)
      }
    }
  }
})

t.test(
  'open interest falls by at most the liquidations, and never rises within an hour',
  ofRecords(async t => {
    for (const one of perpetuals) {
      const rows = await rowsOf('risk', one, { page_size: 600, sort: 'asc', start_time: '2026-01-30T12:00:00Z' })
      const path = `/v2/data/liquidation.v1/trades/${one.exchange}/${one.instrument_class}/${one.instrument}`
      const forced = await records(`${path}?page_size=1000&start_time=2026-01-30`)
      for (const [n, row] of rows.entries()) {
        t.ok(Number(row.open_interest) > 0, 'there is open interest')
        const next = rows[n + 1]
        if (!next || next.timestamp % hour === 0) continue
        const closed = forced.filter(
          ({ timestamp }) => timestamp >= row.timestamp + minute && timestamp < next.timestamp + minute,
        )
        const fall = Number(row.open_interest) - Number(next.open_interest)
        const most = closed.reduce((sum, { amount }) => sum + amount, 0)
        t.ok(fall >= 0 && fall <= most + 1e-3, `${fall} of ${most}`)
      }
    }
  }),
)

t.test('funding rates follow from the premium of the mark price', async t => {
  const rule = (plain: boolean, premium: number) => {
    const damped = premium + Math.min(0.0005, Math.max(-0.0005, 0.0001 - premium))
    return Math.min(0.0075, Math.max(-0.0075, plain ? premium : damped))
  }
  for (const one of perpetuals) {
    const query = { start_time: '2026-01-30T07:30:00Z', end_time: '2026-01-30T08:10:00Z', sort: 'asc' }
    const [prices, risks] = [await rowsOf('price', one, query), await rowsOf('risk', one, query)]
    for (const [n, { timestamp, funding_rate, predicted_funding_rate }] of risks.entries()) {
      const premium = Number(prices[n].mark_price) / Number(prices[n].index_price) - 1
      const rate = rule(one.exchange === 'drbt', premium)
      t.ok(Math.abs(Number(predicted_funding_rate) - rate) <= 1.1e-8, `${predicted_funding_rate} ${rate}`)
      if ((timestamp + minute) % (8 * hour) === 0) t.equal(funding_rate, predicted_funding_rate)
    }
    if (one.exchange === 'drbt') t.equal(new Set(risks.map(row => row.funding_rate)).size, 2)
  }
})

t.test(
  'the premium is the mean over eight hours, in which minutes without trades of contract or pair count as 0',
  async t => {
    for (const one of perpetuals) {
      const [row] = await rowsOf('price', one, { page_size: 1 })
      const range = { interval: '1m', start_time: iso(end - 480 * minute), end_time: iso(end), page_size: 1000 }
      const named = { exchange_code: one.exchange, class: one.instrument_class, code: one.instrument }
      const bars = await records(withQuery(instrumentUrl(named, 'vwap'), range))
      const url = spotUrl(one).replace('spot_exchange_rate', 'spot_direct_exchange_rate')
      const rates = await Promise.all(
        Array.from({ length: 5 }, (_, n) => {
          const from = end - 480 * minute + n * 100 * minute
          const until = Math.min(end, from + 100 * minute)
          return records(
            withQuery(url, { interval: '1m', start_time: iso(from), end_time: iso(until), page_size: 100 }),
          )
        }),
      )
      const spot = new Map(rates.flat().map(({ timestamp, price }) => [timestamp, price]))
      const premiums = bars
        .filter(({ timestamp, price }) => price !== null && spot.get(timestamp) != null)
        .map(({ timestamp, price }) => price / spot.get(timestamp) - 1)
      const mean = premiums.reduce((sum, one) => sum + one, 0) / 480
      t.ok(premiums.length > 0 && premiums.length < 480, `${premiums.length} minutes`)
      t.ok(Math.abs(row.mark_price / row.index_price - 1 - mean) < 1e-9, `${one.instrument}: ${mean}`)
    }
  },
)

t.test('an empty list of contracts says how to ask for those of the past', async t => {
  const catalogue = { SANDBOX_DATA: cataloguePath, SANDBOX_NOW: 'seeded', SANDBOX_PROFILE: 'standard' }
  const all = await serve(t, { ...catalogue, SANDBOX_HISTORY_LIMIT: '64' })
  const alone = await serve(t, catalogue)
  const futures = { exchange: 'drbt', instrument_class: 'future' }
  const hintOf = async (by: typeof all, query: Record<string, string>) => {
    const { headers, json } = await by.get(withQuery(`${base}/reference`, { ...futures, ...query }))
    t.same(json().data, [], JSON.stringify(query))
    return headers['x-sandbox-hint']
  }
  const past =
    /^no contract in the range of the store matches; to add those that expired before it, send start_time or a date /
  for (const query of [{ instrument: 'btc-usd-2303*' }, { end_time: '2020-01-01' }])
    t.match(await hintOf(all, query), past)
  const none = 'no record matches the parameters'
  t.equal(await hintOf(all, { start_time: '2099-01-01' }), none)
  t.equal(await hintOf(all, { instrument_class: 'perpetual-future', instrument: 'xyz*' }), none)
  t.equal(await hintOf(alone, { instrument: 'btc-usd-2303*' }), none, 'without a history there are no others')
})

t.test('a delisted perpetual future has funding until its end, and no expiry', async t => {
  const catalogue = { SANDBOX_DATA: cataloguePath, SANDBOX_NOW: 'seeded', SANDBOX_PROFILE: 'standard' }
  const all = await serve(t, { ...catalogue, SANDBOX_HISTORY_LIMIT: '64' })
  const asked = { exchange: 'ftxx', instrument_class: 'perpetual-future', instrument: 'ftt-usd', interval: '1h' }
  const last = async (what: 'risk' | 'price') =>
    (await all.json(withQuery(`${base}/${what}`, { ...asked, page_size: 1 }))).data[0]
  const [metrics, prices] = [await last('risk'), await last('price')]
  t.same(
    [metrics, prices].map(({ timestamp }) => iso(timestamp)),
    Array(2).fill('2022-11-10T23:00:00.000Z'),
  )
  t.same(Object.keys(metrics).slice(3), ['funding_rate', 'predicted_funding_rate'])
  const premium = prices.mark_price / prices.index_price - 1
  t.ok(Math.abs(metrics.predicted_funding_rate - premium) < 1e-9, `${metrics.predicted_funding_rate} ${premium}`)
  t.equal(prices.settlement_price, null)
})

t.test('mark prices of cheap assets keep the digits that a premium needs', t => {
  t.same([77_440, 2.07, 0.0000086].map(placesOf), [8, 11, 17])
  t.end()
})

t.test('the index is the spot rate, and the price the last trade', async t => {
  for (const one of perpetuals) {
    const rows = await rowsOf('price', one, { interval: '1h', page_size: 4 })
    for (const row of rows) {
      const until = row.timestamp + hour
      const range = { start_time: iso(until - minute), end_time: iso(until) }
      const [rate] = await records(
        withQuery(spotUrl(one), { interval: '1m', extrapolate_missing_values: 'true', ...range }),
      )
      t.equal(row.index_price, rate.price)
      const named = { exchange_code: one.exchange, class: one.instrument_class, code: one.instrument }
      const [trade] = await records(withQuery(instrumentUrl(named, 'trades'), { end_time: iso(until), page_size: 1 }))
      t.equal(row.price, trade.price)
    }
  }
})

t.test('the index of a minute that is not over is the spot rate so far', async t => {
  const moved = await serve(t)
  const traded: boolean[] = []
  for (let n = 1; n <= 30; n++) {
    const now = iso(end - n * minute + 50_000)
    t.match(await controlOf(moved)('PUT', '/tenants/default/clock', { now }), { status: 200 })
    const [price] = (await moved.json(withQuery(`${base}/price`, { ...perpetuals[0], page_size: 1 }))).data
    const rates = withQuery(spotUrl(perpetuals[0]!), {
      interval: '1m',
      extrapolate_missing_values: 'true',
      page_size: 1,
    })
    const [rate] = (await moved.json(rates)).data
    t.same([price.timestamp, price.index_price], [rate.timestamp, rate.price], now)
    traded.push(!rate.extrapolated)
  }
  t.ok(traded.includes(true), 'the pair trades in some of the minutes')
})

t.test('a page spans a bounded time, and the next one follows it', async t => {
  const file = `${t.testdir()}/market.sqlite`
  buildTestStore(file, { start: end - 6 * day, end })
  const longer = await serve(t, { SANDBOX_DATA: file, SANDBOX_NOW: 'seeded' })
  for (const [interval, most] of [
    ['1h', 120],
    ['4h', 30],
  ] as const) {
    const query = { ...perpetuals[0]!, interval, page_size: 1000 }
    const page = await longer.json(withQuery(`${base}/risk`, query))
    t.equal(page.data.length, most, interval)
    const next = await longer.json(page.next_url)
    const [newer, older] = [page.data.at(-1).timestamp, next.data[0].timestamp]
    t.equal(newer - older, page.data[0].timestamp - page.data[1].timestamp, interval)
  }
})

t.test('calls and puts satisfy parity, and share gamma and vega', async t => {
  t.ok(live.length >= 2, 'several contracts trade')
  for (const one of live.filter(({ instrument }) => instrument.endsWith('c'))) {
    const put = { ...one, instrument: one.instrument.replace(/c$/, 'p') }
    const expiry = Date.parse(one.expiry.replace(' UTC', 'Z'))
    const query = { interval: '4h', page_size: 5 }
    const [calls, puts] = [await rowsOf('price', one, query), await rowsOf('price', put, query)]
    for (const [n, call] of calls.entries()) {
      const time = Math.min(call.timestamp + 4 * hour, end, expiry)
      const life = expiry - time
      const forward = Number(call.index_price) * (1 + ((await carryOf(expiry, time)) * life) / year)
      const strike = Number(one.strike_price)
      t.ok(Math.abs(call.mark_price - puts[n].mark_price - (forward - strike)) < 1e-7, 'parity')
      t.ok(
        Math.abs(call.mark_price - optionPrice(forward, strike, life, true, btc.volatility(time, life))) < 1e-7,
        'the mark of the call is its option price',
      )
    }
    const [callRisks, putRisks] = [await rowsOf('risk', one, query), await rowsOf('risk', put, query)]
    for (const [n, call] of callRisks.entries()) {
      t.ok(Math.abs(call.delta - putRisks[n].delta - 1) < 1e-11, 'call and put deltas differ by 1')
      t.same([call.gamma, call.vega, call.mark_iv], [putRisks[n].gamma, putRisks[n].vega, putRisks[n].mark_iv])
      t.ok(
        call.ask_iv === null || Number(call.ask_iv) > Number(call.bid_iv ?? 0),
        'the ask is more volatile than the bid',
      )
    }
  }
})

t.test('a future is priced at its carry, and one expiry of a class is the nearest', async t => {
  for (const kind of ['future', 'option']) {
    const list = (await listOf('drbt', kind)).filter(({ expiry }) => Date.parse(expiry.replace(' UTC', 'Z')) > end)
    const nearest = new Set<string>()
    for (const one of list) {
      const [row] = await rowsOf('risk', one, { page_size: 1 })
      if (row.nearby) nearest.add(one.expiry)
      const expiry = Date.parse(one.expiry.replace(' UTC', 'Z'))
      t.equal(row.time_to_expiry, String((expiry - end) / minute))
      t.equal(row.settlement_timestamp, '2026-01-30T08:00:00.000Z')
      const [price] = await rowsOf('price', one, { page_size: 1 })
      if (kind === 'future') {
        const basis = price.mark_price / price.index_price - 1
        t.ok(
          Math.abs(basis - (btc.annual(end, expiry - end) * (expiry - end)) / year) < 1e-12,
          'the basis follows the carry',
        )
      }
      t.equal(price.settlement_price, row.settlement_price)
    }
    t.equal(nearest.size, 1)
  }
})

t.test('prices of contracts are refused and restricted as instruments in paths are', async t => {
  const answer = (query: string, headers = {}) => server.get(`${base}/price?${query}`, headers)
  const asked = 'instrument_class=perpetual-future&instrument=btc-usd'
  t.equal((await answer(`exchanges=drbt&${asked}`)).statusCode, 200, 'another name of exchange')
  t.match((await answer(asked)).json().message, /exchange is required/)
  t.match(
    (await answer(`exchange=drbt&${asked.replace('usd', 'uds')}`)).json().message,
    /unknown instrument.*did you mean/,
  )
  t.match((await answer(`exchange=drbt&${asked}&interval=5m`)).json().message, /one of 1m, 1h, 4h, 1d, not "5m"/)
  t.equal((await answer(`exchange=drbt&${asked}&interval=60m`)).statusCode, 200)
  t.equal((await answer('exchange=drbt&instrument_class=spot&instrument=btc-usd')).statusCode, 404)
})

/** Pearson's correlation of a series with itself `lag` places later. */
function memory(series: readonly number[], lag: number): number {
  const mean = series.reduce((sum, x) => sum + x, 0) / series.length
  const products = (places: number) =>
    series.slice(places).reduce((sum, x, n) => sum + (x - mean) * (series[n]! - mean), 0) / (series.length - places)
  return products(lag) / products(0)
}

t.test('the basis moves with demand by term and week, and premiums keep their sign for days', async t => {
  const days = Array.from({ length: 5 * 365 }, (_, n) => end - n * day)
  const spread = (of: number[]) => Math.max(...of) - Math.min(...of)
  for (const seed of seeds)
    for (const base of ['btc', 'eth', 'sol']) {
      const carry = new Carry(carryTerms(seed, base))
      const ofTerm = (life: number) => days.map(time => carry.annual(time, life))
      const [next, short, long] = [1, 14, 180].map(life => ofTerm(life * day)) as [number[], number[], number[]]
      for (const basis of [next, short, long]) {
        const [least, most] = [Math.min(...basis), Math.max(...basis)]
        t.ok(least > -0.1 && most < 0.65, `${seed} ${base}: a basis of ${least} to ${most}`)
      }
      t.ok(spread(short) > 0.15 && spread(long) > 0.08 && spread(short) > spread(long), `${seed}: ${spread(short)}`)
      t.ok(memory(short, 7) > 0.3 && memory(short, 7) < 0.95, `${seed}: ${memory(short, 7)} after a week`)
      const premiums = days.map(time => carry.premium(time))
      t.ok(spread(premiums) > 0.001 && spread(premiums) < 0.006, `${seed}: ${spread(premiums)}`)
      // Beyond the clamp, where a third of the minutes has no trade.
      const away = premiums.filter(premium => premium < -0.0006 || premium > 0.0009).length / premiums.length
      t.ok(away > 0.2 && away < 0.5, `${seed} ${base}: ${away} of the funding rates differ from the interest rate`)
      const meanIn = (from: number, to: number) => {
        const values = Array.from({ length: (to - from) / day }, (_, n) => carry.premium(from + n * day))
        return values.reduce((sum, premium) => sum + premium, 0) / values.length
      }
      const [euphoria, slump] = [
        meanIn(Date.UTC(2021, 1), Date.UTC(2021, 4)),
        meanIn(Date.UTC(2022, 6), Date.UTC(2023, 0)),
      ]
      t.ok(euphoria > 0.0003 && euphoria > slump + 0.0005, `${seed} ${base}: ${euphoria} and ${slump}`)
      const [later, week, months] = [1, 5, 60].map(lag => memory(premiums, lag))
      t.ok(later! > 0.7 && week! > 0.4 && months! < week!, `${seed}: ${[later, week, months]}`)
      const changes = premiums.slice(1).filter((premium, n) => premium > 0 !== premiums[n]! > 0).length
      const lasts = premiums.length / (changes + 1)
      t.ok(lasts > 3 && lasts < 30, `${seed} ${base}: a sign lasts ${lasts} days`)
    }
})
