import { compileGlob } from '../../faults/glob.ts'
import { type JournalEntry, partsOf } from '../journal-entry.ts'
import type { Difference, Expectation } from './expectation.ts'

interface ComparedUrl {
  path: string
  /** The first value of each name. */
  parameters: ReadonlyMap<string, string>
}

/** An expectation may name many parameters, and a search in a list takes time for each. */
export function comparedUrl(entry: JournalEntry): ComparedUrl {
  const { path, parameters } = partsOf(entry)
  return { path, parameters: new Map([...parameters].reverse()) }
}

/** Empty if the entry matches. */
export function differences(expected: Expectation, entry: JournalEntry, url: ComparedUrl): Difference[] {
  const { operation, method, path, query = {}, status, page } = expected
  const found: Difference[] = []
  const compare = (part: string, wanted: unknown, actual: unknown) => {
    if (wanted !== undefined && wanted !== actual) found.push({ part, expected: wanted, actual })
  }
  compare('operation', operation, entry.operation)
  compare('method', method?.toUpperCase(), entry.method)
  if (path !== undefined && !compileGlob(path)(url.path)) found.push({ part: 'path', expected: path, actual: url.path })
  for (const [name, value] of Object.entries(query))
    compare(`query.${name}`, value === null ? null : String(value), url.parameters.get(name) ?? null)
  compare('status', status, entry.status)
  compare('page', page, entry.walk?.page ?? null)
  return found
}

/** Counts another operation or path double. */
export function distance(found: readonly Difference[]): number {
  return found.reduce((sum, { part }) => sum + (part === 'operation' || part === 'path' ? 2 : 1), 0)
}
