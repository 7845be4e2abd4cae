import { Failure, shown } from '../../../base/failure.ts'
import { parseDuration } from '../../../market/duration.ts'
import { inTurns } from '../../../operations/paging/turns.ts'
import { checkOperation, checkPath } from '../../faults/check-rule.ts'
import type { Journal } from '../journal.ts'
import type { Verification, VerifyRequest } from './expectation.ts'
import { NewEntries } from './new-entries.ts'
import { boundsOf, Tally } from './tally.ts'

const longestWait = 60_000

/** Waits for missing requests as long as allowed, at most until the journal ends. */
export async function verify(journal: Journal, request: VerifyRequest): Promise<Verification> {
  const deadline = performance.now() + parseDuration(request.within ?? 'PT0S')!
  const arrivals = new NewEntries(journal)
  try {
    let tally = new Tally(request)
    await inTurns(tally.add(await inTurns(journal.reading({ after: request.after ?? 0 }))))
    for (;;) {
      if (arrivals.wereEmptied()) tally = new Tally(request)
      await inTurns(tally.add(arrivals.take()))
      const left = deadline - performance.now()
      if (tally.ok || tally.isHopeless || left <= 0 || arrivals.haveEnded) break
      await arrivals.more(left)
    }
    return await inTurns(tally.verification(journal))
  } finally {
    arrivals.leave()
  }
}

/** Checks what a schema cannot express. @throws Failure @param operations ids that may be named */
export function checkExpectations({ expect, within }: VerifyRequest, operations: ReadonlySet<string>): void {
  for (const [n, expectation] of expect.entries()) {
    const { operation, path } = expectation
    if (operation === undefined && path === undefined)
      throw new Failure(
        'badParameter',
        `expect.${n} needs operation or path: {"operation": "listTrades"}, or {"path": "/**"} for any request`,
      )
    checkOperation(`expect.${n}.operation`, operation, operations)
    checkPath(`expect.${n}.path`, path)
    const { least, most } = boundsOf(expectation)
    if (least > most) throw new Failure('badParameter', `expect.${n}.times: at_least ${least} is above at_most ${most}`)
  }
  if (within !== undefined && parseDuration(within)! > longestWait)
    throw new Failure('badParameter', `within must be at most "PT60S", not ${shown(within)}`)
}
