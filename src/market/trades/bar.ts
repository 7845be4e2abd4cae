import { ExactSum, formatDecimal, isExact, nearestDouble, quotient, type Units } from '../numbers/decimal.ts'
import type { TradeColumns } from './trade-columns.ts'

/** Decimal places of an instrument's prices and amounts. */
export interface Precision {
  price: number
  amount: number
}

/** A bar in units of its instrument's precision: volume is Σ amount, notional Σ price × amount, both exact. */
export interface BarUnits {
  open: Units
  high: Units
  low: Units
  close: Units
  volume: Units
  notional: Units
  count: number
}

/** Folds trades in listing order (time, then id). Stored bars and intervals of responses both come from here. */
export class BarFold {
  count = 0
  #open: Units = 0
  #high: Units = 0
  #low: Units = 0
  #close: Units = 0
  readonly #volume = new ExactSum()
  readonly #notional = new ExactSum()
  readonly #precision: Precision

  constructor(precision: Precision) {
    this.#precision = precision
  }

  add(price: Units, amount: Units): void {
    if (this.count++ === 0) this.#open = this.#high = this.#low = price
    // Numbers and bigints compare exactly, also with each other.
    else if (price > this.#high) this.#high = price
    else if (price < this.#low) this.#low = price
    this.#close = price
    this.#volume.add(amount)
    this.#notional.addProduct(price, amount)
  }

  /** The trades from one place to before another. @param wanted versions as bits */
  addTrades({ prices, amounts, versions, length }: TradeColumns, wanted: number, from = 0, end = length): void {
    let [count, open, high, low, close, volume, notional] = [0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0]
    for (let i = from; i < end; i++) {
      if ((versions[i]! & wanted) === 0) continue
      close = prices[i]!
      if (count++ === 0) open = close
      if (close > high) high = close
      if (close < low) low = close
      if (isExact(volume + amounts[i]!)) volume += amounts[i]!
      else {
        this.#volume.add(volume)
        this.#volume.add(amounts[i]!)
        volume = 0
      }
      const product = close * amounts[i]!
      if (isExact(notional + product)) notional += product
      else {
        this.#notional.add(notional)
        this.#notional.addProduct(close, amounts[i]!)
        notional = 0
      }
    }
    if (count > 0) this.merge({ open, high, low, close, volume, notional, count })
  }

  merge({ open, high, low, close, volume, notional, count }: BarUnits): void {
    this.#follow(open, high, low, close, count)
    this.#volume.add(volume)
    this.#notional.add(notional)
  }

  mergeFold(later: BarFold): void {
    if (later.count === 0) return
    this.#follow(later.#open, later.#high, later.#low, later.#close, later.count)
    this.#volume.merge(later.#volume)
    this.#notional.merge(later.#notional)
  }

  get units(): BarUnits {
    const { total: volume } = this.#volume
    const { total: notional } = this.#notional
    return {
      open: this.#open,
      high: this.#high,
      low: this.#low,
      close: this.#close,
      volume,
      notional,
      count: this.count,
    }
  }

  get open(): string {
    return formatDecimal(this.#open, this.#precision.price)
  }

  get high(): string {
    return formatDecimal(this.#high, this.#precision.price)
  }

  get low(): string {
    return formatDecimal(this.#low, this.#precision.price)
  }

  get close(): string {
    return formatDecimal(this.#close, this.#precision.price)
  }

  get volume(): string {
    return formatDecimal(this.#volume.total, this.#precision.amount)
  }

  get notional(): string {
    return formatDecimal(this.#notional.total, this.#precision.price + this.#precision.amount)
  }

  nearest(part: 'volume' | 'notional'): number {
    const { price, amount } = this.#precision
    return part === 'volume'
      ? nearestDouble(this.#volume.total, amount)
      : nearestDouble(this.#notional.total, price + amount)
  }

  /** VWAP, Σ price × amount ÷ Σ amount; null without volume. */
  get vwap(): string | null {
    const volume = this.#volume.total
    if (volume === 0 || volume === 0n) return null
    return this.#within(quotient(this.#notional.total, volume, this.#precision.price))
  }

  /** With more digits than a double holds, the nearest double may lie outside low and high. */
  #within(average: string): string {
    const { price } = this.#precision
    const value = Number(average)
    if (value <= nearestDouble(this.#low, price)) return this.low
    return value >= nearestDouble(this.#high, price) ? this.high : average
  }

  clear(): void {
    this.count = 0
    this.#volume.clear()
    this.#notional.clear()
  }

  #follow(open: Units, high: Units, low: Units, close: Units, count: number): void {
    if (this.count === 0) this.#open = open
    if (this.count === 0 || high > this.#high) this.#high = high
    if (this.count === 0 || low < this.#low) this.#low = low
    this.#close = close
    this.count += count
  }
}
