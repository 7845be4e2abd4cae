import { urlOf, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { buildTestStore, end, start } from './harness/store.ts'
import t from './harness/tap.ts'
import { mean } from './harness/tape-measures.ts'
import { walk } from './harness/walk.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const path = '/v2/data/analytics.v2/vendor_fx_rates'

interface Rate {
  timestamp: number
  fx_rate: string
}

const server = await serve(t, unlimited)
type Asked = Pick<typeof server, 'json'>

/** Rates in order of time: [end of the interval, rate]. */
async function rates(base: string, quote: string, query: Record<string, string | number> = {}, on: Asked = server) {
  const url = withQuery(urlOf(path, { base, quote }), { page_size: 1000, sort: 'asc', ...query })
  const { data } = await on.json(url)
  return (data as Rate[]).map(({ timestamp, fx_rate }) => [timestamp, Number(fx_rate)] as const)
}

const near = (a: number, b: number, share = 1e-12) => Math.abs(a - b) <= share * Math.abs(b)
const iso = (time: number) => new Date(time).toISOString()

const { data: assets } = await server.json('/v1/assets')
const fiat: string[] = assets
  .filter(({ asset_class }: { asset_class: string }) => asset_class === 'fiat')
  .map(({ code }: { code: string }) => code)

t.test('every fiat currency has rates, and no other asset does', async t => {
  t.ok(fiat.length >= 20, 'there are many currencies')
  for (const code of fiat) {
    const found = await rates(code, 'usd', { interval: '1d' })
    t.same(
      found.map(([timestamp]) => timestamp),
      [start + day, start + 2 * day, end],
      code,
    )
    t.ok(
      found.every(([, rate]) => rate > 0),
      'rates are positive',
    )
  }
  const refused = await server.get(urlOf(path, { base: 'eur', quote: 'btc' }))
  t.equal(refused.statusCode, 400)
  t.match(refused.json().message, /quote must be a fiat currency.*"btc"/)
  const unknown = await server.get(urlOf(path, { base: 'eurw', quote: 'usd' }))
  t.equal(unknown.statusCode, 404)
  t.match(unknown.json().message, /base.*"eurw".*"eur"/)
})

t.test('a rate times its inverse is 1, and cross rates agree', async t => {
  for (const interval of ['1m', '7m', '1h', '5h', '1d']) {
    const range = { interval, start_time: iso(start + 3 * hour), end_time: iso(start + 51 * hour) }
    const there = await rates('eur', 'jpy', range)
    const back = await rates('jpy', 'eur', range)
    t.ok(there.length > 1, 'the pair has rates')
    there.forEach(([timestamp, rate], n) => {
      if (timestamp !== back[n]![0] || !near(rate * back[n]![1], 1)) t.fail(`${interval} ${iso(timestamp)}`)
    })
    for (const third of ['usd', 'gbp', 'try', 'krw']) {
      const [first, second] = [await rates('eur', third, range), await rates(third, 'jpy', range)]
      there.forEach(([timestamp, rate], n) => {
        if (!near(first[n]![1] * second[n]![1], rate)) t.fail(`${interval} ${third} ${iso(timestamp)}`)
      })
    }
  }
  t.ok(
    (await rates('chf', 'chf')).every(([, rate]) => rate === 1),
    'a currency is worth itself',
  )
})

t.test('the rate of an interval is the mean of its minutes', async t => {
  const minutes = new Map<number, number>()
  const all = await walk(
    server,
    withQuery(urlOf(path, { base: 'gbp', quote: 'usd' }), { interval: '1m', page_size: 1000 }),
  )
  for (const { body } of all) for (const { timestamp, fx_rate } of body.data) minutes.set(timestamp, Number(fx_rate))
  t.equal(minutes.size, (end - start) / minute)
  for (const [interval, width] of [
    ['7m', 7 * minute],
    ['15m', 15 * minute],
    ['1h', hour],
    ['90m', 90 * minute],
    ['1d', day],
  ] as const) {
    const found = await rates('gbp', 'usd', { interval })
    const first = Math.ceil(start / width) * width
    t.equal(found[0]![0], first + width)
    t.equal(found.length, Math.floor((end - first) / width), 'every finished interval is present, and no other')
    for (const [timestamp, rate] of found) {
      const own = Array.from({ length: width / minute }, (_, n) => minutes.get(timestamp - n * minute)!)
      if (!near(rate, mean(own))) t.fail(`${interval} until ${iso(timestamp)}: ${rate}, not ${mean(own)}`)
    }
  }
})

t.test('no currency trades from Friday to Sunday, 22:00 UTC: the last rate stays', async t => {
  const monday = Date.UTC(2026, 1, 2, 6)
  const file = `${t.testdir()}/weekend.sqlite`
  buildTestStore(file, { start: Date.UTC(2026, 0, 30), end: monday })
  const weekend = await serve(t, { ...unlimited, SANDBOX_DATA: file, SANDBOX_NOW: 'seeded' })
  const friday = Date.UTC(2026, 0, 30, 22)
  const [[, last]] = (await rates(
    'eur',
    'usd',
    { interval: '1m', start_time: iso(friday - minute), page_size: 1 },
    weekend,
  )) as [[number, number]]
  for (const interval of ['1m', '20m', '1h', '4h']) {
    const query = { interval, start_time: iso(friday), end_time: iso(friday + 2 * day - 4 * hour) }
    const still = await rates('eur', 'usd', query, weekend)
    t.ok(still.length > 10, 'weekends repeat the last rate')
    t.ok(
      still.every(([, rate]) => near(rate, last)),
      interval,
    )
  }
  const opened = await rates('eur', 'usd', { interval: '1h', start_time: iso(friday + 2 * day) }, weekend)
  t.equal(opened.length, 8)
  t.equal(new Set(opened.map(([, rate]) => rate)).size, 8)
  const hours = await rates(
    'eur',
    'usd',
    { start_time: iso(Date.UTC(2026, 0, 30)), end_time: iso(Date.UTC(2026, 0, 31)) },
    weekend,
  )
  const [[, whole]] = (await rates(
    'eur',
    'usd',
    { interval: '1d', start_time: iso(Date.UTC(2026, 0, 30)), page_size: 1 },
    weekend,
  )) as [[number, number]]
  t.ok(near(whole, mean(hours.map(([, rate]) => rate))), 'repeated rates count in a mean like traded ones')

  const saturday = `${t.testdir()}/saturday.sqlite`
  buildTestStore(saturday, { start: Date.UTC(2026, 0, 31), end: Date.UTC(2026, 0, 31, 6) })
  const late = await serve(t, { ...unlimited, SANDBOX_DATA: saturday, SANDBOX_NOW: 'seeded' })
  const query = { interval: '30m', start_time: iso(Date.UTC(2026, 0, 31)), end_time: iso(Date.UTC(2026, 0, 31, 6)) }
  t.same(
    await rates('eur', 'jpy', query, late),
    await rates('eur', 'jpy', query, weekend),
    'also at the start of a store',
  )
})

t.test('rates agree with currency pairs on an exchange', async t => {
  const priceOf = async (instrument: string) => {
    const url = `/v2/data/trades.v1/exchanges/krkn/spot/${instrument}/aggregations/vwap?interval=1d&page_size=1`
    return Number((await server.json(url)).data[0].price)
  }
  const [[, rate]] = (await rates('eur', 'usd', { interval: '1d', sort: 'desc', page_size: 1 })) as [[number, number]]
  // The two pairs trade at different times of a day on which bitcoin moves by some per cent.
  t.ok(near((await priceOf('btc-usd')) / (await priceOf('btc-eur')), rate, 0.02), 'spot and FX rates agree')
})

t.test('the last path segment contains the provider name', async t => {
  const branded = await serve(t, { ...unlimited, SANDBOX_FX_PROVIDER: 'acme' })
  const url = urlOf(path, { base: 'eur', quote: 'usd', page_size: '2' })
  t.equal((await branded.get(url)).statusCode, 404)
  const first = await branded.json(url.replace('vendor_', 'acme_'))
  t.same(first.data, (await server.json(url)).data)
  t.match(first.next_url, /\/acme_fx_rates\?/)
  t.equal((await branded.json(first.next_url)).data.length, 2)
})
