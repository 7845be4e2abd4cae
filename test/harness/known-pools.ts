import type { Trade } from './fold.ts'
import { instrumentUrl, withQuery } from './operations.ts'
import type { Event, Pool, Snapshot } from './pool-laws.ts'
import type { Served } from './server.ts'
import { walk } from './walk.ts'

export const liquidityUrl = '/v2/data/liquidity.v1'

/** A swap as reported by its trade. */
export interface Swap {
  block: number
  logIndex: number
  price: number
  amount: number
  sell: boolean
}

/** All records of one pool. */
export interface Known {
  pool: Pool
  snapshots: Snapshot[]
  events: Event[]
  swaps: Swap[]
  /** The last decimal place of the trades' amounts. */
  step: number
}

/** All records of an operation, up to the head of the chain, in order of time. */
export async function all<T>(from: Served, url: string, query: Record<string, string | number> = {}): Promise<T[]> {
  const pages = await walk(from, withQuery(url, { sort: 'asc', live: 'true', ...query }))
  return pages.flatMap(({ body }) => body.data)
}

export function snapshotsOf(from: Served, { address }: Pool): Promise<Snapshot[]> {
  return all<Snapshot>(from, `${liquidityUrl}/snapshots`, { pool_address: address })
}

export async function knownPools(server: Served): Promise<Known[]> {
  const instruments = (await server.json('/v1/instruments?with_list_pools=true')).data
  const pools: Pool[] = (await server.json('/v1/pools')).data
  const events = await all<Event>(server, `${liquidityUrl}/events`)
  const known: Known[] = []
  for (const instrument of instruments) {
    if (instrument.list_pools.length === 0) continue
    const url = withQuery(instrumentUrl(instrument, 'trades'), { sort: 'asc', page_size: 100_000 })
    const trades: Trade[] = (await server.json(url)).data
    const decimals = Math.max(...trades.map(({ amount }) => amount.split('.')[1]?.length ?? 0))
    for (const { address } of instrument.list_pools) {
      const pool = pools.find(one => one.address === address)!
      const snapshots = await snapshotsOf(server, pool)
      const own = events.filter(({ pool_address }) => pool_address === address)
      known.push({ pool, snapshots, events: own, swaps: swapsOf(trades, snapshots), step: 10 ** -decimals })
    }
  }
  return known
}

/** Swap ids are block and log index; those of one pool share the remainder modulo 128. */
function swapsOf(trades: readonly Trade[], snapshots: readonly Snapshot[]): Swap[] {
  const blocks = new Set(snapshots.map(({ block_number }) => block_number))
  const byRemainder = [...Map.groupBy(trades.map(swapOf), ({ logIndex }) => logIndex % 128).values()]
  return byRemainder.find(group => group.every(({ block }) => blocks.has(block)))!
}

function swapOf({ trade_id, price, amount, taker_side_sell }: Trade): Swap {
  const [block, logIndex] = trade_id.split('-').map(Number) as [number, number]
  return { block, logIndex, price: Number(price), amount: Number(amount), sell: taker_side_sell === true }
}
