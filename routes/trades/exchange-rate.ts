import { quotient, type Units } from '../../src/market/decimal.ts'
import type { Intervals } from '../../src/operations/grid.ts'
import type { Store } from '../../src/store/store.ts'
import { type BarFold, BarFolder } from './bars.ts'
import type { Pair } from './pair.ts'
import {
  counts,
  type ExchangeFilter,
  openSince,
  type PairInstrument,
  PairInstruments,
  type Route,
} from './pair-instruments.ts'

/** One instrument's part of a rate: average price and volume of its bar. */
interface RateSource {
  exchange_code: string
  price: string
  volume: string
  count: number
}

/** The instruments of one pair; `price` is their VWAP. */
export interface PairSource {
  price: string
  data: RateSource[]
}

interface PairSum {
  volume: bigint
  notional: bigint
  data: RateSource[]
}

/** Enough decimal places for any exact volume and notional that the generator makes. */
const places = 40

/**
 * A rate in one interval: Σ quote ÷ Σ base over the instruments of the pair. Inverse instruments count with base and
 * quote swapped, so a pair and its inverse are exact reciprocals before rounding.
 */
export class Rate {
  #base: bigint
  #quote: bigint
  readonly #pairs: Map<string, PairSum>

  constructor(base = 0n, quote = 0n, pairs = new Map<string, PairSum>()) {
    this.#base = base
    this.#quote = quote
    this.#pairs = pairs
  }

  /** @param withSource whether `sources` lists the instrument, which takes longer than the sums. */
  add({ inverted, exchange, code, precision }: PairInstrument, fold: BarFold, withSource: boolean): void {
    const units = fold.units
    const volume = inPlaces(units.volume, precision.amount)
    const notional = inPlaces(units.notional, precision.price + precision.amount)
    this.#base += inverted ? notional : volume
    this.#quote += inverted ? volume : notional
    if (!withSource) return
    const pair = this.#pairs.get(code) ?? { volume: 0n, notional: 0n, data: [] }
    this.#pairs.set(code, pair)
    pair.volume += volume
    pair.notional += notional
    pair.data.push({ exchange_code: exchange, price: fold.vwap!, volume: fold.volume, count: fold.count })
  }

  /** Chains two rates: base of this, quote of `next`. */
  followedBy(next: Rate): Rate {
    return new Rate(this.#base * next.#base, this.#quote * next.#quote, new Map([...this.#pairs, ...next.#pairs]))
  }

  get price(): string {
    return quotient(this.#quote, this.#base, 0)
  }

  /** Sources by instrument pair. */
  get sources(): Record<string, PairSource> {
    const entries = [...this.#pairs].map(([code, { volume, notional, data }]): [string, PairSource] => {
      return [code, { price: quotient(notional, volume, 0), data }]
    })
    return Object.fromEntries(entries)
  }
}

const scales = Array.from({ length: places + 1 }, (_, decimals) => 10n ** BigInt(places - decimals))

function inPlaces(units: Units, decimals: number): bigint {
  const scale = scales[decimals]
  return scale === undefined ? BigInt(units) / 10n ** BigInt(decimals - places) : BigInt(units) * scale
}

/** Rates of one dataset version before a horizon, for intervals that start in [from, until). */
export interface RateRange extends Intervals {
  version: number
  horizon: number
  exchanges: ExchangeFilter
  /** Whether rates have `sources`. */
  withSources: boolean
}

type Rates = Map<number, Rate>

/** Reads the rates of a pair from bars and trades. */
export class RateReader {
  readonly #bars: BarFolder
  readonly #instruments: PairInstruments

  constructor(store: Store) {
    this.#bars = new BarFolder(store)
    this.#instruments = new PairInstruments(store)
  }

  batch(interval: number): number {
    return this.#bars.batch(interval)
  }

  /**
   * Rates by interval start; intervals without trades have none. An interval uses the best route that was open then, so
   * later listings do not change it.
   */
  read({ base, quote }: Pair, range: RateRange): Rates {
    const { interval, horizon } = range
    const rates: Rates = new Map()
    let until = range.until
    for (const route of this.#instruments.routes(base, quote, horizon)) {
      const since = openSince(route)
      if (since >= horizon) continue
      const from = Math.max(range.from, since - (since % interval))
      if (from >= until) continue
      for (const [timestamp, rate] of this.#along(route, { ...range, from, until })) rates.set(timestamp, rate)
      until = from
      if (until === range.from) break
    }
    return rates
  }

  /** Chains the steps of a route, in intervals where every step was traded. */
  #along([first, ...further]: Route, range: RateRange): Rates {
    let rates = this.#leg(first!, range)
    for (const step of further) {
      const onward = this.#leg(step, range)
      rates = new Map(
        [...rates].flatMap(([timestamp, rate]) => {
          const next = onward.get(timestamp)
          return next ? [[timestamp, rate.followedBy(next)]] : []
        }),
      )
    }
    return rates
  }

  #leg(instruments: readonly PairInstrument[], range: RateRange): Rates {
    const { interval, from, until, version, horizon, exchanges, withSources } = range
    const rates: Rates = new Map()
    for (const instrument of instruments) {
      if (!counts(instrument, exchanges)) continue
      this.#bars.read({ instrument, version, horizon, interval, from, until }, (timestamp, fold) => {
        const rate = rates.get(timestamp) ?? new Rate()
        rate.add(instrument, fold, withSources)
        rates.set(timestamp, rate)
      })
    }
    return rates
  }
}
