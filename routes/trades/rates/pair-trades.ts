import { formatDecimal, nearestDouble, quotient, type Units } from '../../../src/market/numbers/decimal.ts'
import { weightedMedian } from '../../../src/market/numbers/weighted-median.ts'
import type { Period } from '../../../src/market/time.ts'
import { BarFold } from '../../../src/market/trades/bar.ts'
import type { Store } from '../../../src/store/store.ts'
import { TradeReader } from '../../../src/store/trade-reader.ts'
import { placesOf, Rate } from './exchange-rate.ts'
import type { RateRange, RateReader } from './rate-reader.ts'
import type { Pair, PairInstrument } from './spot-graph.ts'

/** Trades of a pair, as its prices and volumes; both in doubles, which order them exactly enough. */
class PairTrades {
  readonly rate: Rate
  readonly #prices: number[] = []
  readonly #volumes: number[] = []
  readonly #units: Units[] = []
  readonly #instruments: PairInstrument[] = []

  /** @param places decimal places of the rate's sums */
  constructor(places: number) {
    this.rate = new Rate(places)
  }

  add(instrument: PairInstrument, price: Units, amount: Units): void {
    const { precision, inverted } = instrument
    const own = nearestDouble(price, precision.price)
    const volume = nearestDouble(amount, precision.amount)
    this.#prices.push(inverted ? 1 / own : own)
    this.#volumes.push(inverted ? own * volume : volume)
    this.#units.push(price)
    this.#instruments.push(instrument)
  }

  /** The price at which the cumulated volume reaches half. */
  get median(): string {
    const place = weightedMedian(this.#prices, this.#volumes)
    const { precision, inverted } = this.#instruments[place]!
    const units = this.#units[place]!
    return inverted ? quotient(10n ** BigInt(precision.price), units, 0) : formatDecimal(units, precision.price)
  }

  /** Average prices of central shares of the volume, in order of price: of 0.9, without 5 % at either end. */
  trimmedAverages(shares: readonly number[]): number[] {
    const places = Uint32Array.from(this.#prices, (_, place) => place)
    if (shares.some(share => share < 1)) places.sort((a, b) => this.#prices[a]! - this.#prices[b]!)
    const total = this.#volumes.reduce((sum, volume) => sum + volume, 0)
    return shares.map(share => (share < 1 ? this.#averageOf(places, total, share) : Number(this.rate.price)))
  }

  #averageOf(places: Uint32Array, total: number, share: number): number {
    const first = (total * (1 - share)) / 2
    const last = total - first
    let [sum, counted, cumulated] = [0, 0, 0]
    for (const place of places) {
      const before = cumulated
      cumulated += this.#volumes[place]!
      const volume = Math.min(cumulated, last) - Math.max(before, first)
      if (volume <= 0) continue
      sum += volume * this.#prices[place]!
      counted += volume
    }
    return sum / counted
  }
}

type TradesAsked = Pick<RateRange, 'version' | 'horizon' | 'exchanges'>

/** @param parts ranges of time, in order @param startOf start of the interval with a time @returns by start, if it has trades */
export type TradesOf = (
  pair: Pair,
  asked: TradesAsked,
  parts: readonly Period[],
  startOf: (time: number) => number,
) => Map<number, PairTrades>

/** Reads the trades of a pair's own instruments, inverse ones included. */
export function pairTradesOf(store: Store, rates: Pick<RateReader, 'instrumentsOf'>): TradesOf {
  const reader = new TradeReader(store)
  return (pair, { version, horizon, exchanges }, parts, startOf) => {
    const found = new Map<number, PairTrades>()
    const instruments = rates.instrumentsOf(pair, horizon, exchanges)
    const places = placesOf(instruments)
    for (const instrument of instruments) {
      if (instrument.since === null) continue
      const { id, precision } = instrument
      const fold = new BarFold(precision)
      let start = Number.NEGATIVE_INFINITY
      const end = () => {
        if (fold.count > 0) found.get(start)!.rate.add(instrument, fold, false)
        fold.clear()
      }
      const add = (time: number, price: Units, amount: Units) => {
        if (startOf(time) !== start) {
          end()
          start = startOf(time)
          if (!found.has(start)) found.set(start, new PairTrades(places))
        }
        fold.add(price, amount)
        found.get(start)!.add(instrument, price, amount)
      }
      for (const { from, until } of parts)
        if (instrument.since < until)
          reader.each({ instrument: id, version, from, until: Math.min(until, horizon) }, precision, add)
      end()
    }
    return found
  }
}
