import { ceilTo, day, floorTo, hour } from '../../src/market/time.ts'
import type { Store } from '../../src/store/store.ts'
import { listedByHorizon } from '../readers/listings.ts'
import type { Contract } from './contract.ts'
import { finalValues } from './final-values.ts'

/** The soonest expiries at a time; undefined without contracts. */
interface Nearest {
  nearby: number | undefined
  quarterly: number | undefined
}

type Expiry = [expiry: number, listed: number]

type NearestExpiries = (
  contract: Contract,
  range: { from: number; until: number; horizon: number },
) => (time: number) => Nearest

/** Finds which contracts of a class and pair expire first, at times of a range. */
export function nearestExpiriesOf(store: Store): NearestExpiries {
  const { coverage } = store
  const kept = finalValues<Expiry[]>(store)
  const after = store.prepare<Expiry>(
    `SELECT ends, min(ifnull(listed, 0)) FROM instrument
     WHERE exchange_code = :exchange AND class = :kind AND base_asset = :base AND quote_asset = :quote
     AND ends > :from AND ${listedByHorizon} GROUP BY ends ORDER BY ends`,
  )
  return ({ exchange, kind, pair }, range) => {
    // Of whole days, and as of an hour, so that requests share them; a store lists contracts by the hour.
    const from = floorTo(range.from, day)
    const until = Math.min(ceilTo(range.until, day), ceilTo(range.horizon, hour))
    const read = () => {
      coverage.need('listings', 0, from, until)
      return after.all({ exchange, kind, ...pair, from, horizon: until })
    }
    const name = `${exchange} ${kind} ${pair.base} ${pair.quote} ${from} ${until}`
    const expiries = coverage.apart(() => kept(name, read)) ?? []
    return time => {
      const open = expiries.filter(([expiry, listed]) => expiry > time && listed <= time).map(([expiry]) => expiry)
      return { nearby: open[0], quarterly: open.find(isQuarterly) }
    }
  }
}

/** The last Friday of a quarter. */
function isQuarterly(expiry: number): boolean {
  const [date, nextWeek] = [new Date(expiry), new Date(expiry + 7 * day)]
  const isQuarterEnd = date.getUTCMonth() % 3 === 2 && nextWeek.getUTCMonth() !== date.getUTCMonth()
  return isQuarterEnd && date.getUTCDay() === 5
}
