import { type Fingerprint, newFingerprint } from '../store/fingerprint.ts'
import { computedFingerprints, recordedFingerprints } from '../store/row-fingerprints.ts'
import type { Check } from './check.ts'

export const checkCounts: readonly Check[] = [
  {
    name: 'the file is intact',
    *find(store) {
      for (const [line] of store.each('PRAGMA quick_check(20)')) if (line !== 'ok') yield String(line)
    },
  },
  {
    name: 'the digest matches the rows',
    // Rows that were neither generated nor imported have no fingerprints.
    appliesTo: store => store.generated || recordedFingerprints(store).length > 0,
    *find(store) {
      const recorded = new Map(recordedFingerprints(store).map(one => [one.table, one]))
      for (const computed of computedFingerprints(store)) {
        const line = difference(recorded.get(computed.table) ?? newFingerprint(computed.table), computed)
        if (line !== undefined) yield store.generated ? line : `${line}; after changes of your own, run rebuild`
      }
    },
  },
]

function difference(recorded: Fingerprint, { table, rows, high, low }: Fingerprint): string | undefined {
  if (recorded.rows !== rows) return `${table} has ${rows} rows, but ${recorded.rows} are recorded`
  if (recorded.high !== high || recorded.low !== low) return `${table} has changed rows: the fingerprints differ`
  return undefined
}
