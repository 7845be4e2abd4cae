import { day, second } from '../../src/market/time.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Length of the volume window, and the interval between refreshes. */
const window = 7 * day
const refresh = 30 * second

/** Volumes are integers in millionths of the asset, so a sum does not depend on where it starts. */
const units = 1_000_000

/** Volumes of a block. */
interface Traded {
  place: number
  timestamp: number
  volume: number
}

/** Reads pool volumes over a moving window. */
export class VolumeReader {
  readonly #sums: Statement
  readonly #blocks: Statement

  constructor(store: Store) {
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
    const first = floor(from)
    const sums = pools.map(() => 0)
    const start = Math.max(first - window, earliest)
    for (const [place, sum] of this.#sums.all({ pools: ids, from: start, until: first }) as number[][])
      sums[place!] = sum!
    const read = (from: number, until: number) =>
      (this.#blocks.all({ pools: ids, from, until }) as [number, number, number][]).map(
        ([place, timestamp, volume]): Traded => ({ place, timestamp, volume }),
      )
    const entering = read(Math.max(first, earliest), until)
    const leaving = read(start, until - window)
    return new Volumes(first, sums, entering, leaving)
  }
}

/** Volume of each pool in the seven days before the last refresh, read in order of time. */
export class Volumes {
  #refreshed: number
  readonly #sums: number[]
  readonly #entering: Queue
  readonly #leaving: Queue

  constructor(refreshed: number, sums: number[], entering: Traded[], leaving: Traded[]) {
    this.#refreshed = refreshed
    this.#sums = sums
    this.#entering = new Queue(entering)
    this.#leaving = new Queue(leaving)
  }

  /** Whether a refresh changed any volume. */
  advance(time: number): boolean {
    const last = floor(time)
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

  /** In the asset. */
  of(place: number): number {
    return this.#sums[place]! / units
  }
}

class Queue {
  readonly #rows: readonly Traded[]
  #next = 0

  constructor(rows: readonly Traded[]) {
    this.#rows = rows
  }

  /** Consumes the blocks before a time; returns whether there were any. */
  take(until: number, each: (row: Traded) => void): boolean {
    const first = this.#next
    while (this.#next < this.#rows.length && this.#rows[this.#next]!.timestamp < until) each(this.#rows[this.#next++]!)
    return this.#next > first
  }
}

function floor(time: number): number {
  return time - (time % refresh)
}
