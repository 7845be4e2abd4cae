import { Type } from '@sinclair/typebox'
import { formatTime } from '../../market/time.ts'
import { checkOperation } from '../faults/check-rule.ts'
import { verb } from '../verb.ts'
import { Verification, VerifyRequest } from './expectation.ts'
import { JournalEntry } from './journal-entry.ts'
import { JournalQuery, mostEntries } from './journal-query.ts'
import { entryEvents } from './journal-stream.ts'
import { checkExpectations, verify } from './verify.ts'

const path = '/sandbox/tenants/:tenant/journal'

const JournalPage = Type.Object(
  {
    entries: Type.Array(JournalEntry),
    last: Type.Integer({ description: 'ordinal of the latest entry; 0 before the first' }),
    since: Type.String({ format: 'date-time', description: 'start of the journal, in real time' }),
    dropped: Type.Integer({ description: 'number of entries dropped or emptied' }),
  },
  { title: 'Journal' },
)

export const journalVerbs = [
  verb({
    id: 'readJournal',
    method: 'GET',
    path,
    summary: 'Requests of a tenant',
    description: `The latest ${mostEntries} requests, at most 4 MiB, in the order in which their answers ended, without keys and bodies. Only the journal of \`default\` may end early: full, and not yet read, it is emptied and waits for its first reader, so that a load costs no time.`,
    query: JournalQuery,
    reply: JournalPage,
    run: ({ tenant: { journal, operations }, query }) => {
      checkOperation('operation', query.operation as string | undefined, operations)
      return {
        entries: journal.read(query),
        last: journal.last,
        since: formatTime(journal.since),
        dropped: journal.dropped,
      }
    },
  }),
  verb({
    id: 'emptyJournal',
    method: 'DELETE',
    path,
    summary: 'Empty the journal',
    description: 'Ordinals continue; a reset of the tenant restarts them at 1.',
    run: ({ tenant }) => tenant.journal.empty(),
  }),
  verb({
    id: 'streamJournal',
    method: 'GET',
    path: `${path}/stream`,
    summary: 'Live requests of a tenant',
    description:
      'Server-sent events: each is an `entry` whose id is its ordinal. The stream begins with the entries after `after`, or after the header Last-Event-ID.',
    query: Type.Object({ after: JournalQuery.properties.after }),
    reply: Type.String(),
    type: 'text/event-stream',
    run: ({ tenant: { journal }, query, lastEventId }) =>
      entryEvents(journal, (query.after as number) ?? lastEventId ?? journal.last),
  }),
  verb({
    id: 'verifyJournal',
    method: 'POST',
    path: '/sandbox/tenants/:tenant/verify',
    summary: 'Verify received requests',
    description:
      'Compares the journal with expectations. `why` says which are not met. For each unmet expectation, `near_misses` lists up to three entries that almost match, with the differences.',
    body: VerifyRequest,
    example: { expect: [{ operation: 'listTrades', query: { page_size: 100 }, times: 2 }], only: true, within: 'PT5S' },
    reply: Verification,
    run: ({ tenant, body }) => {
      checkExpectations(body, tenant.operations)
      return verify(tenant.journal, body)
    },
  }),
]
