import { Failure, shown } from '../../../base/failure.ts'
import { parseDuration } from '../../../market/duration.ts'
import { inTurns } from '../../../operations/paging/turns.ts'
import { checkOperation, checkPath } from '../../faults/check-rule.ts'
import type { Journal } from '../journal.ts'
import type { JournalEntry } from '../journal-entry.ts'
import { mostEntries } from '../journal-query.ts'
import type { Verification, VerifyRequest } from './expectation.ts'
import { boundsOf, tallyOf } from './tally.ts'

const longestWait = 60_000

/** Waits for missing requests as long as allowed, at most until the journal ends. */
export async function verify(journal: Journal, request: VerifyRequest): Promise<Verification> {
  const deadline = performance.now() + parseDuration(request.within ?? 'PT0S')!
  let tally = tallyOf(request)
  let arrived: JournalEntry[] = []
  let [isEmptied, hasEnded] = [false, false]
  let wake = () => {}
  const leave = journal.watch({
    entry(entry) {
      arrived.push(entry)
      // As many as a journal holds.
      if (arrived.length > mostEntries) arrived.shift()
      wake()
    },
    emptied() {
      arrived = []
      isEmptied = true
      wake()
    },
    end() {
      hasEnded = true
      wake()
    },
  })
  let givePlace: (() => void) | undefined
  try {
    await inTurns(tally.add(await inTurns(journal.reading({ after: request.after ?? 0 }))))
    for (;;) {
      if (isEmptied) tally = tallyOf(request)
      isEmptied = false
      await inTurns(tally.add(arrived.splice(0)))
      const left = deadline - performance.now()
      if (tally.isMet() || tally.isHopeless() || left <= 0 || hasEnded) break
      givePlace ??= journal.places.take()
      if (arrived.length > 0 || isEmptied) continue
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, left)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    return await inTurns(tally.verification(journal))
  } finally {
    leave()
    givePlace?.()
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
