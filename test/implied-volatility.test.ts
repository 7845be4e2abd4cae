import { normalCdf } from '../src/market/numbers/portable-math.ts'
import { optionTerms, priceOf } from '../src/market/option-price.ts'
import { minute, year } from '../src/market/time.ts'
import { controlOf } from './harness/control.ts'
import { withQuery } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'

const server = await serve(t)
const iso = (time: number) => new Date(time).toISOString()
const now = iso(end)
const asked = { base: 'btc', quote: 'usd', value_time: now }
const expiry = '2026-03-27T08:00:00.000Z'
const smileOf = (query: object) =>
  server.json(withQuery('/v2/data/analytics.v2/implied_volatility_smile', { ...asked, expiry, ...query }))
const surfaceOf = (query: object) =>
  server.json(withQuery('/v2/data/analytics.v2/implied_volatility_surface', { ...asked, ...query }))
/** Forward price of a smile. */
const forwardOf = ({ current_spot, interest_rate }: { current_spot: number; interest_rate: number }, life: number) =>
  current_spot * (1 + (interest_rate * life) / year)
const messageOf = async (kind: string, query: object) => {
  const url = withQuery(`/v2/data/analytics.v2/implied_volatility_${kind}`, { ...asked, ...query })
  const answer = await server.get(url)
  return `${answer.statusCode} ${answer.json().message}`
}

t.test('the smile reprices the marks of the options at that minute', async t => {
  const list = (await server.json('/v2/data/derivatives.v2/reference?exchange=drbt&instrument_class=option')).data
  for (const one of list.filter(({ expiry }: { expiry: string }) => expiry > '2026-01-31')) {
    const time = one.expiry.replace(' UTC', 'Z').replace(' ', 'T')
    const { data, implied_volatilities } = await smileOf({ expiry: time, strikes: one.strike_price })
    t.same(data[0].implied_volatilities, implied_volatilities)
    const url = `/v2/data/derivatives.v2/price?exchange=drbt&instrument_class=option&instrument=${one.instrument}&page_size=1`
    const [row] = (await server.json(url)).data
    const life = Date.parse(time) - end
    const forward = forwardOf(data[0], life)
    const terms = optionTerms(forward, Number(one.strike_price), life, 1, implied_volatilities[0].implied_volatility)
    t.ok(Math.abs(priceOf(terms, one.instrument.endsWith('c')) - row.mark_price) < 1e-7, 'the smile reprices the mark')
    t.equal(String(data[0].current_spot), row.index_price)
  }
})

t.test('points keep the order and coordinates of the request, and deltas round-trip', async t => {
  const wanted = [0.25, 0.9, -0.25, 0.01, -0.99]
  const { data, query } = await smileOf({ deltas: wanted.join() })
  t.same(query.deltas, wanted)
  t.same(
    data[0].implied_volatilities.map(({ delta }: { delta: number }) => delta),
    wanted,
  )
  t.equal(
    data[0].implied_volatilities[0].implied_volatility,
    (await smileOf({ deltas: '-0.75' })).implied_volatilities[0].implied_volatility,
  )
  const moneyness = [-1, 0, 0.5]
  const smile = (await smileOf({ forward_log_moneynesses: moneyness.join() })).data[0]
  const strikes = smile.implied_volatilities.map(({ strike }: { strike: number }) => strike)
  const again = (await smileOf({ strikes: strikes.join() })).data[0].implied_volatilities
  for (const [n, point] of smile.implied_volatilities.entries())
    t.ok(
      Math.abs(point.implied_volatility - again[n].implied_volatility) < 1e-12,
      'the surface has the volatility of the smile',
    )
  const life = Date.parse(expiry) - end
  t.ok(Math.abs(smile.time_to_expiry - life / year) < 1e-12, 'the time to expiry is in years')
  const { d1 } = optionTerms(
    forwardOf(smile, life),
    strikes[1],
    life,
    1,
    smile.implied_volatilities[1].implied_volatility,
  )
  const [point] = (await smileOf({ deltas: String(normalCdf(d1).toFixed(9)) })).implied_volatilities
  t.ok(
    Math.abs(point.implied_volatility - smile.implied_volatilities[1].implied_volatility) < 1e-6,
    'the point lies on the smile',
  )
})

t.test('the surface at a listed expiry is the smile, and leaves out what is not between listed expiries', async t => {
  const { data, complete_output } = await surfaceOf({ expiry_list: expiry })
  t.equal(complete_output, true)
  const smile = await smileOf({ deltas: '0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9' })
  t.same(data[0].implied_volatilities, smile.implied_volatilities)
  const wide = await surfaceOf({ tte_min: 0.05, tte_max: 1, tte_step: 0.05, strikes: '80000' })
  t.equal(wide.complete_output, false)
  t.same(
    wide.data.map(({ complete_output }: { complete_output: boolean }) => complete_output),
    wide.data.map(() => false),
  )
  t.ok(
    wide.data.length > 1 && wide.data.every((one: { expiry: string }) => one.expiry <= expiry),
    'the surface has expiries up to the last',
  )
  const grid = await surfaceOf({
    expiry_list: expiry,
    forward_log_moneyness_min: -0.2,
    forward_log_moneyness_max: 0.2,
    forward_log_moneyness_step: 0.1,
  })
  t.same(
    grid.data[0].implied_volatilities.map((one: object) => Object.keys(one)),
    Array(5).fill(['forward_log_moneyness', 'implied_volatility']),
  )
})

t.test('the points of a range are exact decimals, 0 among them', async t => {
  const name = 'forward_log_moneyness'
  const range = { [`${name}_min`]: -0.3, [`${name}_max`]: 0.3, [`${name}_step`]: 0.1 }
  const { data } = await surfaceOf({ expiry_list: expiry, ...range })
  t.same(
    data[0].implied_volatilities.map((one: Record<string, number>) => one[name]),
    [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3],
  )
})

t.test('wrong questions name what is wrong, and the listed expiries', async t => {
  t.match(await messageOf('smile', { expiry, strikes: 1, deltas: 0.5 }), /400 send exactly one of strikes/)
  t.match(await messageOf('smile', { expiry, strikes: '0' }), /400 strikes must be above 0/)
  t.match(await messageOf('smile', { expiry, deltas: '1' }), /400 deltas must be from 0.01 to 0.99/)
  t.match(
    await messageOf('smile', { expiry: '2026-04-24', deltas: '0.5' }),
    /404 no btc-usd option expires on 2026-04-24; listed were 2026-01-31, .*2026-03-27/,
  )
  t.match(
    await messageOf('smile', { expiry: '2026-04-24', deltas: '0.5', exchange: 'drbt' }),
    /404 no btc-usd option on drbt /,
  )
  t.match(
    await messageOf('smile', { expiry, deltas: '0.5', value_time: iso(end + minute) }),
    /400 value_time must not be after now/,
  )
  t.match(await messageOf('smile', { expiry, deltas: '0.5', base: 'bct' }), /404 unknown base "bct"/)
  t.match(
    await messageOf('smile', { expiry, forward_log_moneynesses: 4 }),
    /400 forward_log_moneynesses must be from -3 to 3/,
  )
  t.match(
    await messageOf('surface', { expiry_list: expiry, delta_min: 0, delta_max: 0.5, delta_step: 0.1 }),
    /400 delta_min and delta_max must be from 0.01 to 0.99, negative for puts, not 0/,
  )
  for (const kind of ['smile', 'surface'])
    t.match(
      await messageOf(kind, { expiry, deltas: '0.5', base: 'a', quote: 'a' }),
      /400 base and quote must differ, not both be a/,
    )
  t.match(await messageOf('surface', { tte_min: 1 }), /400 tte_max is required with the rest/)
  t.match(
    await messageOf('surface', { tte_min: 0.1, tte_max: 1, tte_step: 0.0001 }),
    /400 tte_step must give at most 100 values/,
  )
  t.match(await messageOf('surface', { expiry_list: '2020-01-01' }), /400 every maturity must be after value_time/)
  const lenient = await serve(t, { SANDBOX_VALIDATION: 'lenient' })
  const url = withQuery('/v2/data/analytics.v2/implied_volatility_smile', {
    ...asked,
    expiry: '2026-04-24',
    deltas: '0.5',
  })
  const unlisted = await lenient.get(url)
  t.same(unlisted.json().data, [])
  t.match(unlisted.headers['x-sandbox-hint'], /^no btc-usd option expires on 2026-04-24; listed were 2026-01-31, /)
})

t.test('a time that the key may not read has no volatilities, and a hint says so', async t => {
  const past = { ...asked, value_time: '2025-12-01', exchanges: 'drbt' }
  const endless = await serve(t, { SANDBOX_HISTORY_LIMIT: '64' })
  for (const [kind, more] of [
    ['smile', { expiry: '2025-12-26', strikes: 90_000 }],
    ['surface', { expiry_list: '2025-12-26', strikes: 90_000 }],
  ] as const) {
    const url = withQuery(`/v2/data/analytics.v2/implied_volatility_${kind}`, { ...past, ...more })
    const { statusCode, headers, body } = await endless.get(url, { 'x-api-key': 'sandbox-last-30-days' })
    t.same([statusCode, JSON.parse(body).data], [200, []], kind)
    t.equal(
      headers['x-sandbox-hint'],
      'value_time is outside the range of this API key: 2025-12-01T00:00:00.000Z',
      kind,
    )
  }
})

type Point = { datetime: string; value: number }
const realised = async (codes: string, from: number, until: number, on = server) => {
  const query = { parameters_code: codes, start_time: iso(from), end_time: iso(until) }
  return (await on.json(withQuery('/v2/data/analytics.v2/realized_volatility', query))).data
}

t.test('realised volatility is that of the spot exchange rates', async t => {
  for (const [pair, lookback, frequency, length, width] of [
    ['btc-usd', '1d', '10m', 24 * 60 * minute, 10 * minute],
    ['btc-usd', '3h', '1m', 180 * minute, minute],
    ['eth-usd', '12h', '7m', 720 * minute, 7 * minute],
    ['krw-eth', '2d', '1h', 2880 * minute, 60 * minute],
  ] as const) {
    const code = `${pair}:${lookback}_${frequency}`
    const data = await realised(code, end - 30 * minute, end + 1)
    t.match(data[code], { pair, lookback_window: lookback, returns_frequency: frequency })
    const points: Point[] = data[code].realized_volatilities
    const step = Math.min(width, 5 * minute)
    const first = Math.ceil((end - 30 * minute) / step) * step
    const times = Array.from({ length: Math.floor((end - first) / step) + 1 }, (_, n) => iso(first + n * step))
    t.same(
      points.map(({ datetime }) => datetime),
      times,
    )
    const url = withQuery(`/v2/data/trades.v1/spot_exchange_rate/${pair.replace('-', '/')}`, {
      interval: frequency,
      page_size: 1000,
      extrapolate_missing_values: 'true',
      start_time: iso(end - length - 40 * minute - 2 * width),
    })
    const rates = new Map((await server.json(url)).data.map((one: { timestamp: number }) => [one.timestamp, one]))
    const priceAt = (time: number) => Number((rates.get(time) as { price: string }).price)
    for (const { datetime, value } of points.filter((_, n) => n % 3 === 0)) {
      const time = Date.parse(datetime)
      let [squares, covered] = [0, 0]
      for (let at = Math.ceil((time - length) / width) * width; at + width <= time; at += width) {
        squares += Math.log(priceAt(at) / priceAt(at - width)) ** 2
        covered += width
      }
      const expected = Math.sqrt((squares * 365 * 1440 * minute) / covered)
      t.ok(Math.abs(value / expected - 1) < 1e-9, `${code} ${datetime} ${value}, not ${expected}`)
    }
  }
})

t.test('codes that share prices have the values that each has alone', async t => {
  const codes = ['btc-usd:3h_10m', 'btc-usd:12h_10m', 'usd-btc:3h_10m', 'btc-usd:6h_10m', 'btc-usd:6h_5m']
  const alone = await Promise.all(codes.map(code => realised(code, end - 60 * minute, end)))
  t.same(await realised(String(codes), end - 60 * minute, end), Object.assign({}, ...alone))
})

t.test('every ten minutes up to now have a realised volatility, of each code', async t => {
  const early = await serve(t)
  for (const now of [end - 10_001, end - 4 * minute, end - 17 * minute - 1500]) {
    await controlOf(early)('PUT', '/tenants/default/clock', { now: iso(now) })
    const data = await realised('btc-usd:1h_1m,usd-btc:3h_10m', now - 10 * minute, now, early)
    t.same(Object.keys(data), ['btc-usd:1h_1m', 'usd-btc:3h_10m'])
    for (const { realized_volatilities } of Object.values(data) as { realized_volatilities: Point[] }[])
      t.ok(realized_volatilities.at(-1)!.value > 0, 'the volatility is positive')
  }
})

t.test('wrong codes of realised volatility are refused, and unknown pairs have no points if lenient', async t => {
  const url = (parameters_code: string, more = {}) =>
    withQuery('/v2/data/analytics.v2/realized_volatility', {
      parameters_code,
      start_time: iso(end - minute),
      end_time: now,
      ...more,
    })
  for (const [code, status, message] of [
    ['btc-usd', 400, /parameters_code must be pair:lookback_frequency such as btc-usd:30d_10m/],
    ['btc-usd:30m_1m', 400, /look-back from 1h to 90d/],
    ['btc-usd:91d_1h', 400, /not "btc-usd:91d_1h"/],
    ['btc-usd:1h_31m', 400, /of 2 to 10000 frequencies/],
    ['btc-usd:30d_1m', 400, /of 2 to 10000 frequencies/],
    [Array(11).fill('btc-usd:1d_1h').join(), 400, /at most 10 values, not 11/],
    ['btcc-usd:1d_1h', 404, /unknown base "btcc" \(did you mean "btc"/],
  ] as const) {
    const answer = await server.get(url(code))
    t.match([answer.statusCode, answer.json().message], [status, message])
  }
  t.match((await server.get(url('btc-usd:1d_1h', { end_time: undefined }))).json().message, /end_time is required/)
  const endless = await serve(t, { SANDBOX_HISTORY_LIMIT: '64' })
  const long = await endless.get(url('btc-usd:1h_1m', { start_time: iso(end - 10_001 * minute) }))
  t.match([long.statusCode, long.json().message], [400, /at most 10000 points of 1 minutes, not 10001/])
  const lenient = await serve(t, { SANDBOX_VALIDATION: 'lenient' })
  const { data } = await lenient.json(url('xyz-usd:1d_1h,btc-usd:1d_1h'))
  t.match(data['xyz-usd:1d_1h'], { pair: 'xyz-usd', realized_volatilities: [] })
  t.equal(Object.keys(data).length, 2)
})
