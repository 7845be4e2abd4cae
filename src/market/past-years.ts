import { exp, log } from './numbers/portable-math.ts'
import { day, year as yearMs } from './time.ts'

/** A value for each year from the first on; later years have the last one. */
export class YearlySeries {
  readonly #first: number
  readonly #values: readonly number[]
  readonly #logs: readonly number[]

  constructor(values: readonly number[], first = 2011) {
    this.#first = first
    this.#values = values
    this.#logs = values.map(log)
  }

  in(year: number): number {
    return nthOf(this.#values, year - this.#first)
  }

  /** Its logarithm is interpolated between the middles of years. @param time in milliseconds since 1970 */
  at(time: number): number {
    const place = (time - Date.UTC(this.#first, 6)) / yearMs
    const n = Math.floor(place)
    const [from, to] = [nthOf(this.#logs, n), nthOf(this.#logs, n + 1)]
    return exp(from + (to - from) * (place - n))
  }
}

function nthOf(values: readonly number[], n: number): number {
  return values[Math.min(values.length - 1, Math.max(0, n))]!
}

/** Annual volatility of bitcoin's daily closes from 2023 on. */
export const usualVolatility = 0.48

/** That of earlier years, relative to it; months are below. */
export const volatilities = new YearlySeries([2.6, 1.3, 2.2, 1.55, 1.45, 1, 2, 1.65, 1.4, 1.5, 1.65, 1.3, 1])

/** The same of months, in percent a year, from January 2017 to December 2025. */
const percentByMonth = [
  [99, 41, 93, 34, 86, 78, 116, 76, 125, 70, 89, 160],
  [125, 134, 88, 86, 54, 68, 62, 52, 44, 27, 97, 84],
  [49, 51, 22, 68, 90, 103, 99, 62, 56, 69, 48, 45],
  [54, 49, 191, 68, 64, 46, 43, 43, 55, 38, 72, 67],
  [105, 98, 69, 67, 114, 97, 59, 62, 76, 68, 58, 64],
  [54, 83, 61, 50, 79, 94, 62, 53, 62, 31, 83, 28],
  [48, 48, 68, 39, 34, 47, 25, 41, 22, 46, 42, 44],
  [54, 51, 74, 54, 53, 33, 46, 68, 42, 39, 63, 44],
  [43, 40, 66, 55, 36, 31, 26, 35, 24, 43, 46, 37],
].flat()
const firstMonth = 2017 * 12

/** Volatility of a month relative to that from 2023 on, if it is known. @param month counted from January of year 0 */
export function volatilityOfMonth(month: number): number | undefined {
  const percent = percentByMonth[month - firstMonth]
  return percent === undefined ? undefined : percent / (100 * usualVolatility)
}

/**
 * The logarithm of the volatility that months had, and the share of them that is known: straight between the middles of months, and 0
 * for others. @param time in milliseconds since 1970
 */
export function monthlyVolatility(time: number): { known: number; logarithm: number } {
  const place = (time - Date.UTC(2017, 0)) / (yearMs / 12) - 0.5
  const n = Math.floor(place)
  const share = place - n
  const [from, to] = [volatilityOfMonth(firstMonth + n), volatilityOfMonth(firstMonth + n + 1)]
  const known = (from === undefined ? 0 : 1 - share) + (to === undefined ? 0 : share)
  return {
    known,
    logarithm: (from === undefined ? 0 : (1 - share) * log(from)) + (to === undefined ? 0 : share * log(to)),
  }
}

/** Demand for leverage in the quarters from 2019 on, about as funding rates had it: 0 is usual. */
const demandByQuarter = [
  [-0.4, 0.8, 0.3, -0.6],
  [-0.2, -0.4, 0.3, 0.6],
  [3, 0.9, -0.1, 0.8],
  [-0.5, -0.8, -0.6, -1],
  [-0.2, -0.1, -0.2, 0.6],
  [2.6, 0.2],
].flat()

/** Days of crashes on which that demand broke down: by how much, and the days after which a third of it was still missing. */
const breakdowns = (
  [
    ['2018-11-19', 2.5, 15],
    ['2019-09-24', 1.5, 5],
    ['2020-03-12', 5, 10],
    ['2020-09-03', 1.5, 6],
    ['2021-04-18', 1.5, 6],
    ['2021-05-19', 3, 15],
    ['2021-12-04', 1.5, 8],
    ['2022-05-11', 1.5, 6],
    ['2022-06-13', 1.5, 8],
    ['2022-11-09', 1.1, 12],
    ['2023-03-10', 1.5, 3],
    ['2024-08-05', 1.5, 5],
    ['2025-10-10', 2, 5],
  ] as const
).map(([date, depth, days]) => ({ from: Date.parse(date), depth, recovery: days * day }))

/** Within the day of a crash it falls. */
function missingAfter({ from, depth, recovery }: (typeof breakdowns)[number], time: number): number {
  const since = time - from
  return since <= 0 || since > 10 * recovery
    ? 0
    : depth * Math.min(1, since / day) * exp(-Math.max(0, since - day) / recovery)
}

/** Straight between the middles of quarters, but for crashes. @param time in milliseconds since 1970 */
export function pastDemand(time: number): number {
  const place = (time - Date.UTC(2019, 0)) / (yearMs / 4) - 0.5
  const n = Math.floor(place)
  const [from, to] = [demandByQuarter[n] ?? 0, demandByQuarter[n + 1] ?? 0]
  const missing = breakdowns.reduce((sum, one) => sum + missingAfter(one, time), 0)
  return from + (to - from) * (place - n) - missing
}

/**
 * Turnover in USD, relative to 2025, of a pair that has traded since 2011: about what Bitstamp, until 2014, and Coinbase
 * reported for bitcoin.
 */
export const turnovers = new YearlySeries([
  0.004, 0.006, 0.03, 0.025, 0.03, 0.04, 0.12, 0.12, 0.1, 0.17, 0.9, 0.75, 0.45, 0.85, 1,
])

/** Validators of Ethereum, relative to July 2025: the beacon chain began with 21,063 in December 2020. */
export const validatorsOfEther = new YearlySeries([0.0043, 0.17, 0.38, 0.62, 0.98, 1], 2020)

/** Deposits of lending protocols in whole tokens, by year relative to 2026, about as their value locked had them. */
export const lendingDeposits: Record<string, YearlySeries> = {
  aav1: new YearlySeries([12, 7, 4, 2, 1.2, 1], 2021),
  aav2: new YearlySeries([60, 45, 25, 6, 1.8, 1], 2021),
  aav3: new YearlySeries([0.02, 0.07, 0.4, 1], 2022),
  cmpd: new YearlySeries([20, 9, 4, 2.5, 1.4, 1], 2021),
  crem: new YearlySeries([30, 12, 6, 2, 1.2, 1], 2021),
  cmp3: new YearlySeries([0.1, 0.3, 0.6, 1], 2022),
  sprk: new YearlySeries([0.02, 0.5, 0.95, 1], 2023),
  mrpb: new YearlySeries([0.02, 0.15, 0.75, 1], 2023),
  flud: new YearlySeries([0.05, 0.15, 0.85, 1], 2023),
}

/** Fees of bitcoin per virtual byte, relative to 2025, about as blocks had them. */
export const bitcoinFees = new YearlySeries([30, 5, 4.5, 6, 10, 2, 5, 4, 1], 2017)
