import { ExactSum, formatDecimal, parseDecimal, quotient, type Units } from './decimal.ts'

/** How many decimal places an instrument's prices and amounts have at most. */
export interface Precision {
  price: number
  amount: number
}

/** One bar as the store keeps it; every value but `count` is a plain decimal. */
export interface Bar {
  open: string
  high: string
  low: string
  close: string
  volume: string
  notional: string
  count: number
}

/**
 * The fold of trades into one bar, exact to the last digit. Feed it in listing order: by time, then by trade id.
 * The one definition of a bar: the stored hours and days and every interval of an answer come from here.
 */
export class BarFold {
  open = ''
  high = ''
  low = ''
  close = ''
  count = 0
  #highest = 0
  #lowest = 0
  readonly #volume = new ExactSum()
  readonly #notional = new ExactSum()
  readonly #precision: Precision

  constructor(precision: Precision) {
    this.#precision = precision
  }

  /** One trade; the units are those of the instrument's precision. */
  add(price: string, priceUnits: Units, amountUnits: Units): void {
    const value = Number(priceUnits)
    if (this.count === 0) this.#start(price, value)
    else if (value > this.#highest) this.#raise(price, value)
    else if (value < this.#lowest) this.#lower(price, value)
    this.close = price
    this.count++
    this.#volume.add(amountUnits)
    this.#notional.addProduct(priceUnits, amountUnits)
  }

  /** A bar that follows what is folded so far. */
  merge(bar: Bar): void {
    const { price, amount } = this.#precision
    const high = Number(parseDecimal(bar.high, price))
    const low = Number(parseDecimal(bar.low, price))
    if (this.count === 0) this.#start(bar.open, Number(parseDecimal(bar.open, price)))
    if (high > this.#highest) this.#raise(bar.high, high)
    if (low < this.#lowest) this.#lower(bar.low, low)
    this.close = bar.close
    this.count += bar.count
    this.#volume.add(parseDecimal(bar.volume, amount))
    this.#notional.add(parseDecimal(bar.notional, price + amount))
  }

  get volume(): string {
    return formatDecimal(this.#volume.total, this.#precision.amount)
  }

  get notional(): string {
    return formatDecimal(this.#notional.total, this.#precision.price + this.#precision.amount)
  }

  /** Volume-weighted average price, Σ price × amount ÷ Σ amount; null where nothing changed hands. */
  get vwap(): string | null {
    const volume = this.#volume.total
    return volume === 0n ? null : quotient(this.#notional.total, volume, this.#precision.price)
  }

  clear(): void {
    this.count = 0
    this.#volume.clear()
    this.#notional.clear()
  }

  #start(price: string, value: number): void {
    this.open = price
    this.#raise(price, value)
    this.#lower(price, value)
  }

  #raise(price: string, value: number): void {
    this.high = price
    this.#highest = value
  }

  #lower(price: string, value: number): void {
    this.low = price
    this.#lowest = value
  }
}
