import { Track } from '../../src/market/track.ts'
import type { Store } from '../../src/store/store.ts'

/** In units of the last decimal place from a time on; circulating is total − excluded. */
export interface StoredSupply {
  timestamp: number
  total: number
  excluded: number
}

const none: StoredSupply = { timestamp: Number.NEGATIVE_INFINITY, total: 0, excluded: 0 }

/** Supply on one chain over a range. */
export type SupplyTrack = Track<StoredSupply>

type TracksOf = (sources: readonly { id: number }[], from: number, until: number) => SupplyTrack[]

/** Reads supplies over [from, until), in the order of the sources. */
export function supplyTracksOf(store: Store): TracksOf {
  const changes = store.prepare<[place: number, timestamp: number, total: number, excluded: number]>(
    `SELECT wanted.key, timestamp, total, excluded FROM json_each(:sources) AS wanted
     CROSS JOIN supply_change ON source = wanted.value
     WHERE timestamp < :until AND timestamp >= ifnull((SELECT max(timestamp) FROM supply_change AS before
       WHERE before.source = wanted.value AND before.timestamp <= :from), :from)
     ORDER BY wanted.key, timestamp`,
  )
  return (sources, from, until) => {
    const found = sources.map(() => [none])
    const ids = JSON.stringify(sources.map(({ id }) => id))
    for (const [place, timestamp, total, excluded] of changes.all({ sources: ids, from, until }))
      found[place]!.push({ timestamp, total, excluded })
    return found.map(one => new Track(one))
  }
}
