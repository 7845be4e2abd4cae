import { LossWindow } from '../routes/analytics/tail-mean.ts'
import { ofRecords } from './harness/of-records.ts'
import { instrumentUrl, urlOf } from './harness/operations.ts'
import { fc, runs } from './harness/properties.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t from './harness/tap.ts'

const day = 86_400_000
const path = '/v2/data/analytics.v2/expected_shortfall'

interface Shortfall {
  es_time: number
  expected_shortfall: { value: number; risk_level: number }
  sources?: { pair: string; ref_price: number; date: string }[]
}

const server = await serve(t, unlimited)

const asked = {
  bases: 'btc,eth',
  quote: 'usd',
  quantities: '2,-5',
  risk_level: '0.95',
  start_time: new Date(end).toISOString(),
  end_time: new Date(end).toISOString(),
}

async function shortfalls(query: Record<string, string> = {}): Promise<Shortfall[]> {
  return (await server.json(urlOf(path, { ...asked, ...query }))).data
}

async function shortfallWith(query: Record<string, string> = {}): Promise<number> {
  return (await shortfalls(query))[0]!.expected_shortfall.value
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))

/** The published formula over the worst losses: the mean of the worst n(1 − level), the last one by its fraction. */
function shortfallOf(losses: number[], level: number): number {
  const worst = losses.toSorted((a, b) => b - a)
  const tail = losses.length * (1 - level)
  const whole = Math.floor(tail + 1e-9)
  const sum = worst.slice(0, whole).reduce((sum, loss) => sum + loss, 0)
  return (sum + (tail - whole) * worst[whole]!) / tail
}

/** Value at risk: the loss exceeded with a probability of at most 1 − level. */
function quantileOf(losses: number[], level: number): number {
  return losses.toSorted((a, b) => b - a)[Math.ceil(losses.length * (1 - level) - 1e-9) - 1]!
}

/** Losses on every day of a response's sources, oldest first, for the portfolio as valued on the last day. */
function lossesOf(sources: Shortfall['sources'], holdings: Record<string, number>): number[] {
  const prices = Object.keys(holdings).map(pair =>
    sources!.filter(source => source.pair === pair).map(({ ref_price }) => ref_price),
  )
  return prices[0]!.slice(1).map((_, n) =>
    prices.reduce((loss, own, p) => {
      const value = Object.values(holdings)[p]! * own.at(-1)!
      return loss - value * (own[n + 1]! / own[n]! - 1)
    }, 0),
  )
}

t.test('expected shortfall is the tail mean of the losses from its sources, by the formula', async t => {
  for (const risk_level of ['0.9', '0.95', '0.975', '0.999']) {
    const [{ expected_shortfall, sources }] = (await shortfalls({ risk_level, sources: 'true' })) as [Shortfall]
    const losses = lossesOf(sources, { 'btc-usd': 2, 'eth-usd': -5 })
    t.equal(losses.length, 250)
    t.equal(expected_shortfall.risk_level, Number(risk_level))
    t.ok(near(expected_shortfall.value, shortfallOf(losses, Number(risk_level))), risk_level)
    t.ok(expected_shortfall.value >= quantileOf(losses, Number(risk_level)), 'at least the quantile loss')
  }
})

t.test('sources are all prices used: a year up to the day before, or two with stress', async t => {
  const yesterday = new Date(end - day).toISOString().slice(0, 10)
  for (const [stress_parameter, days] of [
    ['0', 251],
    ['0.1', 731],
  ] as const) {
    const [{ sources = [] }] = (await shortfalls({ stress_parameter, sources: 'true' })) as [Shortfall]
    for (const pair of ['btc-usd', 'eth-usd']) {
      const dates = sources.filter(source => source.pair === pair).map(({ date }) => date)
      t.equal(new Set(dates).size, days)
      t.same([dates.at(-1), dates], [yesterday, dates.toSorted()])
    }
  }
  t.notOk('sources' in (await shortfalls())[0]!, 'sources are left out unless asked for')
})

t.test('reference prices match trades: the last trade of a day is near its reference price', async t => {
  const [{ sources = [] }] = (await shortfalls({ sources: 'true' })) as [Shortfall]
  for (const base of ['btc', 'eth'])
    for (const time of [start, start + day, end - day]) {
      const date = new Date(time).toISOString().slice(0, 10)
      const { ref_price } = sources.find(source => source.pair === `${base}-usd` && source.date === date)!
      const instrument = { exchange_code: 'cbse', class: 'spot', code: `${base}-usd` }
      const range = `?page_size=1&end_time=${new Date(time + day).toISOString()}`
      const [last] = (await server.json(instrumentUrl(instrument, 'trades') + range)).data
      t.ok(Math.abs(last.price / ref_price - 1) < 0.01, `${base} ${date}: ${last.price} and ${ref_price}`)
    }
})

t.test('expected shortfall rises with the risk level and in proportion to the quantities', async t => {
  let before = 0
  for (const risk_level of ['0.9', '0.91', '0.9333', '0.95', '0.975', '0.99', '0.9999', '0.999999999']) {
    const value = await shortfallWith({ risk_level })
    t.ok(value >= before, risk_level)
    before = value
  }
  const one = await shortfallWith({ quantities: '2,3' })
  for (const [quantities, factor] of [
    ['1,1.5', 0.5],
    ['200,300', 100],
    ['0.0002,0.0003', 0.0001],
    ['0,0', 0],
  ] as const)
    t.ok(near(await shortfallWith({ quantities }), one * factor), quantities)
  const [btc, eth] = [await shortfallWith({ quantities: '2,0' }), await shortfallWith({ quantities: '0,3' })]
  t.ok(one <= btc + eth, 'a portfolio is at most as risky as the sum of its parts')
  t.ok(near(await shortfallWith({ bases: 'btc,eth,btc', quantities: '1,3,1' }), one), 'an asset may appear twice')
})

t.test('the stressed value is from the worst 250 days of two years, and stress_parameter blends it in', async t => {
  const query = { stress_parameter: '1', sources: 'true', quantities: '-2,3' }
  const [{ expected_shortfall, sources }] = (await shortfalls(query)) as [Shortfall]
  const losses = lossesOf(sources, { 'btc-usd': -2, 'eth-usd': 3 })
  t.equal(losses.length, 730)
  const windows = Array.from({ length: 481 }, (_, n) => shortfallOf(losses.slice(n, n + 250), 0.95))
  const stressed = Math.max(...windows)
  t.ok(near(expected_shortfall.value, stressed), 'it is the stressed value')
  const plain = await shortfallWith({ quantities: '-2,3' })
  t.ok(near(plain, windows.at(-1)!), 'it is the value of the last window')
  t.ok(stressed > plain, 'stress raises the value')
  for (const share of [0.25, 0.5, 0.9]) {
    const value = await shortfallWith({ quantities: '-2,3', stress_parameter: String(share) })
    t.ok(near(value, (1 - share) * plain + share * stressed), String(share))
  }
})

t.test('losses are in the quote and reported in the reporting currency at the rate of the fixing', async t => {
  const inEuros = { quote: 'eur', sources: 'true' }
  const [yen] = (await shortfalls({ ...inEuros, reporting_currency: 'jpy' })) as [Shortfall]
  const euros = await shortfallWith({ ...inEuros, reporting_currency: 'eur' })
  const rate = yen.sources!.find(({ pair }) => pair === 'eur-jpy')!
  t.equal(rate.date, new Date(end - day).toISOString().slice(0, 10))
  t.ok(near(yen.expected_shortfall.value, euros * rate.ref_price), 'yen are euros times the rate')
  const losses = lossesOf(yen.sources, { 'btc-eur': 2, 'eth-eur': -5 })
  t.ok(near(euros, shortfallOf(losses, 0.95)), 'euros have the shortfall of their losses')
  t.equal(
    await shortfallWith({ quote: 'eur' }),
    await shortfallWith({ quote: 'eur', reporting_currency: 'usd' }),
    'the default is dollars',
  )
  t.equal(await shortfallWith({ bases: 'usd,usd' }), 0, 'an asset quoted in itself loses nothing')
})

t.test('the range has a fixing at every midnight, both ends included, also before the start of the store', async t => {
  const january = Array.from({ length: 31 }, (_, n) => Date.UTC(2026, 0, n + 1))
  const times = async (start_time: string, end_time: string, more = {}) =>
    (await shortfalls({ start_time, end_time, ...more })).map(({ es_time }) => es_time)
  t.same(await times('2026-01-01', '2026-01-31'), january)
  t.same(await times('2026-01-01', '2026-01-30T23:59:59.999999Z'), january.slice(0, 30))
  t.same(await times('2025-12-31T00:00:00.000001Z', '2026-03-01'), january, 'no fixing is in the future')
  t.same(await times('2026-01-09T12:00:00Z', '2026-01-09T13:00:00Z'), [])
  const all = await times('2000-01-01', '2026-01-31')
  t.equal(all.length, 484, 'no fixing needs prices from before the first known one')
  const stressed = await times('2000-01-01', '2026-01-31', { stress_parameter: '1' })
  t.same(stressed, january.slice(-4))
  const wanted = await shortfalls({ start_time: '2025-01-01', end_time: '2026-01-31' })
  const [last] = (await shortfalls()) as [Shortfall]
  t.strictSame(wanted.at(-1), last, 'a record does not depend on its neighbours')
})

t.test('missing and invalid parameters are refused by name', async t => {
  const cases: [Record<string, string>, number, RegExp][] = [
    [{ quantities: '1' }, 400, /quantities.*bases.*1 quantities.*2 bases/],
    [{ bases: 'btc' }, 400, /quantities.*bases/],
    [{ quantities: '1,x' }, 400, /quantities must be a number.*"x"/],
    [{ quantities: '1,1e5e' }, 400, /quantities/],
    [{ bases: 'btc,ethh' }, 404, /bases.*"ethh".*"eth"/],
    [{ quote: 'usdw' }, 404, /quote must be a fiat currency.*"usdw".*"usd"/],
    [{ quote: 'btc' }, 400, /quote must be a fiat currency.*"btc"/],
    [{ reporting_currency: 'xyz' }, 404, /reporting_currency must be a fiat currency/],
    [{ risk_level: '0.8999' }, 400, /risk_level.*from 0\.9 to below 1/],
    [{ risk_level: '1' }, 400, /risk_level/],
    [{ risk_level: '-0.95' }, 400, /risk_level/],
    [{ stress_parameter: '1.01' }, 400, /stress_parameter.*from 0 to 1/],
    [{ start_time: '2026-02-02' }, 400, /start_time.*after end_time/],
    [{ sources: 'maybe' }, 400, /sources/],
  ]
  for (const [query, status, message] of cases) {
    const answer = await server.get(urlOf(path, { ...asked, ...query }))
    t.equal(answer.statusCode, status, JSON.stringify(query))
    t.match(answer.json().message, message)
  }
  for (const name of Object.keys(asked)) {
    const { [name]: _, ...rest } = asked as Record<string, string>
    const answer = await server.get(urlOf(path, rest))
    t.equal(answer.statusCode, 400)
    t.equal(answer.json().message, `${name} is required`)
  }
})

t.test('a key sees only the fixings in its range', async t => {
  const later = await serve(t, { SANDBOX_NOW: new Date(end).toISOString() })
  const url = urlOf(path, { ...asked, start_time: '2025-06-01' })
  const { data } = await later.json(url, { 'x-api-key': 'sandbox-last-30-days' })
  t.equal(data.length, 31)
  t.equal(data[0].es_time, end - 30 * day)
})

t.test(
  'a moving window has the tail mean of its losses',
  ofRecords(async t => {
    const anyLosses = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 30, maxLength: 60 })
    fc.assert(
      fc.property(anyLosses, fc.double({ min: 0.9, max: 0.999, noNaN: true }), (losses, level) => {
        const window = new LossWindow(21)
        losses.forEach((loss, n) => {
          window.add(loss)
          if (n >= 20) window.remove(losses[n - 20]!)
          if (n < 19) return
          const own = losses.slice(n - 19, n + 1)
          t.ok(
            Math.abs(window.tailMean(level) - shortfallOf(own, level)) < 1e-6,
            'the tail mean is the shortfall of the window',
          )
        })
      }),
      runs(50),
    )
  }),
)

t.test(
  'value at risk is a quantile of the same losses: at most the expected shortfall, monotone and linear',
  async t => {
    const of = async (path: string, query: Record<string, string>) => {
      const given = {
        bases: 'btc,eth',
        quote: 'usd',
        quantities: '1,10',
        risk_level: '0.95',
        start_time: '2026-01-30',
        end_time: '2026-01-31',
        ...query,
      }
      return (await server.json(`/v2/data/analytics.v2/${path}?${new URLSearchParams(given)}`)).data
    }
    for (const stress_parameter of ['0', '1'])
      for (const risk_level of ['0.9', '0.95', '0.99']) {
        const risks = await of('value_at_risk', { risk_level, stress_parameter })
        const shortfalls = await of('expected_shortfall', { risk_level, stress_parameter })
        for (const [n, { var_time, value_at_risk, additional_vars }] of risks.entries()) {
          t.equal(var_time, shortfalls[n].es_time)
          t.ok(
            value_at_risk.value <= shortfalls[n].expected_shortfall.value,
            'value at risk is at most the expected shortfall',
          )
          const levels = additional_vars.map(({ value }: { value: number }) => value)
          t.same(
            levels,
            levels.toSorted((a: number, b: number) => a - b),
          )
          t.same(
            additional_vars.find((one: { risk_level: number }) => one.risk_level === Number(risk_level)),
            value_at_risk,
          )
        }
        const doubled = await of('value_at_risk', { risk_level, stress_parameter, quantities: '2,20' })
        t.ok(
          Math.abs(doubled[0].value_at_risk.value / risks[0].value_at_risk.value - 2) < 1e-9,
          'twice the quantities have twice the value at risk',
        )
      }
    const [{ sources, expected_shortfall: _ }] = await of('expected_shortfall', {
      bases: 'btc',
      quantities: '1',
      sources: 'true',
    })
    const prices = sources.map(({ ref_price }: { ref_price: number }) => ref_price)
    const last = prices.at(-1)
    const losses = prices.slice(1).map((price: number, n: number) => -last * (price / prices[n] - 1))
    const sorted = losses.sort((a: number, b: number) => b - a)
    const [{ value_at_risk }] = await of('value_at_risk', { bases: 'btc', quantities: '1' })
    t.ok(Math.abs(value_at_risk.value - sorted[12]) < 1e-6, 'the 13th largest of 250 losses')
  },
)
