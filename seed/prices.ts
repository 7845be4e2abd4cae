import type { Asset } from './asset-list.ts'
import { type Factors, type HourPrices, hourPrices } from './asset-prices.ts'
import { keyOf } from './hash.ts'
import { LogPath, type Regime } from './log-path.ts'
import { hour as hourMs, minute as minuteMs } from './time.ts'
import { tradingMinutesPerYear } from './trading-week.ts'

/** Asset-hours kept, of half a kilobyte each. */
const cacheLimit = 60_000

/**
 * The USD price of every asset at any instant: exact at whole minutes, straight between them.
 * What is kept is only a saving; the numbers are the same in any order of asking.
 */
export class Prices {
  readonly #seed: string
  readonly #assets: Map<string, Asset>
  readonly #factors: Factors
  readonly #sources = new Map<string, HourPrices>()
  readonly #kept = new Map<string, Map<number, Float64Array>>()
  #count = 0

  constructor(seed: string, assets: readonly Asset[]) {
    this.#seed = seed
    this.#assets = new Map(assets.map(asset => [asset.code, asset]))
    this.#factors = {
      crypto: new LogPath(keyOf(seed, 'factor', 'crypto'), 0.46),
      dollar: new LogPath(keyOf(seed, 'factor', 'dollar'), 0.068, tradingMinutesPerYear),
    }
  }

  /** How volatile the crypto market is. */
  get regime(): Regime {
    return this.#factors.crypto.regime
  }

  /** At the 61 minute marks of an hour counted from 1970, both ends included. */
  hour(code: string, hour: number): Float64Array {
    const hours = this.#kept.get(code) ?? this.#open(code)
    return hours.get(hour) ?? this.#keep(code, hours, hour)
  }

  at(code: string, time: number): number {
    const hour = Math.floor(time / hourMs)
    return priceWithin(this.hour(code, hour), time - hour * hourMs)
  }

  /** Frees what is kept. */
  forget(): void {
    for (const hours of this.#kept.values()) hours.clear()
    this.#count = 0
  }

  #open(code: string): Map<number, Float64Array> {
    const hours = new Map<number, Float64Array>()
    this.#kept.set(code, hours)
    return hours
  }

  #keep(code: string, hours: Map<number, Float64Array>, hour: number): Float64Array {
    const prices = this.#source(code)(hour)
    if (++this.#count > cacheLimit) this.forget()
    hours.set(hour, prices)
    return prices
  }

  #source(code: string): HourPrices {
    const source = this.#sources.get(code)
    if (source) return source
    const asset = this.#assets.get(code)
    if (!asset) throw new Error(`no asset ${code}`)
    const made = hourPrices(this.#seed, asset, this.#factors, followed => hour => this.hour(followed, hour))
    this.#sources.set(code, made)
    return made
  }
}

/** Between an hour's minute marks, `offset` in milliseconds after its start. */
export function priceWithin(marks: Float64Array, offset: number): number {
  const at = offset / minuteMs
  const i = Math.floor(at)
  return marks[i]! + (marks[i + 1]! - marks[i]!) * (at - i)
}
