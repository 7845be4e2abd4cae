import { type TObject, Type } from '@sinclair/typebox'
import { Failure, shown } from '../failure.ts'
import { suggestion } from '../nearest.ts'
import type { Store } from '../store/store.ts'
import type { Subject } from './operation.ts'

type Noun = 'exchange' | 'asset' | 'protocol'

/** Reference lists by noun. */
const lists: Record<Noun, string> = {
  exchange: '/v1/exchanges',
  asset: '/v1/assets',
  protocol: '/v1/pools-protocols',
}

/** The entity that an optional query parameter names; statements bind it under the same name. */
export function named(noun: Noun): Subject<TObject, string | undefined> {
  return {
    parameters: Type.Object({}),
    prepare(store) {
      const check = codeCheck(store, noun)
      return (_path, query) => {
        const code = query[noun] as string | undefined
        if (code !== undefined) check(code)
        return { entity: code, bindings: { [noun]: code ?? null } }
      }
    },
  }
}

/** Refuses unknown codes. `label` names the code in messages. */
export function codeCheck(store: Store, noun: Noun): (code: string, label?: string) => void {
  const find = store.prepare(`SELECT 1 FROM ${noun} WHERE code = :code`)
  return (code, label = noun) => {
    if (find.get({ code })) return
    const codes = store.all(`SELECT code FROM ${noun}`).map(([known]) => String(known))
    const near = suggestion(code, codes)
    throw new Failure('unknownCode', `unknown ${label} ${shown(code)}${near}; ${lists[noun]} lists them`)
  }
}
