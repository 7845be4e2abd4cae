import { inBoth, TradeColumns } from '../../src/market/trade-columns.ts'

export { inBoth, inFirst, inSecond, type SideCode } from '../../src/market/trade-columns.ts'

/** Trades in listing order; prices and amounts in units of the instrument. */
export class Tape extends TradeColumns {
  /** Whether the versions differ. */
  revised = false

  override clear(): void {
    super.clear()
    this.revised = false
  }

  remove(first: number, end: number): void {
    for (const column of [this.times, this.ids, this.versions, this.prices, this.amounts, this.sides])
      column.copyWithin(first, end, this.length)
    this.length -= end - first
    this.revised = this.versions.subarray(0, this.length).some(versions => versions !== inBoth)
  }

  override add(time: number, id: number, versions: number, price: number, amount: number, side: number): void {
    this.revised ||= versions !== inBoth
    super.add(time, id, versions, price, amount, side)
  }

  take({ times, ids, versions, prices, amounts, sides }: Tape, i: number): void {
    this.add(times[i]!, ids[i]!, versions[i]!, prices[i]!, amounts[i]!, sides[i]!)
  }
}
