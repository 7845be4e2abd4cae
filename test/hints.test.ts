import { writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { nearest } from '../src/base/nearest.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import t from './harness/tap.ts'

const lines: { msg: string }[] = []
const logger = pino({}, { write: line => void lines.push(JSON.parse(line)) })
const server = await serve(t, unlimited, logger)
const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
const strict = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'strict' })

const spot = (exchange_code: string, code: string, kind = 'spot') => ({ exchange_code, class: kind, code })
const operations = ['trades', 'ohlcv', 'count_ohlcv_vwap']
const books = '/v2/data/order_book_snapshots.v1/exchanges'

/** Instruments that no profile has, of known exchanges, classes and assets. */
const absent = [
  spot('cbse', 'usdc-mxn'),
  spot('CBSE', 'USD-BTC'),
  spot('usp3', 'doge-usdc'),
  spot('binc', 'chz-krw', 'perpetual-future'),
  spot('cbse', 'btc-usd', 'perpetual-future'),
  spot('drbt', 'sol-usd-260327', 'future'),
  spot('cbse', 'sol-usd-260327-150-c', 'option'),
]

t.test('a known pair without an instrument has no data, and the response says why', async t => {
  for (const instrument of absent)
    for (const last of operations) {
      const url = withQuery(instrumentUrl(instrument, last), { page_size: 5 })
      for (const by of [server, lenient]) {
        const answer = await by.get(url)
        t.equal(answer.statusCode, 200, url)
        const { data, result, continuation_token, query } = answer.json()
        t.strictSame([data, result, continuation_token], [[], 'success', undefined])
        t.equal(query.instrument, instrument.code.toLowerCase())
        t.match(answer.headers['x-sandbox-hint'], /^no instrument .*; \/v1\/instruments lists them$/)
      }
      t.match((await strict.get(url)).json(), { result: 'error', message: /^no instrument / })
      t.equal((await strict.get(url)).statusCode, 404)
    }
  t.match(lines.at(-1), { msg: /^answered|^no data for/ })
  const said = lines.filter(({ msg }) => msg.startsWith('no data for /v2/data/') || msg.startsWith('no data for /v3/'))
  t.equal(said.length, absent.length * operations.length)
  t.match(said[0], { msg: /trades: no instrument usdc-mxn on cbse spot; / })
  t.match((await server.json(`${books}/cbse/spot/usdc-mxn/snapshots/raw`)).data, [])
  t.match((await server.json('/v2/data/liquidation.v1/trades/binc/perpetual-future/chz-krw')).data, [])
})

t.test('the hint says where the pair trades, or what the exchange has of its base asset', async t => {
  const hintFor = async (exchange: string, code: string, kind?: string) => {
    const { headers } = await server.get(instrumentUrl(spot(exchange, code, kind), 'trades'))
    return headers['x-sandbox-hint']
  }
  const rest = '; /v1/instruments lists them'
  t.equal(await hintFor('cbse', 'btc-krw'), `no instrument btc-krw on cbse spot, but on bthb${rest}`)
  t.equal(await hintFor('gate', 'agix-usd'), `no instrument agix-usd on gate spot, but agix-usdt${rest}`)
  t.equal(await hintFor('gate', 'doge-usd'), `no instrument doge-usd on gate spot${rest}`)
})

t.test('the hint of times after the end of an instrument says when it last traded', async t => {
  const { data } = await server.json('/v1/instruments?exchange_code=drbt&class=option')
  const ended = data.find((one: { trade_end_time: string | null }) => one.trade_end_time !== null)
  const hint = async (last: string, start_time: string) => {
    const { headers } = await server.get(withQuery(instrumentUrl(ended, last), { start_time }))
    return headers['x-sandbox-hint']
  }
  const wanted = `the last trade was at ${ended.trade_end_time}, before the requested times`
  for (const last of operations) t.equal(await hint(last, '2026-01-30T23:00:00Z'), wanted)
  t.equal(await hint('trades', ended.trade_end_time), undefined)
})

t.test('the hint of books on a decentralised exchange says that it has none, whatever the times', async t => {
  const wanted = /^decentralised exchanges have no order books; /
  for (const last of ['snapshots/raw', 'ob_aggregations/depth', 'ob_aggregations/full?slippage=100'])
    for (const range of [{}, { start_time: '2026-01-30' }, { end_time: '2020-01-01' }]) {
      const url = withQuery(`${books}/usp3/spot/weth-usdc/${last}`, range as Record<string, string>)
      const { headers, json } = await server.get(url)
      t.same(json().data, [], url)
      t.match(headers['x-sandbox-hint'], wanted, url)
    }
  const { headers } = await server.get(`${books}/cbse/spot/btc-usd/snapshots/raw?end_time=2020-01-01`)
  t.match(headers['x-sandbox-hint'], /^the requested times are outside /)
  t.match((await server.get(`${books}/usp3/spot/doge-usdc/snapshots/raw`)).headers['x-sandbox-hint'], /^no instrument /)
})

t.test('an operation for other classes refuses the class of a missing instrument', async t => {
  const answer = await server.get('/v2/data/liquidation.v1/trades/cbse/spot/usdc-mxn')
  t.match([answer.statusCode, answer.json().message], [404, /^instrument_class must be future or perpetual-future/])
})

t.test('a rate without any route has no data either', async t => {
  for (const pair of ['dgx/usd', 'btc/kau']) {
    const url = `/v2/data/trades.v1/spot_exchange_rate/${pair}`
    const answer = await server.get(url)
    t.match(answer.json(), { data: [], query: { instruments: [] } })
    t.match(answer.headers['x-sandbox-hint'], /^no spot rate of /)
    t.equal((await strict.get(url)).statusCode, 404)
  }
})

t.test('codes that nobody knows, and what only the profile leaves out, stay 404', async t => {
  const refusals: [instrument: ReturnType<typeof spot>, message: RegExp][] = [
    [spot('cbs', 'btc-usd'), /unknown exchange "cbs" \(did you mean "cbse"\?\)/],
    [spot('cbse', 'btc-usd', 'swap'), /cbse has no instrument_class "swap", only spot/],
    [spot('cbse', 'bct-usd'), /unknown instrument "bct-usd" on cbse spot \(did you mean "btc-usd"\?\)/],
    [spot('cbse', 'btc-btc'), /unknown instrument "btc-btc"/],
    [spot('cbse', 'btcusd'), /unknown instrument "btcusd" .* "btc-usd"/],
    [spot('cbse', 'BTC_USD'), /unknown instrument "btc_usd" .* \(did you mean "btc-usd"\?\)/],
    [spot('cbse', 'bitcoin-dollar'), /unknown instrument .* \(did you mean "btc-usd"\?\)/],
    [spot('krkn', 'XXBTZUSD'), /unknown instrument .* \(did you mean "btc-usd"\?\)/],
    [spot('cbse', 'xbt-usd'), /unknown instrument .* \(did you mean "btc-usd"\?\)/],
    [spot('cbse', 'btc-usd-260327'), /unknown instrument "btc-usd-260327"/],
    [spot('cbse', 'sol-usd'), /unknown instrument "sol-usd" .*; the profile standard \(SANDBOX_PROFILE\) has it/],
  ]
  for (const [instrument, message] of refusals) {
    const url = instrumentUrl(instrument, 'trades')
    t.match([(await server.get(url)).statusCode, (await server.get(url)).json().message], [404, message])
    const answer = await lenient.get(url)
    t.match(answer.json(), { result: 'success', data: [] })
    t.match(answer.headers['x-sandbox-hint'], message.source.startsWith('cbse') ? /^cbse has/ : /^unknown /)
  }
})

t.test('a hint is one line of visible characters', async t => {
  for (const code of ['caf%C3%A9-usd', 'a%7Fb-c', '%E2%80%AEx-usd', 'x'.repeat(190)]) {
    const answer = await lenient.get(`/v3/data/trades.v1/exchanges/cbse/spot/${code}/trades`)
    t.equal(answer.statusCode, 200)
    t.match(answer.headers['x-sandbox-hint'], /^[ -~]{20,503}$/)
  }
})

t.test('times that the store or the key does not cover are said, too', async t => {
  const url = instrumentUrl(spot('cbse', 'btc-usd'), 'trades')
  const hintOf = async (query: object, key = 'sandbox-key') =>
    (await server.get(withQuery(url, query as Record<string, string>), { 'x-api-key': key })).headers['x-sandbox-hint']
  const store =
    /^the requested times are outside the range with data from 2026-01-28T00:00:00\.000Z to 2026-01-31T00:00:00\.000Z$/
  t.match(await hintOf({ end_time: '2025-01-01' }), store)
  t.match(await hintOf({ start_time: '2027-01-01' }), store)
  t.equal(await hintOf({ page_size: '1' }), undefined)
  t.match(await hintOf({ start_time: '2026-01-30', end_time: '2026-01-30' }), /^the requested range is empty/)
})

t.test('the ranking of a time before the range of a key says so', async t => {
  const file = `${t.testdir()}/keys.json`
  writeFileSync(file, JSON.stringify([{ key: 'late', name: 'late', access_range: { start: '2026-01-30T00:00:00Z' } }]))
  const limited = await serve(t, { SANDBOX_KEYS: file })
  const ranking = async (datetime: string) =>
    limited.get(withQuery('/v2/data/supply.v2/top', { datetime, count: 3 }), { 'x-api-key': 'late' })
  for (const datetime of ['2026-01-29T00:00:00Z', '2026-01-30T00:00:00Z']) {
    const { headers, body } = await ranking(datetime)
    t.same(JSON.parse(body).data, [])
    t.equal(
      headers['x-sandbox-hint'],
      'no value before datetime is in the range of this API key, which begins at 2026-01-30T00:00:00.000Z',
    )
  }
  t.equal(JSON.parse((await ranking('2026-01-31T00:00:00Z')).body).data.length, 3)
})

t.test('a hint of an empty page is there each time it is asked', async t => {
  const url = withQuery(instrumentUrl(spot('cbse', 'usdc-mxn'), 'trades'), { page_size: 7 })
  const empty = withQuery(instrumentUrl(spot('cbse', 'btc-usd'), 'trades'), { end_time: '2026-01-28T00:00:00.001Z' })
  for (const one of [url, empty])
    for (let n = 0; n < 4; n++) t.ok((await server.get(one)).headers['x-sandbox-hint'], `${one} ${n}`)
})

t.test('names of exchanges, assets and protocols are understood', async t => {
  const ohlcv = (exchange: string) => `/v2/data/trades.v1/exchanges/${exchange}/spot/btc-usd/aggregations/ohlcv`
  const rate = '/v2/data/trades.v1/spot_exchange_rate'
  const events = '/v2/data/liquidity.v1/events'
  const cases: [url: string, hint: string][] = [
    [ohlcv('binance'), '"bnce", "binc" or "bnus"'],
    [ohlcv('Coinbase'), '"cbse"'],
    [ohlcv('coinbasepro'), '"cbse"'],
    [ohlcv('kraken'), '"krkn" or "krft"'],
    [ohlcv('OKX'), '"okex"'],
    [ohlcv('gate.io'), '"gate"'],
    [ohlcv('uniswap'), '"usp2" or "usp3"'],
    [ohlcv('crypto'), '"crco"'],
    [ohlcv('cbs'), '"cbse"'],
    [ohlcv('huobi'), '"huob"'],
    [`${rate}/xbt/usd`, '"btc"'],
    ['/v2/data/analytics.v2/exchange_metrics?exchange=bitstamp&start_time=2026-01-30&end_time=2026-01-31', '"stmp"'],
    [`${rate}/bitcoin/usd`, '"btc", "bcd" or "bch"'],
    [`${rate}/btc/usdollar`, '"usd"'],
    [`${rate}/btc/usd?include_exchanges=kraken`, '"krkn" or "krft"'],
    ['/v2/data/supply.v2/assets/cardano?start_time=2026-01-30', '"ada"'],
    ['/v2/data/supply.v2/assets/btcusd?start_time=2026-01-30', '"btc"'],
    ['/v2/data/supply.v2/assets/bct?start_time=2026-01-30', '"btc"'],
    [`${events}?protocol=uniswap%20v3`, '"usp3" or "unis"'],
  ]
  for (const [url, hint] of cases) t.match((await server.get(url)).json().message, `(did you mean ${hint}?)`, url)
  t.notMatch((await server.get(ohlcv('b'))).json().message, /did you mean/)
})

t.test('the search of the console understands the same names', async t => {
  const { aliases } = await server.json('/console/about.json')
  const served = '../src/console/base/synonyms.js'
  const { alsoCalled, knowNames, topicsFor } = await import(served)
  knowNames(aliases)
  const one = { base_asset: 'btc', quote_asset: 'usd', exchange_code: 'huob', class: 'perpetual-future' }
  const words = alsoCalled(one).split(' ')
  for (const word of ['xbt', 'dollar', 'huobi', 'perp']) t.ok(words.includes(word), word)
  for (const word of ['option', 'smile', 'funding', 'open interest', 'basis', 'volatility', 'index', 'value at risk'])
    t.ok(topicsFor(word).length > 0, word)
})

t.test('unknown parameters of clients never break trades', async t => {
  const url = instrumentUrl(spot('cbse', 'btc-usd'), 'trades')
  const { data } = await server.json(`${url}?page_size=3`)
  for (const query of [
    'index_inserted_at=true',
    'index_inserted_at=',
    'a=1&a=2&index_inserted_at=x',
    `x=${'y'.repeat(3000)}`,
  ])
    for (const by of [server, lenient]) t.same((await by.json(`${url}?page_size=3&${query}`)).data, data)
})

t.test('a hint names a parameter that is ignored because it is unknown', async t => {
  const url = instrumentUrl(spot('cbse', 'btc-usd'), 'trades')
  const ohlcv = instrumentUrl(spot('cbse', 'btc-usd'), 'trades').replace(/trades$/, 'aggregations/ohlcv')
  const cases = [
    [`${url}?pagesize=3`, 'ignored: unknown parameter "pagesize" (did you mean "page_size"?)'],
    [`${ohlcv}?intervall=1h`, 'ignored: unknown parameter "intervall" (did you mean "interval"?)'],
    ['/v1/instruments?exchange=cbse&limit=1', /^ignored: unknown parameter "exchange"; known are exchange_code, /],
    ['/v1/exchanges?code=cbse', 'ignored: unknown parameter "code"; there are none here'],
    [`${url}?page_size=3`, undefined],
  ] as const
  for (const [url, hint] of cases) {
    const responses = [await server.get(url), await server.get(url), await server.get(url)]
    for (const { headers } of responses) t.match(headers['x-sandbox-hint'], hint, url)
  }
  const { continuation_token } = await server.json(`${url}?page_size=3`)
  const next = await server.get(`${url}?continuation_token=${continuation_token}&extra=1`)
  t.equal(next.headers['x-sandbox-hint'], undefined, 'other parameters beside a token are ignored without a word')
})

t.test('unknown paths and codes say what is right', async t => {
  const trades = '/v2/data/trades.v1/exchanges'
  const cases = [
    ['//v2/data/trades.v1', /it has two slashes in a row$/],
    ['/v2/data/analytics.v2/oanda_fx_rates', /did you mean vendor_fx_rates, not .*SANDBOX_FX_PROVIDER sets this name$/],
    [
      `${trades}/drbt/option/btc31mar17700p/trades`,
      /\(codes are like "btc-usd-\d{6}-\d+-[cp]"\); \/v1\/instruments lists them/,
    ],
    ['/v1/data/index_replication.v1/rates?sequence_id=1', /such as 1769817600000-BRR_BTCUSD, not "1"/],
  ] as const
  for (const [url, message] of cases) t.match((await server.get(url)).json().message, message, url)
})

t.test('a suggestion has a character of the unknown word', t => {
  t.equal(nearest('j', ['p', 'pool']), undefined)
  t.equal(nearest('J', ['p', 'j']), 'j')
  t.equal(nearest('bt', ['eth', 'btc']), 'btc')
  t.equal(nearest('cbs', ['bnce', 'cbse']), 'cbse')
  t.end()
})

t.test('a list without records says which code is unknown', async t => {
  const cases = [
    ['/v1/instruments?exchange_code=binance', /^unknown exchange_code "binance" \(did you mean "bnce"/],
    ['/v1/instruments?exchange_code=cbse&base_asset=bct', /^unknown base_asset "bct" \(did you mean "btc"\?\)/],
    ['/v1/instruments?class=perp', /^unknown class "perp"; known are [a-z, -]+$/],
    ['/v1/pools?protocol=uniswp', /^unknown protocol "uniswp" \(did you mean "/],
    ['/v1/instruments?exchange_code=cbse&code=btcusd', /^unknown code "btcusd" \(did you mean "btc-usd"\?\)$/],
    ['/v1/instruments?code=BTC/USD', /^unknown code "btc\/usd" \(did you mean "btc-usd"\?\)$/],
    ['/v1/instruments?code=bitcoin-usd', /^unknown code "bitcoin-usd" \(did you mean "btc-usd"\?\)$/],
    ['/v1/instruments?exchange_code=cbse&code=btc-jpy', /^no record matches the parameters$/],
  ] as const
  for (const [url, hint] of cases) {
    const { statusCode, headers, json } = await server.get(url)
    t.same([statusCode, json().data], [200, []], url)
    t.match(headers['x-sandbox-hint'], hint)
  }
})

t.test('a time that is none is refused with what would be right', async t => {
  const cases = [
    ['2026-02-29', /^start_time must be a day that exists: 2026-02 has 28 days, not "2026-02-29"$/],
    ['20260431', /^start_time must be a day that exists: 2026-04 has 30 days, not "20260431"$/],
    ['1769814000', /^start_time must be an ISO 8601 time, which is 2026-01-30T23:00:00\.000Z for this Unix time, /],
    ['1769814000000', /^start_time must be an ISO 8601 time, which is 2026-01-30T23:00:00\.000Z for this Unix time, /],
    ['1769814000.25', /, which is 2026-01-30T23:00:00\.250Z for this Unix time, not "1769814000.25"$/],
    ['1769814000250000', /, which is 2026-01-30T23:00:00\.250Z for this Unix time, /],
    ['1769814000250000000', /, which is 2026-01-30T23:00:00\.250Z for this Unix time, /],
    [
      '2026-01-30 23:00:00 UTC',
      /^start_time must be an ISO 8601 time, which is 2026-01-30T23:00:00\.000Z for this text, /,
    ],
    ['2026-13-01', /^start_time must be an ISO 8601 time \(YYYY-MM-DD, /],
    ['yesterday', /^start_time must be an ISO 8601 time \(YYYY-MM-DD, /],
  ] as const
  for (const [start_time, message] of cases) {
    const answer = await server.get(withQuery(instrumentUrl(spot('cbse', 'btc-usd'), 'trades'), { start_time }))
    t.match([answer.statusCode, answer.json().message], [400, message], start_time)
  }
})
