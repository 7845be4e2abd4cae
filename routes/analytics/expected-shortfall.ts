import { Type } from '@sinclair/typebox'
import { Code, ListOf, Millis, Nullable, Time } from '../../src/operations/nouns.ts'
import { operation } from '../../src/operations/operation.ts'
import { portfolio } from './portfolio.ts'
import { shortfallPage } from './shortfall-page.ts'

const mostPositions = 100

export const shortfallOperations = [
  operation({
    id: 'listExpectedShortfall',
    summary: 'What a portfolio is expected to lose on the next day if it is a bad one, day by day',
    path: '/v2/data/analytics.:data_version/expected_shortfall',
    subject: portfolio,
    query: {
      bases: ListOf(Code, { maxItems: mostPositions, description: 'the assets of the portfolio' }),
      quote: Code,
      quantities: ListOf(Type.Number(), {
        maxItems: mostPositions,
        description: 'as many and in the same order; negative where an asset is owed',
      }),
      risk_level: Type.Number({
        minimum: 0.9,
        exclusiveMaximum: 1,
        description: 'the share of days that are better than a bad one: at 0.95 the worst 5 % are bad',
      }),
      start_time: Time,
      end_time: { ...Time, inclusive: true },
      stress_parameter: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0,
        description: '0 measures the last 250 days, 1 the worst 250 days of two years, between them their blend',
      }),
      reporting_currency: Type.String({ ...Code, default: 'usd' }),
      sources: Type.Boolean({ default: false, description: 'adds every reference price that was used' }),
    },
    row: {
      es_time: Millis,
      expected_shortfall: Type.Object({
        value: Nullable(
          Type.Number({ description: 'in the reporting currency; null where a reference price is missing' }),
        ),
        risk_level: Type.Number(),
      }),
      sources: Type.Optional(
        Type.Array(Type.Object({ pair: Type.String(), ref_price: Nullable(Type.Number()), date: Type.String() })),
      ),
    },
    page: shortfallPage,
    reachesBack: Number.POSITIVE_INFINITY,
    example: {
      data_version: 'v2',
      bases: 'btc,eth',
      quote: 'usd',
      quantities: '1,10',
      risk_level: '0.975',
      start_time: '2026-01-01T00:00:00.000Z',
      end_time: '2040-01-01T00:00:00.000Z',
    },
  }),
]
