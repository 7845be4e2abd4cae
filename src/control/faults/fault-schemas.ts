import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { OneOf } from '../../operations/schemas.ts'
import { duration } from '../time-schemas.ts'

const closed = { additionalProperties: false }

export const longestWait = 60_000

function Duration(description: string) {
  return duration({ description: `${description}; \`PT60S\` at most` })
}

/** One name or several. */
function Names(description: string) {
  const name = Type.String({ minLength: 1, maxLength: 100 })
  const rule = 'a field name or an array of field names'
  return Type.Union([name, Type.Array(name, { minItems: 1, maxItems: 20 })], { rule, description })
}

export const When = Type.Partial(
  Type.Object({
    operation: Type.String({ maxLength: 100, description: 'id of an operation, such as `listTrades`' }),
    region: OneOf(['eu', 'us'], { description: 'region of the host or base path' }),
    path: Type.String({
      minLength: 1,
      maxLength: 300,
      description:
        'path without base path (`/t/NAME`, `/eu`, `/us`) and query; `*` matches any text within a segment, `**` any number of segments',
    }),
    key: Type.String({ maxLength: 200, description: 'API key of the request' }),
    page: Type.Integer({ minimum: 1, maximum: 1e9, description: 'page of the walk, counted from 1' }),
  }),
  { ...closed, description: 'which requests a rule applies to: all conditions must hold' },
)
export type When = Static<typeof When>

const count = { minimum: 1, maximum: 1e9 }

export const On = Type.Partial(
  Type.Object({
    first: Type.Integer({ ...count, description: 'the first n requests' }),
    nth: Type.Integer({ ...count, description: 'the n-th request only' }),
    every: Type.Integer({ ...count, description: 'every n-th request' }),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'this share of the requests, the same requests in every run',
    }),
  }),
  { ...closed, maxProperties: 1, description: 'which of the matching requests fail; default: all' },
)
export type On = Static<typeof On>

const Delay = Type.Union(
  [
    Duration('how long'),
    Type.Object(
      {
        uniform: Type.Array(Duration('bound'), {
          minItems: 2,
          maxItems: 2,
          description: 'uniform between two durations',
        }),
      },
      closed,
    ),
    Type.Object(
      {
        lognormal: Type.Object(
          {
            median: Duration('median'),
            sigma: Type.Number({ minimum: 0, maximum: 5, description: 'standard deviation of the logarithm' }),
            max: Duration('longest delay'),
          },
          closed,
        ),
      },
      closed,
    ),
  ],
  {
    rule: 'a duration, {"uniform": ["PT0.1S", "PT1S"]} or {"lognormal": {"median": "PT0.2S", "sigma": 0.5, "max": "PT5S"}}',
    description: 'delay of the response',
  },
)

const Bytes = (description: string) => Type.Integer({ minimum: 0, maximum: 1e9, description })

const malformations = ['not_json', 'content_type', 'bom'] as const
const pageFaults = ['empty_with_next', 'repeat_token', 'duplicate_record', 'short_pages', 'expired_token'] as const

export const Do = Type.Partial(
  Type.Object({
    status: Type.Integer({
      minimum: 400,
      maximum: 599,
      description: 'responds with an error of this status, 400 to 599',
    }),
    retry_after: Type.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'seconds in the header Retry-After; requires `status`',
    }),
    delay: Delay,
    bandwidth: Type.Integer({ minimum: 100, maximum: 1e9, description: 'bytes per second of the body' }),
    stall: Type.Object(
      { at: Bytes('bytes of the body sent before the pause'), for: Duration('how long') },
      { ...closed, description: 'a pause within the body' },
    ),
    cut: Type.Partial(
      Type.Object({
        bytes: Bytes('bytes of the body to send'),
        records: Bytes('records to send'),
        clean: Type.Boolean({
          description: 'true: a valid HTTP response with truncated JSON; false: the connection closes',
        }),
      }),
      { ...closed, description: 'ends the body early' },
    ),
    reset: Type.Union(
      [Type.Literal('before'), Type.Object({ bytes: Bytes('bytes of the body sent before the reset') }, closed)],
      {
        rule: '"before" or {"bytes": 100}',
        description: 'a TCP reset before the response or within its body',
      },
    ),
    malformed: OneOf(malformations, {
      description:
        '`not_json`: a body that is not JSON; `content_type`: text/html; `bom`: a byte order mark before the JSON',
    }),
    page: OneOf(pageFaults, {
      description:
        '`empty_with_next`: no records, with a token that repeats the page; `repeat_token`: all records, with a token that repeats the page; `duplicate_record`: the last record twice; `short_pages`: half of the records, with the rest on the next page; `expired_token`: 400 for a token',
    }),
    drop_field: Names('fields to remove from every record: a name that no record has is refused'),
    null_field: Names('fields to set to null in every record, as `drop_field`'),
    add_field: Names('fields to add to every record, with the value `"added"`'),
  }),
  { ...closed, minProperties: 1, description: 'effects on the response; all fields apply together' },
)
export type Do = Static<typeof Do>

export const Until = Type.Partial(
  Type.Object({
    count: Type.Integer({ ...count, description: 'the rule ends after this number of faults' }),
    for: duration({
      description:
        'the rule ends after this duration, measured by the clock of the tenant if it is set, otherwise in real time',
    }),
  }),
  { ...closed, description: 'when the rule ends' },
)
export type Until = Static<typeof Until>

export const faultId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,40}$',
  rule: '1 to 40 letters, digits, _ and -',
  description: 'name of the rule; generated if omitted',
})

export const FaultRule = Type.Object(
  {
    id: Type.Optional(faultId),
    when: Type.Optional(When),
    on: Type.Optional(On),
    do: Do,
    until: Type.Optional(Until),
  },
  {
    ...closed,
    title: 'FaultRule',
    description:
      'a rule for failing requests; rules are tried in order, and the first that matches the request and whose `on` selects it applies',
  },
)
export type FaultRule = Static<typeof FaultRule>

export const mostRules = 100

export const FaultRules: TSchema = Type.Array(FaultRule, { maxItems: mostRules })

export const FaultChange = Type.Partial(Type.Omit(FaultRule, ['id']), { ...closed, title: 'FaultChange' })
export type FaultChange = Static<typeof FaultChange>
