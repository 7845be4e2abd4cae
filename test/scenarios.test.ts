import { exchangeOf } from '../seed/catalogue/exchange-list.ts'
import { createWorld } from '../seed/index.ts'
import { type Incident, lowOf } from '../seed/scenarios/calendar.ts'
import { scenarioKinds, scenarioTerms } from '../seed/scenarios/scenario-list.ts'
import { isLiquidated, LiquidationFeed } from '../seed/trading/liquidation-feed.ts'
import { OrderFlow } from '../seed/trading/order-flow.ts'
import { Tape } from '../seed/trading/tape.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { controlOf } from './harness/control.ts'
import { ofRecords } from './harness/of-records.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t from './harness/tap.ts'

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

function scenario(kind: string): Scenario {
  const found = scenarios.find(({ name }) => name.startsWith(`${kind}-20`))
  if (!found) throw new Error(`no scenario of kind ${kind}`)
  return found
}

const world = createWorld({ seed: 'market', profile: 'tiny' })

function incident({ name, start: from }: Scenario): Incident {
  const { calendar } = world
  const all = calendar.inPeriod(Math.floor(Date.parse(from) / calendar.period))
  return all.find(one => name.startsWith(one.kind) && one.from === Date.parse(from))!
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
  const around = (await books(outage, 20)).length
  t.ok(around >= 38 && around <= 42, `books exist before and after it: ${around}`)
})

t.test('events of minutes and hours have trades', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const { calendar } = world
  const last = Math.floor(end / calendar.period)
  const events = Array.from({ length: 60 }, (_, n) => calendar.inPeriod(last - n)).flat()
  const standing = world.instruments({ from: end - day, to: end })
  // Others report sides in ways of their own.
  const isPlain = (exchange: string) => exchangeOf(exchange).takerSide === 'taker'
  const falls = [0, 0, 0, 0]
  const closed = { long: 0, short: 0 }
  for (const [kind, least] of Object.entries({
    'flash-crash': 5,
    'stablecoin-depeg': 5,
    'corrected-trades': 2,
    'stale-feed': 2,
  })) {
    const of = events.filter(one => one.kind === kind)
    t.ok(of.length > 3, `${of.length} of ${kind}`)
    for (const { subject, from, until } of of) {
      const one = standing.find(({ exchange, class: of, code }) => `${exchange}/${of}/${code}` === subject)
      if (one === undefined) continue
      const flow = new OrderFlow(world, one)
      const counts = { during: 0, around: 0 }
      const add = (_id: number, time: number, _name: string, side: 'long' | 'short') => {
        if (kind === 'flash-crash' && time >= from && time < until) closed[side]++
      }
      const liquidations = new LiquidationFeed(world, one, { add } as never)
      for (let n = Math.floor(from / hour); n * hour < until; n++) {
        const tape = new Tape()
        flow.fill(n, tape)
        if (isLiquidated(one)) liquidations.write(n, tape, { from: n * hour, to: (n + 1) * hour })
        for (let i = 0; i < tape.length; i++) {
          const time = tape.times[i]!
          const isDuring = time >= from && time < until
          counts[isDuring ? 'during' : 'around']++
          if (kind === 'flash-crash' && isDuring && time < lowOf({ from, until }) && isPlain(one.exchange))
            falls[tape.sides[i]!]!++
        }
      }
      t.ok(counts.during >= least, `${counts.during} trades of ${subject} in ${kind}`)
      if (kind === 'flash-crash' && counts.during > 100)
        t.ok(
          counts.during > 2 * counts.around,
          `${counts.during} trades of ${subject}, ${counts.around} in the rest of its hours`,
        )
    }
  }
  const [buys, sells] = falls
  t.ok(sells! > 2 * buys!, `${sells} sell while prices fall in flash crashes, and ${buys} buy`)
  t.ok(closed.long >= 5, `${closed.long} liquidations of long positions in flash crashes`)
  t.equal(closed.short, 0, 'no short position has a loss in a flash crash')
})

t.test('a flash crash lowers trades and order books, and recovers', async t => {
  const crash = scenario('flash-crash')
  const { depth } = incident(crash)
  const prices = (await trades(crash, 5)).map(({ price }: { price: string }) => Number(price))
  const before = prices[0]!
  t.ok(Math.min(...prices) < (1 - 0.6 * depth) * before, `${Math.min(...prices)} of ${before}`)
  t.ok(prices.at(-1)! > 0.97 * before, `${prices.at(-1)} of ${before}`)
  const mids = (await books(crash)).map((one: { mid_price: string }) => Number(one.mid_price))
  t.ok(Math.min(...mids) < (1 - 0.6 * depth) * before, 'the crash reaches its depth')
})

t.test('a depegged stablecoin is cheaper on its exchange and in the supply data', async t => {
  const depeg = scenario('stablecoin-depeg')
  const { depth } = incident(depeg)
  const middle = (Date.parse(depeg.start) + Date.parse(depeg.end)) / 2
  const price = world.prices.at('tusd', middle)
  t.ok(Math.abs(price - (1 - depth)) < 0.005, `${price} after a loss of ${depth}`)
  const hours = `start_time=${new Date(middle - 30 * minute).toISOString()}&end_time=${new Date(middle + 30 * minute).toISOString()}`
  const path = `/v2/data/trades.v1/spot_exchange_rate/tusd/usd?interval=1h&${hours}`
  for (const { price } of (await server.json(path)).data)
    if (price !== null) t.ok(Math.abs(price - (1 - depth)) < 0.02, price)
  for (const { price, timestamp } of await trades(depeg)) {
    const fair = world.prices.at('tusd', timestamp)
    t.ok(Math.abs(Number(price) / fair - 1) < 0.01, `${price} beside ${fair}`)
  }
})

t.test('a halted instrument has no trades, and a constant mid price', async t => {
  const halt = scenario('halted-instrument')
  t.same(await trades(halt), [])
  const mids = (await books(halt)).map((one: { mid_price: string }) => Number(one.mid_price))
  t.ok(mids.length > 50, 'there are books during the crash')
  t.ok(Math.max(...mids) - Math.min(...mids) < 1e-4 * mids[0]!, 'within a tick or two')
})

t.test('an instrument trades from its listing until its delisting', async t => {
  const [listing, delisting] = [scenario('listing'), scenario('delisting')]
  for (const one of await trades(listing))
    t.ok(one.timestamp >= Date.parse(listing.start) + 60 * minute, 'trading begins an hour after the listing')
  for (const one of await trades(delisting))
    t.ok(one.timestamp < Date.parse(delisting.end) - 60 * minute, 'trading ends an hour before the delisting')
  t.not((await trades(listing)).length + (await trades(delisting)).length, 0)
})

t.test('a one-sided order book has only asks and no mid price', async t => {
  const { urls, ...range } = scenario('one-sided-book')
  const oneSided = await books({ urls, ...range })
  const minutes = (Date.parse(range.end) - Date.parse(range.start)) / minute
  t.ok(Math.abs(oneSided.length - minutes) <= 1, `${oneSided.length} books in ${minutes} minutes`)
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

t.test(
  'in long stores scenarios are spread over many subjects, times, lengths and depths',
  ofRecords(t => {
    const counts = new Map<string, number[]>()
    const crashes: Incident[] = []
    for (const seed of ['market', 'alpha', 'beta']) {
      const { calendar } = createWorld({ seed, profile: 'standard' })
      const last = Math.floor(end / calendar.period)
      const periods = Array.from({ length: 216 }, (_, n) => calendar.inPeriod(last - n))
      for (const kind of scenarioKinds) {
        // Lending began in 2023.
        const some = kind === 'full-utilisation' ? periods.slice(0, 90) : periods
        const [of, { lasts, depth }] = [some.map(all => all.filter(one => one.kind === kind)), scenarioTerms[kind]]
        const all = of.flat()
        counts.set(kind, [...(counts.get(kind) ?? []), ...of.map(({ length }) => length)])
        if (kind === 'flash-crash') crashes.push(...all)
        for (const { from, until, depth: lost } of all) {
          const ratio = (until - from) / lasts
          if (lasts === day) t.ok(ratio === 1 && from % day === 0, 'whole days')
          else t.ok(ratio > 0.33 && ratio < 3.01, `${kind}: ${ratio}`)
          if (depth !== undefined) t.ok(lost > 0.2 * depth && lost < 4.6 * depth && lost < 0.6, `${kind}: ${lost}`)
        }
        if (lasts === day) continue
        const lengths = all.map(({ from, until }) => until - from).sort((a, b) => a - b)
        const [short, long] = [0.2, 0.8].map(share => lengths[Math.floor(share * lengths.length)]!)
        t.ok(long! > 1.5 * short!, `${kind}: ${short} to ${long}`)
        t.ok(all.filter(({ from }) => from % minute === 0).length <= 0.15 * all.length, 'at any second')
      }
      const subjects = new Set(periods.flat().map(({ subject }) => subject))
      t.ok(subjects.size > 100, `${seed}: ${subjects.size} subjects`)
      for (const [kind, count, fewest, most] of [
        ['flash-crash', 72, 0.75, 0.2],
        ['stablecoin-depeg', 216, 0, 0.75],
        ['full-utilisation', 90, 0.4, 0.1],
      ] as const) {
        const all = periods.slice(0, count).flatMap(all => all.filter(one => one.kind === kind))
        const bySubject = [...Map.groupBy(all, one => one.subject).values()].map(of => of.length / all.length)
        t.ok(bySubject.length >= Math.max(3, fewest * all.length), `${seed}: ${bySubject.length} subjects of ${kind}`)
        t.ok(Math.max(...bySubject) < most, `${seed}: ${Math.max(...bySubject)} of the ${kind} scenarios are on one`)
        const months = new Set(all.map(({ from }) => Math.floor(from / (30 * day))))
        const hours = new Set(all.map(({ from }) => Math.floor((from % day) / hour)))
        t.ok(months.size > 8 && hours.size > 8, `${seed}: ${kind} in ${months.size} months, at ${hours.size} hours`)
      }
    }
    for (const [kind, all] of counts) {
      const mean = all.reduce((sum, count) => sum + count) / all.length
      const variance = all.reduce((sum, count) => sum + (count - mean) ** 2, 0) / all.length
      const usual = kind === 'flash-crash' ? 1 / 3 : kind === 'stablecoin-depeg' ? 1 / 8 : 1
      t.ok(mean > 0.7 * usual && mean < 1.3 * usual, `${kind}: ${mean} in ten days`)
      t.ok(variance > 0.65 * mean && variance < 1.4 * mean, `${kind}: by chance, with a variance of ${variance}`)
    }
    const depths = crashes.map(({ depth }) => depth).sort((a, b) => a - b)
    t.ok(depths.at(-3)! > 0.2 && depths[2]! < 0.09, `${depths}`)
  }),
)
