import { formatDecimal } from '../../src/market/numbers/decimal.ts'
import { day, hour } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import { BarFolder } from '../trades/bars.ts'
import type { Contract } from './contract.ts'
import type { ValueTimes } from './value-times.ts'

/** Volumes of the 24 hours before value times. */
export class DayVolumes {
  readonly #bars: BarFolder

  constructor(store: Store) {
    this.#bars = new BarFolder(store)
  }

  /** Exact decimals in the base. */
  at(query: PageQuery, contract: Contract, { interval, times }: ValueTimes): string[] {
    const step = Math.min(hour, interval)
    const steps = this.#steps(query, contract, times, step)
    let volume = 0n
    return times.map((time, n) => {
      const before = times[n - 1]
      if (before === undefined || time % step !== 0) volume = this.#between(query, contract, time - day, time)
      else for (let at = before; at < time; at += step) volume += (steps.get(at) ?? 0n) - (steps.get(at - day) ?? 0n)
      return formatDecimal(volume, contract.precision.amount)
    })
  }

  /** Volumes by step where the windows of consecutive times differ. */
  #steps(query: PageQuery, contract: Contract, times: readonly number[], step: number): Map<number, bigint> {
    const volumes = new Map<number, bigint>()
    const [first, last] = [times[0]!, times.at(-1)!]
    if (first === last) return volumes
    const add = (from: number, until: number) => {
      const range = { interval: step, from: Math.max(from, query.earliest), until }
      this.#read(query, contract, range, (at, volume) => volumes.set(at, volume))
    }
    if (last - first >= day) add(first - day, last)
    else {
      add(first - day, last - day)
      add(first, last)
    }
    return volumes
  }

  #between(query: PageQuery, contract: Contract, from: number, until: number): bigint {
    let sum = 0n
    const range = { interval: day, from: Math.max(from, query.earliest), until }
    this.#read(query, contract, range, (_, volume) => {
      sum += volume
    })
    return sum
  }

  #read(
    { horizon }: PageQuery,
    contract: Contract,
    range: { interval: number; from: number; until: number },
    each: (timestamp: number, volume: bigint) => void,
  ): void {
    this.#bars.read({ ...range, instrument: contract, version: 1, horizon }, (timestamp, fold) =>
      each(timestamp, BigInt(fold.units.volume)),
    )
  }
}
