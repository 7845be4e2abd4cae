import { type Fingerprint, mixRow, newFingerprint } from '../store/fingerprint.ts'
import { identityOf } from '../store/provision.ts'
import type { Store } from '../store/store.ts'
import { tablesOf } from '../store/store-tables.ts'
import type { Check } from './check.ts'

/** What is counted on in rows that stand already: no part of their fingerprint. */
const moving: Record<string, readonly string[]> = {
  instrument: ['ended', 'trade_start', 'trade_end', 'trade_count', 'trade_size'],
}

/** What a store says of its own tables: no rows of the world. */
const ownTables = ['store', 'fingerprint']

/** The file is whole, and what it says of its rows, of which its digest is made, is what can be counted. */
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
      // Rows that others added were never counted.
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

/** Fingerprints of a store's tables as it says. */
export function saidFingerprints(store: Store): Fingerprint[] {
  const rows = store.all('SELECT "table", rows, high, low FROM fingerprint ORDER BY 1')
  return (rows as [string, number, number, number][]).map(([table, rows, high, low]) => ({ table, rows, high, low }))
}

/** The same of the rows that there are. */
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
