import { type Coverage, chainsBegin } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Rates of one lending market, as fractions per year. */
export interface LendingRate {
  blockchain: string
  protocol: string
  supply_rate: number
  variable_borrow_rate: number
}

/** Reads the lending rates of an asset's markets. */
export class LendingRateReader {
  readonly #rates: Statement<[string, string, LendingRate['supply_rate'], LendingRate['variable_borrow_rate']]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#rates = store.prepare(
      `SELECT blockchain, protocol, supply_rate, variable_borrow_rate
       FROM pool_token JOIN lending_market ON lending_market.pool = pool_token.pool JOIN pool ON pool.id = pool_token.pool
       JOIN lending_snapshot AS latest ON market = pool.id AND timestamp = (
         SELECT max(timestamp) FROM lending_snapshot WHERE market = pool.id AND timestamp <= :time)
       WHERE asset = :asset AND NOT EXISTS (SELECT 1 FROM lending_snapshot AS later WHERE later.market = latest.market
         AND later.timestamp = latest.timestamp AND later.block_number > latest.block_number)
       ORDER BY blockchain, protocol`,
    )
  }

  /** Rates after the last block at or before `time`, in milliseconds since 1970 UTC. */
  at(asset: string, time: number): LendingRate[] {
    if (this.#coverage.endless && time < chainsBegin) return []
    this.#coverage.need('lending', 0, time, time + 1)
    return this.#rates.all({ asset, time }).map(([blockchain, protocol, supply_rate, variable_borrow_rate]) => {
      return { blockchain, protocol, supply_rate, variable_borrow_rate }
    })
  }
}
