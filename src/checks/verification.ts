import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'
import { checkBars } from './check-bars.ts'
import { checkBooks } from './check-books.ts'
import { checkCounts } from './check-counts.ts'
import { checkFxHours } from './check-fx-hours.ts'
import { checkIdentity } from './check-identity.ts'
import { checkReferences } from './check-references.ts'
import { checkSeed } from './check-seed.ts'
import { checkSupplies } from './check-supplies.ts'
import { checkTables } from './check-tables.ts'
import { checkTrades } from './check-trades.ts'

/** In order of importance: a broken file explains all other faults. */
const checks: readonly Check[] = [
  checkCounts,
  checkIdentity,
  checkSeed,
  checkReferences,
  checkTrades,
  checkBars,
  checkBooks,
  checkFxHours,
  checkSupplies,
  ...checkTables,
].flat()

interface Finding {
  name: string
  /** Null if the check was skipped, because it says nothing about this store. */
  wrong: string[] | null
}

/** Maximum number of lines per check. */
const most = 10

export function* verifyStore(store: Store): Generator<Finding> {
  for (const { name, appliesTo = () => true, find } of checks)
    yield { name, wrong: appliesTo(store) ? firstOf(find(store)) : null }
}

function firstOf(lines: Iterable<string>): string[] {
  const wrong = Iterator.from(lines)
    .take(most + 1)
    .toArray()
  return wrong.length > most ? [...wrong.slice(0, most), 'and more'] : wrong
}
