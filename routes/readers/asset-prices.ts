import type { Statement, Store } from '../../src/store/store.ts'

/** Reads five-minute USD prices of all assets with a supply. */
export class PriceReader {
  readonly #prices: Statement

  constructor(store: Store) {
    this.#prices = store.prepare(
      'SELECT timestamp, prices FROM asset_price WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp',
    )
  }

  all(from: number, until: number): Map<number, Buffer> {
    return new Map(this.#prices.all({ from, until }) as unknown as [number, Buffer][])
  }
}
