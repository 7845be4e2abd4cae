import { Carry, type CarryTerms, carryKeyOf } from '../../src/market/carry.ts'
import { latestKept, remembered } from '../../src/market/made-once.ts'
import { hour as hourMs, minute as minuteMs } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { keyOf } from '../hashed-draws.ts'
import { Calendar } from '../scenarios/calendar.ts'
import { depegged, type Factors, marketOf, pricePath, volatilityOf } from './asset-prices.ts'
import { type Detail, detailOf, factorVolatility } from './detail.ts'
import { detailed, InstantPrice } from './instant-price.ts'
import { LogPath } from './log-path.ts'
import { type HourPrices, KeptHours, type Path } from './marks.ts'
import { Regime } from './regime.ts'
import { sectors, sectorVolatility } from './sectors.ts'
import { tradingMinutesPerYear } from './trading-week.ts'

/** All instruments request the same hours, so above half a year is cached: a power of two. */
const rememberedHours = 8192
/** Cached asset-hours, half a kilobyte each. */
const cacheLimit = 30_000
/** Cached asset-hours with detail below a minute, two kilobytes each: the base and two quotes of four months. */
const detailedLimit = 9_000

/** USD prices of all assets at any time: exact at whole minutes, linear in between. Caching does not affect values. */
export class Prices {
  readonly regime: Regime
  readonly #seed: string
  readonly #assets: Map<string, Asset>
  readonly #factors: Factors
  readonly #calendar: Calendar
  readonly #kept = new KeptHours(cacheLimit)
  readonly #keptDetailed = new KeptHours(detailedLimit)
  readonly #path = remembered((code: string): Path => {
    const asset = this.#asset(code)
    const usual = pricePath(this.#seed, asset, this.#factors, followed => this.#path(followed))
    return asset.price.law === 'constant' ? usual : this.#remember(depegged(usual, code, this.#calendar))
  })
  readonly #detailed = remembered((code: string): HourPrices => {
    const [source, detail] = [this.source(code), this.#detail(code)!]
    return this.#keptDetailed.remembering(hour => detailed(source(hour), hour, detail))
  })
  /** Of contracts on an asset, the same on all exchanges. */
  readonly carry = remembered((code: string) => new Carry(carryTerms(this.#seed, code), rememberedHours))

  constructor(seed: string, assets: readonly Asset[], calendar = new Calendar(seed, 0)) {
    this.#seed = seed
    this.#calendar = calendar
    this.#assets = new Map(assets.map(asset => [asset.code, asset]))
    const market = keyOf(seed, 'factor', 'crypto')
    const climates = climatesOf(seed)
    const climate = { ...climates.crypto, follows: 1 }
    this.regime = new Regime(market, climate, rememberedHours)
    const shared = (path: Path) => this.#shared(path)
    const currencies = keyOf(seed, 'factor', 'dollar')
    const dollar = new LogPath(currencies, factorVolatility.dollar, climates.dollar, tradingMinutesPerYear)
    const crypto = new LogPath(market, factorVolatility.crypto, climate)
    this.#factors = {
      climates,
      crypto: marketOf(this.#asset('btc'), shared(crypto), shared),
      dollar: marketOf(this.#asset('eur'), shared(dollar), shared),
      sectors: new Map(
        sectors.map(name => [
          name,
          shared(new LogPath(keyOf(seed, 'factor', name), sectorVolatility, climates.crypto)),
        ]),
      ),
    }
  }

  hour(code: string, hour: number): Float64Array {
    return this.#path(code).hour(hour)
  }

  at(code: string, time: number): number {
    const hour = Math.floor(time / hourMs)
    return priceWithin(this.hour(code, hour), time - hour * hourMs)
  }

  /** Like `hour`, for one asset that is requested often. */
  source(code: string): HourPrices {
    return this.#path(code).hour
  }

  /** With detail below a minute. @param isSparse whether few minutes of an hour are asked for */
  instant(code: string, isSparse: boolean): InstantPrice {
    const detail = this.#detail(code)
    const source = this.source(code)
    if (detail === null || isSparse) return new InstantPrice(source, detail, isSparse)
    return new InstantPrice(this.#detailed(code), detail, false)
  }

  /** Prices at the five-minute marks, without the end of the hour; uncached. */
  fives(code: string, hour: number): Float64Array {
    return this.#path(code).fives(hour)
  }

  /** Price at the first mark; uncached. */
  opening(code: string, hour: number): number {
    return this.#path(code).opening(hour)
  }

  #detail(code: string): Detail | null {
    return detailOf(this.#seed, this.#asset(code), followed => this.#detail(followed))
  }

  #asset(code: string): Asset {
    const asset = this.#assets.get(code)
    if (!asset) throw new Error(`no asset ${code}`)
    return asset
  }

  forget(): void {
    this.#kept.forget()
  }

  #shared(path: Path): Path {
    return { ...this.#remember(path), opening: remembered((hour: number) => path.opening(hour)) }
  }

  #remember(path: Path): Path {
    return {
      hour: this.#kept.remembering(hour => path.hour(hour)),
      // Followers request the same hour of a shared path.
      fives: latestKept(1, hour => path.fives(hour)),
      opening: hour => path.opening(hour),
    }
  }
}

export function carryTerms(seed: string, base: string): CarryTerms {
  const key = carryKeyOf(keyOf(seed, 'carry'), keyOf(seed, 'carry', base))
  return { key, climate: climatesOf(seed).crypto.key, volatility: usualVolatility(base) / usualVolatility('btc') }
}

/** Usual annual volatility of a coin; of other assets that of bitcoin. */
function usualVolatility(code: string): number {
  const { price } = assetOf(code)
  return price.law === 'crypto' ? volatilityOf(price) : usualVolatility('btc')
}

function climatesOf(seed: string): Factors['climates'] {
  const key = (name: string) => keyOf(seed, 'climate', name)
  return {
    // Crashes move the market more than a coin beside it.
    crypto: { key: key('crypto'), restsAtWeekends: true, follows: 0.4 },
    // Currencies do not trade at weekends.
    dollar: { key: key('dollar'), restsAtWeekends: false, follows: 0 },
  }
}

/** @param offset after the first mark */
function priceWithin(marks: Float64Array, offset: number): number {
  const at = offset / minuteMs
  const i = Math.floor(at)
  return marks[i]! + (marks[i + 1]! - marks[i]!) * (at - i)
}
