import { type Fingerprint, mixRow, newFingerprint } from '../store/fingerprint.ts'
import { identityOf } from '../store/provision.ts'
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
    name: 'the file is whole',
    *find(store) {
      for (const [line] of store.each('PRAGMA quick_check(20)')) if (line !== 'ok') yield String(line)
    },
  },
  {
    name: 'the digest is that of the rows',
    *find(store) {
      // Rows of another source have no fingerprints.
      if (identityOf(store).source !== 'seed') return
      const said = new Map(saidFingerprints(store).map(one => [one.table, one]))
      for (const counted of countedFingerprints(store)) {
        const line = difference(said.get(counted.table) ?? newFingerprint(counted.table), counted)
        if (line !== undefined) yield line
      }
    },
  },
]

function difference(said: Fingerprint, { table, rows, high, low }: Fingerprint): string | undefined {
  if (said.rows !== rows) return `${table} has ${rows} rows, and says that it has ${said.rows}`
  if (said.high !== high || said.low !== low)
    return `${table} has rows that are not what they were when they were written`
  return undefined
}

/** Recorded fingerprints. */
export function saidFingerprints(store: Store): Fingerprint[] {
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1')
  return (rows as [string, number, number, number][]).map(([table, rows, high, low]) => ({ table, rows, high, low }))
}

/** Fingerprints of the actual rows. */
export function countedFingerprints(store: Store): Fingerprint[] {
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
