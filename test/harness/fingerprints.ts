import { countedFingerprints, saidFingerprints } from '../../src/checks/check-counts.ts'
import { digest, type Fingerprint } from '../../src/store/fingerprint.ts'
import { Store } from '../../src/store/store.ts'

/** Fingerprints of a store's tables: recorded, and computed from rows. */
export function fingerprintsOf(path: string): { said: Fingerprint[]; counted: Fingerprint[] } {
  const store = Store.open(path, { readonly: true })
  const said = saidFingerprints(store)
  const counted = countedFingerprints(store).filter(({ rows }) => rows > 0)
  store.close()
  return { said, counted }
}

export function digestOf(path: string): string {
  return digest(fingerprintsOf(path).said)
}
