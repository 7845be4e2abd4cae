import { ExactSum, formatDecimal, nearestDouble, parseDecimal, quotient, type Units } from './decimal.ts'

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
  #highest: Units = 0
  #lowest: Units = 0
  readonly #volume = new ExactSum()
  readonly #notional = new ExactSum()
  readonly #precision: Precision

  constructor(precision: Precision) {
    this.#precision = precision
  }

  /** One trade; the units are those of the instrument's precision. */
  add(price: string, priceUnits: Units, amountUnits: Units): void {
    // Numbers and bigints compare by their exact values, also with each other.
    if (this.count === 0) this.#start(price, priceUnits)
    else if (priceUnits > this.#highest) this.#raise(price, priceUnits)
    else if (priceUnits < this.#lowest) this.#lower(price, priceUnits)
    this.close = price
    this.count++
    this.#volume.add(amountUnits)
    this.#notional.addProduct(priceUnits, amountUnits)
  }

  /** A bar that follows what is folded so far. */
  merge(bar: Bar): void {
    const { price, amount } = this.#precision
    const high = parseDecimal(bar.high, price)
    const low = parseDecimal(bar.low, price)
    if (this.count === 0) this.#start(bar.open, parseDecimal(bar.open, price))
    if (high > this.#highest) this.#raise(bar.high, high)
    if (low < this.#lowest) this.#lower(bar.low, low)
    this.close = bar.close
    this.count += bar.count
    this.#volume.add(parseDecimal(bar.volume, amount))
    this.#notional.add(parseDecimal(bar.notional, price + amount))
  }

  /** The same, of bars that are folded from trades of the same precision. */
  mergeFold(later: BarFold): void {
    if (later.count === 0) return
    if (this.count === 0) this.open = later.open
    if (this.count === 0 || later.#highest > this.#highest) this.#raise(later.high, later.#highest)
    if (this.count === 0 || later.#lowest < this.#lowest) this.#lower(later.low, later.#lowest)
    this.close = later.close
    this.count += later.count
    this.#volume.merge(later.#volume)
    this.#notional.merge(later.#notional)
  }

  get volume(): string {
    return formatDecimal(this.#volume.total, this.#precision.amount)
  }

  get notional(): string {
    return formatDecimal(this.#notional.total, this.#precision.price + this.#precision.amount)
  }

  /** What one of the two is, as the nearest double. */
  nearest(part: 'volume' | 'notional'): number {
    const { price, amount } = this.#precision
    return part === 'volume'
      ? nearestDouble(this.#volume.total, amount)
      : nearestDouble(this.#notional.total, price + amount)
  }

  /** Volume-weighted average price, Σ price × amount ÷ Σ amount; null where nothing changed hands. */
  get vwap(): string | null {
    const volume = BigInt(this.#volume.total)
    if (volume === 0n) return null
    return this.#within(quotient(BigInt(this.#notional.total), volume, this.#precision.price))
  }

  /** Where prices have more digits than a double, the nearest double to their average may lie beyond them. */
  #within(average: string): string {
    const value = Number(average)
    if (value <= Number(this.low)) return this.low
    return value >= Number(this.high) ? this.high : average
  }

  clear(): void {
    this.count = 0
    this.#volume.clear()
    this.#notional.clear()
  }

  #start(price: string, value: Units): void {
    this.open = price
    this.#raise(price, value)
    this.#lower(price, value)
  }

  #raise(price: string, value: Units): void {
    this.high = price
    this.#highest = value
  }

  #lower(price: string, value: Units): void {
    this.low = price
    this.#lowest = value
  }
}
