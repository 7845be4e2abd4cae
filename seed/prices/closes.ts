import { remembered } from '../../src/market/made-once.ts'
import { exp, expNearZero, log, logNearOne } from '../../src/market/numbers/portable-math.ts'
import { volatilities } from '../../src/market/past-years.ts'
import { hour as hourMs } from '../../src/market/time.ts'
import { yearsOf } from '../table-text.ts'
import type { Path } from './marks.ts'

/** Last prices of years in USD, as they were published: first the year, then one price for each year until 2023. */
const published = yearsOf(`
  btc  2011 4.7 13.5 754 320 430 964 14200 3740 7190 29000 46300 16500 42300
  eth  2015 0.93 8 756 133 130 738 3680 1200 2280
  xrp  2013 0.027 0.024 0.006 0.0065 2.3 0.35 0.19 0.22 0.83 0.34 0.62
  ltc  2013 24 2.7 3.5 4.3 232 30 41 125 147 70 73
  doge 2013 0.00045 0.00018 0.00015 0.00022 0.009 0.0024 0.002 0.0047 0.17 0.07 0.09
  bnb  2017 8.6 6.2 13.7 37 512 246 312
  sol  2020 1.5 170 10 102
  ada  2017 0.72 0.041 0.033 0.18 1.31 0.25 0.59
  link 2017 0.73 0.3 1.8 11.3 19.6 5.6 14.9
  avax 2020 3.2 109 10.9 38.5
  trx  2017 0.045 0.019 0.013 0.027 0.076 0.055 0.108
  dot  2020 9.3 26.7 4.3 8.2
  bch  2017 2530 151 204 343 432 97 260
  uni  2020 5.2 17.1 5.2 7.4
  aave 2020 88 255 52 109
  xlm  2014 0.0045 0.0017 0.0025 0.36 0.113 0.045 0.128 0.267 0.071 0.129
  near 2020 1.5 14.6 1.3 3.7
  atom 2019 4.2 6.5 32 9.4 10.6
  etc  2016 1.4 27.7 5.1 4.5 5.7 34 15.7 21.9
  fil  2020 22 34 3 6.8
  xtz  2018 0.47 1.35 2 4.4 0.72 1.01
  algo 2019 0.22 0.33 1.66 0.17 0.22
  mkr  2018 437 436 583 2360 512 1700
  dash 2014 2 3.3 11.2 1045 79 41 98 135 42 31
  pol  2019 0.0135 0.018 2.53 0.76 0.97
  arb  2023 1.6
  op   2022 0.92 3.7
  xmr  2014 0.49 0.47 13.9 349 47 45 157 229 148 166
  zec  2016 48 507 56 28 57 146 37 28
  iota 2017 3.5 0.35 0.16 0.29 1.37 0.17 0.29
  neo  2017 76 7.6 8.8 14.4 25.7 6.3 13.8
  eos  2017 8.8 2.57 2.58 2.6 3.05 0.86 0.84
  vet  2018 0.0039 0.0053 0.019 0.082 0.016 0.035
  leo  2019 0.86 1.38 3.75 3.6 3.95
  hbar 2019 0.01 0.032 0.29 0.037 0.087
  cro  2019 0.034 0.058 0.56 0.057 0.1
  shib 2021 0.0000334 0.0000081 0.0000103
  icp  2021 24.8 3.9 12.6
  ton  2022 2.15 2.33
  apt  2022 3.5 9.4
  sui  2023 0.78`)

/** Years of the first and the last published price. */
export const [firstClose, lastClose] = [2011, 2023]
/** The published past leads to the path, which has no other level from then on. */
const until = lastClose + 2

/** Last price of a year in USD; undefined after the last published one, and of assets that have none. Before its first one, that. */
export function publishedClose(code: string, year: number): number | undefined {
  const known = published.get(code)
  return known?.values[Math.max(0, year - known.first)]
}

/** Hours of midnights on 1 January. */
const yearStart = (year: number) => Date.UTC(year, 0, 1) / hourMs
const end = yearStart(until)
const yearOf = (hour: number) => new Date(hour * hourMs).getUTCFullYear()

/** The logarithm of a price in a year: that of the path times a factor, plus a line from one end of the year to the other. */
interface Line {
  factor: number
  /** Start of the year in hours since 1970, and the value of the line there. */
  from: number
  start: number
  perHour: number
}

/**
 * A path that ends each year at the published price. In between, it is as much more volatile than usual as coins were in that
 * year. Up to the first published price, it is displaced and amplified as at that price.
 */
export function closingAsPublished(code: string, path: Path): Path {
  const known = published.get(code)
  if (known === undefined) return path
  const { first, values: closes } = known
  const openingOf = remembered((year: number) => log(path.opening(yearStart(year))))
  const closeOf = (year: number) => (year < until - 1 ? log(closes[year - first]!) : openingOf(until))
  const lineOf = remembered((year: number): Line => {
    const from = yearStart(year)
    const factor = volatilities.in(Math.max(first, year))
    if (year <= first) return { factor, from, start: closeOf(first) - factor * openingOf(first + 1), perHour: 0 }
    const start = closeOf(year - 1) - factor * openingOf(year)
    const rise = closeOf(year) - factor * openingOf(year + 1) - start
    return { factor, from, start, perHour: rise / (yearStart(year + 1) - from) }
  })
  const opening = (hour: number, price = path.opening(hour)): number => {
    if (hour >= end) return price
    const { factor, from, start, perHour } = lineOf(yearOf(hour))
    return exp(factor * log(price) + start + perHour * (hour - from))
  }
  const changed = (hour: number, prices: Float64Array, minutes: number) => {
    if (hour >= end) return prices
    const { factor, perHour } = lineOf(yearOf(hour))
    const before = prices[0]!
    const after = opening(hour, before)
    prices[0] = after
    for (let n = 1; n < prices.length; n++)
      prices[n] =
        n * minutes === 60
          ? opening(hour + 1, prices[n]!)
          : after * expNearZero(factor * logNearOne(prices[n]! / before) + (perHour * n * minutes) / 60)
    return prices
  }
  return {
    hour: hour => changed(hour, path.hour(hour), 1),
    fives: hour => changed(hour, path.fives(hour), 5),
    opening: hour => opening(hour),
  }
}
