import { amountAt, reaches, type Side } from '../../src/market/books/book.ts'
import { formatDecimal, type Units } from '../../src/market/numbers/decimal.ts'
import { labelOf, writeAscii, writeDecimal, writeLabel } from '../../src/market/numbers/decimal-bytes.ts'
import type { Precision } from '../../src/market/trades/bar.ts'

const [first, next, beforeAmount, end] = ['[{"price":"', '"},{"price":"', '","amount":"', '"}]'].map(labelOf)

/** Upper bound of a level's bytes. */
const levelSpace = 512
/** Up to this number, and to 15 decimal places, `writeDecimal` is exact. */
const most = 2 ** 51

/** Writes price levels as JSON bytes, three times as fast as string concatenation. */
export class LevelLines {
  #view = new DataView(new ArrayBuffer(16_384))

  /** Levels of a side, best first. */
  json(side: Side, tick: number, precision: Precision, limit: number): string {
    let count = 0
    while (count < limit && reaches(side, count)) count++
    if (count === 0) return '[]'
    this.#reserve((count + 1) * levelSpace)
    const { prices } = side
    const view = this.#view
    let at = 0
    for (let n = 0; n < count; n++) {
      at = writeLabel(view, at, n === 0 ? first! : next!)
      at = writeUnits(view, at, prices[n]! * tick, precision.price)
      at = writeLabel(view, at, beforeAmount!)
      at = writeUnits(view, at, amountAt(side, n), precision.amount)
    }
    at = writeLabel(view, at, end!)
    return Buffer.from(view.buffer, 0, at).toString('latin1')
  }

  #reserve(space: number): void {
    if (space > this.#view.byteLength) this.#view = new DataView(new ArrayBuffer(2 * space))
  }
}

const number = new Float64Array(1)

function writeUnits(view: DataView, at: number, units: Units, decimals: number): number {
  if (typeof units === 'number' && units <= most && decimals < 16) {
    number[0] = units
    return writeDecimal(view, at, number, 0, decimals)
  }
  return writeAscii(view, at, formatDecimal(units, decimals))
}
