import { assets } from '../../seed/catalogue/assets/asset-catalogue.ts'
import { createWorld } from '../../seed/index.ts'
import { FairPrice } from '../../seed/prices/fair-price.ts'
import { carryTerms, Prices } from '../../seed/prices/prices.ts'
import { bitcoinDays } from '../../seed/prices/published/daily-closes.ts'
import { Carry } from '../../src/market/carry.ts'
import { optionTerms } from '../../src/market/option-price.ts'
import { volatilityOfMonth } from '../../src/market/past-years.ts'
import { day } from '../../src/market/time.ts'
import { factorsOf } from '../harness/coin-pictures.ts'
import { autocorrelation as memoryOf } from '../harness/market-statistics.ts'
import { seeds } from '../harness/properties.ts'
import t from '../harness/tap.ts'
import { correlation } from '../harness/tape-measures.ts'

/** Minutes of three years before 2026-01-31, in whole weeks. */
const weeks = 156
const days = weeks * 7
const endHour = Date.UTC(2026, 0, 31) / 3_600_000
const prices = new Prices('test', assets)

/** Logarithms of an asset's prices at each minute. */
function minuteMarks(code: string): Float64Array {
  const marks = new Float64Array(days * 1440 + 1)
  for (let h = 0; h < days * 24; h++) {
    const hour = prices.hour(code, endHour - days * 24 + h)
    for (let m = 0; m <= 60; m++) marks[h * 60 + m] = Math.log(hour[m]!)
  }
  return marks
}

/** Returns over `step` minutes, the first from `offset`. */
function returns(marks: Float64Array, step: number, offset: number): number[] {
  const found: number[] = []
  for (let at = offset; at + step < marks.length; at += step) found.push(marks[at + step]! - marks[at]!)
  return found
}

/**
 * Distance of a sample's mean from 0 in standard errors. Use one number per day, because days are nearly independent.
 */
function errorsFromZero(sample: number[]): number {
  const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length
  const variance = sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (sample.length - 1)
  return mean / Math.sqrt(variance / sample.length)
}

function autocorrelation(of: number[], lag: number): number {
  let [product, square] = [0, 0]
  for (let n = 0; n < of.length; n++) {
    square += of[n]! ** 2
    if (n + lag < of.length) product += of[n]! * of[n + lag]!
  }
  return product / square
}

/** Sums of `of(n)` over groups of consecutive values. */
function grouped(count: number, size: number, of: (n: number) => number): number[] {
  return Array.from({ length: Math.floor(count / size) }, (_, group) => {
    let sum = 0
    for (let n = group * size; n < (group + 1) * size; n++) sum += of(n)
    return sum
  })
}

const majors = ['btc', 'eth', 'sol', 'xrp']
const marksOf = new Map([...majors, 'usdt'].map(code => [code, minuteMarks(code)]))

t.test('hourly returns have constant variance and no correlation, from any minute of the hour', async t => {
  for (const [code, marks] of marksOf) {
    const squares: number[][] = []
    for (let offset = 0; offset < 60; offset += 5) {
      const own = returns(marks, 60, offset).slice(0, (days - 1) * 24)
      const daily = grouped(own.length, 24, n => (own[n - 1] ?? 0) * own[n]!)
      if (Math.abs(errorsFromZero(daily)) > 3) t.fail(`${code} at :${offset}: neighbours are correlated`)
      squares.push(grouped(own.length, 24, n => own[n]! ** 2))
    }
    const mean = squares[0]!.map((_, day) => squares.reduce((sum, own) => sum + own[day]!, 0) / squares.length)
    squares.forEach((own, place) => {
      const off = errorsFromZero(own.map((square, day) => square - mean[day]!))
      if (Math.abs(off) > 3) t.fail(`${code} at :${place * 5}: the variance is ${off} standard errors off the mean`)
    })
  }
})

t.test('every minute of the hour has the same variance', async t => {
  for (const [code, marks] of marksOf) {
    const square = (minute: number) => (marks[minute + 1]! - marks[minute]!) ** 2
    const whole = grouped(days * 1440, 1440, square)
    const off = Array.from({ length: 60 }, (_, m) => {
      const own = grouped(days * 24, 24, h => square(h * 60 + m))
      return Math.abs(errorsFromZero(own.map((sum, day) => sum - whole[day]! / 60)))
    })
    // Of 60 nearly normal deviates, two may exceed 3.
    t.ok(off.filter(errors => errors > 3).length <= 2, `${code} ${off.map(x => x.toFixed(1))}`)
    t.ok(Math.max(...off) < 4.5, `${code} ${Math.max(...off)}`)
  }
})

t.test('returns are not correlated with those 1 to 24 hours earlier', async t => {
  for (const code of majors)
    for (const offset of [0, 20, 40]) {
      const hourly = returns(marksOf.get(code)!, 60, offset)
      for (let lag = 1; lag <= 24; lag++) {
        const found = autocorrelation(hourly, lag)
        if (Math.abs(found) > 0.05) t.fail(`${code} at :${offset}, lag ${lag}: ${found}`)
      }
    }
})

t.test('no hour of the day reverses the hour before it, midnight included', async t => {
  // All assets of a market share its moves, so single markets stray.
  const markets = seeds.map(seed => new Prices(seed, assets))
  for (const code of majors) {
    const errors = new Float64Array(24)
    for (const market of markets) {
      const marks = Float64Array.from({ length: days * 24 + 1 }, (_, h) =>
        Math.log(market.hour(code, endHour - days * 24 + h)[0]!),
      )
      const hourly = returns(marks, 1, 0)
      for (let hour = 0; hour < 24; hour++) {
        const at = (day: number) => (day + 1) * 24 + hour
        const products = grouped(days - 1, 1, day => hourly[at(day)]! * hourly[at(day) - 1]!)
        errors[hour]! += errorsFromZero(products) / Math.sqrt(markets.length)
      }
    }
    for (const [hour, error] of errors.entries())
      if (Math.abs(error) > 3.5) t.fail(`${code} at ${hour}:00: ${error} standard errors`)
  }
})

t.test('returns have fat tails, volatility is clustered, and afternoons are more volatile than nights', async t => {
  const btc = returns(marksOf.get('btc')!, 60, 0)
  const square = btc.reduce((sum, x) => sum + x * x, 0) / btc.length
  const kurtosis = btc.reduce((sum, x) => sum + x ** 4, 0) / btc.length / square ** 2
  t.ok(kurtosis > 4.5 && kurtosis < 20, `kurtosis ${kurtosis}`)
  const sizes = btc.map(Math.abs)
  const mean = sizes.reduce((sum, x) => sum + x, 0) / sizes.length
  const deviations = sizes.map(x => x - mean)
  for (const [lag, least] of [
    [1, 0.22],
    [6, 0.15],
    [24, 0.12],
    [72, 0.06],
  ] as const) {
    const found = autocorrelation(deviations, lag)
    t.ok(found > least && found < 0.4, `lag ${lag}: ${found}`)
  }
  const at = (hour: number) => grouped(days, 1, day => sizes[day * 24 + hour]!).reduce((sum, x) => sum + x, 0)
  t.ok(at(14) + at(15) > 1.4 * (at(4) + at(5)), 'afternoons are more volatile than nights')
})

t.test('days have no seam: daily changes have the same variance from any hour', async t => {
  for (const code of majors) {
    const square = (from: number) =>
      returns(marksOf.get(code)!, 1440, from * 60)
        .slice(0, days - 1)
        .map(x => x * x)
    const all = Array.from({ length: 24 }, (_, hour) => square(hour))
    const mean = all[0]!.map((_, day) => all.reduce((sum, own) => sum + own[day]!, 0) / 24)
    all.forEach((own, hour) => {
      if (Math.abs(errorsFromZero(own.map((x, day) => x - mean[day]!))) > 3) t.fail(`${code} from ${hour}:00`)
    })
  }
})

/** Variances of the days before the end, from moves over five minutes. */
function dailyVariances(of: Prices, count: number, code = 'btc'): number[] {
  const first = endHour - count * 24
  return grouped(count * 24, 24, n => {
    const [now, next] = [of.fives(code, first + n), of.opening(code, first + n + 1)]
    return now.reduce((sum, price, i) => sum + Math.log((now[i + 1] ?? next) / price) ** 2, 0)
  })
}

function withoutMean(of: readonly number[]): number[] {
  const mean = of.reduce((sum, x) => sum + x, 0) / of.length
  return of.map(x => x - mean)
}

t.test('volatility remembers weeks, rests at weekends, and is about 50 % a year', async t => {
  for (const seed of seeds) {
    const variances = dailyVariances(new Prices(seed, assets), days)
    const logs = withoutMean(variances.map(Math.log))
    const memory = [1, 5, 10, 20].map(lag => autocorrelation(logs, lag))
    t.ok(memory[0]! > 0.75 && memory[1]! > 0.45 && memory[2]! > 0.25 && memory[3]! > 0.05, `${seed}: ${memory}`)
    const isWeekend = (n: number) => new Date((endHour / 24 - days + n) * 86_400_000).getUTCDay() % 6 === 0
    const mean = (kept: boolean) => {
      const own = variances.filter((_, n) => isWeekend(n) === kept)
      return Math.sqrt(own.reduce((sum, x) => sum + x, 0) / own.length)
    }
    const rest = mean(true) / mean(false)
    t.ok(rest > 2 / 3 && rest < 0.8, `${seed}: weekends have ${rest} of the volatility of other days`)
    for (let year = 1; year <= 3; year++) {
      const own = variances.slice(days - year * 364).slice(0, 364)
      const volatility = Math.sqrt((own.reduce((sum, x) => sum + x, 0) / 364) * 365.25)
      t.ok(volatility > 0.28 && volatility < 0.66, `${seed}, ${year} years back: ${volatility}`)
    }
  }
})

t.test('volatility of coins moves together, but not as one', async t => {
  for (const seed of seeds) {
    const of = new Prices(seed, assets)
    const logs = ['btc', 'sol', 'doge', 'uni'].map(code => dailyVariances(of, days, code).map(Math.log))
    const pairs = logs.flatMap((one, n) => logs.slice(n + 1).map(other => correlation(one, other)))
    const mean = pairs.reduce((sum, x) => sum + x, 0) / pairs.length
    t.ok(mean > 0.5 && mean < 0.97, `${seed}: ${mean} on average`)
    t.ok(Math.max(...pairs) < 0.985, `${seed}: ${pairs}`)
  }
})

t.test('beyond the whole market, sectors are factors of their own', async t => {
  for (const seed of seeds) {
    const of = new Prices(seed, assets)
    const { values, noise } = factorsOf((code, hour) => of.opening(code, hour))
    t.ok(values[0]! > 0.3 * values.length, `${seed}: ${values[0]}, the whole market`)
    const beyond = values.slice(1, 4).map(value => value / noise)
    // Without sectors, fat tails lift the second to 1.1 to 1.4 times the bound.
    t.ok(beyond[0]! > 1.7 && beyond[1]! > 1.4 && beyond[2]! > 1.2, `${seed}: ${beyond} times the bound of noise`)
  }
})

t.test('coins of a sector move together beyond the whole market', async t => {
  const groups = ['sol ada avax dot', 'uni aave ldo crv', 'doge pepe shib wif'].map(text => text.split(' '))
  for (const seed of seeds) {
    const own = new Prices(seed, assets)
    const hours = Array.from({ length: 365 * 6 + 1 }, (_, n) => endHour - n * 4)
    const returnsOf = (code: string) => {
      const logs = hours.map(hour => Math.log(own.opening(code, hour)))
      return logs.slice(1).map((log, n) => logs[n]! - log)
    }
    const correlation = (a: number[], b: number[]) => {
      const product = (one: number[], other: number[]) => one.reduce((sum, x, n) => sum + x * other[n]!, 0)
      return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
    }
    const market = returnsOf('btc')
    const scale = (of: number[]) =>
      correlation(of, market) *
      Math.sqrt(of.reduce((sum, x) => sum + x * x, 0) / market.reduce((sum, x) => sum + x * x, 0))
    const residuals = groups.map(codes =>
      codes.map(code => {
        const found = returnsOf(code)
        const beta = scale(found)
        return found.map((x, n) => x - beta * market[n]!)
      }),
    )
    const mean = (pairs: number[]) => pairs.reduce((sum, x) => sum + x, 0) / pairs.length
    const within = residuals.flatMap(group => group.slice(1).map((one, n) => correlation(one, group[n]!)))
    const across = residuals[0]!.map((one, n) => correlation(one, residuals[1]![n]!))
    t.ok(mean(within) > mean(across) + 0.15, `${seed}: ${mean(within)} within, ${mean(across)} across`)
  }
})

t.test(
  'years until 2025 close at the published prices with their volatility, without a seam between marks, hours and years',
  async t => {
    const at = (code: string, year: number) => prices.opening(code, Date.UTC(year + 1, 0, 1) / 3_600_000)
    const closes = {
      2013: 754,
      2016: 964,
      2018: 3743,
      2019: 7194,
      2020: 29_002,
      2021: 46_306,
      2022: 16_547,
      2023: 42_265,
      2024: 93_429,
      2025: 87_509,
    }
    for (const [year, close] of Object.entries(closes)) t.ok(Math.abs(at('btc', Number(year)) / close - 1) < 1e-9, year)
    t.ok(Math.abs(at('wbtc', 2020) / 29_002 - 1) < 0.02, 'tokens follow what they wrap')
    t.ok(at('sol', 2020) < 2 && at('sol', 2021) > 100 && at('sol', 2022) < 12, 'prices are those of their years')
    for (const year of [2013, 2014, 2015, 2016]) t.ok(at('doge', year) < 0.001, `doge in ${year}`)
    for (const [year, month] of [
      [2017, 0],
      [2020, 0],
      [2021, 4],
      [2024, 0],
      [2025, 0],
      [2026, 0],
      [2027, 0],
    ] as const) {
      const midnight = Date.UTC(year, month, 1) / 3_600_000
      for (let h = midnight - 30; h < midnight + 30; h++) {
        const [marks, fives] = [prices.hour('eth', h), prices.fives('eth', h)]
        t.same([marks[0], marks[60]], [prices.opening('eth', h), prices.opening('eth', h + 1)])
        t.ok(
          fives.every((price, n) => price === marks[n * 5]),
          'both steps have the same prices',
        )
      }
    }
    const volatilityIn = (year: number) => {
      const changes = Array.from({ length: 365 }, (_, d) => {
        const today = Date.UTC(year, 0, 1) / 3_600_000 + d * 24
        return Math.log(prices.opening('btc', today + 24) / prices.opening('btc', today))
      })
      const mean = changes.reduce((sum, change) => sum + change, 0) / 365
      return Math.sqrt(changes.reduce((sum, change) => sum + (change - mean) ** 2, 0))
    }
    for (const [year, published] of Object.entries({
      2014: 0.74,
      2016: 0.48,
      2017: 0.95,
      2019: 0.68,
      2021: 0.8,
      2023: 0.44,
    }))
      t.ok(Math.abs(volatilityIn(Number(year)) / published - 1) < 0.3, `${year}: ${volatilityIn(Number(year))}`)
  },
)

t.test('days of bitcoin and ether close at the published prices, and other coins move with them', async t => {
  const months = {
    '2016-06': [531, 14.1],
    '2016-12': [745, 8.6],
    '2017-12': [10_234, 447.1],
    '2020-04': [6439, 133.6],
    '2021-06': [37_333, 2715],
    '2024-07': [62_678, 3433],
    '2025-05': [94_207, 1794],
    '2025-12': [90_394, 2992],
  }
  const otherMonths: [code: string, month: string, close: number][] = [
    ['xrp', '2018-02', 1.16],
    ['bnb', '2021-03', 210],
    ['doge', '2021-05', 0.338],
    ['pol', '2021-06', 1.88],
    ['ada', '2021-09', 2.77],
    ['sol', '2021-12', 209],
    ['bch', '2021-05', 993],
    ['near', '2021-12', 8.76],
    ['luna', '2022-05', 78.3],
  ]
  const days = {
    btc: {
      '2017-12-17': 19_141,
      '2020-03-12': 4971,
      '2021-11-08': 67_567,
      '2022-11-09': 15_881,
      '2025-10-06': 124_753,
    },
    eth: {
      '2017-01-01': 8.172,
      '2018-01-13': 1396,
      '2018-12-14': 84.31,
      '2020-03-12': 112.3,
      '2021-11-10': 4636,
      '2022-06-18': 993.6,
      '2025-08-22': 4831,
      '2025-12-31': 2967,
    },
  }
  const others = ['xrp', 'ltc', 'link', 'xlm', 'ada', 'etc', 'trx', 'bnb', 'atom', 'xtz']
  for (const seed of seeds) {
    const of = new Prices(seed, assets)
    const logAt = (code: string, year: number, day: number) =>
      Math.log(of.opening(code, Date.UTC(year, 0, 1 + day) / 3_600_000))
    for (const [month, closes] of Object.entries(months))
      for (const [n, code] of ['btc', 'eth'].entries())
        t.ok(Math.abs(of.opening(code, Date.parse(month) / 3_600_000) / closes[n]! - 1) < 1e-9, `${code} ${month}`)
    for (const [code, month, close] of otherMonths)
      t.ok(Math.abs(of.opening(code, Date.parse(month) / 3_600_000) / close - 1) < 1e-9, `${code} ${month}`)
    for (const [code, closes] of Object.entries(days))
      for (const [day, close] of Object.entries(closes)) {
        const found = of.opening(code, Date.parse(day) / 3_600_000 + 24)
        t.ok(Math.abs(found / close - 1) < 1e-9, `${seed}: ${code} on ${day}: ${found}`)
      }
    // Bitcoin fell by 37 %.
    const black = (code: string) => logAt(code, 2020, 72) - logAt(code, 2020, 71)
    for (const code of ['eth', ...others])
      t.ok(black(code) < -0.25 && black(code) > -0.9, `${seed}: ${code} by ${black(code)} on 2020-03-12`)
    // May 2021 and November 2022 were bad for all, November 2020 was good.
    const changeIn = (year: number, from: number, to: number) =>
      others.reduce((sum, code) => sum + logAt(code, year, to) - logAt(code, year, from), 0) / others.length
    const [bad, worse, good] = [changeIn(2021, 120, 151), changeIn(2022, 304, 334), changeIn(2020, 305, 335)]
    t.ok(bad < -0.15 && worse < 0 && good > 0.1, `${seed}: ${bad}, ${worse}, ${good}`)
    for (const code of ['btc', 'eth', 'link'])
      for (const days of [7, 30]) {
        let [long, short] = [0, 0]
        for (let year = 2018; year < 2026; year++) {
          const logs = Array.from({ length: 366 }, (_, day) => logAt(code, year, day))
          const mean = (logs[365]! - logs[0]!) / 365
          const variance = (q: number) => {
            const squares = logs.slice(q).map((log, n) => (log - logs[n]! - q * mean) ** 2)
            return squares.reduce((sum, square) => sum + square) / squares.length / q
          }
          long += variance(days)
          short += variance(1)
        }
        const ratio = long / short
        t.ok(ratio > 0.7 && ratio < 1.35, `${seed} ${code}: ${ratio} over ${days} days`)
      }
  }
})

t.test('minutes of bitcoin and ether are as volatile as their published days', async t => {
  for (const seed of seeds) {
    const of = new Prices(seed, assets)
    for (const code of ['btc', 'eth'])
      for (let year = 2017; year < 2026; year++) {
        let [days, minutes] = [0, 0]
        for (let day = 0; day < 365; day++) {
          const midnight = Date.UTC(year, 0, 1 + day) / 3_600_000
          days += Math.log(of.opening(code, midnight + 24) / of.opening(code, midnight)) ** 2
          // Every fifth day is enough.
          for (let h = midnight; h < midnight + 24 && day % 5 === 0; h++)
            of.hour(code, h).forEach((price, n, prices) => {
              if (n > 0) minutes += 5 * Math.log(price / prices[n - 1]!) ** 2
            })
        }
        const ratio = Math.sqrt(minutes / days)
        t.ok(ratio > 0.8 && ratio < 1.3, `${seed} ${code} ${year}: ${ratio}`)
      }
  }
})

t.test('months have the volatility of the published days', async t => {
  const { on } = bitcoinDays()
  for (let n = 0; n < 9 * 12; n++) {
    const [first, end] = [Date.UTC(2017, n) / 86_400_000, Date.UTC(2017, n + 1) / 86_400_000]
    let squares = 0
    for (let day = first; day < end; day++) squares += Math.log(on(day)! / on(day - 1)!) ** 2
    const percent = Math.sqrt((squares * 365) / (end - first)) * 100
    t.ok(Math.abs(percent - 48 * volatilityOfMonth(2017 * 12 + n)!) < 0.51, `month ${n} since 2017: ${percent}`)
  }
  t.equal(volatilityOfMonth(2026 * 12), undefined)
})

t.test('Korean prices are above those elsewhere for weeks, most of all in 2017', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const premiums = (year: number) => {
    const one = world
      .instruments({ from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) })
      .find(({ exchange, code }) => exchange === 'upbt' && code === 'btc-krw')!
    const fair = new FairPrice('market', world.prices, one)
    return Array.from({ length: 360 }, (_, d) => {
      const h = Date.UTC(year, 0, 1) / 3_600_000 + d * 24
      return fair.at(h, 0) / (world.prices.opening('btc', h) / world.prices.opening('krw', h)) - 1
    })
  }
  const [now, then] = [premiums(2025), premiums(2017)]
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  t.ok(mean(now) > 0.003 && mean(now) < 0.025 && Math.max(...now) < 0.07, `${mean(now)}`)
  t.ok(mean(then) > 2 * mean(now) && Math.max(...then) < 0.3, `${mean(then)}`)
  t.ok(memoryOf(now, 5) > 0.5, 'it lasts')
})

t.test('neither implied volatility nor the premium of won prices jumps at New Year', async t => {
  for (const seed of seeds) {
    const world = createWorld({ seed, profile: 'standard' })
    const carry = new Carry(carryTerms(seed, 'btc'))
    const won = world
      .instruments({ from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) })
      .find(({ exchange, code }) => exchange === 'bthb' && code === 'btc-krw')!
    const fair = new FairPrice(seed, world.prices, won)
    const premium = (h: number) => fair.at(h, 0) / (world.prices.opening('btc', h) / world.prices.opening('krw', h))
    for (let year = 2016; year < 2026; year++) {
      const h = Date.UTC(year, 0, 1) / 3_600_000
      const volatility = carry.volatility(h * 3_600_000, day) / carry.volatility((h - 2) * 3_600_000, day)
      t.ok(Math.abs(volatility - 1) < 0.03, `${year}: ${volatility} times the implied volatility of two hours before`)
      t.ok(Math.abs(premium(h) / premium(h - 2) - 1) < 0.003, `${year}: ${premium(h)} after ${premium(h - 2)}`)
    }
  }
})

t.test(
  'in crashes of past years prices are volatile, and implied volatility is high, most of all over short lives',
  async t => {
    for (const seed of seeds) {
      const market = new Prices(seed, assets)
      const [bitcoin, ether] = ['btc', 'eth'].map(code => new Carry(carryTerms(seed, code))) as [Carry, Carry]
      for (const [date, life, least, most] of [
        ['2020-03-13', 105, 0.9, 1.3],
        ['2021-05-20', 30, 1, 1.45],
        ['2022-11-15', 30, 0.65, 1],
        ['2023-08-01', 30, 0.35, 0.6],
        ['2024-03-13', 30, 0.65, 1],
      ] as const) {
        const time = Date.parse(date)
        const at = (carry: Carry, days: number) =>
          optionTerms(1, 1, days * day, carry.volatility(time, days * day)).volatility
        const found = at(bitcoin, life)
        t.ok(found > least && found < most && at(ether, life) > found, `${seed} ${date}: ${found}, ${at(ether, life)}`)
        const isCalm = most < 0.65
        t.equal(at(bitcoin, 7) > at(bitcoin, 180), !isCalm, `${seed} ${date}: ${at(bitcoin, 7)}, ${at(bitcoin, 180)}`)
        const [premium, basis] = [bitcoin.premium(time), bitcoin.annual(time, 14 * day)]
        if (date <= '2022') t.ok(premium < -0.0005 && basis < 0.03, `${seed} ${date}: ${premium}, ${basis} a year`)
        let squares = 0
        const first = Date.parse(`${date.slice(0, 7)}-01`) / 3_600_000
        for (let hour = first; hour < first + 30 * 24; hour += 24)
          squares += Math.log(market.opening('btc', hour + 24) / market.opening('btc', hour)) ** 2
        const realised = Math.sqrt((squares * 365) / 30)
        t.ok(realised > 0.75 * least && realised < 1.5 * most, `${seed} ${date}: ${realised} were realised`)
      }
    }
  },
)

t.test('implied volatility follows the realised one, and differs between coins', async t => {
  const step = 4
  for (const seed of seeds) {
    const market = new Prices(seed, assets)
    const levels = ['btc', 'eth'].map(code => {
      const carry = new Carry(carryTerms(seed, code))
      const [implied, realised]: [number[], number[]] = [[], []]
      for (let month = 1; month < 38; month++) {
        const middle = endHour / 24 - 30 * month
        implied.push(0.51 * carry.volatility(middle * day, 30 * day))
        let squares = 0
        for (let hour = (middle - 15) * 24; hour < (middle + 15) * 24; hour += step)
          squares += Math.log(market.opening(code, hour + step) / market.opening(code, hour)) ** 2
        realised.push(Math.sqrt((squares * 365) / 30))
      }
      const found = correlation(implied.map(Math.log), realised.map(Math.log))
      t.ok(found > 0.4 && found < 0.95, `${seed} ${code}: ${found}`)
      const [low, high] = [Math.min(...implied), Math.max(...implied)]
      const floor = code === 'btc' ? 0.28 : 0.36
      t.ok(low > floor && low < 1.5 * floor && high > 0.6 && high < 1.7, `${seed} ${code}: ${low} to ${high}`)
      return implied.reduce((sum, one) => sum + one) / implied.length
    })
    t.ok(levels[1]! - levels[0]! > 0.08 && levels[1]! - levels[0]! < 0.3, `${seed}: ${levels}`)
  }
})
