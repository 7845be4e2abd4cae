import { Failure, shown } from '../../failure.ts'
import { parseDuration } from '../../market/duration.ts'
import { checkOperation, checkPath } from '../faults/check-rule.ts'
import { differences, distance } from './differences.ts'
import type { Difference, Expectation, Verification, VerifyRequest } from './expectation.ts'
import type { Journal } from './journal.ts'
import { type JournalEntry, partsOf } from './journal-entry.ts'

const longestWait = 60_000
const mostListed = 100
const mostNearMisses = 3

interface Bounds {
  least: number
  most: number
}

function boundsOf({ times = { at_least: 1 } }: Expectation): Bounds {
  if (typeof times === 'number') return { least: times, most: times }
  return { least: times.at_least ?? 0, most: times.at_most ?? Number.POSITIVE_INFINITY }
}

function rangeOf(expectation: Expectation): string {
  const { least, most } = boundsOf(expectation)
  if (least === most) return String(least)
  return most === Number.POSITIVE_INFINITY ? `at least ${least}` : `${least} to ${most}`
}

interface Compared {
  entry: JournalEntry
  differs: Difference[][]
}

/** Waits for missing requests as long as allowed, at most until the journal ends. */
export async function verify(journal: Journal, request: VerifyRequest): Promise<Verification> {
  const deadline = performance.now() + waitOf(request)
  for (let hasEnded = false; ; ) {
    const { verification, hopeless } = evaluate(journal.read({ after: request.after ?? 0 }), request)
    const left = deadline - performance.now()
    if (verification.ok || hopeless || left <= 0 || hasEnded) return verification
    hasEnded = await nextEntry(journal, left)
  }
}

/** Checks what a schema cannot express. @throws Failure @param operations ids that may be named */
export function checkExpectations({ expect, within }: VerifyRequest, operations: ReadonlySet<string>): void {
  for (const [n, expectation] of expect.entries()) {
    const { operation, path } = expectation
    if (operation === undefined && path === undefined)
      throw new Failure('badParameter', `expect.${n} needs operation or path: {"operation": "listTrades"}`)
    checkOperation(`expect.${n}.operation`, operation, operations)
    checkPath(`expect.${n}.path`, path)
    const { least, most } = boundsOf(expectation)
    if (least > most) throw new Failure('badParameter', `expect.${n}.times: at_least ${least} is above at_most ${most}`)
  }
  if (within !== undefined && parseDuration(within)! > longestWait)
    throw new Failure('badParameter', `within must be at most "PT60S", not ${shown(within)}`)
}

function waitOf({ within }: VerifyRequest): number {
  return within === undefined ? 0 : parseDuration(within)!
}

/** Resolves to whether the journal ended. */
function nextEntry(journal: Journal, longest: number): Promise<boolean> {
  return new Promise(resolve => {
    const done = (hasEnded: boolean) => {
      clearTimeout(timer)
      leave()
      resolve(hasEnded)
    }
    const timer = setTimeout(done, longest, false)
    const leave = journal.watch({ entry: () => done(false), end: () => done(true) })
  })
}

/** `hopeless` if no further entry can satisfy the expectations. */
function evaluate(entries: JournalEntry[], { expect, order = false, only = false }: VerifyRequest) {
  const compared = entries.map(entry => {
    const url = partsOf(entry)
    return { entry, differs: expect.map(one => differences(one, entry, url)) }
  })
  const counts = expect.map((one, n) => countOf(compared, n, boundsOf(one)))
  const unexpected = only ? compared.filter(({ differs }) => differs.every(found => found.length > 0)) : []
  const inOrder = !order || cameInOrder(compared, expect)
  const reasons = [
    ...counts.flatMap(({ ok, matched }, n) =>
      ok ? [] : `expect.${n}: expected ${rangeOf(expect[n]!)}, matched ${matched}`,
    ),
    ...(inOrder ? [] : ['the requests arrived in another order than in expect']),
    ...(unexpected.length > 0 ? [`unexpected requests: ${unexpected.length}`] : []),
  ]
  const verification: Verification = {
    ok: reasons.length === 0,
    why: reasons.join('; ') || null,
    expected: counts.map(({ ok, matched, entries }) => ({ ok, matched, entries })),
    in_order: inOrder,
    unexpected: unexpected.slice(0, mostListed).map(({ entry }) => entry.ordinal),
    near_misses: counts.flatMap(({ short }, n) => (short ? nearMisses(compared, n) : [])),
  }
  return { verification, hopeless: unexpected.length > 0 || counts.some(({ excess }) => excess) }
}

function countOf(compared: Compared[], n: number, { least, most }: Bounds) {
  const matching = compared.filter(({ differs }) => differs[n]!.length === 0).map(({ entry }) => entry.ordinal)
  const matched = matching.length
  const short = matched < least
  const excess = matched > most
  return { ok: !short && !excess, short, excess, matched, entries: matching.slice(0, mostListed) }
}

/** Other requests may come between the expected ones. */
function cameInOrder(compared: Compared[], expect: Expectation[]): boolean {
  let place = 0
  for (const [n, one] of expect.entries())
    for (let { least } = boundsOf(one); least > 0; least--) {
      while (place < compared.length && compared[place]!.differs[n]!.length > 0) place++
      if (place++ >= compared.length) return false
    }
  return true
}

/** Entries with the fewest differences from an expectation; none that differ in everything. */
function nearMisses(compared: Compared[], n: number): Verification['near_misses'] {
  return compared
    .map(({ entry, differs }) => ({ expectation: n, entry: entry.ordinal, differs: differs[n]! }))
    .filter(
      ({ differs }) => differs.length > 0 && differs.every(({ part }) => part !== 'operation' || differs.length === 1),
    )
    .sort((a, b) => distance(a.differs) - distance(b.differs) || b.entry - a.entry)
    .slice(0, mostNearMisses)
}
