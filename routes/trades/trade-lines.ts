import type { TSchema } from '@sinclair/typebox'
import type { Precision } from '../../src/market/bar.ts'
import {
  type Label,
  LabelledNumbers,
  labelOf,
  writeAscii,
  writeDecimal,
  writeDigits,
  writeHex,
  writeLabel,
  writeWhole,
} from '../../src/market/decimal-bytes.ts'
import { type StoredTrades, takerSides } from '../../src/market/trade-columns.ts'
import { type TradeForm, tradeId } from '../../src/market/trade-form.ts'
import { recordSeparator } from '../../src/operations/page.ts'

/** The constant parts of a record before each field, and its endings by taker side. */
const fields = ['timestamp', 'trade_id', 'price', 'amount', 'taker_side_sell']
const [beforeTime, beforeId] = [`${recordSeparator}{"timestamp":`, ',"trade_id":"']
const [idLabel, beforePrice, beforeAmount] = [beforeId, '","price":"', '","amount":"'].map(labelOf) as [
  Label,
  Label,
  Label,
]
const ends = takerSides.map(side => labelOf(`","taker_side_sell":${JSON.stringify(side)}}`))

/** Upper bound of a record's bytes, without its id prefix. */
const recordSpace = 256

/** Writes trades as JSON records into bytes, in half the time of string concatenation. */
export class TradeLines {
  #precision: Precision = { price: 0, amount: 0 }
  #bytes = Buffer.allocUnsafeSlow(16_384)
  #view = new DataView(this.#bytes.buffer)
  readonly #times = new LabelledNumbers(beforeTime)
  readonly #ids = new LabelledNumbers(beforeId)
  #end = 0
  count = 0

  /** @throws if the declared record differs from what is written here. */
  static check({ properties }: TSchema): void {
    const names = Object.keys(properties)
    if (names.join() !== fields.join()) throw new Error(`trades are written as ${fields}, not as ${names}`)
  }

  /** Starts a new text. @param precision of the following trades. */
  begin(precision: Precision): void {
    this.#precision = precision
    this.#end = this.count = 0
  }

  add(trades: StoredTrades, i: number): void {
    this.count++
    if (trades.form === null) this.#addText(trades, i)
    else this.#addPacked(trades, trades.form, i)
  }

  /** The records so far, without the separator before the first one, until the next `begin`. */
  get json(): Buffer {
    return this.#bytes.subarray(recordSeparator.length, Math.max(recordSeparator.length, this.#end))
  }

  #addPacked(trades: StoredTrades, form: TradeForm, i: number): void {
    this.#reserve(recordSpace + form.prefix.length)
    const view = this.#view
    let at = this.#times.write(view, this.#end, trades.times, i)
    at = isPlain(form) ? this.#ids.write(view, at, trades.ids, i) : writeId(view, at, form, trades.ids, i)
    at = writeLabel(view, at, beforePrice)
    at = writeDecimal(view, at, trades.prices, i, this.#precision.price)
    at = writeLabel(view, at, beforeAmount)
    at = writeDecimal(view, at, trades.amounts, i, this.#precision.amount)
    this.#end = writeLabel(view, at, ends[trades.sides[i]!]!)
  }

  /** Ids of other writers may hold any character, so JSON escapes them. */
  #addText(trades: StoredTrades, i: number): void {
    const { id, price, amount } = trades.texts![i]!
    const taker_side_sell = takerSides[trades.sides[i]!]
    const json = JSON.stringify({ timestamp: trades.times[i]!, trade_id: id, price, amount, taker_side_sell })
    const text = json.replace(/[\u0080-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
    this.#reserve(text.length + recordSpace)
    this.#end = writeAscii(this.#view, this.#end, recordSeparator + text)
  }

  #reserve(space: number): void {
    if (this.#end + space <= this.#bytes.length) return
    const longer = Buffer.allocUnsafeSlow(2 * (this.#bytes.length + space))
    longer.set(this.#bytes)
    this.#bytes = longer
    this.#view = new DataView(longer.buffer)
  }
}

/** Whether ids are numbers without prefix, padding or hyphen. */
function isPlain({ prefix, radix, digits, split }: TradeForm): boolean {
  return radix === 10 && digits === 0 && split === 0 && prefix === ''
}

function writeId(view: DataView, start: number, form: TradeForm, ids: Float64Array, i: number): number {
  const { prefix, radix, digits, split } = form
  const at = writeLabel(view, start, idLabel)
  if (split > 0) return writeAscii(view, at, tradeId(form, ids[i]!))
  const end = prefix === '' ? at : writeAscii(view, at, prefix)
  if (radix === 16) return writeHex(view, end, ids, i, digits)
  return digits === 0 ? writeWhole(view, end, ids, i) : writeDigits(view, end, ids, i, digits)
}
