import { remembered } from '../../../src/market/made-once.ts'
import { keptInSnapshot } from '../../../src/store/snapshot-values.ts'
import type { Store } from '../../../src/store/store.ts'
import { listedByHorizon } from '../../readers/listings.ts'
import type { StoredInstrument } from '../../subjects/instrument.ts'

/** A spot instrument of a pair, in either direction. */
export interface PairInstrument extends Pick<StoredInstrument, 'id' | 'precision'> {
  exchange: string
  code: string
  /** Whether its base is the quote of the pair. */
  inverted: boolean
  /** Time of its first trade; null if it has none before the horizon. */
  since: number | null
}

export interface Pair {
  base: string
  quote: string
}

export interface RatedPair extends Pair {
  /** Whether only instruments of the pair itself count. */
  direct?: boolean
}

/** Included and excluded exchanges. */
export interface ExchangeFilter {
  include?: readonly string[] | undefined
  exclude?: readonly string[] | undefined
}

/** Assets from base to quote, both included. */
export type Route = readonly string[]

export function stepsOf(route: Route): Pair[] {
  return route.slice(1).map((quote, n) => ({ base: route[n]!, quote }))
}

/**
 * Intermediate assets of main routes, in this order: currencies and the coins that trade most. In most minutes without their trades some
 * other coin has trades, but a price over two rarely traded pairs says little, and hundreds of instruments would be read to find it.
 */
const main = 'usd usdt usdc eur btc eth weth sol xrp doge ada link ltc bch xlm etc eos'.split(' ')
const isMain = (asset: string) => main.includes(asset)
const isAny = (_asset: string) => true

interface Link extends Omit<PairInstrument, 'inverted'> {
  base: string
}

type OwnColumns = [
  id: number,
  price: number,
  amount: number,
  exchange: string,
  code: string,
  since: PairInstrument['since'],
]
type LinkRow = [base: string, quote: string, ...OwnColumns]

/** The spot instruments of a store as of a horizon, on centralised and decentralised exchanges. */
export class SpotGraph {
  /** By asset, those that it is traded against: the main ones first. */
  readonly #near = new Map<string, Map<string, Link[]>>()
  /** Kept, because many routes share a pair. */
  readonly #of = remembered((base: string) => remembered((quote: string) => this.#between(base, quote)))
  readonly #openingOf = remembered((base: string) => remembered((quote: string) => this.#opening(base, quote)))
  readonly #mainOpeningOf = remembered((base: string) =>
    remembered((quote: string) => this.#openingOver(base, quote, isMain)),
  )
  readonly #firstOf = remembered((base: string) => remembered((quote: string) => firstOf(this.#linksOf(base, quote))))

  constructor(rows: readonly LinkRow[]) {
    for (const [base, quote, ...rest] of rows) {
      const links = this.#near.get(base)?.get(quote) ?? this.#meet(base, quote)
      links.push({ base, ...linkOf(rest) })
    }
    for (const [asset, near] of this.#near)
      this.#near.set(asset, new Map([...near].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))))
  }

  /** The instruments of a pair in either direction, by code and exchange. */
  between(base: string, quote: string): readonly PairInstrument[] {
    return this.#of(base)(quote)
  }

  #between(base: string, quote: string): PairInstrument[] {
    return this.#linksOf(base, quote).map(({ base: own, ...link }) => ({ ...link, inverted: own !== base }))
  }

  /** Routes over main assets, then the others; each over one asset first, then over two. */
  *chains(base: string, quote: string): Generator<Route> {
    yield* this.mainChains(base, quote)
    yield* this.otherChains(base, quote)
  }

  /** Those over main assets. */
  mainChains(base: string, quote: string): Iterable<Route> {
    return bothWays(base, quote, (base, quote) => this.#short(base, quote, isMain))
  }

  /** The others; if there are none at all, the shortest route. */
  otherChains(base: string, quote: string): Iterable<Route> {
    return bothWays(base, quote, (base, quote) => this.#others(base, quote))
  }

  *#others(base: string, quote: string): Generator<Route> {
    let found = false
    for (const route of this.#short(base, quote)) {
      found = true
      if (!route.slice(1, -1).every(isMain)) yield route
    }
    const shortest = found || this.#isPair(base, quote) ? undefined : this.#shortest(base, quote)
    if (shortest) yield shortest
  }

  *#short(base: string, quote: string, isAllowed = isAny): Generator<Route> {
    const [first, last] = [this.#nearOf(base), this.#nearOf(quote)]
    for (const one of first.keys()) if (isAllowed(one) && last.has(one)) yield [base, one, quote]
    for (const one of first.keys()) {
      if (one === quote || !isAllowed(one)) continue
      for (const other of this.#nearOf(one).keys())
        if (other !== base && isAllowed(other) && last.has(other)) yield [base, one, other, quote]
    }
  }

  #shortest(base: string, quote: string): Route | undefined {
    const before = new Map([[base, '']])
    for (const asset of before.keys())
      for (const near of this.#nearOf(asset).keys()) if (!before.has(near)) before.set(near, asset)
    const route: string[] = []
    for (let asset = before.get(quote) === undefined ? '' : quote; asset !== ''; asset = before.get(asset)!)
      route.unshift(asset)
    return route.length > 0 ? route : undefined
  }

  /** The pair itself, if it has instruments, then its chains. */
  *routes(base: string, quote: string): Generator<Route> {
    if (this.#isPair(base, quote)) yield [base, quote]
    yield* this.chains(base, quote)
  }

  /** Time of the first trade of a pair in either direction; infinity if it has none. */
  firstTrade(base: string, quote: string): number {
    return this.#firstOf(base)(quote)
  }

  /** When the first of the routes of a pair was traded on every step; infinity if none was. */
  opening({ base, quote }: Pair): number {
    return this.#openingOf(base)(quote)
  }

  #opening(base: string, quote: string): number {
    const opening = Math.min(this.firstTrade(base, quote), this.#openingOver(base, quote))
    if (Number.isFinite(opening)) return opening
    const longer = this.#shortest(base, quote) ?? []
    return longer.length === 0
      ? opening
      : Math.max(...stepsOf(longer).map(step => this.firstTrade(step.base, step.quote)))
  }

  /**
   * When the first of the main routes was traded on every step, from which on only these count; infinity if none was.
   * @param exchanges whose trades count
   */
  mainOpening({ base, quote }: Pair, exchanges: ExchangeFilter): number {
    if (!exchanges.include && !exchanges.exclude) return this.#mainOpeningOf(base)(quote)
    return this.#openingOver(base, quote, isMain, link => counts(link, exchanges))
  }

  #openingOver(base: string, quote: string, isAllowed = isAny, isCounted?: (link: Link) => boolean): number {
    const firstTrade = (base: string, quote: string) =>
      isCounted ? firstOf(this.#linksOf(base, quote).filter(isCounted)) : this.firstTrade(base, quote)
    let opening = Number.POSITIVE_INFINITY
    for (const one of this.#nearOf(base).keys()) {
      if (!isAllowed(one)) continue
      const first = firstTrade(base, one)
      if (first >= opening) continue
      opening = Math.min(opening, Math.max(first, firstTrade(one, quote)))
      for (const other of this.#nearOf(one).keys())
        if (other !== base && other !== quote && isAllowed(other))
          opening = Math.min(opening, Math.max(first, firstTrade(one, other), firstTrade(other, quote)))
    }
    return opening
  }

  #linksOf(base: string, quote: string): readonly Link[] {
    return this.#near.get(base)?.get(quote) ?? []
  }

  /** Number of assets that an asset is traded against. */
  degree(asset: string): number {
    return this.#nearOf(asset).size
  }

  #meet(asset: string, other: string): Link[] {
    const links: Link[] = []
    for (const [from, to] of [
      [asset, other],
      [other, asset],
    ] as const) {
      if (!this.#near.has(from)) this.#near.set(from, new Map())
      this.#near.get(from)!.set(to, links)
    }
    return links
  }

  #nearOf(asset: string): ReadonlyMap<string, Link[]> {
    return this.#near.get(asset) ?? none
  }

  #isPair(base: string, quote: string): boolean {
    return this.#nearOf(base).has(quote)
  }
}

function firstOf(links: readonly Link[]): number {
  return Math.min(...links.map(({ since }) => since ?? Number.POSITIVE_INFINITY))
}

/** Routes of a pair and its inverse come in the same order, so their rates are reciprocal. */
function* bothWays(
  base: string,
  quote: string,
  of: (base: string, quote: string) => Iterable<Route>,
): Generator<Route> {
  if (base < quote) yield* of(base, quote)
  else for (const route of of(quote, base)) yield route.toReversed()
}

const none: ReadonlyMap<string, Link[]> = new Map()

type GraphAt = (horizon: number) => SpotGraph

/** Tenants have clocks of their own; a graph takes up to 3 MB. */
const mostGraphs = 3

/** Reads the graph at a horizon, which takes 20 ms: all readers of a store share the last ones. */
export const spotGraphs = remembered(graphsOf, new WeakMap())

function graphsOf(store: Store): GraphAt {
  const listed = store.prepare<LinkRow>(
    `SELECT base_asset, quote_asset, id, price_decimals, amount_decimals, exchange_code, code,
       nullif(min(ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)), :horizon), :horizon)
     FROM instrument WHERE class = 'spot' AND ${listedByHorizon} ORDER BY code, exchange_code`,
  )
  const state = store.coverage.fillable ? catalogueSize(store) : undefined
  const recent = keptInSnapshot<SpotGraph>(store, mostGraphs, state)
  return horizon => recent(horizon, () => new SpotGraph(listed.all({ horizon })))
}

/** Of a history: every fill changes its snapshot, but few list instruments. */
function catalogueSize(store: Store): () => number | undefined {
  const count = store.prepare<[count: number]>('SELECT count(*) FROM instrument')
  const known = keptInSnapshot<number>(store, 1)
  return () => (store.snapshot === undefined ? undefined : known('size', () => count.get({})![0]))
}

function linkOf([id, price, amount, exchange, code, since]: OwnColumns): Omit<PairInstrument, 'inverted'> {
  return { id, precision: { price, amount }, exchange, code, since }
}

function rank(asset: string): number {
  const place = main.indexOf(asset)
  return place < 0 ? main.length : place
}

export function counts({ exchange }: Pick<PairInstrument, 'exchange'>, { include, exclude }: ExchangeFilter): boolean {
  return (include?.includes(exchange) ?? true) && !exclude?.includes(exchange)
}
