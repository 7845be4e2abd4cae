import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { day, hour } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { BarFolder } from '../trades/bars.ts'
import type { Contract } from './contract.ts'
import type { ValueTimes } from './value-times.ts'

/** Volumes of the 24 hours before value times, as exact decimals in the base. */
export function dayVolumesOf(store: Store): (query: PageQuery, contract: Contract, values: ValueTimes) => string[] {
  const bars = new BarFolder(store)
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
