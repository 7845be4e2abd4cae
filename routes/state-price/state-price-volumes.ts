import { day, floorTo, type Period, second } from '../../src/market/time.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Length of the volume window, and the interval between refreshes. */
const window = 7 * day
const refresh = 30 * second

/** Volumes are integers in millionths of the asset, so a sum does not depend on where it starts. */
const units = 1_000_000

interface PoolVolume {
  place: number
  timestamp: number
  volume: number
}

/** Reads pool volumes over a moving window. */
export class VolumeReader {
  readonly #store: Store
  readonly #sums: Statement<[place: number, sum: number]>
  readonly #blocks: Statement<[place: number, timestamp: number, volume: number]>

  /** The last sums of each list of pools. */
  readonly #known = new Map<string, Sums>()

  constructor(store: Store) {
    this.#store = store
    const volume = "iif(wanted.value ->> 'inverted', volume_quote, volume_base)"
    const counted = `CAST(round(${volume} * ${units}) AS INTEGER)`
    const range = `FROM json_each(:pools) AS wanted CROSS JOIN pool_state ON pool = wanted.value ->> 'id'
      WHERE timestamp >= :from AND timestamp < :until AND volume_base > 0`
    this.#sums = store.prepare(`SELECT wanted.key, sum(${counted}) ${range} GROUP BY wanted.key`)
    this.#blocks = store.prepare(`SELECT wanted.key, timestamp, ${counted} ${range} ORDER BY timestamp`)
  }

  /** @param earliest start of visible data. */
  open(pools: readonly { id: number; inverted: boolean }[], from: number, until: number, earliest: number): Volumes {
    const ids = JSON.stringify(pools.map(({ id, inverted }) => ({ id, inverted })))
    const first = floorTo(from, refresh)
    const start = Math.max(first - window, earliest)
    for (const { id } of pools) this.#store.coverage.need('pools', id, start, until)
    const none = pools.map(() => 0)
    const sums = this.#sumsOf(ids, start, first, none)
    const read = (from: number, until: number) =>
      this.#blocks
        .all({ pools: ids, from, until })
        .map(([place, timestamp, volume]): PoolVolume => ({ place, timestamp, volume }))
    const entering = read(Math.max(first, earliest), until)
    const leaving = read(start, until - window)
    return volumesOf(first, [...sums], entering, leaving)
  }

  /** The volumes in [from, until). Sums of a nearby range are adjusted at both ends: a page is read in many slices. */
  #sumsOf(pools: string, from: number, until: number, none: number[]): readonly number[] {
    const { snapshot } = this.#store
    const known = this.#known.get(pools)
    const isTrue = known !== undefined && snapshot !== undefined && known.snapshot === snapshot
    const base = isTrue && 2 * Math.abs(known.until - until) < window ? known : { from, until: from, sums: none }
    const values = [...base.sums]
    this.#add(values, pools, base.until, until, 1)
    this.#add(values, pools, base.from, from, -1)
    this.#known.set(pools, { snapshot, from, until, sums: values })
    return values
  }

  /** Adds the volumes between two times, or subtracts them if the second is earlier. */
  #add(sums: number[], pools: string, from: number, until: number, sign: number): void {
    if (from === until) return
    const [start, end] = from < until ? [from, until] : [until, from]
    const direction = from < until ? sign : -sign
    for (const [place, sum] of this.#sums.all({ pools, from: start, until: end })) sums[place]! += direction * sum
  }
}

/** The volume of each pool in [from, until), as read in a snapshot of the store. */
interface Sums extends Period {
  snapshot: number | undefined
  sums: readonly number[]
}

export type Volumes = ReturnType<typeof volumesOf>

/** Volume of each pool in the seven days before the last refresh, read in order of time. */
function volumesOf(first: number, sums: number[], entering: PoolVolume[], leaving: PoolVolume[]) {
  let refreshed = first
  const takeEntering = queueOf(entering)
  const takeLeaving = queueOf(leaving)

  /** Whether a refresh changed any volume. */
  function advance(time: number): boolean {
    const last = floorTo(time, refresh)
    if (last <= refreshed) return false
    refreshed = last
    const more = takeEntering(last, ({ place, volume }) => {
      sums[place]! += volume
    })
    const less = takeLeaving(last - window, ({ place, volume }) => {
      sums[place]! -= volume
    })
    return more || less
  }

  function of(place: number): number {
    return sums[place]! / units
  }

  return { advance, of }
}

function queueOf(rows: readonly PoolVolume[]) {
  let next = 0
  /** Consumes the blocks before a time; returns whether there were any. */
  return (until: number, each: (row: PoolVolume) => void): boolean => {
    const first = next
    while (next < rows.length && rows[next]!.timestamp < until) each(rows[next++]!)
    return next > first
  }
}
