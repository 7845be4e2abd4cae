import { day, hour, minute } from '../../src/market/time.ts'
import { type GridPage, grid, type Intervals } from '../../src/operations/paging/grid.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { Store } from '../../src/store/store.ts'
import type { Contract } from './contract.ts'

/** The times just before which rows have their values, in order: ends of consecutive intervals, the last maybe earlier. */
export interface ValueTimes {
  interval: number
  times: readonly number[]
}

export type ContractRows = (
  query: PageQuery,
  contract: Contract,
  values: ValueTimes,
) => Iterable<Record<string, unknown>>

/** Longest time per read, and most rows; more would delay other requests, and less reads the hours before rows more often. */
const mostDays = 4
const mostPerRead = 500
/** Rows of a day or less of contracts that expire: each reads half an hour of minutes. */
const leastPerRead = 12

/** Longest time of minutes that the rows of a page read. */
const pageSpan = 5 * day

/** Most rows of a page: those of perpetual futures read up to eight hours of minutes each, others up to one hour. */
function mostRows(interval: number, { expiry }: Contract): number {
  return Math.floor(pageSpan / Math.min(interval, (expiry === null ? 8 : 1) * hour))
}

/** Rows of a contract by interval, from its listing to its end: the values of the interval's last minute. */
export function contractGrid(prepare: (store: Store) => ContractRows): GridPage<Contract> {
  return grid<Contract>((store, write) => {
    const rowsOf = prepare(store)
    return {
      bounded: true,
      most: (interval, { entity }) => mostRows(interval, entity),
      batch: (interval, { entity }) =>
        Math.max(
          entity.expiry === null ? 1 : leastPerRead,
          Math.min(mostPerRead, Math.floor((mostDays * day) / interval)),
        ),
      read: (query, intervals, each) => {
        const contract = query.entity
        const { interval } = intervals
        const times = valueTimes(intervals, Math.min(query.horizon, contract.ended ?? query.horizon))
        if (times.length === 0) return
        let timestamp = intervals.from
        for (const fields of rowsOf(query, contract, { interval, times })) {
          each(timestamp, write({ timestamp, ...fields }))
          timestamp += interval
        }
      },
      life: ({ entity: { listed, ended }, until }) => ({
        from: listed ?? Number.NEGATIVE_INFINITY,
        until: Math.min(until, ended ?? until),
      }),
    }
  })
}

function valueTimes({ interval, from, until }: Intervals, last: number): number[] {
  const times: number[] = []
  for (let end = from + interval; end <= until; end += interval) times.push(Math.min(end, last))
  return times
}

/** The minute that ends at a value time or holds the millisecond before it. */
export function minuteBefore(time: number): number {
  return Math.floor((time - 1) / minute) * minute
}
