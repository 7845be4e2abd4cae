import { type Fingerprint, mixRow, newFingerprint } from './fingerprint.ts'
import type { Store } from './store.ts'
import { tablesOf } from './store-tables.ts'

/** Tables about the store itself: not fingerprinted. */
const ownTables = ['store', 'fingerprint']

export function recordedFingerprints(store: Store): Fingerprint[] {
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1')
  return (rows as [string, number, number, number][]).map(([table, rows, high, low]) => ({ table, rows, high, low }))
}

export function computedFingerprints(store: Store): Fingerprint[] {
  const views = new Set(store.texts("SELECT name FROM sqlite_schema WHERE type = 'view'"))
  const tables = tablesOf(store).filter(name => !views.has(name) && !ownTables.includes(name))
  return tables.map(table => {
    const fingerprint = newFingerprint(table)
    const names = store.fixedColumnsOf(table).map(name => `"${name}"`)
    for (const row of store.each(`SELECT ${names} FROM "${table}"`)) mixRow(fingerprint, row)
    return fingerprint
  })
}

/** In place of those recorded before. */
export function recordFingerprints(store: Store): void {
  store.run('DELETE FROM fingerprint')
  for (const { table, rows, high, low } of computedFingerprints(store)) {
    if (rows > 0)
      store.run('INSERT INTO fingerprint ("table", rows, high, low) VALUES (?, ?, ?, ?)', table, rows, high, low)
  }
}
