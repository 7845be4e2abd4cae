import { instrument } from '../subjects/instrument.ts'

const noBooks =
  'decentralised exchanges have no order books; /v2/data/liquidity.v1/snapshots has the amounts of their pools'

/** An instrument whose order books are asked for. */
export const instrumentWithBooks: typeof instrument = {
  parameters: instrument.parameters,
  prepare(store, start) {
    const find = instrument.prepare(store, start)
    // Imported books may be of any exchange.
    const without = store.generated ? store.texts("SELECT code FROM exchange WHERE kind = 'decentralised'") : []
    const pooled = new Set(without)
    return (path, query, horizon) => {
      const found = find(path, query, horizon)
      return pooled.has(path.exchange) ? { ...found, missing: noBooks } : found
    }
  },
}
