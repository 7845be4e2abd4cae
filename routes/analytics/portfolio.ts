import { Failure } from '../../src/base/failure.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { currencyCheck } from '../subjects/currency.ts'
import { referenceBegins } from './reference-prices.ts'

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
export const portfolio: Subject<typeof NoPath, Portfolio, PortfolioParameters> = {
  parameters: NoPath,
  prepare(store) {
    const checkAsset = codeCheck(store, 'asset')
    const checkCurrency = currencyCheck(store)
    return (_path, { bases, quantities, quote, reporting_currency: reporting }) => {
      if (bases.length !== quantities.length)
        throw new Failure(
          'badParameter',
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

interface PortfolioParameters {
  bases: string[]
  quantities: number[]
  quote: string
  reporting_currency: string
}
