import { packedDoubles, packedPrices } from '../../src/market/numbers/packed.ts'
import { ceilTo, day, floorTo, hour, type Range, supplyStep } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { assetEnd, replacedAt } from '../catalogue/assets/wider-assets.ts'
import { type Appender, type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { PriceColumns } from './price-columns.ts'
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
import { type SeriesColumn, SupplySeries } from './supply-series.ts'

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
export class WiderSupplyFeed {
  readonly #world: World
  readonly #changes: Appender
  readonly #prices: Appender

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#changes = sink.appender('supply_change')
    this.#prices = sink.appender('asset_price_day')
  }

  /** A day begins with the supply at its midnight. */
  write(code: string, { from, to }: Range): void {
    const asset = assetOf(code)
    const supplies = suppliesOf(this.#world, code)
    for (let midnight = from; midnight < to; midnight += day) {
      const today = { from: midnight, to: midnight + day }
      for (const { id, supply } of supplies)
        for (const time of new Set([midnight, ...supply.changes(today)])) {
          const { total, excluded } = supply.at(time)
          this.#changes.add(id, time, total, excluded)
        }
      const prices = new PriceColumns(this.#world.prices, [asset], today)
      this.#prices.add(code, midnight, packedPrices(prices.of(0)))
    }
    this.#changes.flush()
    this.#prices.flush()
  }
}

export class SupplyFeed {
  readonly #world: World
  readonly #changes: Appender
  readonly #prices: Appender
  readonly #hours: Appender
  readonly #days: Appender

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#changes = sink.appender('supply_change')
    this.#prices = sink.appender('asset_price')
    this.#hours = sink.appender('supply_hour')
    this.#days = sink.appender('supply_day')
  }

  write({ from, to }: Range, start: number): void {
    const steps = { from: ceilTo(from, supplyStep), to: ceilTo(to, supplyStep) }
    if (steps.from < steps.to)
      for (const one of this.#world.supplies) this.#addChanges(one, steps, ceilTo(start, supplyStep))
    // Day by day, to bound memory.
    for (let midnight = floorTo(from, day); midnight < to; midnight += day)
      this.#writeDay({ from: Math.max(from, midnight), to: Math.min(to, midnight + day) }, start)
    for (const table of [this.#prices, this.#changes, this.#hours, this.#days]) table.flush()
  }

  #writeDay(range: Range, start: number): void {
    const steps = { from: ceilTo(range.from, supplyStep), to: ceilTo(range.to, supplyStep) }
    const [hours, days] = [endedIn(range, hour, start), endedIn(range, day, start)]
    if (steps.from >= steps.to && isEmpty(hours)) return
    const known = { from: isEmpty(days) ? floorTo(range.from, hour) : days.from, to: ceilTo(range.to, hour) }
    const prices = new PriceColumns(this.#world.prices, supplyAssets, known)
    for (let time = steps.from; time < steps.to; time += supplyStep) this.#prices.add(time, prices.at(time))
    if (!isEmpty(hours)) this.#addMeans(prices, known, hours, days)
  }

  /** At the store's start, writes the current supplies, too. */
  #addChanges({ id, supply }: CountedSupply, steps: Range, first: number): void {
    const addChange = (time: number, { total, excluded }: SupplyState) => this.#changes.add(id, time, total, excluded)
    if (steps.from === first) addChange(first, supply.at(first))
    for (const time of supply.changes(steps)) {
      const [before, now] = [supply.at(time - supplyStep), supply.at(time)]
      if (time !== first && (now.total !== before.total || now.excluded !== before.excluded)) addChange(time, now)
    }
  }

  #addMeans(prices: PriceColumns, known: Range, hours: Range, days: Range): void {
    const all = this.#world.supplies.map(one => new SupplySeries(one, prices.of(one.place), known))
    const packed = (column: SeriesColumn, time: number, width: number) =>
      packedDoubles(all.map(series => series.mean(column, time, width)))
    for (let time = hours.from; time < hours.to; time += hour) this.#hours.add(time, packed('marketCap', time, hour))
    for (let time = days.from; time < days.to; time += day)
      this.#days.add(time, packed('total', time, day), packed('excluded', time, day), packed('marketCap', time, day))
  }
}

/** Intervals that also begin in the store. */
function endedIn({ from, to }: Range, width: number, start: number): Range {
  return { from: Math.max(floorTo(from, width), ceilTo(start, width)), to: floorTo(to, width) }
}

function isEmpty({ from, to }: Range): boolean {
  return from >= to
}
