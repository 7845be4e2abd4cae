import t from 'tap'
import { createWorld } from '../seed/index.ts'
import { controlOf } from './harness/control.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'

interface Scenario {
  name: string
  subject: string
  start: string
  end: string
  urls: string[]
}

const kinds = [
  'corrected-trades',
  'delisting',
  'exchange-outage',
  'flash-crash',
  'full-utilisation',
  'halted-instrument',
  'listing',
  'one-sided-book',
  'stablecoin-depeg',
  'stale-feed',
  'zero-volume-day',
]

const server = await serve(t, unlimited)
const { scenarios } = (await controlOf(server)('GET', '/scenarios')) as { scenarios: Scenario[] }
const minute = 60_000

function scenario(kind: string): Scenario {
  const found = scenarios.find(({ name }) => name.startsWith(`${kind}-20`))
  if (!found) throw new Error(`no scenario of kind ${kind}`)
  return found
}

/** Records of a scenario's URL. @param margin minutes before and after the scenario. */
async function records({ urls, start, end }: Scenario, path: string, query: Record<string, string> = {}, margin = 0) {
  const url = new URL(urls.find(one => new URL(one).pathname.endsWith(path))!)
  url.searchParams.set('start_time', new Date(Date.parse(start) - margin * minute).toISOString())
  url.searchParams.set('end_time', new Date(Date.parse(end) + margin * minute).toISOString())
  for (const [name, value] of Object.entries({ sort: 'asc', ...query })) url.searchParams.set(name, value)
  return (await server.json(url.pathname + url.search)).data
}

const trades = (one: Scenario, margin = 0) => records(one, '/trades', { page_size: '10000' }, margin)
const books = (one: Scenario, margin = 0) => records(one, '/snapshots/full', { page_size: '100' }, margin)

t.test('three days contain each kind of scenario, for any seed', t => {
  t.same([...new Set(scenarios.map(({ name }) => name.slice(0, -11)))].sort(), kinds)
  for (const { name, start: from, end: until } of scenarios)
    t.ok(Date.parse(from) >= start && Date.parse(until) <= end, name)
  t.end()
})

t.test('an outage stops the trades and order books of an exchange', async t => {
  const outage = scenario('exchange-outage')
  t.same(await trades(outage), [])
  t.same(await books(outage), [])
  t.not((await trades(outage, 120)).length, 0)
  t.equal((await books(outage, 20)).length, 40, 'books exist before and after it')
})

t.test('a flash crash lowers trades and order books by 12 % and recovers', async t => {
  const crash = scenario('flash-crash')
  const prices = (await trades(crash, 5)).map(({ price }: { price: string }) => Number(price))
  const before = prices[0]!
  t.ok(Math.min(...prices) < 0.9 * before, `${Math.min(...prices)} of ${before}`)
  t.ok(prices.at(-1)! > 0.97 * before, `${prices.at(-1)} of ${before}`)
  const mids = (await books(crash)).map((one: { mid_price: string }) => Number(one.mid_price))
  t.ok(Math.min(...mids) < 0.9 * before)
})

t.test('a depegged stablecoin is cheaper on its exchange and in the supply data', async t => {
  const depeg = scenario('stablecoin-depeg')
  const prices = (await trades(depeg)).map(({ price }: { price: string }) => Number(price))
  t.ok(Math.min(...prices) < 0.93, `${Math.min(...prices)}`)
  const range = `start_time=${depeg.start}&end_time=${depeg.end}`
  const path = `/v2/data/trades.v1/spot_exchange_rate/tusd/usd?interval=1h&${range}`
  const rates = (await server.json(path)).data.map((one: { price: string | null }) => Number(one.price ?? 1))
  t.ok(Math.min(...rates) < 0.93, `${Math.min(...rates)}`)
})

t.test('a halted instrument has no trades, and a constant mid price', async t => {
  const halt = scenario('halted-instrument')
  t.same(await trades(halt), [])
  const mids = (await books(halt)).map((one: { mid_price: string }) => Number(one.mid_price))
  t.equal(mids.length, 100)
  t.ok(Math.max(...mids) - Math.min(...mids) < 1e-4 * mids[0]!, 'within a tick or two')
})

t.test('an instrument trades from its listing until its delisting', async t => {
  const [listing, delisting] = [scenario('listing'), scenario('delisting')]
  for (const one of await trades(listing)) t.ok(one.timestamp >= Date.parse(listing.start) + 60 * minute)
  for (const one of await trades(delisting)) t.ok(one.timestamp < Date.parse(delisting.end) - 60 * minute)
  t.not((await trades(listing)).length + (await trades(delisting)).length, 0)
})

t.test('a one-sided order book has only asks and no mid price', async t => {
  const oneSided = await books(scenario('one-sided-book'))
  t.equal(oneSided.length, 20)
  for (const { bids, asks, mid_price } of oneSided) {
    t.same(bids, [])
    t.not(asks.length, 0)
    t.equal(mid_price, null)
  }
})

t.test('a stale feed repeats one price', async t => {
  const stale = scenario('stale-feed')
  const of = async (margin: number) => new Set((await trades(stale, margin)).map((one: { price: string }) => one.price))
  t.equal((await of(0)).size, 1)
  t.ok((await of(180)).size > 2, 'prices move before and after it')
})

t.test('many trades are corrected or cancelled between v1 and v2', async t => {
  const corrected = scenario('corrected-trades')
  const url = new URL(corrected.urls.find(one => new URL(one).pathname.endsWith('/trades'))!)
  const of = async (version: string) => {
    const path = url.pathname.replace('trades.latest', `trades.${version}`)
    const { data } = await server.json(`${path}${url.search}&page_size=10000`)
    return new Map<string, string>(data.map((one: { trade_id: string; price: string }) => [one.trade_id, one.price]))
  }
  const [first, second] = [await of('v1'), await of('v2')]
  const cancelled = [...first.keys()].filter(id => !second.has(id)).length
  const repriced = [...second].filter(([id, price]) => first.get(id) !== price).length
  t.not(cancelled, 0)
  t.not(repriced, 0)
  t.ok(cancelled + repriced > 0.08 * first.size, `${cancelled} and ${repriced} of ${first.size}`)
})

t.test('a day without volume has a daily bar without prices', async t => {
  const quiet = scenario('zero-volume-day')
  t.match(await records(quiet, '/aggregations/ohlcv', { interval: '1d' }), [{ open: null, close: null, volume: '0' }])
})

t.test('a lending market is fully borrowed, at the highest rate of its curve', async t => {
  const full = scenario('full-utilisation')
  const snapshots = await records(full, '/snapshots', { page_size: '1000' })
  const empty = snapshots.filter((one: { available_liquidity: number }) => one.available_liquidity === 0)
  t.not(empty.length, 0)
  const rates = (of: { variable_borrow_rate: number }[]) => of.map(one => one.variable_borrow_rate)
  t.equal(Math.max(...rates(snapshots)), rates(empty)[0])
})

t.test('a scenario kind selects its latest scenario', async t => {
  const last = scenarios.findLast(({ name }) => name.startsWith('flash-crash'))!
  t.match(await controlOf(server)('PUT', '/tenants/default/scenario', { name: 'flash-crash' }), { now: last.start })
})

t.test('in long stores scenarios are spread over many subjects, and crashes are rare', t => {
  for (const seed of ['market', 'alpha', 'beta']) {
    const { calendar } = createWorld({ seed, profile: 'standard' })
    const last = Math.floor(end / calendar.period)
    const incidents = Array.from({ length: 12 }, (_, n) => calendar.inPeriod(last - n)).flat()
    const of = (kind: string) => incidents.filter(one => one.kind === kind).map(({ subject }) => subject)
    for (const kind of ['halted-instrument', 'one-sided-book', 'stale-feed', 'corrected-trades', 'zero-volume-day'])
      t.ok(new Set(of(kind)).size >= 9, `${seed}: ${of(kind)} of ${kind}`)
    t.ok(new Set(of('exchange-outage')).size >= 5, `${seed}: ${of('exchange-outage')}`)
    for (const kind of ['flash-crash', 'stablecoin-depeg'])
      t.ok(of(kind).length >= 3 && of(kind).length <= 5, `${seed}: ${of(kind)} of ${kind}`)
  }
  t.end()
})
