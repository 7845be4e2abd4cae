import type { Store } from '../store/store.ts'
import { tablesOf } from '../store/store-tables.ts'
import type { Check } from './check.ts'

/** Referenced tables of columns without a declared reference, which would cost every insert. */
const meanings: Record<string, Reference> = {
  instrument: { parent: 'instrument', key: 'id' },
  exchange_code: { parent: 'exchange', key: 'code' },
  asset: { parent: 'asset', key: 'code' },
  pool: { parent: 'pool', key: 'id' },
  market: { parent: 'lending_market', key: 'pool' },
}

interface Reference {
  parent: string
  key: string
}

export const checkReferences: Check = {
  name: 'every code in a row is in the reference data',
  *find(store) {
    for (const table of tablesOf(store)) {
      const declared = declaredReferences(store, table)
      for (const column of store.columnsOf(table)) {
        const reference = declared.get(column) ?? meanings[column]
        if (reference) yield* unresolved(store, table, column, reference)
      }
    }
  },
}

function declaredReferences(store: Store, table: string): Map<string, Reference> {
  const rows = store.all('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)', table) as string[][]
  return new Map(rows.map(([column, parent, key]) => [column!, { parent: parent!, key: key! }]))
}

function* unresolved(store: Store, table: string, column: string, { parent, key }: Reference): Generator<string> {
  // Distinct values first: they are few, the rows are many.
  const values = store.each(
    `SELECT value FROM (SELECT DISTINCT "${column}" AS value FROM "${table}")
     WHERE value IS NOT NULL AND value NOT IN (SELECT "${key}" FROM "${parent}")`,
  )
  for (const [value] of values) yield `${table} has rows with the unknown ${column} ${value}, which is not in ${parent}`
}
