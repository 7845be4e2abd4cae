/** In which dataset versions a trade stands, as bits. */
export const inBoth = 3
export const inFirst = 1
export const inSecond = 2

/** What a trade reports as `taker_side_sell`. */
export type Side = 0 | 1 | 'unknown' | null

/**
 * Trades of one instrument in listing order, as columns: a bulk build makes millions, and objects would cost more than
 * the trades. Prices and amounts are in the instrument's units.
 */
export class Tape {
  readonly times: number[] = []
  readonly ids: string[] = []
  readonly versions: number[] = []
  readonly prices: number[] = []
  readonly amounts: number[] = []
  readonly sides: Side[] = []
  length = 0
  /** Whether the versions differ. */
  revised = false

  clear(): void {
    this.length = 0
    this.revised = false
  }

  add(time: number, id: string, versions: number, price: number, amount: number, side: Side): void {
    const i = this.length++
    this.revised ||= versions !== inBoth
    this.times[i] = time
    this.ids[i] = id
    this.versions[i] = versions
    this.prices[i] = price
    this.amounts[i] = amount
    this.sides[i] = side
  }
}
