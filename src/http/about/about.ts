import { statSync } from 'node:fs'
import { formatTime } from '../../market/time.ts'
import { version } from '../../package.ts'
import { digest } from '../../store/fingerprint.ts'
import { recordedFingerprints } from '../../store/row-fingerprints.ts'
import { schemaVersion } from '../../store/schema-version.ts'
import type { Store } from '../../store/store.ts'
import { identityOf, type StoreIdentity } from '../../store/store-plan.ts'
import type { ServerState } from '../state.ts'

export function describeServer({ context: { store, identity }, view: { clock, latest } }: ServerState) {
  const unbuilt = () => ({ ...described(identity()), rows: null, digest: null })
  const { rows, digest, ...world } = store.coverage.fillable ? unbuilt() : describeStore(store)
  const moment = { clock: clock.frozen ? 'frozen' : 'live', time: formatTime(clock.now()) }
  return { result: 'success', name: 'market-data-sandbox', version, ...world, ...moment, latest, rows, digest }
}

export function describeStore(store: Store) {
  const fingerprints = recordedFingerprints(store)
  const [trades] = store.get<[trades: number | null]>('SELECT sum(trade_count) FROM instrument')!
  return {
    ...described(identityOf(store)),
    rows: { ...Object.fromEntries(fingerprints.map(({ table, rows }) => [table, rows])), trade: trades ?? 0 },
    // Rows that were neither generated nor imported are not counted.
    digest: fingerprints.length > 0 ? digest(fingerprints) : null,
  }
}

function described({ start, end, ...origin }: StoreIdentity) {
  return { ...origin, start: formatTime(start), end: formatTime(end) }
}

/** Generated rows follow from the identity; a growing store keeps it, because its past does not change. */
export function contentOf({ path }: Store, { end, ...identity }: StoreIdentity, live: boolean): unknown[] {
  if (identity.source !== 'seed') return [identity, end, statSync(path).mtimeMs]
  return [identity, schemaVersion, ...(live ? [] : [end])]
}
