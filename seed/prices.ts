import type { Asset } from './asset-list.ts'
import { type Factors, type HourPrices, hourPrices } from './asset-prices.ts'
import { keyOf } from './hash.ts'
import { LogPath, Regime } from './log-path.ts'
import { hour as hourMs, minute as minuteMs } from './time.ts'
import { tradingMinutesPerYear } from './trading-week.ts'

/** Asset-hours kept, of half a kilobyte each. */
const cacheLimit = 60_000

/**
 * The USD price of every asset at any instant: exact at whole minutes, straight between them.
 * What is kept is only a saving; the numbers are the same in any order of asking.
 */
export class Prices {
  /** How volatile the crypto market is. Every instrument asks for the same hours: half a year is remembered. */
  readonly regime: Regime
  readonly #seed: string
  readonly #assets: Map<string, Asset>
  readonly #factors: Factors
  readonly #kept: Map<number, Float64Array>[] = []
  readonly #sources = new Map<string, HourPrices>()
  #count = 0

  constructor(seed: string, assets: readonly Asset[]) {
    this.#seed = seed
    this.#assets = new Map(assets.map(asset => [asset.code, asset]))
    const market = keyOf(seed, 'factor', 'crypto')
    this.regime = new Regime(market, 8192)
    this.#factors = {
      crypto: this.#remember(new LogPath(market, 0.46)),
      dollar: this.#remember(new LogPath(keyOf(seed, 'factor', 'dollar'), 0.068, tradingMinutesPerYear)),
    }
  }

  /** At the 61 minute marks of an hour counted from 1970, both ends included. */
  hour(code: string, hour: number): Float64Array {
    return this.source(code)(hour)
  }

  at(code: string, time: number): number {
    const hour = Math.floor(time / hourMs)
    return priceWithin(this.hour(code, hour), time - hour * hourMs)
  }

  /** The same as `hour` for one asset, for those who ask often. */
  source(code: string): HourPrices {
    const source = this.#sources.get(code)
    if (source) return source
    const asset = this.#assets.get(code)
    if (!asset) throw new Error(`no asset ${code}`)
    const made = this.#remember({
      hour: hourPrices(this.#seed, asset, this.#factors, followed => this.source(followed)),
    })
    this.#sources.set(code, made)
    return made
  }

  /** Frees what is kept. */
  forget(): void {
    for (const hours of this.#kept) hours.clear()
    this.#count = 0
  }

  #remember(path: { hour: HourPrices }): HourPrices {
    const hours = new Map<number, Float64Array>()
    this.#kept.push(hours)
    return hour => hours.get(hour) ?? this.#keep(hours, hour, path.hour(hour))
  }

  #keep(hours: Map<number, Float64Array>, hour: number, prices: Float64Array): Float64Array {
    if (++this.#count > cacheLimit) this.forget()
    hours.set(hour, prices)
    return prices
  }
}

/** Between an hour's minute marks, `offset` in milliseconds after its start. */
export function priceWithin(marks: Float64Array, offset: number): number {
  const at = offset / minuteMs
  const i = Math.floor(at)
  return marks[i]! + (marks[i + 1]! - marks[i]!) * (at - i)
}
