import { day, floorTo, second } from '../../src/market/time.ts'
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
    return new Volumes(first, [...sums], entering, leaving)
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
interface Sums {
  snapshot: number | undefined
  from: number
  until: number
  sums: readonly number[]
}

/** Volume of each pool in the seven days before the last refresh, read in order of time. */
export class Volumes {
  #refreshed: number
  readonly #sums: number[]
  readonly #entering: Queue
  readonly #leaving: Queue

  constructor(refreshed: number, sums: number[], entering: PoolVolume[], leaving: PoolVolume[]) {
    this.#refreshed = refreshed
    this.#sums = sums
    this.#entering = new Queue(entering)
    this.#leaving = new Queue(leaving)
  }

  /** Whether a refresh changed any volume. */
  advance(time: number): boolean {
    const last = floorTo(time, refresh)
    if (last <= this.#refreshed) return false
    this.#refreshed = last
    const more = this.#entering.take(last, ({ place, volume }) => {
      this.#sums[place]! += volume
    })
    const less = this.#leaving.take(last - window, ({ place, volume }) => {
      this.#sums[place]! -= volume
    })
    return more || less
  }

  of(place: number): number {
    return this.#sums[place]! / units
  }
}

class Queue {
  readonly #rows: readonly PoolVolume[]
  #next = 0

  constructor(rows: readonly PoolVolume[]) {
    this.#rows = rows
  }

  /** Consumes the blocks before a time; returns whether there were any. */
  take(until: number, each: (row: PoolVolume) => void): boolean {
    const first = this.#next
    while (this.#next < this.#rows.length && this.#rows[this.#next]!.timestamp < until) each(this.#rows[this.#next++]!)
    return this.#next > first
  }
}
