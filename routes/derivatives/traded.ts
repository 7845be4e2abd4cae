import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { afterLiquidations, openInterest } from '../../src/market/open-interest.ts'
import { day, hour } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { TradeReader } from '../../src/store/trade-reader.ts'
import { barFolder } from '../trades/bars.ts'
import type { Contract } from './contract.ts'
import { decimalText } from './premiums.ts'
import type { ValueTimes } from './value-times.ts'

/** Volumes of the 24 hours before value times, as exact decimals in the base. */
export function dayVolumesOf(store: Store): (query: PageQuery, contract: Contract, values: ValueTimes) => string[] {
  const bars = barFolder(store)
  return ({ earliest, horizon }, contract, { interval, times }) => {
    const step = Math.min(hour, interval)
    const volumesIn = (interval: number, from: number, until: number) => {
      const volumes: [timestamp: number, volume: bigint][] = []
      const range = { interval, from: Math.max(from, earliest), until, instrument: contract, version: 1, horizon }
      bars.read(range, (timestamp, fold) => volumes.push([timestamp, BigInt(fold.units.volume)]))
      return volumes
    }
    const [first, last] = [times[0]!, times.at(-1)!]
    // Where the windows of consecutive times differ.
    const steps = new Map(
      last - first >= day
        ? volumesIn(step, first - day, last)
        : [...volumesIn(step, first - day, last - day), ...volumesIn(step, first, last)],
    )
    let volume = 0n
    return times.map((time, n) => {
      const before = times[n - 1]
      if (before === undefined || time % step !== 0)
        volume = volumesIn(day, time - day, time).reduce((sum, [, one]) => sum + one, 0n)
      else for (let at = before; at < time; at += step) volume += (steps.get(at) ?? 0n) - (steps.get(at - day) ?? 0n)
      return formatDecimal(volume, contract.precision.amount)
    })
  }
}

type LastPrices = (query: PageQuery, contract: Contract, values: ValueTimes) => (string | null)[]

/** Prices of the last trades before value times; null before the first trade. */
export function lastPricesOf(store: Store): LastPrices {
  const reader = new TradeReader(store)
  const bars = barFolder(store)
  return (query, contract, { interval, times }) => {
    const { earliest, horizon } = query
    const { id, precision } = contract
    const closes = new Map<number, string>()
    const [first, last] = [times[0]!, times.at(-1)!]
    if (times.length > 1) {
      const range = {
        instrument: contract,
        version: 1,
        interval,
        from: Math.max(first, earliest),
        until: last,
        horizon,
      }
      bars.read(range, (timestamp, fold) => closes.set(timestamp, fold.close))
    }
    const earlier = reader.last({ instrument: id, version: 1, from: earliest, until: first }, precision)
    let price = earlier && formatDecimal(earlier.price, precision.price)
    return times.map((_, n) => {
      const before = times[n - 1]
      price = (before === undefined ? undefined : closes.get(before)) ?? price
      return price
    })
  }
}

type OpenPositions = (query: PageQuery, contract: Contract, times: readonly number[]) => (string | null)[]

/**
 * Open interest at value times, in order: constant through an hour, less what its liquidations closed. Decimals in the base,
 * null if not known.
 */
export function openPositionsOf(store: Store): OpenPositions {
  const { coverage } = store
  const liquidations = store.prepare<[time: number, amount: number]>(
    `SELECT timestamp, amount FROM liquidation
     WHERE instrument = :instrument AND timestamp >= :from AND timestamp < :until ORDER BY timestamp`,
  )
  return ({ earliest }, { id, interest, precision }, times) => {
    if (interest.usual === null) return times.map(() => null)
    const from = Math.max(earliest, hourBefore(times[0]!))
    coverage.need('liquidations', id, from, times.at(-1)!)
    const closed = liquidations.all({ instrument: id, from, until: times.at(-1)! })
    let next = 0
    return times.map(time => {
      const start = hourBefore(time)
      while (next < closed.length && closed[next]![0] < start) next++
      let amount = 0
      for (let n = next; n < closed.length && closed[n]![0] < time; n++) amount += closed[n]![1]
      return decimalText(afterLiquidations(openInterest(interest, start)!, amount), precision.amount)
    })
  }
}

/** Start of the hour that holds the millisecond before a time. */
function hourBefore(time: number): number {
  return Math.floor((time - 1) / hour) * hour
}
