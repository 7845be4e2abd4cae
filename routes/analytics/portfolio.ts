import { Type } from '@sinclair/typebox'
import { badParameter } from '../../src/base/failure.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, type ReadParameters, type Subject } from '../../src/operations/operation.ts'
import { Code, ListOf, Time } from '../../src/operations/schemas.ts'
import { currencyCheck } from '../subjects/currency.ts'
import { referenceBegins } from './reference-prices.ts'

const mostPositions = 100

/** Parameters of forecasts of a loss. */
export const riskQuery = {
  bases: ListOf(Code, { maxItems: mostPositions, description: 'asset codes of the portfolio' }),
  quote: Code,
  quantities: ListOf(Type.Number(), {
    maxItems: mostPositions,
    description: 'amount of each asset, in the order of bases; negative for a short position',
  }),
  risk_level: Type.Number({ minimum: 0.9, exclusiveMaximum: 1 }),
  start_time: Time,
  end_time: { ...Time, inclusive: true },
  stress_parameter: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 0,
    description: 'weight of the worst 250 days of the last two years; the latest 250 days have the rest',
  }),
  reporting_currency: Type.String({ ...Code, default: 'usd' }),
  sources: Type.Boolean({ default: false, description: 'true adds the reference prices used' }),
}

export type RiskParameters = ReadParameters<typeof riskQuery>

interface Holding {
  asset: string
  /** Amount of the asset; negative for a short position. */
  quantity: number
}

export interface Portfolio {
  positions: Holding[]
  /** Currencies of the valuation and of the result. */
  quote: string
  reporting: string
}

/** The portfolio of `bases` and `quantities`, valued in `quote` and reported in `reporting_currency`. */
export const portfolio: Subject<typeof NoPath, Portfolio, RiskParameters> = {
  parameters: NoPath,
  prepare(store) {
    const checkAsset = codeCheck(store, 'asset')
    const checkCurrency = currencyCheck(store)
    return (_path, { bases, quantities, quote, reporting_currency: reporting }) => {
      if (bases.length !== quantities.length)
        throw badParameter(
          `quantities must have one value for each of bases, in the same order: there are ${quantities.length} quantities and ${bases.length} bases`,
        )
      for (const base of bases) checkAsset(base, 'asset in bases')
      checkCurrency(quote, 'quote')
      checkCurrency(reporting, 'reporting_currency')
      const positions = bases.map((asset, n) => ({ asset, quantity: quantities[n]! }))
      return { entity: { positions, quote, reporting }, bindings: {}, begins: referenceBegins }
    }
  },
}
