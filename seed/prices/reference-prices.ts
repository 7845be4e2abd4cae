import { day, type Range } from '../../src/market/time.ts'
import { assetsAhead } from '../catalogue/assets/asset-catalogue.ts'
import { assetEnd } from '../catalogue/assets/wider-assets.ts'
import { tradedSince } from '../catalogue/instruments/beginnings.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'

/** Days of prices before the store's start: two years, the range searched for a stressed period. */
const daysBefore = 731

/** The closing price is the trading path at midnight. */
export function referencePriceFeed(sink: Sink, { prices }: World) {
  const rows = sink.appender('reference_price')
  /** Null before the asset was first traded, and after the end of its code. */
  const add = (asset: string, first: number, count: number) => {
    const [since, end] = [tradedSince(asset), assetEnd(asset) ?? Number.POSITIVE_INFINITY]
    const closes = Array.from({ length: count }, (_, n) => {
      const close = first + n + 1
      return close * day > since && close * day <= end ? prices.opening(asset, close * 24) : null
    })
    rows.add(asset, first * day, JSON.stringify(closes))
  }
  const writeDays = (assets: readonly string[], { from, to }: Range) => {
    for (let d = Math.floor(from / day); (d + 1) * day <= to; d++) for (const asset of assets) add(asset, d, 1)
    rows.flush()
  }
  const ahead = assetsAhead.map(({ code }) => code)
  return {
    /** The store's first range also has the days before. */
    write(range: Range, start: number): void {
      const today = Math.floor(start / day)
      if (range.from === start) for (const code of ahead) add(code, today - daysBefore, daysBefore)
      writeDays(ahead, range)
    },
    /** The days of one asset alone, in rows of a day. */
    writeOf: (asset: string, days: Range) => writeDays([asset], days),
  }
}
