import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'

/** Reads records of the lending rates of an asset's markets after the last block at or before a time. */
export function lendingRatesOf(store: Store): (asset: string, time: number) => object[] {
  const { coverage } = store
  const rates = store.prepare<[blockchain: string, protocol: string, supplyRate: number, borrowRate: number]>(
    `SELECT blockchain, protocol, supply_rate, variable_borrow_rate
     FROM pool_token JOIN lending_market ON lending_market.pool = pool_token.pool JOIN pool ON pool.id = pool_token.pool
     JOIN lending_snapshot AS latest ON market = pool.id AND timestamp = (
       SELECT max(timestamp) FROM lending_snapshot WHERE market = pool.id AND timestamp <= :time)
     WHERE asset = :asset AND NOT EXISTS (SELECT 1 FROM lending_snapshot AS later WHERE later.market = latest.market
       AND later.timestamp = latest.timestamp AND later.block_number > latest.block_number)
     ORDER BY blockchain, protocol`,
  )
  return (asset, time) => {
    if (coverage.endless && time < chainsBegin) return []
    coverage.need('lending', 0, time, time + 1)
    return rates.all({ asset, time }).map(([blockchain, protocol, supply_rate, variable_borrow_rate]) => {
      return { blockchain, protocol, supply_rate, variable_borrow_rate }
    })
  }
}
