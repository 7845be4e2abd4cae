import { compileGlob } from '../faults/glob.ts'
import type { Difference, Expectation } from './expectation.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Empty if the entry matches. */
export function differences(expected: Expectation, entry: JournalEntry): Difference[] {
  const { operation, method, path, query = {}, status, page } = expected
  const url = new URL(entry.url, 'http://sandbox')
  const found: Difference[] = []
  const compare = (part: string, wanted: unknown, actual: unknown) => {
    if (wanted !== undefined && wanted !== actual) found.push({ part, expected: wanted, actual })
  }
  compare('operation', operation, entry.operation)
  compare('method', method?.toUpperCase(), entry.method)
  if (path !== undefined && !compileGlob(path)(url.pathname))
    found.push({ part: 'path', expected: path, actual: url.pathname })
  for (const [name, value] of Object.entries(query))
    compare(`query.${name}`, value === null ? null : String(value), url.searchParams.get(name))
  compare('status', status, entry.status)
  compare('page', page, entry.walk?.page ?? null)
  return found
}

/** Counts another operation or path double. */
export function distance(found: readonly Difference[]): number {
  return found.reduce((sum, { part }) => sum + (part === 'operation' || part === 'path' ? 2 : 1), 0)
}
