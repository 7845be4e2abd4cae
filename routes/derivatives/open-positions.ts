import { afterLiquidations, openInterest } from '../../src/market/open-interest.ts'
import { hour } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import type { Contract } from './contract.ts'
import { decimalText } from './premiums.ts'

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
