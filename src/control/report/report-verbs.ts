import { Type } from '@sinclair/typebox'
import { inTurns } from '../../operations/paging/turns.ts'
import { TypedText, verb } from '../verb.ts'
import { junitOf } from './junit.ts'
import { Report, reportOf } from './report.ts'

export const reportVerbs = [
  verb({
    id: 'reportClient',
    method: 'GET',
    path: '/sandbox/tenants/:tenant/report',
    summary: 'Report card of a client',
    description:
      'Judges the client of a tenant by the journal alone. The verdict of a check is `passed`, `failed`, `warned`, or `unexercised` if no request shows it; evidence lists the ordinals of entries. `format=junit` returns JUnit XML.',
    query: Type.Object({
      format: Type.Union([Type.Literal('json'), Type.Literal('junit')], { default: 'json' }),
    }),
    reply: Report,
    also: 'application/xml',
    run: async ({ tenant, query }) => {
      const report = reportOf(await inTurns(tenant.journal.reading()))
      return query.format === 'junit' ? new TypedText('application/xml', junitOf(report)) : report
    },
  }),
]
