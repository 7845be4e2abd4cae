import { parseDecimal, type Units } from '../numbers/decimal.ts'
import { firstWhere } from '../numbers/first-where.ts'
import { longer } from '../numbers/longer.ts'
import type { TradeForm } from './trade-form.ts'

export const inBoth = 3
export const inFirst = 1
export const inSecond = 2

export const takerSides = [false, true, 'unknown', null] as const

/** Code of `taker_side_sell`: 0 false, 1 true, 2 unknown, 3 null. */
export type SideCode = 0 | 1 | 2 | 3

/** Initial length of columns. The feed of a live server keeps three tapes per instrument: with 512, 30 MB. */
const room = 16

/** Trades in listing order, as columns: millions of objects would cost more. `TradeForm` formats the numeric ids. */
export class TradeColumns {
  times = new Float64Array(room)
  ids = new Float64Array(room)
  versions = new Uint8Array(room)
  prices = new Float64Array(room)
  amounts = new Float64Array(room)
  sides = new Uint8Array(room)
  length = 0

  add(time: number, id: number, versions: number, price: number, amount: number, side: number): void {
    const i = this.length++
    if (i === this.times.length) this.#grow()
    this.times[i] = time
    this.ids[i] = id
    this.versions[i] = versions
    this.prices[i] = price
    this.amounts[i] = amount
    this.sides[i] = side
  }

  clear(): void {
    this.length = 0
  }

  reserve(count: number): void {
    while (this.times.length < count) this.#grow()
  }

  /** `length` if there is none. */
  firstFrom(time: number): number {
    return firstFrom(this.times, this.length, time)
  }

  #grow(): void {
    this.times = longer(this.times)
    this.ids = longer(this.ids)
    this.versions = longer(this.versions)
    this.prices = longer(this.prices)
    this.amounts = longer(this.amounts)
    this.sides = longer(this.sides)
  }
}

/** Place of the first of some times in order that is not before another; `length` if there is none. */
export function firstFrom(times: Float64Array, length: number, time: number): number {
  return firstWhere(0, length, n => times[n]! >= time)
}

export class StoredTrades extends TradeColumns {
  form: TradeForm | null = null
  texts: readonly TradeTexts[] | null = null
  /** Length of a block that ends with these trades. */
  bytes = 0

  units(i: number, { price, amount }: { price: number; amount: number }): [Units, Units] {
    if (this.texts === null) return [this.prices[i]!, this.amounts[i]!]
    return [parseDecimal(this.texts[i]!.price, price), parseDecimal(this.texts[i]!.amount, amount)]
  }
}

export interface TradeTexts {
  id: string
  price: string
  amount: string
}
