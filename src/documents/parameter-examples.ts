import type { TSchema } from '@sinclair/typebox'

/** Values of optional parameters by name, for those whose schema has no value of its own. */
const examples: Record<string, unknown> = {
  asset: ['weth'],
  base_asset: ['btc'],
  base_asset_class: ['stablecoin'],
  block_number: 24_350_000,
  blockchain: 'ethereum',
  class: ['spot'],
  code: ['btc-usd'],
  data_version: 'latest',
  end_block: 24_350_000,
  exchange: 'usp3',
  exclude_exchanges: ['krkn'],
  include_exchanges: ['cbse', 'krkn'],
  methodology: 'total',
  orderBy: ['trade_count'],
  page_size: 100,
  address: '0x28c6c06298d514db089934071355e5743bf21d60',
  pool_address: '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640',
  pool_contains: ['weth', 'usdc'],
  quote_asset: ['usd'],
  quote_asset_class: ['fiat'],
  start_block: 24_340_000,
  start_date: '20260101',
  start_time: '2026-01-30T00:00:00.000Z',
  tokens: ['weth', 'usdc'],
  trade_end_timestamp: 'ongoing',
  trade_count_max: 1_000_000,
  trade_count_min: 1000,
  transaction_hash: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
  tx_hash: '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
  user_address: '0x28c6c06298d514db089934071355e5743bf21d60',
  user_addresses: ['0x28c6c06298d514db089934071355e5743bf21d60'],
  vendor_legacy_symbol: ['btcusd'],
}

/**
 * An example for an optional parameter. The document puts it into the schema, where a page such as Swagger UI shows it
 * without sending it; a form with every filter filled in would match no record.
 */
export function optionalExample(name: string, schema: TSchema): unknown {
  if (schema.type === 'boolean') return true
  if (schema.example !== undefined) return schema.example
  const named = schema.default ?? examples[name]
  const value = schema.examples && !examples[name] ? schema.examples[0] : (named ?? schema.anyOf?.[0].const)
  return schema.type === 'array' ? [value].flat() : [value].flat()[0]
}
