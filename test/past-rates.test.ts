import { assets } from '../seed/catalogue/assets/asset-catalogue.ts'
import { Prices } from '../seed/prices/prices.ts'
import { lastClose, publishedClose } from '../seed/prices/published/closes.ts'
import { publishedDays } from '../seed/prices/published/daily-closes.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { urlOf } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import t from './harness/tap.ts'

const prices = new Prices('test', assets)
const hoursOf = (date: string) => Date.parse(date) / 3_600_000
const near = (a: number, b: number, share: number) => Math.abs(a / b - 1) < share
const currencies = assets.filter(({ price }) => price.law === 'closes').map(({ code }) => code)

t.test('bitcoin and ether close each day from 2017 to 2025 at the published price, under every seed', async t => {
  for (const code of ['btc', 'eth']) {
    const { first, end } = publishedDays.get(code)!()
    t.same([first, end], [hoursOf('2016-12-31') / 24, hoursOf('2026-01-01') / 24], `days of ${code}`)
  }
  const published: [date: string, bitcoin: number, ether: number][] = [
    ['2017-03-17', 1100, 46.83],
    ['2018-01-13', 14_360, 1396],
    ['2020-03-12', 4971, 112.3],
    ['2021-11-10', 64_995, 4636],
    ['2022-06-18', 19_018, 993.6],
    ['2024-02-29', 61_198, 3342],
    ['2025-10-10', 113_214, 3843],
  ]
  for (const seed of ['test', 'other']) {
    const of = new Prices(seed, assets)
    for (const [date, ...closes] of published)
      for (const [n, code] of ['btc', 'eth'].entries()) {
        const found = of.opening(code, hoursOf(date) + 24)
        t.ok(near(found, closes[n]!, 1e-9), `${seed}: ${code} on ${date}: ${found}`)
      }
  }
})

t.test('the largest coins close months until 2024 at published prices, and luna and ust fall in May 2022', async t => {
  const published: [code: string, end: string, price: number][] = [
    ['waves', '2016-12-01', 0.253],
    ['xrp', '2017-05-01', 0.0516],
    ['ltc', '2017-06-01', 25.3],
    ['xem', '2017-06-01', 0.202],
    ['dash', '2017-12-01', 787],
    // In a coin's first year, prices lead from the first known month to the end of the year.
    ['neo', '2017-09-01', 33.2],
    ['ada', '2017-12-01', 0.117],
    ['bch', '2017-12-01', 1390],
    ['sol', '2020-05-01', 0.69],
    ['sol', '2020-09-01', 4.78],
    ['dot', '2020-11-01', 4.18],
    ['uni', '2020-10-01', 4.01],
    ['fil', '2020-11-01', 31.1],
    ['aave', '2020-12-01', 76.4],
    ['vet', '2020-11-01', 0.00989],
    ['shib', '2021-07-01', 0.00000884],
    ['shib', '2021-11-01', 0.0000672],
    ['icp', '2021-06-01', 115],
    ['ada', '2018-02-01', 0.519],
    ['link', '2020-09-01', 15.7],
    ['theta', '2021-04-01', 12.4],
    ['axs', '2021-05-01', 10.2],
    ['doge', '2021-05-01', 0.338],
    ['doge', '2021-06-01', 0.326],
    ['ada', '2021-06-01', 1.74],
    ['pol', '2021-06-01', 1.88],
    ['s', '2021-06-01', 0.321],
    ['etc', '2021-06-01', 70.2],
    ['yfi', '2021-05-01', 48900],
    ['ksm', '2021-07-01', 215],
    ['ada', '2021-09-01', 2.77],
    ['uni', '2021-10-01', 23.5],
    ['axs', '2021-11-01', 138],
    ['sol', '2021-11-01', 202],
    ['sol', '2021-12-01', 209],
    ['avax', '2021-12-01', 120],
    ['sol', '2022-12-01', 14.1],
    ['sol', '2023-12-01', 59.2],
    ['bnb', '2024-06-01', 594],
    ['ada', '2024-12-01', 1.08],
    ['luna', '2022-03-01', 91.1],
    ['luna', '2022-05-06', 82.6],
    ['luna', '2022-05-11', 17.5],
    ['luna', '2022-05-13', 0.00356],
    ['ustc', '2022-05-29', 0.02879],
    ['ustc', '2022-07-01', 0.04681],
    ['ustc', '2022-08-01', 0.035],
  ]
  for (const seed of ['test', 'other']) {
    const of = new Prices(seed, assets)
    for (const [code, end, price] of published) {
      const found = of.opening(code, hoursOf(end))
      t.ok(near(found, price, 1e-9), `${seed}: ${code} before ${end}: ${found}`)
    }
    t.ok(near(of.opening('matic', hoursOf('2021-06-01')), 1.88, 0.01), `${seed}: matic was what pol is`)
    t.ok(near(of.opening('ftm', hoursOf('2021-06-01')), 0.321, 0.01), `${seed}: ftm was what s is`)
    // With the deviation of its peg.
    for (const [end, price] of [
      ['2022-04-01', 1],
      ['2022-05-09', 0.9964],
      ['2022-05-10', 0.7934],
      ['2022-05-13', 0.4086],
    ] as const) {
      const found = of.opening('ust', hoursOf(end))
      t.ok(near(found, price, 0.005), `${seed}: ust before ${end}: ${found}`)
    }
    const [old, renamed] = ['ust', 'ustc'].map(code => of.opening(code, hoursOf('2022-05-28')))
    t.ok(near(old!, renamed!, 0.005), `${seed}: ustc begins at ${renamed}, where ust would be at ${old}`)
    // Its code ends with the hour.
    const last = of.hour('luna', hoursOf('2022-05-12T23:00Z'))
    t.ok(near(last[59]!, last[60]!, 0.1), `${seed}: luna ends at ${last[60]}, after ${last[59]}`)
  }
})

t.test('usdc, and dai with it, lose their peg for three days of March 2023, hour by hour as published', async t => {
  const published: [hour: string, coin: number, dai: number][] = [
    ['2023-03-10T21:00Z', 1, 1],
    ['2023-03-10T22:00Z', 0.9973, 0.998],
    ['2023-03-11T04:00Z', 0.9237, 0.935],
    ['2023-03-11T08:00Z', 0.9022, 0.917],
    ['2023-03-12T00:00Z', 0.9679, 0.973],
    ['2023-03-13T00:00Z', 0.9912, 0.9925],
    ['2023-03-14T00:00Z', 0.9988, 0.999],
    ['2023-03-14T12:00Z', 1, 1],
  ]
  const [begun, over] = [hoursOf('2023-03-10T21:00Z'), hoursOf('2023-03-14T12:00Z')]
  for (const seed of ['test', 'other', 'third']) {
    const of = new Prices(seed, assets)
    for (const [hour, ...levels] of published)
      for (const [n, code] of ['usdc', 'dai'].entries()) {
        const found = of.opening(code, hoursOf(hour))
        t.ok(Math.abs(found - levels[n]!) < 0.0015, `${seed}: ${code} at ${hour}: ${found}`)
      }
    const lowest = (code: string) => {
      const all = Array.from({ length: 24 }, (_, n) => [...of.hour(code, hoursOf('2023-03-11') + n)]).flat()
      return Math.min(...all)
    }
    t.ok(near(lowest('usdc'), 0.875, 0.008), `${seed}: usdc falls to ${lowest('usdc')}`)
    t.ok(near(lowest('dai'), 0.894, 0.008), `${seed}: dai falls to ${lowest('dai')}`)
    t.ok(near(lowest('usdt'), 1, 0.003), `${seed}: usdt keeps its peg`)
    for (let h = begun - 48; h < over + 48; h++) {
      const [marks, fives] = [of.hour('usdc', h), of.fives('usdc', h)]
      if (marks[0] !== of.opening('usdc', h) || marks[60] !== of.opening('usdc', h + 1)) t.fail(`hour ${h}`)
      if (fives.some((price, n) => price !== marks[5 * n])) t.fail(`fives of hour ${h}`)
      if ((h < begun || h >= over) && marks.some(price => !near(price, 1, 0.001))) t.fail(`off the peg in hour ${h}`)
      const moves = new Set(marks.map((price, n) => Math.round(1e7 * (price - (marks[n - 1] ?? 0)))))
      if (h > begun && h < over - 36 && moves.size < 20) t.fail(`hour ${h} is a line`)
    }
  }
})

t.test('while usdc is off its peg, its pairs show it and trade more, and bitcoin costs more of it', async t => {
  const server = await serve(t, {
    ...unlimited,
    SANDBOX_DATA: cataloguePath,
    SANDBOX_NOW: 'seeded',
    SANDBOX_PROFILE: 'standard',
    SANDBOX_HISTORY_LIMIT: '256',
  })
  const rate = async (base: string, time: string) => {
    const query = { interval: '1h', start_time: time, page_size: '1', sort: 'asc' }
    const { data } = await server.json(urlOf(`/v2/data/trades.v1/spot_exchange_rate/${base}`, query))
    return Number(data[0].price)
  }
  const time = '2023-03-11T09:00:00Z'
  const coin = await rate('usdc/usd', time)
  t.ok(near(coin, 0.917, 0.006), `usdc costs ${coin} USD`)
  const ratio = (await rate('btc/usdc', time)) / (await rate('btc/usd', time))
  t.ok(near(ratio * coin, 1, 0.01), `bitcoin costs ${ratio} as much in usdc as in USD`)
  const tradesOn = async (date: string) => {
    const bars = '/v2/data/trades.v1/exchanges/krkn/spot/usdc-usd/aggregations/count_ohlcv_vwap'
    const query = { interval: '1d', start_time: `${date}T00:00:00Z`, page_size: '1', sort: 'asc' }
    return Number((await server.json(urlOf(bars, query))).data[0].count)
  }
  const [usual, panicked] = [await tradesOn('2023-03-08'), await tradesOn('2023-03-11')]
  t.ok(panicked > 2.5 * usual, `${panicked} trades on a day, after ${usual}`)
})

t.test('what gains a yield is worth what it follows at first, and then more every day', async t => {
  // Values at the end of 2025.
  const yielding: [code: string, of: string, first: string, value: number][] = [
    ['usdy', 'usd', '2023-08-01', 1.11],
    ['usyc', 'usd', '2023-07-10', 1.11],
    ['susde', 'usde', '2024-02-19', 1.21],
    ['susds', 'usds', '2024-09-18', 1.08],
    ['sdai', 'dai', '2023-05-09', 1.18],
    ['wsteth', 'eth', '2021-02-19', 1.2],
    ['reth', 'eth', '2021-11-09', 1.14],
    ['msol', 'sol', '2021-08-02', 1.33],
  ]
  const of = new Prices('test', assets)
  const ratio = (code: string, other: string, date: string) =>
    of.opening(code, hoursOf(date)) / of.opening(other, hoursOf(date))
  for (const [code, other, first, value] of yielding) {
    t.ok(near(ratio(code, other, first), 1, 0.005), `${code} begins at ${ratio(code, other, first)} ${other}`)
    const last = ratio(code, other, '2026-01-01')
    t.ok(near(last, value, 0.02), `${code} is ${last} ${other}`)
  }
})

t.test('currencies, gold and silver have the rates of their years', async t => {
  const published: [code: string, date: string, perDollar: number][] = [
    ['try', '2010-12-31', 1.54],
    ['try', '2017-12-30', 3.79],
    ['try', '2018-09-01', 6.54],
    ['ars', '2010-01-01', 3.8],
    ['ars', '2023-11-30', 360],
    ['ngn', '2015-12-31', 199],
    ['rub', '2014-07-01', 34],
    ['rub', '2014-12-31', 58],
    ['jpy', '2012-01-01', 76.9],
    ['krw', '2018-01-01', 1067],
    ['egp', '2016-11-01', 8.88],
    ['uah', '2012-07-01', 8],
    ['chf', '2011-08-01', 0.785],
    ['aed', '2015-07-01', 3.6725],
    ['hkd', '2012-07-01', 7.76],
    ['eur', '2022-10-01', 1 / 0.975],
    ['gbp', '2016-07-01', 1 / 1.33],
    ['eurc', '2022-10-01', 1 / 0.975],
    ['xau', '2015-12-31', 1 / 1061],
    ['paxg', '2020-08-01', 1 / 1976],
    ['xag', '2011-01-01', 1 / 30.9],
    ['rub', '2025-01-01', 110],
    ['eur', '2025-07-01', 1 / 1.179],
    ['ars', '2025-11-01', 1445],
    ['xau', '2025-10-01', 1 / 3859],
    ['try', '2025-12-30', 43],
    ['jpy', '2026-01-01', 156.7],
    ['eur', '2026-01-01', 1 / 1.174],
    ['paxg', '2026-01-01', 1 / 4320],
  ]
  for (const seed of ['test', 'other']) {
    const of = new Prices(seed, assets)
    for (const [code, date, perDollar] of published) {
      const found = 1 / of.opening(code, hoursOf(date))
      t.ok(near(found, perDollar, 0.05), `${code} on ${date}: ${found}`)
    }
    for (let year = 2010; year < 2026; year++)
      for (const [code, perEuro] of [
        ['bgn', 1.956],
        ['dkk', 7.45],
      ] as const)
        for (const month of ['01', '05', '10']) {
          const at = hoursOf(`${year}-${month}-01`)
          const found = of.opening('eur', at) / of.opening(code, at)
          t.ok(near(found, perEuro, 0.06), `${code} per euro in ${year}-${month}: ${found}`)
        }
  }
})

t.test('rates of past years are one path, which rests at weekends', async t => {
  // Years and months that begin on Saturday, Sunday, Monday and on other days; the last one ends the published past.
  const joints = [
    '2011-01-01',
    '2012-01-01',
    '2016-11-01',
    '2018-01-01',
    '2018-09-01',
    '2023-10-01',
    '2026-01-01',
    '2027-01-01',
  ]
  for (const code of ['eur', 'try', 'ars', 'egp', 'xau'])
    for (const joint of joints)
      for (let h = hoursOf(joint) - 50; h < hoursOf(joint) + 80; h++) {
        const [marks, fives] = [prices.hour(code, h), prices.fives(code, h)]
        if (marks[0] !== prices.opening(code, h) || marks[60] !== prices.opening(code, h + 1)) t.fail(`${code} ${h}`)
        if (fives.some((price, n) => price !== marks[5 * n])) t.fail(`fives of ${code} ${h}`)
        const hourOfWeek = (h - 94) % 168
        const rests = marks.every(price => price === marks[0])
        if (rests !== hourOfWeek >= 120) t.fail(`${code} ${rests ? 'rests' : 'moves'} in hour ${h}`)
      }
})

t.test('daily returns have no outlier where years meet', async t => {
  for (const code of currencies) {
    const returns: { day: number; change: number }[] = []
    for (let day = hoursOf('2010-01-01') / 24; day < hoursOf('2028-01-01') / 24; day++) {
      const change = Math.log(prices.opening(code, 24 * day + 24) / prices.opening(code, 24 * day))
      if (change !== 0) returns.push({ day, change })
    }
    const deviation = Math.sqrt(returns.reduce((sum, { change }) => sum + change * change, 0) / returns.length)
    for (const { day, change } of returns) {
      const [month, date] = [new Date(day * 86_400_000).getUTCMonth(), new Date(day * 86_400_000).getUTCDate()]
      const isJoint = (month === 11 && date > 29) || (month === 0 && date < 4)
      if (isJoint && Math.abs(change) > 6.5 * deviation) t.fail(`${code} moves by ${change} on day ${day}`)
    }
  }
})

t.test('the published past ends at the level of each asset, under every seed, and prices leave it slowly', t => {
  const end = hoursOf('2026-01-01')
  for (const seed of ['test', 'other']) {
    const of = new Prices(seed, assets)
    for (const { code, level, price } of assets) {
      // A peg follows the other.
      if (publishedClose(code, lastClose) === undefined || price.law === 'peg') continue
      const off = (hours: number) => Math.abs(Math.log(of.opening(code, end + hours) / level))
      if (off(0) > 0.004) t.fail(`${code} is off its level by ${off(0)}`)
      if (off(-24) > 0.4 || off(24) > 0.4) t.fail(`${code} moves by ${off(-24)} and ${off(24)} in a day`)
      if (off(365 * 24) > 3 || off(500 * 24) > 3) t.fail(`${code} leaves its level by ${off(365 * 24)} in a year`)
    }
  }
  t.end()
})

t.test('FX rates of past years are those of their time, with inverse and cross rates', async t => {
  const server = await serve(t, { ...unlimited, SANDBOX_HISTORY_LIMIT: '64' })
  const rateOf = async (base: string, quote: string, date: string) => {
    const query = { base, quote, interval: '1h', start_time: `${date}T12:00:00Z`, page_size: '1', sort: 'asc' }
    const { data } = await server.json(urlOf('/v2/data/analytics.v2/vendor_fx_rates', query))
    return Number(data[0].fx_rate)
  }
  t.ok(near(await rateOf('try', 'usd', '2017-12-28'), 0.263, 0.05), 'a lira was 0.26 USD')
  t.ok(near(await rateOf('usd', 'ars', '2010-01-04'), 3.8, 0.05), 'a dollar was 3.8 pesos')
  t.ok(near(await rateOf('eur', 'jpy', '2012-12-31'), 114, 0.05), 'a euro was 114 yen')
  for (const date of ['2010-01-04', '2017-12-28']) {
    const there = await rateOf('ars', 'try', date)
    t.ok(near(there * (await rateOf('try', 'ars', date)), 1, 1e-12), `${date}: inverse rates`)
    t.ok(
      near((await rateOf('ars', 'usd', date)) * (await rateOf('usd', 'try', date)), there, 1e-12),
      `${date}: cross rates`,
    )
  }
  t.equal(await rateOf('try', 'usd', '2017-12-30'), await rateOf('try', 'usd', '2017-12-31'), 'weekends repeat a rate')
})
