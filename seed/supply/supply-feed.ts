import { Mean } from '../../src/market/numbers/mean.ts'
import { packedDoubles, packedPrices } from '../../src/market/numbers/packed.ts'
import { ceilTo, day, floorTo, hour, type Range, supplyStep } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { assetEnd, replacedAt } from '../catalogue/assets/wider-assets.ts'
import type { Prices } from '../prices/prices.ts'
import { type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import {
  allSupplies,
  allSupplyAssets,
  assetsWithSupplyAhead,
  type CountedSupply,
  pastRankingsUntil,
  rankedInPast,
  suppliesOf,
  supplyAssets,
  supplyDecimals,
} from './supplies.ts'
import type { SupplyState } from './supply.ts'

const perHour = hour / supplyStep

type PriceColumns = ReturnType<typeof priceColumns>

/** USD prices every five minutes, as they are stored. */
function priceColumns(prices: Prices, assets: readonly Asset[], { from, to }: Range) {
  const columns = assets.map(() => new Float32Array((to - from) / supplyStep))
  // Hour by hour, because assets share underlying paths.
  for (let h = from / hour, at = 0; h * hour < to; h++, at += perHour)
    assets.forEach(({ code }, place) => {
      const fives = prices.fives(code, h)
      for (let n = 0; n < perHour; n++) columns[place]![at + n] = fives[n]!
    })

  function of(place: number): Float32Array {
    return columns[place]!
  }

  function at(time: number): Uint8Array {
    const at = (time - from) / supplyStep
    return packedPrices(columns.map(column => column[at]!))
  }

  return { of, at }
}

type SeriesColumn = 'total' | 'excluded' | 'marketCap'

/** Supply in whole tokens. */
interface ConstantRange {
  first: number
  end: number
  total: number
  excluded: number
}

/** @param prices one price per step. */
function meanReader(counted: CountedSupply, prices: Float32Array, { from, to }: Range) {
  const ranges: ConstantRange[] = []
  const marketCaps = new Float64Array(prices.length)
  const edges = [from, ...counted.supply.changes({ from: from + supplyStep, to }), to]
  for (let n = 0; n + 1 < edges.length; n++) addRange(counted, prices, { from: edges[n]!, to: edges[n + 1]! })

  function addRange({ supply, supplyUnit }: CountedSupply, prices: Float32Array, { from, to }: Range): void {
    const now = supply.at(from)
    const [first, end] = [placeOf(from), placeOf(to)]
    ranges.push({ first, end, total: now.total / supplyUnit, excluded: now.excluded / supplyUnit })
    const circulating = (now.total - now.excluded) / supplyUnit
    for (let at = first; at < end; at++) marketCaps[at] = circulating * prices[at]!
  }

  function placeOf(time: number): number {
    return (time - from) / supplyStep
  }

  function mean(name: SeriesColumn, time: number, width: number): number {
    const [start, stop] = [placeOf(time), placeOf(time + width)]
    const mean = new Mean()
    for (const range of ranges) {
      const [first, end] = [Math.max(start, range.first), Math.min(stop, range.end)]
      if (name === 'marketCap') for (let at = first; at < end; at++) mean.add(marketCaps[at]!)
      else for (let at = first; at < end; at++) mean.add(range[name])
    }
    return mean.value
  }

  return mean
}

export function writeSupplySources(sink: Sink): void {
  writeRows(sink, 'supply_asset', allSupplyAssets.entries(), ([place, { code }]) => {
    const placeAhead = place < assetsWithSupplyAhead ? place : null
    const rankedUntil = rankedInPast().has(code) ? pastRankingsUntil : null
    return [code, placeAhead, supplyDecimals[place]!, assetEnd(code) ?? null, rankedUntil, replacedAt(code) ?? null]
  })
  writeRows(sink, 'supply_source', allSupplies.entries(), ([id, { asset, blockchain, since }]) => {
    return [id, asset, blockchain, since || null]
  })
}

/** Writes whole days of an asset whose supply is not written ahead. */
export function widerSupplyFeed(sink: Sink, world: World) {
  const changes = sink.appender('supply_change')
  const priceTable = sink.appender('asset_price_day')

  /** A day begins with the supply at its midnight. */
  function write(code: string, { from, to }: Range): void {
    const asset = assetOf(code)
    const supplies = suppliesOf(world, code)
    for (let midnight = from; midnight < to; midnight += day) {
      const today = { from: midnight, to: midnight + day }
      for (const { id, supply } of supplies)
        for (const time of new Set([midnight, ...supply.changes(today)])) {
          const { total, excluded } = supply.at(time)
          changes.add(id, time, total, excluded)
        }
      const prices = priceColumns(world.prices, [asset], today)
      priceTable.add(code, midnight, packedPrices(prices.of(0)))
    }
    changes.flush()
    priceTable.flush()
  }

  return { write }
}

export function supplyFeed(sink: Sink, world: World) {
  const changes = sink.appender('supply_change')
  const priceTable = sink.appender('asset_price')
  const hourTable = sink.appender('supply_hour')
  const dayTable = sink.appender('supply_day')

  function write({ from, to }: Range, start: number): void {
    const steps = { from: ceilTo(from, supplyStep), to: ceilTo(to, supplyStep) }
    if (steps.from < steps.to) for (const one of world.supplies) addChanges(one, steps, ceilTo(start, supplyStep))
    // Day by day, to bound memory.
    for (let midnight = floorTo(from, day); midnight < to; midnight += day)
      writeDay({ from: Math.max(from, midnight), to: Math.min(to, midnight + day) }, start)
    for (const table of [priceTable, changes, hourTable, dayTable]) table.flush()
  }

  function writeDay(range: Range, start: number): void {
    const steps = { from: ceilTo(range.from, supplyStep), to: ceilTo(range.to, supplyStep) }
    const [hours, days] = [endedIn(range, hour, start), endedIn(range, day, start)]
    if (steps.from >= steps.to && isEmpty(hours)) return
    const known = { from: isEmpty(days) ? floorTo(range.from, hour) : days.from, to: ceilTo(range.to, hour) }
    const prices = priceColumns(world.prices, supplyAssets, known)
    for (let time = steps.from; time < steps.to; time += supplyStep) priceTable.add(time, prices.at(time))
    if (!isEmpty(hours)) addMeans(prices, known, hours, days)
  }

  /** At the store's start, writes the current supplies, too. */
  function addChanges({ id, supply }: CountedSupply, steps: Range, first: number): void {
    const addChange = (time: number, { total, excluded }: SupplyState) => changes.add(id, time, total, excluded)
    if (steps.from === first) addChange(first, supply.at(first))
    for (const time of supply.changes(steps)) {
      const [before, now] = [supply.at(time - supplyStep), supply.at(time)]
      if (time !== first && (now.total !== before.total || now.excluded !== before.excluded)) addChange(time, now)
    }
  }

  function addMeans(prices: PriceColumns, known: Range, hours: Range, days: Range): void {
    const all = world.supplies.map(one => meanReader(one, prices.of(one.place), known))
    const packed = (column: SeriesColumn, time: number, width: number) =>
      packedDoubles(all.map(mean => mean(column, time, width)))
    for (let time = hours.from; time < hours.to; time += hour) hourTable.add(time, packed('marketCap', time, hour))
    for (let time = days.from; time < days.to; time += day)
      dayTable.add(time, packed('total', time, day), packed('excluded', time, day), packed('marketCap', time, day))
  }

  return { write }
}

/** Intervals that also begin in the store. */
function endedIn({ from, to }: Range, width: number, start: number): Range {
  return { from: Math.max(floorTo(from, width), ceilTo(start, width)), to: floorTo(to, width) }
}

function isEmpty({ from, to }: Range): boolean {
  return from >= to
}
