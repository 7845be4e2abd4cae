import { Recent, remembered } from '../../src/market/made-once.ts'
import type { Blocks } from '../blocks.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { chainNames } from '../catalogue/chain-keys.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { poolWith } from '../catalogue/pool-catalogue.ts'
import { FairPrice } from '../prices/fair-price.ts'
import type { Prices } from '../prices/prices.ts'
import type { MarketActivity } from '../trading/market-activity.ts'
import type { Crowds } from '../trading/orders/crowd.ts'
import { TakerMood } from '../trading/orders/taker-mood.ts'
import { Rhythm } from '../trading/rhythm.ts'
import { PoolHistory } from './pool-history.ts'
import { liquidityOf } from './pool-liquidity.ts'
import type { Pool } from './pool-list.ts'
import { PoolMoves } from './pool-moves.ts'
import { Positions } from './positions.ts'

/** Mints per day, as a multiple of the square root of the number of swaps. */
const mintsPerRoot = 0.25

interface HistoryInputs {
  seed: string
  prices: Prices
  blocks: Blocks
  activity: MarketActivity
  crowds: Crowds
  /** Frequency of trades relative to `standard`. */
  pace: number
}

/** Histories kept, well above the pools of one instrument. */
const most = 64

/** One history per pool, shared by the trades and the chain records. */
export function poolHistories({ seed, prices, blocks, activity, crowds, pace }: HistoryInputs) {
  const names = remembered((chain: string) => chainNames(seed, chain))
  const histories = new Recent<PoolHistory, number>(most)
  /** @param share of the instrument's swaps */
  const make = (pool: Pool, instrument: Instrument, share: number) => {
    const rhythm = new Rhythm(seed, instrument, activity)
    const fair = new FairPrice(seed, prices, instrument, { isSparse: true })
    const perDay = instrument.rate * share
    const mood = new TakerMood(seed, prices, instrument, { fair, perDay: perDay * pace })
    const usual = (hour: number) => ((perDay * pace) / 24) * rhythm.at(hour)
    const crowd = crowds.of(followed(instrument.base))
    const moves = new PoolMoves(seed, pool, { blocks, crowd, usual, fair, mood })
    const minted = mintsPerRoot * Math.sqrt(perDay)
    const [liquidity, provision] = liquidityOf(pool, prices, minted)
    const positions = new Positions(seed, pool, { blocks, names: names(pool.blockchain), provision, perDay: minted })
    return new PoolHistory(pool, moves, positions, liquidity)
  }
  return {
    names,
    of: (instrument: Instrument) => {
      const held = instrument.pools.map(id => poolWith(id)!)
      const depth = held.reduce((sum, pool) => sum + pool.depth, 0)
      return held.map(pool => histories.of(pool.id, () => make(pool, instrument, pool.depth / depth)))
    },
  }
}

/** The coin whose market makes a wrapped one busy. */
function followed(code: string): string {
  const { price } = assetOf(code)
  return 'to' in price && price.to !== 'usd' ? price.to : code
}
