import { statSync } from 'node:fs'
import { formatTime } from '../market/time.ts'
import { version } from '../package.ts'
import { digest, type Fingerprint } from '../store/fingerprint.ts'
import type { Store } from '../store/store.ts'
import { identityOf } from '../store/store-plan.ts'
import type { ServerState } from './state.ts'

export function describeServer({ context: { store }, view: { clock, latest } }: ServerState) {
  const { rows, digest, ...world } = describeStore(store)
  const moment = { clock: clock.frozen ? 'frozen' : 'live', time: formatTime(clock.now()) }
  return { result: 'success', name: 'market-data-sandbox', version, ...world, ...moment, latest, rows, digest }
}

export function describeStore(store: Store) {
  const { start, end, ...origin } = identityOf(store)
  const fingerprints = store.all('SELECT "table", rows, high, low FROM fingerprint') as [
    string,
    number,
    number,
    number,
  ][]
  return {
    ...origin,
    start: formatTime(start),
    end: formatTime(end),
    rows: { ...Object.fromEntries(fingerprints.map(([table, rows]) => [table, rows])), trade: tradesOf(store) },
    // Rows of another source are not counted, so there is no digest.
    digest: origin.source === 'seed' ? digest(fingerprints.map(asFingerprint)) : null,
  }
}

/** A growing store keeps its identity, because its past does not change. */
export function contentOf(store: Store, live: boolean): unknown[] {
  const { end, ...identity } = identityOf(store)
  if (live && identity.source === 'seed') return [identity]
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY "table"')
  return [identity, end, identity.source === 'seed' ? rows : statSync(store.path).mtimeMs]
}

function tradesOf(store: Store): number {
  return Number(store.all('SELECT sum(trade_count) FROM instrument')[0]![0] ?? 0)
}

function asFingerprint([table, rows, high, low]: [string, number, number, number]): Fingerprint {
  return { table, rows, high, low }
}
