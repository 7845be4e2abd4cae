import { type Static, Type } from '@sinclair/typebox'
import { duration } from '../../time-schemas.ts'

const closed = { additionalProperties: false }
const Times = Type.Integer({ minimum: 0, maximum: 1e6 })

export const Expectation = Type.Partial(
  Type.Object({
    operation: Type.String({ maxLength: 100, description: 'id of an operation, such as `listTrades`' }),
    method: Type.String({ maxLength: 20 }),
    path: Type.String({
      maxLength: 300,
      description:
        'path without query, with or without base path (`/t/NAME`, `/eu`, `/us`); `*` matches any text within a segment, `**` any number of segments',
    }),
    query: Type.Record(
      Type.String(),
      Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean(), Type.Null()]),
      { maxProperties: 50, description: 'parameters that the URL has, or lacks if null; others are ignored' },
    ),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    page: Type.Integer({ minimum: 1, maximum: 1e9, description: 'page of the walk, counted from 1' }),
    times: Type.Union([Times, Type.Object({ at_least: Type.Optional(Times), at_most: Type.Optional(Times) }, closed)], {
      rule: 'a number, such as 2, or {"at_least": 1, "at_most": 3}',
      description: 'how often; default: at least once',
    }),
  }),
  { ...closed, description: 'an expected request, by `operation`, `path` or both; omitted parts match anything' },
)
export type Expectation = Static<typeof Expectation>

export const VerifyRequest = Type.Object(
  {
    expect: Type.Array(Expectation, { minItems: 1, maxItems: 200 }),
    order: Type.Optional(Type.Boolean({ description: 'true: the requests must arrive in the order of `expect`' })),
    only: Type.Optional(Type.Boolean({ description: 'true: no other requests may arrive' })),
    within: Type.Optional(duration({ description: 'how long to wait for missing requests; `PT60S` at most' })),
    after: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1e12, description: 'only entries with a greater ordinal count' }),
    ),
  },
  closed,
)
export type VerifyRequest = Static<typeof VerifyRequest>

const Difference = Type.Object({
  part: Type.String({ description: 'what differs, such as `query.page_size`' }),
  expected: Type.Unknown(),
  actual: Type.Unknown(),
})
export type Difference = Static<typeof Difference>

export const Verification = Type.Object(
  {
    ok: Type.Boolean(),
    why: Type.Union([Type.String(), Type.Null()], {
      description: 'every reason for `ok: false`, such as `expect.0: expected 1, matched 2`; null if `ok`',
    }),
    expected: Type.Array(
      Type.Object({
        ok: Type.Boolean({ description: 'whether the count is as expected' }),
        matched: Type.Integer({ description: 'number of matching requests' }),
        entries: Type.Array(Type.Integer(), { description: 'their ordinals, at most 100' }),
      }),
    ),
    in_order: Type.Boolean({ description: 'false: `order` was set, and the requests arrived in another order' }),
    unexpected: Type.Array(Type.Integer(), {
      description: 'with `only`: ordinals of unexpected requests, at most 100',
    }),
    near_misses: Type.Array(
      Type.Object({
        expectation: Type.Integer({ description: 'index in `expect`, from 0' }),
        entry: Type.Integer({ description: 'ordinal of an entry that almost matches' }),
        differs: Type.Array(Difference),
      }),
    ),
  },
  { title: 'Verification' },
)
export type Verification = Static<typeof Verification>
