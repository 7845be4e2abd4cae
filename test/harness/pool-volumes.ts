import { day } from '../../src/market/time.ts'
import type { Trade } from './fold.ts'
import { instrumentUrl, withQuery } from './operations.ts'
import type { Served } from './server.ts'

/**
 * Base volume of each pool of a decentralised instrument in the seven days before a time. Swaps of one pool share a log
 * index remainder.
 */
export async function volumesOf(server: Served, instrument: string, until: number): Promise<number[]> {
  const [exchange_code = '', code = ''] = instrument.split(' ')
  const iso = (time: number) => new Date(time).toISOString()
  const query = { start_time: iso(until - 7 * day), end_time: iso(until), page_size: 100_000 }
  const url = withQuery(instrumentUrl({ exchange_code, class: 'spot', code }, 'trades'), query)
  const volumes = new Map<number, number>()
  for (const { trade_id, amount } of (await server.json(url)).data as Trade[]) {
    const pool = Number(trade_id.split('-')[1]) % 128
    volumes.set(pool, (volumes.get(pool) ?? 0) + Number(amount))
  }
  return [...volumes.values()]
}
