import type { Statement, Store } from '../../src/store/store.ts'

/** In units of the last decimal place; circulating is total − excluded. */
export interface StoredSupply {
  total: number
  excluded: number
}

interface Change extends StoredSupply {
  timestamp: number
}

const none: Change = { timestamp: Number.NEGATIVE_INFINITY, total: 0, excluded: 0 }

/** Supply on one chain over a range, read in order of time. */
export class SupplyTrack {
  readonly #changes: readonly Change[]
  #next = 0

  constructor(changes: readonly Change[]) {
    this.#changes = changes
  }

  at(time: number): StoredSupply {
    while (this.#next < this.#changes.length && this.#changes[this.#next]!.timestamp <= time) this.#next++
    return this.#changes[this.#next - 1] ?? none
  }

  /** Time until which the current value holds, at most `until`. */
  standsUntil(time: number, until: number): number {
    this.at(time)
    return Math.min(until, this.#changes[this.#next]?.timestamp ?? until)
  }
}

export class SupplyReader {
  readonly #changes: Statement<[place: number, timestamp: number, total: number, excluded: number]>

  constructor(store: Store) {
    this.#changes = store.prepare(
      `SELECT wanted.key, timestamp, total, excluded FROM json_each(:sources) AS wanted
       CROSS JOIN supply_change ON source = wanted.value
       WHERE timestamp < :until AND timestamp >= ifnull((SELECT max(timestamp) FROM supply_change AS before
         WHERE before.source = wanted.value AND before.timestamp <= :from), :from)
       ORDER BY wanted.key, timestamp`,
    )
  }

  /** Values over [from, until), in the order of the sources. */
  tracks(sources: readonly { id: number }[], from: number, until: number): SupplyTrack[] {
    const changes: Change[][] = sources.map(() => [])
    const ids = JSON.stringify(sources.map(({ id }) => id))
    for (const [place, timestamp, total, excluded] of this.#changes.all({ sources: ids, from, until }))
      changes[place]!.push({ timestamp, total, excluded })
    return changes.map(one => new SupplyTrack(one))
  }
}
