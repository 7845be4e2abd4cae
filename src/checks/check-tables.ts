import { identityOf } from '../store/store-plan.ts'
import { tablesOf, timeColumnOf } from '../store/store-tables.ts'
import type { Check } from './check.ts'

/** Checks in SQL: each resulting row is a line about a fault. `:start` and `:end` are the store's range. */
function sqlCheck(name: string, sql: string): Check {
  return {
    name,
    *find(store) {
      const { start, end } = identityOf(store)
      for (const [line] of store.prepare(sql).all({ start, end })) yield String(line)
    },
  }
}

export const checkTables: readonly Check[] = [
  {
    name: 'no row at or after the end of the store',
    *find(store) {
      const { end } = identityOf(store)
      for (const table of tablesOf(store)) {
        const time = timeColumnOf(store, table)
        if (time === undefined) continue
        const [late] = store.all(`SELECT count(*) FROM "${table}" WHERE "${time}" >= ?`, end)
        if (late![0] !== 0) yield `${table} has ${late![0]} rows after the end of the store`
      }
    },
  },
  sqlCheck(
    'the USD value of a liquidation is its amount × rate',
    `SELECT format('liquidation %s of instrument %d at %d: %s × %s is not %s', trade_id, instrument, timestamp,
       amount_quote, rate, amount_usd)
     FROM liquidation WHERE abs(amount_quote * rate - amount_usd) > 1e-9 * abs(amount_usd)`,
  ),
  sqlCheck(
    'no lending market lends more than its deposits',
    `SELECT format('market %d lent %d of %d at %d, of it %d at stable rates', market, total_borrowed, total_liquidity, timestamp,
       stable_borrowed)
     FROM lending_snapshot
     WHERE total_borrowed NOT BETWEEN 0 AND total_liquidity OR stable_borrowed NOT BETWEEN 0 AND total_borrowed`,
  ),
  sqlCheck(
    'the active liquidity of concentrated pools at the end of each day is the sum of their positions',
    `WITH latest AS (
       SELECT pool, max(timestamp) AS time FROM pool_state WHERE tick IS NOT NULL GROUP BY pool, timestamp / 86400000),
     reported AS (
       SELECT state.pool, state.block_number, state.liquidity, (
         SELECT total(liquidity) FROM pool_event AS event
         WHERE event.pool = state.pool AND event.timestamp <= state.timestamp AND event.block_number <= state.block_number
         AND tick >= lower_tick AND tick < upper_tick) AS held
       FROM latest CROSS JOIN pool_state AS state ON state.pool = latest.pool AND timestamp = time)
     SELECT format('pool %d has active liquidity %g after block %d, but its positions sum to %g', pool, liquidity, block_number, held)
     FROM reported WHERE abs(held - liquidity) > 1e-9 * liquidity`,
  ),
  sqlCheck(
    'the first transaction of a block is its only coinbase, and pays out the fees of the others',
    `SELECT format('transaction %d of block %d has the senders %s', transaction_index, block_number, senders)
     FROM bitcoin_transaction WHERE (transaction_index = 0) IS NOT (senders = '[]')
     UNION ALL
     SELECT format('block %d pays %d to its miner, but its fees are %d', block_number,
       sum(amount_out) FILTER (WHERE transaction_index = 0), sum(fees))
     FROM bitcoin_transaction GROUP BY block_number
     HAVING sum(amount_out) FILTER (WHERE transaction_index = 0) < sum(fees)`,
  ),
  sqlCheck(
    'what addresses pay into a bitcoin transaction and receive from it adds up',
    `SELECT format('addresses pay %d into transaction %d of block %d and receive %d, but it pays out %d and %d of fees', paid,
       transaction_index, block_number, received, amount_out, fees)
     FROM (SELECT *, (SELECT total(value) FROM json_each(inputs)) AS paid,
       (SELECT total(value) FROM json_each(outputs)) AS received FROM bitcoin_transaction WHERE inputs IS NOT NULL)
     WHERE received <> amount_out OR paid <> iif(transaction_index = 0, 0, amount_out + fees)`,
  ),
  sqlCheck(
    'the terms of derivatives agree with their instruments',
    `SELECT format('%s %s %s has the expiry %s, strike %s, type %s, unit %s and funding %s', exchange_code, class, code, expiry,
       strike, option_type, contract_size_unit, funding)
     FROM derivative JOIN instrument ON id = instrument
     WHERE expiry IS NOT iif(class = 'perpetual-future', NULL, ends) OR contract_size_unit <> base_asset OR (class = 'perpetual-future') IS NOT (funding IS NOT NULL)
       OR (class = 'option') IS NOT (strike IS NOT NULL AND option_type IS NOT NULL)
       OR class = 'option' AND code NOT LIKE '%-' || strike || '-' || lower(option_type)`,
  ),
  sqlCheck(
    'gaps between blocks are digits',
    `SELECT format('%s has the gaps %s after block %d', blockchain, gaps, block_number) FROM block_run WHERE gaps GLOB '*[^0-9a-z+]*'`,
  ),
  sqlCheck(
    'the members of index rates trade their asset in dollars',
    `SELECT format('%s has the member %s, which does not trade %s-usd', ticker, value ->> 0, asset)
     FROM index_rate CROSS JOIN json_each(venues)
     WHERE launched < :end AND NOT EXISTS (SELECT 1 FROM instrument
       WHERE exchange_code = value ->> 0 AND class = 'spot' AND base_asset = asset AND quote_asset = 'usd')`,
  ),
]
