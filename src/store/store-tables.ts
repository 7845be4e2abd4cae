import { readFileSync } from 'node:fs'
import { schemaUrl } from '../../seed/schema.ts'
import type { Store } from './store.ts'

/** Tables and views of a new store. */
export function declaredTables(): string[] {
  const statements = readFileSync(schemaUrl, 'utf8').matchAll(/^CREATE (?:TABLE|VIEW) (\w+)/gm)
  return [...statements].map(([, name]) => name!)
}

/** What `export` lists: all tables, and bars and trades as rows. */
export function exportedTables(): string[] {
  return ['bar', 'trade', ...declaredTables()].sort()
}

export function tablesOf(store: Store): string[] {
  return store.texts(
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
}

/** Undefined if the table has no time column. */
export function timeColumnOf(store: Store, table: string): string | undefined {
  const columns = store.columnsOf(table)
  // Books are ordered by poll time; the exchange's own time may be missing.
  return ['poll_timestamp', 'timestamp'].find(name => columns.includes(name))
}
