import { verifyStore } from '../../src/checks/verification.ts'
import { digest, type Fingerprint } from '../../src/store/fingerprint.ts'
import { computedFingerprints, recordedFingerprints } from '../../src/store/row-fingerprints.ts'
import { Store } from '../../src/store/store.ts'

/** Fingerprints of a store's tables: recorded, and computed from rows. */
export function fingerprintsOf(path: string): { recorded: Fingerprint[]; computed: Fingerprint[] } {
  const store = Store.open(path, { readonly: true })
  // After a kill, the child that extends the store may still commit a step.
  store.renewSnapshot()
  const recorded = recordedFingerprints(store)
  const computed = computedFingerprints(store).filter(({ rows }) => rows > 0)
  store.close()
  return { recorded, computed }
}

export function digestOf(path: string): string {
  return digest(fingerprintsOf(path).recorded)
}

/** The faults that `verify` finds, one by one: a caller that stops early skips the remaining checks. */
export function* faultsOf(path: string): Generator<string> {
  const store = Store.open(path, { readonly: true })
  try {
    for (const { wrong } of verifyStore(store)) yield* wrong ?? []
  } finally {
    store.close()
  }
}
