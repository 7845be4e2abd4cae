import type { TSchema } from '@sinclair/typebox'
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
} from '../../src/market/numbers/decimal-bytes.ts'
import type { Precision } from '../../src/market/trades/bar.ts'
import { type StoredTrades, takerSides } from '../../src/market/trades/trade-columns.ts'
import type { TradeForm } from '../../src/market/trades/trade-form.ts'
import { recordSeparator } from '../../src/operations/paging/page.ts'
import type { SwapPlace, Swaps } from './swap-fields.ts'

/** The constant parts of a record before each field, and its endings by taker side. */
const fields = ['timestamp', 'trade_id', 'price', 'amount', 'taker_side_sell']
const swapFields = ['blockchain', 'pool_address', 'transaction_hash', 'user_address']
const [beforeTime, beforeId] = [`${recordSeparator}{"timestamp":`, ',"trade_id":"']
const [idLabel, beforePrice, beforeAmount] = [beforeId, '","price":"', '","amount":"'].map(labelOf) as [
  Label,
  Label,
  Label,
]
const hyphen = 45
const sideText = (side: unknown) => `","taker_side_sell":${JSON.stringify(side)}`
const ends = takerSides.map(side => labelOf(`${sideText(side)}}`))
const openEnds = takerSides.map(side => labelOf(sideText(side)))

/** Upper bound of a record's bytes, without its id prefix. */
const recordSpace = 256
/** Of the fields of a swap. */
const swapSpace = 400

/** Writes trades as JSON records into bytes, in half the time of string concatenation. */
export class TradeLines {
  #precision: Precision = { price: 0, amount: 0 }
  #bytes = Buffer.allocUnsafeSlow(16_384)
  #view = new DataView(this.#bytes.buffer)
  #swaps: Swaps | null = null
  readonly #times = new LabelledNumbers(beforeTime)
  readonly #ids = new LabelledNumbers(beforeId)
  #end = 0
  count = 0

  /** @throws if the declared record differs from what is written here. */
  static check({ properties }: TSchema): void {
    const names = Object.keys(properties)
    const all = [...fields, ...swapFields]
    if (names.join() !== all.join()) throw new Error(`trades are written as ${all}, not as ${names}`)
  }

  /** Starts a new text. @param precision of the following trades. @param swaps their fields on a decentralised exchange */
  begin(precision: Precision, swaps: Swaps | null = null): void {
    this.#precision = precision
    this.#swaps = swaps
    this.#end = this.count = 0
  }

  /**
   * Adds the trades of a version from `first` on, in steps of 1 or -1, before the index `end` and up to `size` records.
   * @returns the index of the first trade that was not added; `end` if all were
   */
  add(trades: StoredTrades, version: number, first: number, end: number, size: number): number {
    const { form, versions, times, ids, prices, amounts, sides } = trades
    if (form === null) return this.#addTexts(trades, version, first, end, size)
    const swaps = this.#swaps
    const keeps = swaps?.keeps
    const space = recordSpace + form.prefix.length + (swaps ? swapSpace : 0)
    this.#reserve(space * Math.min(Math.abs(end - first), size - this.count))
    const { price, amount } = this.#precision
    const view = this.#view
    const plain = isPlain(form)
    const step = first < end ? 1 : -1
    let at = this.#end
    let count = this.count
    let i = first
    for (; i !== end; i += step) {
      if (!(versions[i]! & version)) continue
      if (keeps && !keeps(ids[i]!)) continue
      if (count === size) break
      count++
      at = this.#times.write(view, at, times, i)
      at = plain ? this.#ids.write(view, at, ids, i) : writeId(view, at, form, ids, i)
      at = writeDecimal(view, writeLabel(view, at, beforePrice), prices, i, price)
      at = writeDecimal(view, writeLabel(view, at, beforeAmount), amounts, i, amount)
      at = writeLabel(view, at, (swaps ? openEnds : ends)[sides[i]!]!)
      if (swaps) at = writeAscii(view, at, textOf(swaps.of(ids[i]!)))
    }
    this.#end = at
    this.count = count
    return i
  }

  #addTexts(trades: StoredTrades, version: number, first: number, end: number, size: number): number {
    const step = first < end ? 1 : -1
    for (let i = first; i !== end; i += step) {
      if (!(trades.versions[i]! & version)) continue
      if (this.count === size) return i
      this.count++
      this.#addText(trades, i)
    }
    return end
  }

  /** The records so far, without the separator before the first one, until the next `begin`. */
  get json(): Buffer {
    return this.#bytes.subarray(recordSeparator.length, Math.max(recordSeparator.length, this.#end))
  }

  /** Ids of other writers may hold any character, so JSON escapes them. */
  #addText(trades: StoredTrades, i: number): void {
    const { id, price, amount } = trades.texts![i]!
    const taker_side_sell = takerSides[trades.sides[i]!]
    const swap = this.#swaps?.of(null)
    const json = JSON.stringify({ timestamp: trades.times[i]!, trade_id: id, price, amount, taker_side_sell, ...swap })
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

/** The rest of a record. */
function textOf(swap: SwapPlace): string {
  return `,${JSON.stringify(swap).slice(1)}`
}

/** Whether ids are numbers without prefix, padding or hyphen. */
function isPlain({ prefix, radix, digits, split }: TradeForm): boolean {
  return radix === 10 && digits === 0 && split === 0 && prefix === ''
}

/** Writes `tradeId` after its label. */
function writeId(view: DataView, start: number, form: TradeForm, ids: Float64Array, i: number): number {
  const { prefix, split } = form
  const at = writeLabel(view, start, idLabel)
  const first = prefix === '' ? at : writeAscii(view, at, prefix)
  const end = writeIdNumber(view, first, form, ids, i)
  return split === 0 ? end : writeHyphen(view, Math.max(first, end - split), end)
}

function writeIdNumber(
  view: DataView,
  start: number,
  { radix, digits }: TradeForm,
  ids: Float64Array,
  i: number,
): number {
  if (radix === 16) return writeHex(view, start, ids, i, digits)
  return digits === 0 ? writeWhole(view, start, ids, i) : writeDigits(view, start, ids, i, digits)
}

/** Moves the characters from `at` on by one. */
function writeHyphen(view: DataView, at: number, end: number): number {
  for (let n = end; n > at; n--) view.setUint8(n, view.getUint8(n - 1))
  view.setUint8(at, hyphen)
  return end + 1
}
