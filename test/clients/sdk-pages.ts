import { client } from './generated/sdk/client.gen.ts'
import * as sdk from './generated/sdk/sdk.gen.ts'
import type { TradesRecord } from './generated/sdk/types.gen.ts'

/** A client as users of an SDK generator write one: one function for each operation. */

const path = { dataset: 'trades.v1', exchange: 'cbse', instrument_class: 'spot', instrument: 'btc-usd' } as const
const hour = { start_time: '2026-01-30T12:00:00Z', end_time: '2026-01-30T13:00:00Z' }

export function connectSdk(baseUrl: string): void {
  client.setConfig({ baseUrl, auth: () => 'sandbox-key' })
}

/** Trades of one hour, in pages of `page_size`. */
export async function sdkPagesOfTrades(page_size: number): Promise<TradesRecord[][]> {
  const pages: TradesRecord[][] = []
  let continuation_token: string | undefined
  do {
    const query = continuation_token ? { continuation_token } : { ...hour, page_size, sort: 'asc' as const }
    const { data } = await sdk.listTrades({ path, query, throwOnError: true })
    pages.push(data.data)
    continuation_token = data.continuation_token
  } while (continuation_token)
  return pages
}

/** Calls the function of an operation by its name. */
export async function call(operationId: string, values: object): Promise<{ status: number; records: number }> {
  const { data, response } = await (sdk as unknown as Record<string, Call>)[operationId]!(values)
  // Some data are an object by code.
  return { status: response.status, records: Object.keys(data?.data ?? {}).length }
}

type Call = (values: object) => Promise<{ data?: { data: object }; response: Response }>
