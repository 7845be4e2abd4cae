import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'
import { checkBars } from './check-bars.ts'
import { checkBooks } from './check-books.ts'
import { checkCounts } from './check-counts.ts'
import { checkFxHours } from './check-fx-hours.ts'
import { checkReferences } from './check-references.ts'
import { checkSupplies } from './check-supplies.ts'
import { checkTables } from './check-tables.ts'
import { checkTrades } from './check-trades.ts'

/** In the order in which one would want to know: a broken file makes everything else wrong too. */
const checks: readonly Check[] = [
  checkCounts,
  checkReferences,
  checkTrades,
  checkBars,
  checkBooks,
  checkFxHours,
  checkSupplies,
  ...checkTables,
].flat()

/** What was checked, and what is wrong with it. */
export interface Finding {
  name: string
  wrong: string[]
}

/** How many lines are told of what is wrong in one way. */
const most = 10

/** Goes through all checks; each tells what it found when it is done. */
export function* verifyStore(store: Store): Generator<Finding> {
  for (const { name, find } of checks) yield { name, wrong: firstOf(find(store)) }
}

function firstOf(lines: Iterable<string>): string[] {
  const wrong: string[] = []
  for (const line of lines) {
    if (wrong.push(line) > most) return [...wrong.slice(0, most), 'and more']
  }
  return wrong
}
