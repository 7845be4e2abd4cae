import type { Instrument } from './instrument.ts'
import type { Row, Statement, Store } from './store.ts'

/** A spot instrument that carries a pair in one direction or the other. */
export interface Carrier extends Pick<Instrument, 'id' | 'precision' | 'end'> {
  exchange: string
  code: string
  /** Whether its base is the pair's quote. */
  inverted: boolean
  start: number
}

/** Which exchanges count. */
export interface ExchangeFilter {
  include?: readonly string[]
  exclude?: readonly string[]
}

/** Those through which a pair goes that no instrument carries, in this order; then any other by its code. */
const preferred = ['usd', 'usdt', 'usdc', 'eur', 'btc', 'eth', 'weth']

/** Finds the spot instruments of pairs, on exchanges with order books and on chains alike. */
export class Carriers {
  readonly #carriers: Statement
  readonly #neighbours: Statement

  constructor(store: Store) {
    const traded = `FROM instrument WHERE class = 'spot' AND trade_start IS NOT NULL`
    this.#carriers = store.prepare(
      `SELECT id, price_decimals, amount_decimals, trade_start, iif(ended, trade_end, NULL), exchange_code, code,
         base_asset <> :base ${traded}
       AND ((base_asset = :base AND quote_asset = :quote) OR (base_asset = :quote AND quote_asset = :base))
       ORDER BY code, exchange_code`,
    )
    this.#neighbours = store.prepare(
      `SELECT DISTINCT iif(base_asset = :asset, quote_asset, base_asset) ${traded}
       AND (base_asset = :asset OR quote_asset = :asset)`,
    )
  }

  of(base: string, quote: string, { include, exclude }: ExchangeFilter = {}): Carrier[] {
    const all = this.#carriers.all({ base, quote }).map(asCarrier)
    return all.filter(({ exchange }) => (include?.includes(exchange) ?? true) && !exclude?.includes(exchange))
  }

  /** Assets that have instruments with both, the preferred one first. */
  between(base: string, quote: string): string[] {
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

function asCarrier([id, price, amount, start, end, exchange, code, inverted]: Row): Carrier {
  return { id, precision: { price, amount }, start, end, exchange, code, inverted: inverted === 1 } as Carrier
}

/** Whether any of them was trading at some time in [from, until). */
export function anyAlive(carriers: readonly Carrier[], from: number, until: number): boolean {
  return carriers.some(({ start, end }) => start < until && (end === null || end >= from))
}
