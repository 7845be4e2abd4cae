import { Mean } from '../../src/market/numbers/mean.ts'
import { doubleAt, priceAt } from '../../src/market/numbers/packed.ts'
import { type RangePart, rangeParts } from '../../src/market/range-parts.ts'
import { day, hour, type Period, supplyStep } from '../../src/market/time.ts'
import type { Intervals } from '../../src/operations/paging/grid.ts'
import type { Coverage } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { SuppliedAsset } from '../subjects/supplied.ts'
import { priceReader } from './asset-prices.ts'
import { type StoredSupply, type SupplyTrack, supplyTracksOf } from './supply-tracks.ts'

/** Supplies in whole tokens, market cap in USD. Null if nothing is known. */
export interface SupplyMeans {
  total: number | null
  circulating: number | null
  marketCap: number | null
}

/** One asset on one chain, with the means of its intervals. */
interface SourceMeans {
  id: number
  asset: SuppliedAsset
  /** Whole days from the first supply of any chain on, to the end of the code; values outside it do not count. */
  life: Period
  unit: number
  intervals: { total: Mean; excluded: Mean; marketCap: Mean }[]
}

/** Reads mean supplies from stored daily and hourly means, and from five-minute values at the edges. */
export class SupplyMeansReader {
  readonly #tracksOf: ReturnType<typeof supplyTracksOf>
  readonly #prices: ReturnType<typeof priceReader>
  readonly #hours: Statement<[timestamp: number, caps: Buffer]>
  readonly #days: Statement<[timestamp: number, caps: Buffer, totals: Buffer, excluded: Buffer]>
  readonly #coverage: Coverage

  constructor(store: Store) {
    this.#coverage = store.coverage
    const range = 'WHERE timestamp >= :from AND timestamp < :until ORDER BY timestamp'
    this.#tracksOf = supplyTracksOf(store)
    this.#prices = priceReader(store)
    this.#hours = store.prepare(`SELECT timestamp, market_caps FROM supply_hour ${range}`)
    this.#days = store.prepare(`SELECT timestamp, market_caps, totals, excluded FROM supply_day ${range}`)
  }

  /**
   * The means of every interval by asset; `known` bounds the values that count. @param widths of the stored means to
   * use. @returns ordered by asset, then time.
   */
  read(assets: readonly SuppliedAsset[], intervals: Intervals, known: Period, widths?: number[]): SupplyMeans[][] {
    const parts = assets.flatMap(asset => partsOf(asset, intervals))
    const ahead = parts.filter(({ asset }) => asset.place !== null)
    if (ahead.length > 0)
      for (const range of rangePartsOf(intervals, known, widths)) {
        this.#coverage.need('supply', 0, range.from, range.until)
        if (range.width === day) this.#addDays(ahead, intervals, range)
        else this.#addHoursOrSteps(ahead, intervals, range)
      }
    const byAsset = Map.groupBy(parts, ({ asset }) => asset)
    for (const [asset, own] of byAsset) if (asset.place === null) this.#addAlone(asset, own, intervals, known)
    return assets.map(asset => summed(byAsset.get(asset)!))
  }

  /** An asset that is in no stored means. */
  #addAlone(asset: SuppliedAsset, parts: readonly SourceMeans[], intervals: Intervals, known: Period): void {
    const { from, until } = common(parts[0]!.life, common(intervals, known))
    if (from >= until) return
    const prices = this.#prices.of(asset, from, until)
    const tracks = this.#tracksOf(parts, from, until)
    for (let time = from; time < until; time += supplyStep)
      parts.forEach(({ unit, intervals: all }, n) => {
        addStep(all[indexOf(time, intervals)]!, tracks[n]!.at(time)!, unit, prices(time))
      })
  }

  #addDays(parts: readonly SourceMeans[], intervals: Intervals, { from, until }: RangePart): void {
    const weight = day / supplyStep
    for (const [timestamp, caps, totals, excluded] of this.#days.all({ from, until })) {
      for (const part of parts) {
        if (!isIn(part.life, timestamp)) continue
        const means = part.intervals[indexOf(timestamp, intervals)]!
        means.marketCap.add(doubleAt(caps, part.id), weight)
        means.total.add(doubleAt(totals, part.id), weight)
        means.excluded.add(doubleAt(excluded, part.id), weight)
      }
    }
  }

  #addHoursOrSteps(parts: readonly SourceMeans[], intervals: Intervals, range: RangePart): void {
    const { width, from, until } = range
    const tracks = this.#tracksOf(parts, from, until)
    parts.forEach((part, n) => {
      if (width === hour) addSupplies(part, tracks[n]!, intervals, range)
    })
    if (width === hour) this.#addHours(parts, intervals, range)
    else this.#addSteps(parts, tracks, intervals, range)
  }

  #addHours(parts: readonly SourceMeans[], intervals: Intervals, { from, until }: RangePart): void {
    for (const [timestamp, caps] of this.#hours.all({ from, until }))
      for (const { id, life, intervals: means } of parts)
        if (isIn(life, timestamp))
          means[indexOf(timestamp, intervals)]!.marketCap.add(doubleAt(caps, id), hour / supplyStep)
  }

  #addSteps(
    parts: readonly SourceMeans[],
    tracks: readonly SupplyTrack[],
    intervals: Intervals,
    { from, until }: RangePart,
  ) {
    for (const [time, prices] of this.#prices.all(from, until))
      parts.forEach(({ asset, life, unit, intervals: all }, n) => {
        if (isIn(life, time))
          addStep(all[indexOf(time, intervals)]!, tracks[n]!.at(time)!, unit, priceAt(prices, asset.place!))
      })
  }
}

function addStep(
  means: SourceMeans['intervals'][number],
  { total, excluded }: StoredSupply,
  unit: number,
  price: number,
): void {
  means.total.add(total / unit, 1)
  means.excluded.add(excluded / unit, 1)
  means.marketCap.add(((total - excluded) / unit) * price, 1)
}

function partsOf(asset: SuppliedAsset, { interval, from, until }: Intervals): SourceMeans[] {
  const length = Math.ceil((until - from) / interval)
  const life = {
    from: Math.min(...asset.sources.map(({ since }) => since)),
    until: asset.ends ?? Number.POSITIVE_INFINITY,
  }
  return asset.sources.map(({ id }) => ({
    id,
    asset,
    life,
    unit: 10 ** asset.supplyDecimals,
    intervals: Array.from({ length }, () => ({ total: new Mean(), excluded: new Mean(), marketCap: new Mean() })),
  }))
}

function common(one: Period, other: Period): Period {
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }
}

function isIn({ from, until }: Period, time: number): boolean {
  return time >= from && time < until
}

function indexOf(time: number, { interval, from }: Intervals): number {
  return Math.floor((time - from) / interval)
}

/** The known part of each interval, cut along stored widths; adjacent parts of one width are merged. */
function rangePartsOf({ interval, from, until }: Intervals, known: Period, widths?: number[]): RangePart[] {
  const all: RangePart[] = []
  for (let start = from; start < until; start += interval)
    for (const range of rangeParts(Math.max(start, known.from), Math.min(start + interval, known.until), widths)) {
      const last = all.at(-1)
      if (last?.width === range.width && last.until === range.from) last.until = range.until
      else all.push({ ...range })
    }
  return all
}

/** Values in a range of whole hours are weighted by how long they hold. */
function addSupplies(
  { life, unit, intervals: all }: SourceMeans,
  track: SupplyTrack,
  intervals: Intervals,
  range: RangePart,
) {
  const { from, until } = common(life, range)
  for (let time = from; time < until; ) {
    const { total, excluded } = track.at(time)!
    const n = indexOf(time, intervals)
    const end = track.standsUntil(time, Math.min(until, intervals.from + (n + 1) * intervals.interval))
    all[n]!.total.add(total / unit, (end - time) / supplyStep)
    all[n]!.excluded.add(excluded / unit, (end - time) / supplyStep)
    time = end
  }
}

/** An asset's means are the sums over its chains. */
function summed(parts: readonly SourceMeans[]): SupplyMeans[] {
  return parts[0]!.intervals.map((_, n) => {
    const sums = { total: 0, circulating: 0, marketCap: 0 }
    for (const { intervals } of parts) {
      const { total, excluded, marketCap } = intervals[n]!
      sums.total += total.value
      sums.circulating += total.value - excluded.value
      sums.marketCap += marketCap.value
    }
    return { total: orNull(sums.total), circulating: orNull(sums.circulating), marketCap: orNull(sums.marketCap) }
  })
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value
}
