import { type Fingerprint, mixRow, newFingerprint } from '../store/fingerprint.ts'
import type { Store } from '../store/store.ts'
import { tablesOf } from '../store/store-tables.ts'
import type { Check } from './check.ts'

/** Columns that change in existing rows: not fingerprinted. */
const moving: Record<string, readonly string[]> = {
  instrument: ['ended', 'trade_start', 'trade_end', 'trade_count', 'trade_size'],
}

/** Tables about the store itself: not fingerprinted. */
const ownTables = ['store', 'fingerprint']

/** The file is intact, and the recorded counts and fingerprints match its rows. */
export const checkCounts: readonly Check[] = [
  {
    name: 'the file is intact',
    *find(store) {
      for (const [line] of store.each('PRAGMA quick_check(20)')) if (line !== 'ok') yield String(line)
    },
  },
  {
    name: 'the digest matches the rows',
    // Rows of another source have no fingerprints.
    generatedOnly: true,
    *find(store) {
      const recorded = new Map(recordedFingerprints(store).map(one => [one.table, one]))
      for (const computed of computedFingerprints(store)) {
        const line = difference(recorded.get(computed.table) ?? newFingerprint(computed.table), computed)
        if (line !== undefined) yield line
      }
    },
  },
]

function difference(recorded: Fingerprint, { table, rows, high, low }: Fingerprint): string | undefined {
  if (recorded.rows !== rows) return `${table} has ${rows} rows, but ${recorded.rows} are recorded`
  if (recorded.high !== high || recorded.low !== low) return `${table} has changed rows: the fingerprints differ`
  return undefined
}

export function recordedFingerprints(store: Store): Fingerprint[] {
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1')
  return (rows as [string, number, number, number][]).map(([table, rows, high, low]) => ({ table, rows, high, low }))
}

/** Fingerprints of the actual rows. */
export function computedFingerprints(store: Store): Fingerprint[] {
  const views = new Set(store.all("SELECT name FROM sqlite_schema WHERE type = 'view'").map(([name]) => String(name)))
  const tables = tablesOf(store).filter(name => !views.has(name) && !ownTables.includes(name))
  return tables.map(table => {
    const columns = store.columnsOf(table).filter(name => !moving[table]?.includes(name))
    const fingerprint = newFingerprint(table)
    const names = columns.map(name => `"${name}"`).join(', ')
    for (const row of store.each(`SELECT ${names} FROM "${table}"`)) mixRow(fingerprint, row)
    return fingerprint
  })
}
