import { formatDecimal, quotient, type Units } from '../../../src/market/numbers/decimal.ts'
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
  volume: bigint
  notional: bigint
  data: RateSource[]
  /** The same in the direction of the rate. */
  directed: RateSource[]
}

/** By the start of their intervals; intervals without trades have none. */
export type Rates = ReadonlyMap<number, Rate>

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
  /** Trades of the instruments added. */
  count = 0

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
    this.count += fold.count
    this.#base += inverted ? notional : volume
    this.#quote += inverted ? volume : notional
    if (!withSource) return
    const pair = this.#pairs.get(code) ?? { volume: 0n, notional: 0n, data: [], directed: [] }
    this.#pairs.set(code, pair)
    pair.volume += volume
    pair.notional += notional
    const source = { exchange_code: exchange, price: fold.vwap!, volume: fold.volume, count: fold.count }
    pair.data.push(source)
    const turned = () => ({ ...source, price: quotient(volume, notional, 0), volume: formatDecimal(notional, places) })
    pair.directed.push(inverted ? turned() : source)
  }

  /** The quotient of two mean dollar rates; its source has no exchanges. */
  static ofFx(code: string, { base, quote }: FxPair, sums: RatePair): Rate {
    const volume = BigInt(sums.quote) * BigInt(base.scale)
    const notional = BigInt(sums.base) * BigInt(quote.scale)
    return new Rate(volume, notional, new Map([[code, { volume, notional, data: [], directed: [] }]]))
  }

  /** Chains two rates: base of this, quote of `next`. */
  followedBy(next: Rate): Rate {
    return new Rate(this.#base * next.#base, this.#quote * next.#quote, new Map([...this.#pairs, ...next.#pairs]))
  }

  get price(): string {
    return quotient(this.#quote, this.#base, 0)
  }

  /** In the base. */
  get volume(): string {
    return formatDecimal(this.#base, places)
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

const scales = Array.from({ length: places + 1 }, (_, decimals) => 10n ** BigInt(places - decimals))

function inPlaces(units: Units, decimals: number): bigint {
  const scale = scales[decimals]
  return scale === undefined ? BigInt(units) / 10n ** BigInt(decimals - places) : BigInt(units) * scale
}
