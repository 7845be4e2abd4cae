import { longer } from '../../../src/market/numbers/longer.ts'

const tags = 1 << 28

/** Orders of an hour: when each arrives, in milliseconds after the start of the hour, and a tag of 28 bits for its draws. */
export class OrderList {
  /** Both in one number, so that orders sort by time, whatever the order of their making. */
  #orders = new Float64Array(64)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(offset: number, tag: number): void {
    if (this.#length === this.#orders.length) this.#orders = longer(this.#orders)
    this.#orders[this.#length++] = offset * tags + tag
  }

  clear(): void {
    this.#length = 0
  }

  offset(n: number): number {
    return Math.floor(this.#orders[n]! / tags)
  }

  tag(n: number): number {
    return this.#orders[n]! - this.offset(n) * tags
  }

  sort(): void {
    this.#orders.subarray(0, this.#length).sort()
  }
}
