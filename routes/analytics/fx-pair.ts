import { type TObject, Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/failure.ts'
import type { Subject } from '../../src/operations/operation.ts'
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

/** The currencies that `base` and `quote` name. */
export const fxPair: Subject<TObject, FxPair> = {
  parameters: Type.Object({}),
  prepare(store) {
    const check = currencyCheck(store)
    const find = currencyFinder(store)
    return (_path, query) => {
      const { base, quote } = query as { base: string; quote: string }
      check(base, 'base')
      check(quote, 'quote')
      return { entity: { base: find(base), quote: find(quote) }, bindings: {} }
    }
  },
}

function currencyFinder(store: Store): (code: string) => Currency {
  const find = store.prepare('SELECT position, decimals FROM fx_currency WHERE code = :code')
  return code => {
    if (code === 'usd') return { place: null, scale: 1 }
    const row = find.get({ code })
    if (!row) throw new Failure('unknownCode', `the store has no FX rates of ${shown(code)}`)
    return { place: Number(row[0]), scale: 10 ** Number(row[1]) }
  }
}
