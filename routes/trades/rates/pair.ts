import { Type } from '@sinclair/typebox'
import { badParameter, Failure, unknownCode } from '../../../src/base/failure.ts'
import { codeCheck } from '../../../src/operations/named.ts'
import type { ReadParameters, Subject } from '../../../src/operations/operation.ts'
import { Code, ListOf } from '../../../src/operations/schemas.ts'
import type { Store } from '../../../src/store/store.ts'
import { currencyFinder, fxBegins } from '../../subjects/fx-pair.ts'
import { omittedAsset, profileHint } from '../../subjects/omitted.ts'
import {
  counts,
  type ExchangeFilter,
  type Pair,
  type RatedPair,
  type Route,
  type SpotGraph,
  spotGraphs,
  stepsOf,
} from './spot-graph.ts'

const Codes = Type.Object({ base: Code, quote: Code })

/** Parameters of operations with a pair. */
export const exchangeFilters = {
  include_exchanges: Type.Optional(ListOf(Code, { starIsAll: true, description: 'counts only these exchanges' })),
  exclude_exchanges: Type.Optional(ListOf(Code, { description: 'excludes these exchanges' })),
}

const pairEcho = {
  base_asset: Type.String(),
  quote_asset: Type.String(),
  include_exchanges: Type.Array(Type.String()),
  exclude_exchanges: Type.Array(Type.String()),
  instruments: Type.Array(Type.String(), {
    description:
      '`exchange:class:code` of every instrument that counts; of a chained rate, those of its preferred route',
  }),
}

/** Two assets of a path with a route of spot instruments and FX rates between them. */
export const pair = pairSubject(routed)

/** Two assets of a path with a spot instrument of their own. */
export const directPair = pairSubject(direct)

/** What a rate is made of. */
interface RateChain {
  /** Steps by trades of the preferred routes. */
  steps: Pair[]
  /** When the first of all routes was traded on every step; not finite if none was. */
  opening: number
}

type ChainOf = (graph: SpotGraph, pair: Pair) => RateChain

export type ExchangeLists = Partial<ReadParameters<typeof exchangeFilters>>

/** @throws Failure if base and quote are one asset, which has no rate */
export function refuseSame(base: string, quote: string): void {
  if (base === quote) throw badParameter(`base and quote must differ, not both be ${base}`)
}

function pairSubject(prepareChain: (store: Store) => ChainOf): Subject<typeof Codes, RatedPair, ExchangeLists> {
  return {
    parameters: Codes,
    echo: pairEcho,
    prepare(store) {
      const checkAsset = codeCheck(store, 'asset')
      const checkExchange = codeCheck(store, 'exchange')
      const graphAt = spotGraphs(store)
      const chainIn = prepareChain(store)
      return ({ base, quote }, { include_exchanges, exclude_exchanges }, horizon) => {
        checkAsset(base, 'base')
        checkAsset(quote, 'quote')
        const lists = { include_exchanges, exclude_exchanges }
        for (const [list, codes = []] of Object.entries(lists))
          for (const code of codes) checkExchange(code, `exchange of ${list}`)
        refuseSame(base, quote)
        const graph = graphAt(horizon)
        const { steps, opening } = chainIn(graph, { base, quote })
        const filter = { include: include_exchanges, exclude: exclude_exchanges }
        const echo = echoOf({ base, quote }, lists, instrumentsOf(graph, steps, filter))
        const entity = { base, quote, direct: prepareChain === direct }
        return { entity, bindings: {}, echo, begins: beginningAt(opening) }
      }
    },
    echoOfUnknown: (codes, query) => echoOf(codes, query, []),
  }
}

function routed(store: Store): ChainOf {
  const currencyOf = currencyFinder(store)
  return (graph, pair) => {
    const chain = chainOf(graph, pair, code => currencyOf(code) !== undefined)
    if (chain === undefined) throw noRoute(store, pair.base, pair.quote)
    return chain
  }
}

function direct(store: Store): ChainOf {
  return (graph, { base, quote }) => {
    if (graph.between(base, quote).length > 0)
      return { steps: [{ base, quote }], opening: graph.firstTrade(base, quote) }
    const message = `no spot instrument trades ${base}-${quote} directly; spot_exchange_rate chains one`
    throw unknownCode(message + (omittedPair(store, base, quote) ?? ''))
  }
}

function echoOf(
  { base, quote }: Pair,
  { include_exchanges = ['*'], exclude_exchanges = [] }: ExchangeLists,
  instruments: string[],
) {
  return { base_asset: base, quote_asset: quote, include_exchanges, exclude_exchanges, instruments }
}

/** No error, unless this store's profile leaves instruments out. */
function noRoute(store: Store, base: string, quote: string): Failure {
  const message = `no spot rate of ${base}-${quote}: no instrument trades the pair, directly or through other assets; /v1/instruments lists instruments`
  const omitted = omittedPair(store, base, quote) ?? omittedAsset(store, base, quote)
  return new Failure(omitted === '' ? 'noInstrument' : 'unknownCode', message + omitted)
}

function omittedPair(store: Store, base: string, quote: string): string | undefined {
  const hints = [`${base}-${quote}`, `${quote}-${base}`].map(code =>
    profileHint(store, { instrument_class: 'spot', code }),
  )
  return hints.find(hint => hint !== '')
}

/** When the rate of a pair begins; undefined if it has no route. */
export function rateBeginnings(store: Store): (pair: Pair, horizon: number) => number | undefined {
  const currencyOf = currencyFinder(store)
  const graphAt = spotGraphs(store)
  return (pair, horizon) => {
    const graph = graphAt(horizon)
    const chain = chainOf(graph, pair, code => currencyOf(code) !== undefined)
    return chain && beginningAt(chain.opening)
  }
}

/** @param opening the first trades */
function beginningAt(opening: number): number {
  return Number.isFinite(opening) ? Math.max(fxBegins, opening) : fxBegins
}

/** By routes of the pair, or of both assets in dollars if it has none; undefined if these have none. */
function chainOf(graph: SpotGraph, pair: Pair, isCurrency: (code: string) => boolean): RateChain | undefined {
  const halves = [pair.base, pair.quote].filter(asset => !isCurrency(asset)).map(base => ({ base, quote: 'usd' }))
  const parts = preferredRoute(graph, pair) ? [pair] : halves
  const routes = parts.map(part => preferredRoute(graph, part))
  if (!routes.every(route => route !== undefined)) return undefined
  return { steps: routes.flatMap(stepsOf), opening: Math.max(...parts.map(part => graph.opening(part))) }
}

/** The first route that was traded on every step, or else the first one. */
function preferredRoute(graph: SpotGraph, { base, quote }: Pair): Route | undefined {
  let first: Route | undefined
  for (const route of graph.routes(base, quote)) {
    if (stepsOf(route).every(step => graph.between(step.base, step.quote).some(({ since }) => since !== null)))
      return route
    first ??= route
  }
  return first
}

/** As `exchange:class:code`. */
function instrumentsOf(graph: SpotGraph, steps: readonly Pair[], filter: ExchangeFilter): string[] {
  const used = steps
    .flatMap(({ base, quote }) => graph.between(base, quote))
    .filter(instrument => instrument.since !== null && counts(instrument, filter))
  return used.map(({ exchange, code }) => `${exchange}:spot:${code}`)
}
