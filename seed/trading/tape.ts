import { inBoth, TradeColumns } from '../../src/market/trades/trade-columns.ts'

export { inBoth, inFirst, inSecond, type SideCode } from '../../src/market/trades/trade-columns.ts'

/** Trades in listing order; prices and amounts in units of the instrument. */
export class Tape extends TradeColumns {
  /** Whether the versions differ. */
  revised = false

  override clear(): void {
    super.clear()
    this.revised = false
  }

  override add(time: number, id: number, versions: number, price: number, amount: number, side: number): void {
    this.revised ||= versions !== inBoth
    super.add(time, id, versions, price, amount, side)
  }
}
