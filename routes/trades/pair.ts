import { Type } from '@sinclair/typebox'
import { Failure } from '../../src/failure.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { Code } from '../../src/operations/nouns.ts'
import type { Subject } from '../../src/operations/operation.ts'
import { Carriers } from './carriers.ts'

export interface Pair {
  base: string
  quote: string
}

const Codes = Type.Object({ base: Code, quote: Code })

/** Two assets that a path names, between which spot instruments lead, directly or through one other asset. */
export const pair: Subject<typeof Codes, Pair> = {
  parameters: Codes,
  prepare(store) {
    const checkAsset = codeCheck(store, 'asset')
    const checkExchange = codeCheck(store, 'exchange')
    const carriers = new Carriers(store)
    return ({ base, quote }, query) => {
      checkAsset(base, 'base')
      checkAsset(quote, 'quote')
      for (const list of ['include_exchanges', 'exclude_exchanges'])
        for (const code of (query[list] ?? []) as string[]) checkExchange(code, `exchange of ${list}`)
      if (base === quote) throw new Failure('badParameter', `base and quote are both ${base}; name two assets`)
      if (carriers.routes(base, quote).next().done)
        throw new Failure(
          'unknownCode',
          `no spot instrument carries ${base}-${quote}, nor do two through one other asset; /v1/instruments lists them`,
        )
      return { entity: { base, quote }, bindings: {} }
    }
  },
}
