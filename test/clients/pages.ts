import createClient from 'openapi-fetch'
import type { components, paths } from './generated/market.d.ts'

/** A client as a user would write it; all names and types come from the generated types. */

export type Trade = components['schemas']['TradesRecord']

type Client = ReturnType<typeof createClient<paths>>

const trades = '/v3/data/{dataset}/exchanges/{exchange}/{instrument_class}/{instrument}/trades'
const path = { dataset: 'trades.v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' } as const
const hour = { start_time: '2026-01-30T12:00:00Z', end_time: '2026-01-30T13:00:00Z' }

export function connect(baseUrl: string): Client {
  return createClient<paths>({ baseUrl, headers: { 'X-Api-Key': 'sandbox-key' } })
}

/** Trades of one hour, in pages of `page_size`. */
export async function pagesOfTrades(client: Client, page_size: number): Promise<Trade[][]> {
  const pages: Trade[][] = []
  let continuation_token: string | undefined
  do {
    const query = continuation_token ? { continuation_token } : { ...hour, page_size, sort: 'asc' as const }
    const { data, error } = await client.GET(trades, { params: { path, query } })
    if (!data) throw new Error(error.message)
    pages.push(data.data)
    continuation_token = data.continuation_token
  } while (continuation_token)
  return pages
}

/** Message of a refused call; errors are typed too. */
export async function refusal(client: Client): Promise<string> {
  const { error } = await client.GET(trades, { params: { path, query: { page_size: 0 } } })
  return error!.message
}

/** Invalid calls and reads fail to compile. */
export async function typesAreExact(client: Client): Promise<void> {
  // @ts-expect-error the instrument is required
  await client.GET(trades, { params: { path: { ...path, instrument: undefined } } })
  // @ts-expect-error not a sort order
  await client.GET(trades, { params: { path, query: { sort: 'up' } } })
  // @ts-expect-error fixings need a range
  await client.GET('/v2/data/analytics.v2/expected_shortfall')
  const trade = { timestamp: 0, trade_id: '', price: '1', amount: '1' }
  const sides: Trade['taker_side_sell'][] = [true, false, 'unknown', null]
  for (const taker_side_sell of sides)
    ({ ...trade, taker_side_sell }) satisfies Trade
    // @ts-expect-error prices are exact decimals, as text
  ;({ ...trade, taker_side_sell: null, price: 1 }) satisfies Trade
}
