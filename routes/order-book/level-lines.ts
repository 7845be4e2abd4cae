import type { Precision } from '../../src/market/bar.ts'
import type { Side } from '../../src/market/book.ts'
import { formatDecimal } from '../../src/market/decimal.ts'
import { labelOf, writeAscii, writeDecimal, writeLabel } from '../../src/market/decimal-bytes.ts'

const [first, next, beforeAmount, end] = ['[{"price":"', '"},{"price":"', '","amount":"', '"}]'].map(labelOf)

/** Upper bound of a level's bytes. */
const levelSpace = 512
/** Up to this number, and to 15 decimal places, `writeDecimal` is exact. */
const most = 2 ** 51

/** Writes price levels as JSON bytes, three times as fast as string concatenation. */
export class LevelLines {
  #view = new DataView(new ArrayBuffer(16_384))

  /** Levels of a side, best first. With coarse ticks, levels of a ladder that share a price are merged. */
  json({ best, near, far, worse, ladder }: Side, tick: number, precision: Precision, limit: number): string {
    const { count, nearSums, farSums } = ladder
    if (count === 0) return '[]'
    this.#reserve((Math.min(limit, count) + 1) * levelSpace)
    const view = this.#view
    let at = 0
    let away = 0
    for (let level = 0, left = limit; level < count && left > 0; left--) {
      const start = level
      let further = away
      while (further === away && ++level < count) further = ladder.away(best, level)
      const amount = near * (nearSums[level]! - nearSums[start]!) + far * (farSums[level]! - farSums[start]!)
      at = writeLabel(view, at, start === 0 ? first! : next!)
      at = writeUnits(view, at, (best + worse * away) * tick, precision.price)
      at = writeLabel(view, at, beforeAmount!)
      at = writeUnits(view, at, amount, precision.amount)
      away = further
    }
    at = writeLabel(view, at, end!)
    return Buffer.from(view.buffer, 0, at).toString('latin1')
  }

  #reserve(space: number): void {
    if (space > this.#view.byteLength) this.#view = new DataView(new ArrayBuffer(2 * space))
  }
}

const number = new Float64Array(1)

function writeUnits(view: DataView, at: number, units: number, decimals: number): number {
  if (units <= most && decimals < 16) {
    number[0] = units
    return writeDecimal(view, at, number, 0, decimals)
  }
  return writeAscii(view, at, formatDecimal(units, decimals))
}
