import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../../base/failure.ts'
import { formatTime } from '../../market/time.ts'
import { checkOperation } from '../faults/check-rule.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { verb } from '../verb.ts'
import { harOf } from './har.ts'
import { DetailedEntry, JournalEntry } from './journal-entry.ts'
import { JournalQuery, mostEntries } from './journal-query.ts'
import { entryEvents } from './journal-stream.ts'
import { Verification, VerifyRequest } from './verification/expectation.ts'
import { checkExpectations, verify } from './verification/verify.ts'

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

const KeepBodies = Type.Object({ keep: Type.Boolean() }, { additionalProperties: false })

const KeptBodies = Type.Object(
  {
    keep: Type.Boolean({ description: 'whether bodies of further responses are kept' }),
    kept: Type.Integer({ description: 'number of kept bodies' }),
  },
  { title: 'KeptBodies' },
)

function keptBodies({ journal: { bodies } }: Tenant) {
  return { keep: bodies.isKept, kept: bodies.size }
}

export const journalVerbs = [
  verb({
    id: 'readJournal',
    method: 'GET',
    path,
    summary: 'Requests of a tenant',
    description: `The latest ${mostEntries} requests, at most 4 MiB, in the order in which their responses ended, without keys and bodies. Only the journal of \`default\` may end early: full, and not yet read, it is emptied and waits for its first reader, so that a load costs no time.`,
    query: JournalQuery,
    reply: JournalPage,
    isLong: true,
    run: ({ tenant: { journal, operations }, query }) => {
      checkOperation('operation', query.operation as string | undefined, operations)
      return {
        entries: journal.entries(query),
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
    conflict: 'too many live readers',
    run: ({ tenant: { journal }, query, lastEventId }) =>
      entryEvents(journal, (query.after as number) ?? lastEventId ?? journal.last),
  }),
  verb({
    id: 'readEntry',
    method: 'GET',
    path: `${path}/entries/:ordinal`,
    summary: 'One request with its body',
    description: 'The body is that of the response, and null unless `…/journal/bodies` was set before the request.',
    reply: DetailedEntry,
    run: ({ tenant: { journal }, params: { ordinal = '' } }) => {
      const entry = /^\d{1,15}$/.test(ordinal) ? journal.detail(Number(ordinal)) : undefined
      if (entry) return entry
      const range = `${journal.dropped + 1} to ${journal.last}`
      const held = journal.size > 0 ? `it has the entries ${range}` : 'it is empty'
      throw new Failure('notFound', `the journal has no entry ${shown(ordinal)}: ${held}`)
    },
  }),
  verb({
    id: 'getBodies',
    method: 'GET',
    path: `${path}/bodies`,
    summary: 'Whether the journal keeps bodies',
    reply: KeptBodies,
    run: ({ tenant }) => keptBodies(tenant),
  }),
  verb({
    id: 'keepBodies',
    method: 'PUT',
    path: `${path}/bodies`,
    summary: 'Keep bodies in the journal',
    description:
      'From now on the journal keeps the first 64 KB of the body of each response, as sent, and up to 8 MiB in all: the oldest make room. A reset of the tenant ends it.',
    body: KeepBodies,
    example: { keep: true },
    reply: KeptBodies,
    run: ({ tenant, body }) => {
      tenant.journal.begin()
      tenant.journal.bodies.isKept = body.keep
      return keptBodies(tenant)
    },
  }),
  verb({
    id: 'exportJournal',
    method: 'GET',
    path: `${path}/har`,
    summary: 'Requests of a tenant as HAR',
    description: 'An HTTP Archive 1.2, which browsers and HTTP tools import. It has the bodies that the journal kept.',
    query: JournalQuery,
    reply: Type.Object({ log: Type.Object({}) }, { title: 'HttpArchive' }),
    isLong: true,
    run: ({ tenant: { journal, operations }, query, origin }) => {
      checkOperation('operation', query.operation as string | undefined, operations)
      return harOf(journal.details(query), origin)
    },
  }),
  verb({
    id: 'verifyJournal',
    method: 'POST',
    path: '/sandbox/tenants/:tenant/verify',
    summary: 'Verify received requests',
    description:
      'Compares the journal with expectations. `why` says which are not met. For each unmet expectation, `near_misses` lists up to three entries that almost match, with the differences.',
    body: VerifyRequest,
    largest: 64 << 10,
    conflict: 'too many verifications wait',
    example: { expect: [{ operation: 'listTrades', query: { page_size: 100 }, times: 2 }], only: true, within: 'PT5S' },
    reply: Verification,
    run: ({ tenant, body }) => {
      checkExpectations(body, tenant.operations)
      return verify(tenant.journal, body)
    },
  }),
]
