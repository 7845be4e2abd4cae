import { Type } from '@sinclair/typebox'
import { Failure } from '../../src/failure.ts'
import { codeCheck } from '../../src/operations/named.ts'
import type { Subject } from '../../src/operations/operation.ts'
import type { Parameters } from '../../src/operations/parameters.ts'
import { Code } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { profileHint } from '../readers/omitted.ts'
import { counts, type ExchangeFilter, openSince, PairInstruments, type Route } from './pair-instruments.ts'

export interface Pair {
  base: string
  quote: string
}

const Codes = Type.Object({ base: Code, quote: Code })

/** Two assets of a path with a route of spot instruments between them. */
export const pair: Subject<typeof Codes, Pair> = {
  parameters: Codes,
  echo: {
    base_asset: Type.String(),
    quote_asset: Type.String(),
    include_exchanges: Type.Array(Type.String()),
    exclude_exchanges: Type.Array(Type.String()),
    instruments: Type.Array(Type.String(), { description: '`exchange:class:code` of every instrument that counts' }),
  },
  prepare(store) {
    const checkAsset = codeCheck(store, 'asset')
    const checkExchange = codeCheck(store, 'exchange')
    const instruments = new PairInstruments(store)
    return ({ base, quote }, { include_exchanges, exclude_exchanges }, horizon) => {
      checkAsset(base, 'base')
      checkAsset(quote, 'quote')
      const lists = { include_exchanges, exclude_exchanges } as Record<string, string[] | undefined>
      for (const [list, codes = []] of Object.entries(lists))
        for (const code of codes) checkExchange(code, `exchange of ${list}`)
      if (base === quote) throw new Failure('badParameter', `base and quote must differ, not both be ${base}`)
      const routes = [...instruments.routes(base, quote, horizon)]
      if (routes.length === 0) throw noRoute(store, base, quote)
      const { include_exchanges: include, exclude_exchanges: exclude } = lists
      const filter = { ...(include && { include }), ...(exclude && { exclude }) }
      const echo = echoOf({ base, quote }, lists, instrumentsOf(routes, filter))
      return { entity: { base, quote }, bindings: {}, echo }
    }
  },
  echoOfUnknown: (codes, query) => echoOf(codes, query, []),
}

function echoOf(
  { base, quote }: Pair,
  { include_exchanges = ['*'], exclude_exchanges = [] }: Parameters,
  instruments: string[],
) {
  return { base_asset: base, quote_asset: quote, include_exchanges, exclude_exchanges, instruments }
}

function noRoute(store: Store, base: string, quote: string): Failure {
  const message = `no spot rate of ${base}-${quote}: no instrument trades the pair, directly or through one other asset; /v1/instruments lists instruments`
  return new Failure('unknownCode', message + (hintOf(store, `${base}-${quote}`) || hintOf(store, `${quote}-${base}`)))
}

function hintOf(store: Store, code: string): string {
  return profileHint(store, { instrument_class: 'spot', code })
}

/** The instruments of the first route that was traded on every step, as `exchange:class:code`. */
function instrumentsOf(routes: readonly Route[], filter: ExchangeFilter): string[] {
  const open = routes.find(route => openSince(route) < Number.POSITIVE_INFINITY) ?? []
  const used = open.flat().filter(instrument => instrument.since !== null && counts(instrument, filter))
  return used.map(({ exchange, code }) => `${exchange}:spot:${code}`)
}
