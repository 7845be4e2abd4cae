import type { Row, Statement, Store } from '../../src/store/store.ts'
import type { StoredInstrument } from '../readers/instrument.ts'
import { listedByHorizon } from '../readers/instruments-at.ts'

/** A spot instrument of a pair, in either direction. */
export interface PairInstrument extends Pick<StoredInstrument, 'id' | 'precision'> {
  exchange: string
  code: string
  /** Whether its base is the quote of the pair. */
  inverted: boolean
  /** Time of its first trade; null if it has none before the horizon. */
  since: number | null
}

/** The instruments of each step from one asset to another. */
export type Route = readonly (readonly PairInstrument[])[]

/** Included and excluded exchanges. */
export interface ExchangeFilter {
  include?: readonly string[]
  exclude?: readonly string[]
}

/** Preferred intermediate assets, in this order; then any other by code. */
const preferred = ['usd', 'usdt', 'usdc', 'eur', 'btc', 'eth', 'weth']

/** Finds the spot instruments of pairs as of a horizon, on centralised and decentralised exchanges. */
export class PairInstruments {
  readonly #instruments: Statement
  readonly #neighbours: Statement

  constructor(store: Store) {
    const listed = `FROM instrument WHERE class = 'spot' AND ${listedByHorizon}`
    this.#instruments = store.prepare(
      `SELECT id, price_decimals, amount_decimals, exchange_code, code, base_asset <> :base,
         nullif(min(ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)), :horizon), :horizon)
         ${listed}
       AND ((base_asset = :base AND quote_asset = :quote) OR (base_asset = :quote AND quote_asset = :base))
       ORDER BY code, exchange_code`,
    )
    this.#neighbours = store.prepare(
      `SELECT DISTINCT iif(base_asset = :asset, quote_asset, base_asset) ${listed}
       AND (base_asset = :asset OR quote_asset = :asset)`,
    )
  }

  /** Routes from base to quote, the preferred first: direct, then through one other asset. */
  *routes(base: string, quote: string, horizon: number): Generator<Route> {
    const direct = this.#of(base, quote, horizon)
    if (direct.length > 0) yield [direct]
    for (const link of this.#between(base, quote, horizon))
      yield [this.#of(base, link, horizon), this.#of(link, quote, horizon)]
  }

  #of(base: string, quote: string, horizon: number): PairInstrument[] {
    return this.#instruments.all({ base, quote, horizon }).map(asPairInstrument)
  }

  /** Intermediate assets, the preferred first. */
  #between(base: string, quote: string, horizon: number): string[] {
    const near = new Set(this.#near(quote, horizon))
    return this.#near(base, horizon)
      .filter(asset => near.has(asset))
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  }

  #near(asset: string, horizon: number): string[] {
    return this.#neighbours.all({ asset, horizon }).map(([code]) => String(code))
  }
}

function rank(asset: string): number {
  const place = preferred.indexOf(asset)
  return place < 0 ? preferred.length : place
}

function asPairInstrument([id, price, amount, exchange, code, inverted, since]: Row): PairInstrument {
  return { id, precision: { price, amount }, exchange, code, inverted: inverted === 1, since } as PairInstrument
}

/** Time from which every step of a route has been traded. */
export function openSince(route: Route): number {
  return Math.max(...route.map(step => Math.min(...step.map(({ since }) => since ?? Number.POSITIVE_INFINITY))))
}

export function counts({ exchange }: PairInstrument, { include, exclude }: ExchangeFilter): boolean {
  return (include?.includes(exchange) ?? true) && !exclude?.includes(exchange)
}
