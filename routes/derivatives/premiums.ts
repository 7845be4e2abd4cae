import { ceilTo, floorTo, hour, minute, type Period } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { runsOf } from '../readers/grouping.ts'
import { barFolder } from '../trades/bars.ts'
import type { Rate, Rates } from '../trades/rates/exchange-rate.ts'
import { rateReader } from '../trades/rates/rate-reader.ts'
import type { Contract } from './contract.ts'
import { minuteBefore } from './value-times.ts'

/** Minutes of the mean. */
const window = 480
/** Rates are fixed at 00:00, 08:00 and 16:00 UTC. */
const fundingPeriod = 8 * hour

const interest = 0.0001
const mostDamped = 0.0005
const highestRate = 0.0075

/** Decimal places of rates by rule. */
const places = { damped: 8, plain: 16 }

export function lastFunding(time: number): number {
  return floorTo(time, fundingPeriod)
}

/** The rate of a perpetual future with a premium, as its exchange writes it. */
export function fundingRate(rule: 'damped' | 'plain', premium: number): string {
  const rate = rule === 'plain' ? premium : premium + within(interest - premium, mostDamped)
  return decimalText(within(rate, highestRate), places[rule])
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value))
}

/** Rounded, without trailing zeros. */
export function decimalText(value: number, decimals: number): string {
  const text = value.toFixed(decimals)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

interface Premiums {
  at(time: number): number
  /** Direct rates of the minute before each time, and of others. */
  rates: Rates
}

type PremiumsOf = (query: PageQuery, contract: Contract, times: readonly number[]) => Premiums

/** Premiums of perpetual futures over the direct spot rate of their pair. */
export function premiumsOf(store: Store): PremiumsOf {
  const bars = barFolder(store)
  const reader = rateReader(store)

  /** The minutes' premiums; minutes without a trade of the contract or the pair have 0. */
  function ofMinutes(
    { earliest, horizon }: PageQuery,
    contract: Contract,
    whole: Period,
    valued: ReadonlySet<number>,
    all: Map<number, Rate>,
  ): Float64Array {
    const { from: first, until } = whole
    const from = Math.max(first, ceilTo(earliest, minute))
    const premiums = new Float64Array((until - first) / minute)
    if (from >= until) return premiums
    const range = { version: 1, interval: minute, from, until, horizon }
    const averages = new Map<number, number>()
    bars.read({ ...range, instrument: contract }, (timestamp, { vwap }) => {
      if (vwap !== null) averages.set(timestamp, Number(vwap))
    })
    const isWanted = (timestamp: number) => averages.has(timestamp) || valued.has(timestamp)
    const rates = reader.readDirect(contract.pair, { ...range, exchanges: {}, withSources: false, isWanted })
    for (const [timestamp, rate] of rates) {
      all.set(timestamp, rate)
      const average = averages.get(timestamp)
      if (average !== undefined) premiums[(timestamp - first) / minute] = average / rate.value - 1
    }
    return premiums
  }

  return (query, contract, times) => {
    const ends = [...new Set(times.map(time => floorTo(time, minute)))].sort((a, b) => a - b)
    const valued = new Set(times.map(minuteBefore))
    const sums = new Map<number, number>()
    const rates = new Map<number, Rate>()
    for (const run of runsOf(ends, window * minute)) {
      const [from, last] = [run[0]! - window * minute, run.at(-1)!]
      // The newest value has a minute that is not over.
      const until = last + (valued.has(last) ? minute : 0)
      const premiums = ofMinutes(query, contract, { from, until }, valued, rates)
      for (const end of run) {
        const place = (end - from) / minute
        // Differences of cumulated sums would depend on where the reading began.
        const sum = premiums.subarray(place - window, place).reduce((sum, one) => sum + one, 0)
        sums.set(end, sum)
      }
    }
    return { at: time => sums.get(floorTo(time, minute))! / window, rates }
  }
}
