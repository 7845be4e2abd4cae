import type { Statement, Store } from '../../src/store/store.ts'

/** Reads the USD prices of all assets that have a supply, every five minutes. */
export class PriceReader {
  readonly #prices: Statement

  constructor(store: Store) {
    this.#prices = store.prepare(
      'SELECT timestamp, prices FROM asset_price WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp',
    )
  }

  /** By time, packed. */
  all(from: number, until: number): Map<number, Buffer> {
    return new Map(this.#prices.all({ from, until }) as unknown as [number, Buffer][])
  }
}
