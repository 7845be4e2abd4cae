import type { Store } from './store.ts'
import { columnsOf, tablesOf } from './store-tables.ts'
import type { Check } from './verification.ts'

/** What a column of this name holds, in any table. */
const meanings: Record<string, string> = {
  instrument: 'instrument (id)',
  exchange_code: 'exchange (code)',
  asset: 'asset (code)',
  base_asset: 'asset (code)',
  quote_asset: 'asset (code)',
  protocol: 'protocol (code)',
  pool: 'pool (id)',
}

/** Every code and id that a row carries is one of those that the reference data have. */
export const checkReferences: Check = {
  name: 'every code in a row is in the reference data',
  *find(store) {
    for (const table of tablesOf(store))
      for (const column of columnsOf(store, table)) {
        const meaning = meanings[column]
        if (meaning !== undefined) yield* unresolved(store, table, column, meaning)
      }
  },
}

function* unresolved(store: Store, table: string, column: string, meaning: string): Generator<string> {
  const [parent, key] = meaning.split(/[ ()]+/)
  // Its distinct values first: there are few of them, and many rows.
  const values = store.each(
    `SELECT value FROM (SELECT DISTINCT "${column}" AS value FROM "${table}")
     WHERE value IS NOT NULL AND value NOT IN (SELECT "${key}" FROM "${parent}")`,
  )
  for (const [value] of values) yield `${table} has rows of the ${column} ${value}, which is no ${parent}`
}
