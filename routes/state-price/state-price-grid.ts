import { badParameter } from '../../src/base/failure.ts'
import { plainNumber } from '../../src/market/numbers/decimal.ts'
import { priceAt } from '../../src/market/numbers/packed.ts'
import { day, formatTime, minute, second, supplyStep } from '../../src/market/time.ts'
import { type GridPage, type GridParameters, grid, type Intervals } from '../../src/operations/paging/grid.ts'
import { around, type PageQuery } from '../../src/operations/paging/page.ts'
import { chainsBegin } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { blockClock } from '../readers/block-clock.ts'
import { poolTracksOf } from './pool-states.ts'
import type { StatePriceAsset, StatePriceEntity } from './state-price-asset.ts'
import { VolumeReader } from './state-price-volumes.ts'
import { type RateAt, statePriceWalk } from './state-price-walk.ts'

/** How far back points exist, and how late a request may arrive. */
const reach = day
const patience = minute

/** Points per read, 65 KB: with 100, pages of 250 clients that read nothing held 385 MB. A page takes a third more time. */
const batch = 25

function checkReach({ parameters, now }: PageQuery<unknown, GridParameters>): void {
  const first = now - reach - patience
  for (const name of ['start_time', 'end_time'] as const) {
    const time = parameters[name]
    if (time === undefined || time >= first) continue
    const range = `from ${formatTime(first)} to ${formatTime(now)}`
    throw badParameter(`${name} must be in the last 24 hours (and one minute), ${range}, not ${formatTime(time)}`)
  }
}

const points = grid<StatePriceEntity>((store, write) => {
  const open = openerOf(store)
  const begins = store.generated ? chainsBegin : Number.NEGATIVE_INFINITY
  return {
    step: second,
    batch: () => batch,
    life: ({ now }) =>
      now <= begins ? null : { from: Math.max(now - reach, begins), until: Number.POSITIVE_INFINITY },
    read(query, intervals, each) {
      const point = open(query, intervals)
      for (let time = intervals.from; time < intervals.until; time += second) each(time, write(point(time)))
    },
  }
})

/** State prices of an asset, one per second over the last 24 hours, computed on request. */
export const statePriceGrid: GridPage<StatePriceEntity> = around(points, slice => (query, position, size) => {
  if (!query.lenient) checkReach(query)
  return slice(query, position, size)
})

type OpenRange = (query: PageQuery<StatePriceEntity>, range: Intervals) => (time: number) => Record<string, unknown>

/** Opens a range, for records of ascending times. */
function openerOf(store: Store): OpenRange {
  const trackOf = poolTracksOf(store)
  const volumeReader = new VolumeReader(store)
  const ratesIn = usdRatesOf(store)
  const clock = blockClock(store)

  function walkOf(
    asset: StatePriceAsset,
    { earliest, opened }: PageQuery,
    range: Intervals,
    rateOf: (quote: string) => RateAt,
  ) {
    const { from, until } = range
    const volumes = volumeReader.open(asset.pools, from, until, earliest)
    const pools = asset.pools.map(pool => ({
      pool,
      track: trackOf(pool, from, until, opened),
      rate: rateOf(pool.quote),
    }))
    return statePriceWalk(pools, volumes)
  }

  function blocksAt(blockchains: readonly string[], time: number) {
    return blockchains.flatMap(blockchain => {
      const block = clock.lastBefore(blockchain, time + 1)
      return block ? [{ blockchain, block_number: block.number }] : []
    })
  }

  return (query, intervals) => {
    const { asset, ether } = query.entity
    const rateOf = ratesIn(intervals.from, intervals.until)
    const etherAt = walkOf(ether, query, intervals, rateOf)
    const etherPrice: RateAt = ether.pools.length > 0 ? time => etherAt(time).price : rateOf(ether.code)
    const rateIn = (quote: string) => (quote === ether.code ? etherPrice : rateOf(quote))
    const stateAt = asset.code === ether.code ? etherAt : walkOf(asset, query, intervals, rateIn)
    return time => {
      const { price, pools, blockchains } = stateAt(time)
      return {
        datetime: formatTime(time),
        base: asset.code,
        lst_quote: asset.staked ? asset.pools[0]!.quote : '',
        aggregated_price_usd: textOf(price),
        aggregated_price_lst: asset.staked ? '' : textOf(price / etherPrice(time)),
        last_known_blocks: blocksAt(blockchains, time),
        pool_data: pools,
      }
    }
  }
}

/** Reads the USD prices of assets over [from, until), one per five minutes; NaN if unknown. */
function usdRatesOf(store: Store): (from: number, until: number) => (code: string) => RateAt {
  const asset = store.prepare<[place: number]>('SELECT position FROM supply_asset WHERE code = :code')
  const prices = store.prepare<[timestamp: number, prices: Buffer]>(
    `SELECT timestamp, prices FROM asset_price WHERE timestamp < :until
     AND timestamp >= ifnull((SELECT max(timestamp) FROM asset_price WHERE timestamp <= :from), :from) ORDER BY timestamp`,
  )
  return (from, until) => {
    store.coverage.need('supply', 0, from - supplyStep, until)
    const rows = prices.all({ from, until })
    return code => {
      const [place] = asset.get({ code }) ?? []
      if (place === undefined) return () => Number.NaN
      const known = rows.map(([timestamp, prices]) => ({ timestamp, price: priceAt(prices, place) }))
      return time => (known.findLast(({ timestamp }) => timestamp <= time) ?? known[0])?.price ?? Number.NaN
    }
  }
}

/** An empty string without a price. */
function textOf(price: number): string {
  return Number.isNaN(price) ? '' : plainNumber(price)
}
