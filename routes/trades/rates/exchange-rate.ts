import {
  formatDecimal,
  plainNumber,
  product,
  quotient,
  ratio,
  sum,
  type Units,
} from '../../../src/market/numbers/decimal.ts'
import type { RatePair } from '../../readers/fx-averages.ts'
import type { FxPair } from '../../subjects/fx-pair.ts'
import type { BarFold } from '../bars.ts'
import type { PairInstrument } from './spot-graph.ts'

/** One instrument's part of a rate: average price and volume of its bar. */
interface RateSource {
  exchange_code: string
  price: string
  volume: string
  count: number
}

/** The instruments of one pair; `price` is their VWAP. */
interface PairSource {
  price: string
  data: RateSource[]
}

interface PairSum {
  volume: Units
  notional: Units
  data: RateSource[]
  /** The same in the direction of the rate. */
  directed: RateSource[]
}

/** By the start of their intervals; intervals without trades have none. */
export type Rates = ReadonlyMap<number, Rate>

/** Shared by rates without sources: a map of their own would take longer than their sums. */
const noPairs: ReadonlyMap<string, PairSum> = new Map()

/** Enough decimal places for any exact volume and notional that the generator makes. */
const mostPlaces = 40

/** Decimal places of sums over some instruments: with 10, a minute of btc-usd is in numbers of 64 bits; with 40, of 150. */
export function placesOf(instruments: readonly PairInstrument[]): number {
  return Math.min(mostPlaces, Math.max(0, ...instruments.map(({ precision }) => precision.price + precision.amount)))
}

/**
 * A rate in one interval: Σ quote ÷ Σ base over the instruments of the pair. Inverse instruments count with base and
 * quote swapped, so a pair and its inverse are exact reciprocals before rounding.
 */
export class Rate {
  #base: Units
  #quote: Units
  #pairs: ReadonlyMap<string, PairSum>
  readonly #places: number
  /** Trades of the instruments added. */
  count = 0

  /** @param places decimal places of the sums */
  constructor(places: number, base: Units = 0, quote: Units = 0, pairs = noPairs) {
    this.#places = places
    this.#base = base
    this.#quote = quote
    this.#pairs = pairs
  }

  /** @param withSource whether `sources` lists the instrument, which takes longer than the sums. */
  add({ inverted, exchange, code, precision }: PairInstrument, fold: BarFold, withSource: boolean): void {
    const units = fold.units
    const places = this.#places
    const volume = inPlaces(units.volume, precision.amount, places)
    const notional = inPlaces(units.notional, precision.price + precision.amount, places)
    this.count += fold.count
    this.#base = sum(this.#base, inverted ? notional : volume)
    this.#quote = sum(this.#quote, inverted ? volume : notional)
    if (!withSource) return
    const pair = this.#pairs.get(code) ?? { volume: 0, notional: 0, data: [], directed: [] }
    if (!this.#pairs.has(code)) this.#pairs = new Map([...this.#pairs, [code, pair]])
    pair.volume = sum(pair.volume, volume)
    pair.notional = sum(pair.notional, notional)
    const source = { exchange_code: exchange, price: fold.vwap!, volume: fold.volume, count: fold.count }
    pair.data.push(source)
    const turned = () => ({ ...source, price: quotient(volume, notional, 0), volume: formatDecimal(notional, places) })
    pair.directed.push(inverted ? turned() : source)
  }

  /** The quotient of two mean dollar rates; its source has no exchanges. */
  static ofFx(code: string, { base, quote }: FxPair, sums: RatePair): Rate {
    const volume = BigInt(sums.quote) * BigInt(base.scale)
    const notional = BigInt(sums.base) * BigInt(quote.scale)
    return new Rate(0, volume, notional, new Map([[code, { volume, notional, data: [], directed: [] }]]))
  }

  /** Chains two rates: base of this, quote of `next`. */
  followedBy(next: Rate): Rate {
    const pairs = new Map([...this.#pairs, ...next.#pairs])
    return new Rate(
      this.#places + next.#places,
      product(this.#base, next.#base),
      product(this.#quote, next.#quote),
      pairs,
    )
  }

  get price(): string {
    return plainNumber(this.value)
  }

  /** The price as a number. */
  get value(): number {
    return ratio(this.#quote, this.#base, 0)
  }

  /** In the base. */
  get volume(): string {
    return formatDecimal(this.#base, this.#places)
  }

  /** Sources of one direct pair, those of inverse instruments turned: their volumes add up to the rate's. */
  get directSources(): RateSource[] {
    return [...this.#pairs.values()].flatMap(({ directed }) => directed)
  }

  /** Sources by instrument pair. */
  get sources(): Record<string, PairSource> {
    const entries = [...this.#pairs].map(([code, { volume, notional, data }]): [string, PairSource] => {
      return [code, { price: quotient(notional, volume, 0), data }]
    })
    return Object.fromEntries(entries)
  }
}

/** As numbers where these are exact. */
const scales = Array.from({ length: mostPlaces + 1 }, (_, power): Units => {
  const scale = 10n ** BigInt(power)
  return power < 16 ? Number(scale) : scale
})

function inPlaces(units: Units, decimals: number, places: number): Units {
  const scale = scales[places - decimals]
  return scale === undefined ? BigInt(units) / 10n ** BigInt(decimals - places) : product(units, scale)
}
