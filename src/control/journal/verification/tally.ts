import { compileGlob } from '../../faults/glob.ts'
import { splitBasePath } from '../../tenants/base-path.ts'
import type { Journal } from '../journal.ts'
import { type JournalEntry, partsOf } from '../journal-entry.ts'
import type { Difference, Expectation, Verification, VerifyRequest } from './expectation.ts'

const mostListed = 100
const mostNearMisses = 3

interface Bounds {
  least: number
  most: number
}

export function boundsOf({ times = { at_least: 1 } }: Expectation): Bounds {
  if (typeof times === 'number') return { least: times, most: times }
  return { least: times.at_least ?? 0, most: times.at_most ?? Number.POSITIVE_INFINITY }
}

interface ComparedUrl {
  /** As sent. */
  path: string
  /** The same without the base path, as rules see it. */
  inner: string
  /** The first value of each name. */
  parameters: ReadonlyMap<string, string>
}

/** An expectation may name many parameters, and a search in a list takes time for each. */
function comparedUrl(entry: JournalEntry): ComparedUrl {
  const { path, parameters } = partsOf(entry)
  return { path, inner: splitBasePath(path).url, parameters: new Map([...parameters].reverse()) }
}

/** Empty if the entry matches. */
function differences(expected: Expectation, entry: JournalEntry, url: ComparedUrl): Difference[] {
  const { operation, method, path, query = {}, status, page } = expected
  const found: Difference[] = []
  const compare = (part: string, wanted: unknown, actual: unknown) => {
    if (wanted !== undefined && wanted !== actual) found.push({ part, expected: wanted, actual })
  }
  compare('operation', operation, entry.operation)
  compare('method', method?.toUpperCase(), entry.method)
  const isPath = path === undefined ? () => true : compileGlob(path)
  if (!isPath(url.path) && !isPath(url.inner)) found.push({ part: 'path', expected: path, actual: url.path })
  for (const [name, value] of Object.entries(query))
    compare(`query.${name}`, value === null ? null : String(value), url.parameters.get(name) ?? null)
  compare('status', status, entry.status)
  compare('page', page, entry.walk?.page ?? null)
  return found
}

/** Counts another operation or path double. */
function distance(found: readonly Difference[]): number {
  return found.reduce((sum, { part }) => sum + (part === 'operation' || part === 'path' ? 2 : 1), 0)
}

interface Matches extends Bounds {
  expectation: Expectation
  matched: number
  /** Ordinals of the first matching entries. */
  entries: number[]
  /** The nearest entries that do not match, the nearest first. */
  near: { ordinal: number; distance: number }[]
}

/** Compares a journal with expectations, each entry once. */
export function tallyOf({ expect, order = false, only = false, after = 0 }: VerifyRequest) {
  const counts = expect.map(
    (expectation): Matches => ({ ...boundsOf(expectation), expectation, matched: 0, entries: [], near: [] }),
  )
  /** Counts whose requests must still arrive in order; empty without an order. */
  const awaited = order ? counts.filter(({ least }) => least > 0) : []
  /** Of the first awaited count. */
  let arrived = 0
  let unexpected = 0
  const firstUnexpected: number[] = []
  let last = after

  function* compare(entry: JournalEntry): Generator<void, void> {
    const url = comparedUrl(entry)
    const { ordinal } = entry
    const matching = new Set<Matches>()
    for (const count of counts) {
      const found = differences(count.expectation, entry, url)
      if (found.length === 0) matching.add(count)
      // An entry of another operation that differs elsewhere too is not near.
      else if (found.length === 1 || found.every(({ part }) => part !== 'operation'))
        keepNearest(count.near, { ordinal, distance: distance(found) })
      yield
    }
    for (const count of matching) {
      count.matched++
      if (count.entries.length < mostListed) count.entries.push(ordinal)
    }
    if (only && matching.size === 0) {
      unexpected++
      if (firstUnexpected.length < mostListed) firstUnexpected.push(ordinal)
    }
    advance(matching)
  }

  /** Other requests may come between the expected ones. */
  function advance(matching: ReadonlySet<Matches>): void {
    const [next] = awaited
    if (next === undefined || !matching.has(next) || ++arrived < next.least) return
    awaited.shift()
    arrived = 0
  }

  function* nearMisses(journal: Journal): Generator<void, Verification['near_misses']> {
    const misses: Verification['near_misses'] = []
    for (const [n, { expectation, matched, least, near }] of counts.entries()) {
      if (matched >= least) continue
      for (const { ordinal } of near) {
        const [entry] = journal.read({ after: ordinal - 1, limit: 1 })
        // It may have been dropped.
        if (entry?.ordinal === ordinal)
          misses.push({
            expectation: n,
            entry: ordinal,
            differs: differences(expectation, entry, comparedUrl(entry)),
          })
        yield
      }
    }
    return misses
  }

  function reasons(): string[] {
    return [
      ...counts.flatMap(({ least, most, matched }, n) =>
        matched >= least && matched <= most
          ? []
          : `expect.${n}: expected ${rangeOf({ least, most })}, matched ${matched}`,
      ),
      ...(awaited.length === 0 ? [] : ['the requests arrived in another order than in expect']),
      ...(unexpected > 0 ? [`unexpected requests: ${unexpected}`] : []),
    ]
  }

  return {
    isMet: (): boolean => reasons().length === 0,

    /** No further entry can satisfy the expectations. */
    isHopeless: (): boolean => unexpected > 0 || counts.some(({ matched, most }) => matched > most),

    /** Compares entries in order with one expectation in each step. Skips entries that it knows. */
    *add(entries: readonly JournalEntry[]): Generator<void, void> {
      for (const entry of entries) {
        if (entry.ordinal <= last) continue
        last = entry.ordinal
        yield* compare(entry)
      }
    },

    /** Reads the nearest entries again, one in each step. */
    *verification(journal: Journal): Generator<void, Verification> {
      const why = reasons()
      return {
        ok: why.length === 0,
        why: why.join('; ') || null,
        expected: counts.map(({ least, most, matched, entries }) => ({
          ok: matched >= least && matched <= most,
          matched,
          entries,
        })),
        in_order: awaited.length === 0,
        unexpected: firstUnexpected,
        near_misses: yield* nearMisses(journal),
      }
    },
  }
}

function rangeOf({ least, most }: Bounds): string {
  if (least === most) return String(least)
  return most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`
}

/** Of two entries at one distance, the later one is nearer. */
function keepNearest(near: Matches['near'], entry: Matches['near'][number]): void {
  const place = near.findIndex(({ distance }) => distance >= entry.distance)
  if (place < 0) near.push(entry)
  else near.splice(place, 0, entry)
  if (near.length > mostNearMisses) near.pop()
}
