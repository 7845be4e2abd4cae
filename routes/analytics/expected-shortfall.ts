import { Type } from '@sinclair/typebox'
import { operation } from '../../src/operations/operation.ts'
import { Code, ListOf, Millis, Nullable } from '../../src/operations/schemas.ts'
import { portfolio, riskQuery } from './portfolio.ts'
import { riskPage } from './shortfall-page.ts'

const sources = Type.Optional(
  Type.Array(Type.Object({ pair: Type.String(), ref_price: Nullable(Type.Number()), date: Type.String() })),
)

const example = {
  data_version: 'v2',
  bases: 'btc,eth',
  quote: 'usd',
  quantities: '1,10',
  risk_level: '0.975',
  start_time: '2026-01-01T00:00:00.000Z',
  end_time: '2040-01-01T00:00:00.000Z',
}

const LossValue = (description: string) =>
  Type.Object({ value: Nullable(Type.Number({ description })), risk_level: Type.Number() })

/** Levels of additional values at risk. */
const levels = [0.9, 0.95, 0.975, 0.99]

export const riskOperations = [
  operation({
    id: 'listExpectedShortfall',
    summary: 'Expected shortfall of a portfolio',
    description:
      'A forecast of the mean loss of a portfolio on its worst days, for risk reports. The worst days are the ' +
      'share 1 − `risk_level` of the days in a historical simulation. There is a record for each fixing ' +
      '(midnight UTC), which forecasts the next day. Records are ordered by `es_time`, ascending; both ends of ' +
      'the range are inclusive. `value` is in `reporting_currency`; it is null if a reference price is missing. ' +
      '`sources=true` adds the reference prices used. Example: one bitcoin and ten ether at 97.5 % with ' +
      '`bases=btc,eth&quantities=1,10&risk_level=0.975`.',
    path: '/v2/data/analytics.:data_version/expected_shortfall',
    subject: portfolio,
    query: riskQuery,
    row: {
      es_time: { ...Millis, description: 'fixing: midnight UTC' },
      expected_shortfall: LossValue('mean loss in the reporting currency; null if a reference price is missing'),
      sources,
    },
    page: riskPage(
      (window, level) => window.tailMean(level),
      (es_time, risk_level, valueAt) => ({ es_time, expected_shortfall: { value: valueAt(risk_level), risk_level } }),
    ),
    reachesBack: Number.POSITIVE_INFINITY,
    example,
  }),
  operation({
    id: 'listValueAtRisk',
    summary: 'Value at risk of a portfolio',
    description:
      'A forecast of the loss of a portfolio that one day in 1 ÷ (1 − `risk_level`) exceeds, for risk reports, from ' +
      'the historical simulation of the expected shortfall. There is a record for each fixing (midnight UTC), which ' +
      'forecasts the next day. Records are ordered by `var_time`, ascending; both ends of the range are inclusive. ' +
      '`value` is in `reporting_currency`; it is null if a reference price is missing. `additional_vars` has the ' +
      'values at four usual levels. Example: one bitcoin and ten ether at 99 % with ' +
      '`bases=btc,eth&quantities=1,10&risk_level=0.99`.',
    path: '/v2/data/analytics.:data_version/value_at_risk',
    subject: portfolio,
    query: {
      ...riskQuery,
      exchanges: Type.Optional(ListOf(Code, { examples: ['cbse'], description: 'accepted and ignored' })),
    },
    row: {
      var_time: { ...Millis, description: 'fixing: midnight UTC' },
      value_at_risk: LossValue('loss in the reporting currency; null if a reference price is missing'),
      additional_vars: Type.Array(LossValue('loss in the reporting currency'), {
        description: `values at ${levels.join(', ')}`,
      }),
      sources,
    },
    page: riskPage(
      (window, level) => window.quantile(level),
      (var_time, risk_level, valueAt) => ({
        var_time,
        value_at_risk: { value: valueAt(risk_level), risk_level },
        additional_vars: levels.map(level => ({ value: valueAt(level), risk_level: level })),
      }),
      levels,
    ),
    reachesBack: Number.POSITIVE_INFINITY,
    example,
  }),
]
