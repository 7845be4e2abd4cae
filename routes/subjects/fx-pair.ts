import { shown, unknownCode } from '../../src/base/failure.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import type { Store } from '../../src/store/store.ts'
import { currencyCheck } from './currency.ts'

/** Where the store keeps a currency's dollar rates, and their units per dollar. */
export interface Currency {
  /** Position in the arrays of rates; null for the dollar, whose rate is 1. */
  place: number | null
  scale: number
}

export interface FxPair {
  base: Currency
  quote: Currency
}

/** Generated rates exist since then. */
export const fxBegins = Date.UTC(2010, 0, 1)

/** The currencies that `base` and `quote` name. */
export const fxPair: Subject<typeof NoPath, FxPair, { base: string; quote: string }> = {
  parameters: NoPath,
  prepare(store) {
    const check = currencyCheck(store)
    const known = currencyFinder(store)
    const find = (code: string): Currency => {
      const currency = known(code)
      if (currency === undefined) throw unknownCode(`the store has no FX rates of ${shown(code)}`)
      return currency
    }
    return (_path, { base, quote }) => {
      check(base, 'base')
      check(quote, 'quote')
      return { entity: { base: find(base), quote: find(quote) }, bindings: {}, begins: fxBegins }
    }
  },
}

/** Undefined for a code without FX rates. */
export function currencyFinder(store: Store): (code: string) => Currency | undefined {
  const find = store.prepare('SELECT position, decimals FROM fx_currency WHERE code = :code')
  return code => {
    if (code === 'usd') return { place: null, scale: 1 }
    const row = find.get({ code })
    return row && { place: Number(row[0]), scale: 10 ** Number(row[1]) }
  }
}
