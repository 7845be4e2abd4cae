import type { Row, Statement, Store } from '../../src/store/store.ts'
import type { StoredInstrument } from '../readers/instrument.ts'

/** A spot instrument of a pair, in either direction. */
export interface PairInstrument extends Pick<StoredInstrument, 'id' | 'precision'> {
  exchange: string
  code: string
  /** Whether its base is the quote of the pair. */
  inverted: boolean
  /** Time of its first trade; null before it. */
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

/** Finds the spot instruments of pairs, on centralised and decentralised exchanges. */
export class PairInstruments {
  readonly #instruments: Statement
  readonly #neighbours: Statement

  constructor(store: Store) {
    const traded = `FROM instrument WHERE class = 'spot'`
    this.#instruments = store.prepare(
      `SELECT id, price_decimals, amount_decimals, exchange_code, code, base_asset <> :base,
         ifnull(trade_start, (SELECT min(start) FROM trade_block WHERE instrument = instrument.id)) ${traded}
       AND ((base_asset = :base AND quote_asset = :quote) OR (base_asset = :quote AND quote_asset = :base))
       ORDER BY code, exchange_code`,
    )
    this.#neighbours = store.prepare(
      `SELECT DISTINCT iif(base_asset = :asset, quote_asset, base_asset) ${traded}
       AND (base_asset = :asset OR quote_asset = :asset)`,
    )
  }

  /** Routes from base to quote, the preferred first: direct, then through one other asset. */
  *routes(base: string, quote: string): Generator<Route> {
    const direct = this.#of(base, quote)
    if (direct.length > 0) yield [direct]
    for (const link of this.#between(base, quote)) yield [this.#of(base, link), this.#of(link, quote)]
  }

  #of(base: string, quote: string): PairInstrument[] {
    return this.#instruments.all({ base, quote }).map(asPairInstrument)
  }

  /** Intermediate assets, the preferred first. */
  #between(base: string, quote: string): string[] {
    const near = new Set(this.#near(quote))
    return this.#near(base)
      .filter(asset => near.has(asset))
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  }

  #near(asset: string): string[] {
    return this.#neighbours.all({ asset }).map(([code]) => String(code))
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
