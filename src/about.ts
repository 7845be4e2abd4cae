import { readFileSync } from 'node:fs'
import { digest, type Fingerprint } from './fingerprint.ts'
import { identityOf } from './provision.ts'
import type { Sandbox } from './sandbox.ts'
import { formatTime } from './time.ts'

export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What is served: the version, the world it was made from, its range, and the digest of everything in the store. */
export function describeServer({ store, clock, latest }: Sandbox) {
  const { seed, profile, source, start, end } = identityOf(store)
  const fingerprints = store.all('SELECT "table", rows, high, low FROM fingerprint') as [
    string,
    number,
    number,
    number,
  ][]
  return {
    result: 'success',
    name: 'market-data-sandbox',
    version,
    seed,
    profile,
    source,
    start: formatTime(start),
    end: formatTime(end),
    clock: clock.frozen ? 'frozen' : 'live',
    time: formatTime(clock.now()),
    latest,
    rows: Object.fromEntries(fingerprints.map(([table, rows]) => [table, rows])),
    // Rows that others added were not counted: their digest would say nothing of them.
    digest: source === 'seed' ? digest(fingerprints.map(asFingerprint)) : null,
  }
}

function asFingerprint([table, rows, high, low]: [string, number, number, number]): Fingerprint {
  return { table, rows, high, low }
}
