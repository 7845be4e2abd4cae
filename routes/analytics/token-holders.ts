import { Recent } from '../../src/market/made-once.ts'
import { day } from '../../src/market/time.ts'
import type { Store } from '../../src/store/store.ts'

type TokenRow = [blockchain: string, token: string, holderCount: number, supply: number, holders: string]

/** Reads records of an asset's contracts and largest holders at the midnight (UTC) before a time; times of one day share one read. */
export function tokensOf(store: Store): (asset: string) => (time: number) => object[] {
  const { coverage } = store
  const tokens = store.prepare<TokenRow>(
    `SELECT token.blockchain, token.address, holders,
         (SELECT total FROM supply_change WHERE source = supply.id AND timestamp <= :midnight ORDER BY timestamp DESC LIMIT 1)
           / pow(10, supply_decimals),
         (SELECT json_group_array(json_array(address, amount)) FROM (
           SELECT address, amount FROM token_holder
           JOIN token_holding ON holder = id AND timestamp = :midnight
           WHERE asset = :asset AND blockchain = token.blockchain ORDER BY amount DESC, address))
       FROM (SELECT DISTINCT blockchain, pool_token.address FROM pool_token JOIN pool ON pool.id = pool WHERE asset = :asset)
         AS token
       JOIN token_holder_count AS number
         ON number.asset = :asset AND number.timestamp = :midnight AND number.blockchain = token.blockchain
       JOIN supply_source AS supply ON supply.asset = :asset AND supply.blockchain = token.blockchain
       JOIN supply_asset ON supply_asset.code = :asset AND ifnull(:midnight < ends, 1)
       ORDER BY token.blockchain`,
  )
  const read = (asset: string, midnight: number) => {
    coverage.need('holders', 0, midnight, midnight + 1)
    coverage.need('supply', 0, midnight, midnight + 1)
    return tokens
      .all({ asset, midnight })
      .map(([blockchain, token_address, number_of_holders, total_supply, holders]) => {
        const held: [address: string, amount: number][] = JSON.parse(holders)
        const main_holders = held.map(([address, amount]) => ({ address, amount, percentage: amount / total_supply }))
        return { blockchain, token_address, number_of_holders, main_holders, total_supply }
      })
  }
  return asset => {
    const known = new Recent<object[], number>(1)
    return time => {
      const midnight = time - (time % day)
      return known.of(midnight, () => read(asset, midnight))
    }
  }
}
