import { hour as hourMs, minute as minuteMs } from '../../src/market/time.ts'
import type { Asset } from '../catalogue/asset-list.ts'
import { keyOf } from '../hash.ts'
import { type Factors, type HourPrices, type Path, pricePath } from './asset-prices.ts'
import { LogPath } from './log-path.ts'
import { Regime } from './regime.ts'
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
  readonly #paths = new Map<string, Path>()
  #count = 0

  constructor(seed: string, assets: readonly Asset[]) {
    this.#seed = seed
    this.#assets = new Map(assets.map(asset => [asset.code, asset]))
    const market = keyOf(seed, 'factor', 'crypto')
    this.regime = new Regime(market, 8192)
    this.#factors = {
      crypto: this.#shared(new LogPath(market, 0.46)),
      dollar: this.#shared(new LogPath(keyOf(seed, 'factor', 'dollar'), 0.068, tradingMinutesPerYear)),
    }
  }

  /** At the 61 minute marks of an hour counted from 1970, both ends included. */
  hour(code: string, hour: number): Float64Array {
    return this.#path(code).hour(hour)
  }

  at(code: string, time: number): number {
    const hour = Math.floor(time / hourMs)
    return priceWithin(this.hour(code, hour), time - hour * hourMs)
  }

  /** The same as `hour` for one asset, for those who ask often. */
  source(code: string): HourPrices {
    return this.#path(code).hour
  }

  /** At the twelve five-minute marks of an hour, its end left out, for those who need no more: nothing is kept. */
  fives(code: string, hour: number): Float64Array {
    return this.#path(code).fives(hour)
  }

  /** At an hour's first mark, for those who need one price a day: nothing is kept. */
  opening(code: string, hour: number): number {
    return this.#path(code).opening(hour)
  }

  #path(code: string): Path {
    const path = this.#paths.get(code)
    if (path) return path
    const asset = this.#assets.get(code)
    if (!asset) throw new Error(`no asset ${code}`)
    const made = this.#remember(pricePath(this.#seed, asset, this.#factors, followed => this.#path(followed)))
    this.#paths.set(code, made)
    return made
  }

  /** Frees what is kept. */
  forget(): void {
    for (const hours of this.#kept) hours.clear()
    this.#count = 0
  }

  /** What many assets follow is asked for the same days by each of them. */
  #shared(path: Path): Path {
    const openings = new Map<number, number>()
    const keep = (hour: number, price: number) => {
      openings.set(hour, price)
      return price
    }
    return {
      ...this.#remember(path),
      opening: hour => openings.get(hour) ?? keep(hour, path.opening(hour)),
    }
  }

  #remember(path: Path): Path {
    const hours = new Map<number, Float64Array>()
    this.#kept.push(hours)
    return {
      hour: hour => hours.get(hour) ?? this.#keep(hours, hour, path.hour(hour)),
      // What others follow is asked for the same hour by each of them.
      fives: lastHour(hour => path.fives(hour)),
      opening: hour => path.opening(hour),
    }
  }

  #keep(hours: Map<number, Float64Array>, hour: number, prices: Float64Array): Float64Array {
    if (++this.#count > cacheLimit) this.forget()
    hours.set(hour, prices)
    return prices
  }
}

/** Remembers the hour that was asked for last. */
function lastHour(of: HourPrices): HourPrices {
  let last = Number.NaN
  let prices: Float64Array = new Float64Array()
  return hour => {
    if (hour !== last) prices = of(hour)
    last = hour
    return prices
  }
}

/** Between an hour's minute marks, `offset` in milliseconds after its start. */
export function priceWithin(marks: Float64Array, offset: number): number {
  const at = offset / minuteMs
  const i = Math.floor(at)
  return marks[i]! + (marks[i + 1]! - marks[i]!) * (at - i)
}
