import { badParameter, shown, unknownCode } from '../../src/base/failure.ts'
import { namedSuggestion } from '../../src/base/nearest.ts'
import type { Store } from '../../src/store/store.ts'

/** 404 for a code that the store lacks, otherwise 400. `parameter` names the code in the message. */
export function currencyCheck(store: Store): (code: string, parameter: string) => void {
  const find = store.prepare('SELECT asset_class FROM asset WHERE code = :code')
  return (code, parameter) => {
    const [assetClass] = find.get({ code }) ?? []
    if (assetClass === 'fiat') return
    const rule = `${parameter} must be a fiat currency`
    if (assetClass !== undefined) throw badParameter(`${rule}, but ${shown(code)} is ${assetClass}`)
    const currencies = store
      .all<[string, string]>("SELECT code, name FROM asset WHERE asset_class = 'fiat' ORDER BY code")
      .map(([code, name]) => ({ code, name }))
    throw unknownCode(`${rule}, not ${shown(code)}${namedSuggestion(code, currencies)}; /v1/assets lists them`)
  }
}
