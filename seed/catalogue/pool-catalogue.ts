import { type Pool, poolsAhead } from '../pools/pool-list.ts'
import { widerPools } from './wider-pools.ts'

/** All pools and vaults, in order of their ids. */
export const pools: readonly Pool[] = [...poolsAhead, ...[...widerPools].sort((a, b) => a.id - b.id)]

const byId = new Map(pools.map(pool => [pool.id, pool]))

export function poolWith(id: number): Pool | undefined {
  return byId.get(id)
}
