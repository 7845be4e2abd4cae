import { type Static, Type } from '@sinclair/typebox'
import { OneOf } from '../../operations/schemas.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import { mannerChecks } from './manner-checks.ts'
import { pagingChecks } from './paging-checks.ts'
import type { ClientCheck } from './report-check.ts'
import { retryChecks } from './retry-checks.ts'
import { type Try, triesOf } from './tries.ts'

export const checks: readonly ClientCheck[] = [...pagingChecks, ...retryChecks, ...mannerChecks]

const mostEvidence = 10

const verdicts = ['passed', 'failed', 'warned', 'unexercised'] as const
const Count = Type.Integer()

export const Report = Type.Object(
  {
    requests: Type.Integer({ description: 'number of journal entries evaluated' }),
    counts: Type.Object({ passed: Count, failed: Count, warned: Count, unexercised: Count }),
    checks: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String({ description: 'what a well-behaved client does' }),
        verdict: OneOf(verdicts, { description: '`unexercised`: no request in the journal shows it' }),
        advice: Type.Union([Type.String(), Type.Null()], {
          description: 'what to change; null unless failed or warned',
        }),
        evidence: Type.Array(Type.Integer(), {
          description: `ordinals of at most ${mostEvidence} entries: violations if any, otherwise entries that exercise the check`,
        }),
      }),
    ),
  },
  { title: 'Report', description: 'the report card of a client, computed from its journal' },
)
export type Report = Static<typeof Report>

/** Judges a client by its requests alone. */
export function reportOf(entries: readonly JournalEntry[]): Report {
  const tries = triesOf(entries)
  const results = checks.map(check => judge(check, tries))
  const counts = { passed: 0, failed: 0, warned: 0, unexercised: 0 }
  for (const { verdict } of results) counts[verdict]++
  return { requests: entries.length, counts, checks: results }
}

function judge({ id, title, advice, advisable, find }: ClientCheck, tries: readonly Try[]): Report['checks'][number] {
  const { exercised, wrong } = find(tries)
  const shown = (wrong.length > 0 ? wrong : exercised).slice(0, mostEvidence).map(({ entry }) => entry.ordinal)
  if (wrong.length > 0) return { id, title, verdict: advisable ? 'warned' : 'failed', advice, evidence: shown }
  return { id, title, verdict: exercised.length > 0 ? 'passed' : 'unexercised', advice: null, evidence: shown }
}
