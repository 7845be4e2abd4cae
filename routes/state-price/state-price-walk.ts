import { Json } from '../../src/operations/render.ts'
import type { PoolTrack, StoredPoolState } from './pool-states.ts'
import type { StatePool } from './state-price-asset.ts'
import type { Volumes } from './state-price-volumes.ts'

/** Share of the volume that the counted pools must reach together. */
const share = 0.95

/** USD rate of a quote, for ascending times; NaN if unknown. */
export type RateAt = (time: number) => number

interface StatePrice {
  /** Price in USD; NaN without eligible pools. */
  price: number
  pools: Json
  blockchains: readonly string[]
}

/** An eligible pool with its current state and quote rate. */
interface PricedPool {
  pool: StatePool
  track: PoolTrack
  rate: RateAt
}

interface WeighedPool {
  pool: StatePool
  volume: number
  rate: number
  state: StoredPoolState
  /** Depth within 1 % on both sides, in USD. */
  depth: number
}

/**
 * State price second by second: the mean of the pools' USD prices, weighted by the mean of two weights, each summing to
 * 1: the volume of the last seven days and the depth within 1 % of the price.
 */
export function statePriceWalk(pools: readonly PricedPool[], volumes: Volumes) {
  let eligible: readonly number[] | null = null
  let last: StatePrice | null = null
  let lastTime = Number.NaN
  const states = pools.map((): StoredPoolState | undefined => undefined)
  const rates = pools.map(() => Number.NaN)
  const places = pools.map((_, n) => n)

  /** For ascending times. Returns the same object if nothing changed. */
  function at(time: number): StatePrice {
    if (last !== null && time === lastTime) return last
    lastTime = time
    const volumesMoved = volumes.advance(time)
    const poolsMoved = advance(time)
    if (volumesMoved || eligible === null) eligible = elect(places, volumes)
    if (last === null || volumesMoved || poolsMoved) last = priced(eligible.flatMap(countedAt))
    return last
  }

  function advance(time: number): boolean {
    let moved = false
    pools.forEach(({ track, rate }, n) => {
      const state = track.at(time)
      const usd = rate(time)
      if (state === states[n] && Object.is(usd, rates[n])) return
      states[n] = state
      rates[n] = usd
      moved = true
    })
    return moved
  }

  function countedAt(n: number): WeighedPool[] {
    const state = states[n]
    const rate = rates[n]!
    if (!state || Number.isNaN(rate)) return []
    const depth = (state.depthBelow + state.depthAbove * state.price) * rate
    return [{ pool: pools[n]!.pool, volume: volumes.of(n), rate, state, depth }]
  }

  return at
}

/** Indexes of the counted pools; all if none has traded. */
function elect(places: readonly number[], volumes: Volumes): readonly number[] {
  const total = places.reduce((sum, n) => sum + volumes.of(n), 0)
  if (total === 0) return places
  const largest = places.toSorted((a, b) => volumes.of(b) - volumes.of(a))
  let sum = 0
  const count = largest.findIndex(n => {
    sum += volumes.of(n)
    return sum >= share * total
  })
  return largest.slice(0, count + 1)
}

function priced(counted: readonly WeighedPool[]): StatePrice {
  const byVolume = weights(counted.map(({ volume }) => volume))
  const byDepth = weights(counted.map(({ depth }) => depth))
  const parts = counted.map(({ state, rate }, n) => ((byVolume[n]! + byDepth[n]!) / 2) * state.price * rate)
  const price = parts.length === 0 ? Number.NaN : parts.reduce((sum, part) => sum + part)
  const records = counted.map((one, n) => poolRecord(one, byVolume[n]!, byDepth[n]!))
  const blockchains = [...new Set(counted.map(({ pool }) => pool.blockchain))].sort()
  return { price, pools: new Json(JSON.stringify(records)), blockchains }
}

/** Shares of the sum; equal shares if the sum is 0. */
function weights(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map(value => (total === 0 ? 1 / values.length : value / total))
}

function poolRecord({ pool, volume, rate, state }: WeighedPool, volumeWeight: number, depthWeight: number) {
  const { address, blockchain, exchange, quote } = pool
  return {
    pool_address: address,
    blockchain,
    exchange,
    quote,
    state_price: state.price,
    rate_usd: rate,
    trading_volume_weight: volumeWeight,
    market_depth_weight: depthWeight,
    market_depth_m1_quote: state.depthBelow,
    market_depth_m1_usd: state.depthBelow * rate,
    market_depth_p1_base: state.depthAbove,
    market_depth_p1_usd: state.depthAbove * state.price * rate,
    last_block_volume: state.volume,
    last_aggregated_volume: volume,
  }
}
