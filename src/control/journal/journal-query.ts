import { type Static, Type } from '@sinclair/typebox'

export const mostEntries = 1000

export const JournalQuery = Type.Partial(
  Type.Object({
    operation: Type.String({ description: 'id of an operation, such as `listTrades`' }),
    status: Type.String({
      pattern: '^[1-5](\\d\\d|xx)$',
      rule: 'a status such as 503, or a class such as 5xx',
      description: 'a status such as `503`, or a class such as `5xx`',
    }),
    after: Type.Integer({ minimum: 0, description: 'only entries with a greater ordinal' }),
    limit: Type.Integer({
      minimum: 1,
      maximum: mostEntries,
      description: `most entries; default ${mostEntries}`,
    }),
  }),
  { additionalProperties: false },
)
export type JournalQuery = Static<typeof JournalQuery>
