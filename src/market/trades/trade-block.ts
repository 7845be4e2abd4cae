import { longer } from '../numbers/longer.ts'
import { lengthIn, numberIn, signedIn, stopOf, VarintReader, writeVarint, zigzag } from '../numbers/varint.ts'
import { StoredTrades, type TradeTexts, takerSides } from './trade-columns.ts'
import { readForm, type TradeForm, writeForm } from './trade-form.ts'

// A block holds consecutive trades of one instrument. A packed block has a header (kind, TradeForm) and one record per
// trade: a byte of flags, then only what the flags do not cover: milliseconds since the previous trade, price change in
// steps, amount in steps, and id change. The first record counts from zero. A trade takes 7 to 8 bytes.

const packed = 1
const sideBits = 3
const versionShift = 2
const sameTime = 16
const samePrice = 32
const nextId = 64

/** Two such blocks fill a page of 4,096 bytes. Trades of one millisecond share a block. */
const fullLength = 1940
/** Upper bound of the bytes of a record. */
const recordSpace = 48

/** The bytes depend on the trades alone, not on how they are split into calls. */
export class TradeBlockWriter {
  #bytes = new Uint8Array(2 * fullLength)
  #end = 0
  #start = 0
  #time = 0
  #price = 0
  #id = 0
  #form: TradeForm = { prefix: '', radix: 10, digits: 0, split: 0, priceStep: 1, amountStep: 1 }
  readonly #read = new StoredTrades()
  count = 0

  use(form: TradeForm): void {
    this.#form = form
  }

  begin(): void {
    this.#bytes[0] = packed
    this.#end = writeForm(this.#bytes, 1, this.#form)
    this.#time = this.#price = this.#id = this.count = 0
  }

  resume(block: Uint8Array): void {
    const trades = this.#read
    readTrades(block, trades)
    const { form, length } = trades
    this.use(form!)
    this.begin()
    for (let i = 0; i < length; i++)
      this.add(
        trades.times[i]!,
        trades.ids[i]!,
        trades.versions[i]!,
        trades.prices[i]!,
        trades.amounts[i]!,
        trades.sides[i]!,
      )
  }

  isFull(time: number): boolean {
    return this.#end > fullLength && time > this.#time
  }

  /** In listing order; price and amount are multiples of the form's steps. */
  add(time: number, id: number, versions: number, price: number, amount: number, side: number): void {
    if (this.#end + recordSpace > this.#bytes.length) this.#bytes = longer(this.#bytes)
    const bytes = this.#bytes
    const flagsAt = this.#end
    const { priceStep, amountStep } = this.#form
    const ticks = price / priceStep
    let flags = side | (versions << versionShift)
    let at = flagsAt + 1
    if (this.count++ === 0) this.#start = time
    if (time === this.#time) flags |= sameTime
    else at = writeVarint(bytes, at, time - this.#time)
    if (ticks === this.#price) flags |= samePrice
    else at = writeVarint(bytes, at, zigzag(ticks - this.#price))
    if (id === this.#id + 1) flags |= nextId
    else at = writeVarint(bytes, at, zigzag(id - this.#id))
    at = writeVarint(bytes, at, amount / amountStep)
    bytes[flagsAt] = flags
    this.#end = at
    this.#time = time
    this.#price = ticks
    this.#id = id
  }

  get start(): number {
    return this.#start
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end)
  }
}

const reader = new VarintReader()

/** Reads the trades before a time. @throws if the block is neither packed nor text */
export function readTrades(block: Uint8Array | string, into: StoredTrades, until = Number.POSITIVE_INFINITY): void {
  into.clear()
  into.form = null
  into.texts = null
  if (typeof block === 'string') {
    readTexts(block, into, until)
    return
  }
  if (block[0] !== packed) throw new Error(`a block of trades cannot begin with the byte ${block[0]}`)
  reader.bytes = block
  reader.at = 1
  into.form = readForm(reader)
  readRecords(into, into.form, until)
}

function readRecords(into: StoredTrades, { priceStep, amountStep }: TradeForm, until: number): void {
  const { length: end } = reader.bytes
  into.reserve(end >> 1)
  const words = paddedWords(reader.bytes)
  // Times and ids are added to the values in the columns: V8 allocates large numbers that a loop carries.
  const { times, ids, versions, prices, amounts, sides } = into
  let i = 0
  let at = reader.at
  let ticks = 0
  for (; at < end; i++) {
    const record = at
    const flags = words.getUint8(at++)
    let time = i === 0 ? 0 : times[i - 1]!
    if ((flags & sameTime) === 0) {
      const word = words.getInt32(at, true)
      const stop = stopOf(word)
      at += lengthIn(stop)
      if (stop !== 0) time += numberIn(word, stop)
      else {
        time += long(at)
        at = reader.at
      }
    }
    if (time >= until) {
      at = record
      break
    }
    if ((flags & samePrice) === 0) {
      const word = words.getInt32(at, true)
      const stop = stopOf(word)
      at += lengthIn(stop)
      if (stop !== 0) ticks += signedIn(word, stop)
      else {
        ticks += longSigned(at)
        at = reader.at
      }
    }
    let id = i === 0 ? 0 : ids[i - 1]!
    if ((flags & nextId) === 0) {
      const word = words.getInt32(at, true)
      const stop = stopOf(word)
      at += lengthIn(stop)
      if (stop !== 0) id += signedIn(word, stop)
      else {
        id += longSigned(at)
        at = reader.at
      }
    } else id++
    const word = words.getInt32(at, true)
    const stop = stopOf(word)
    at += lengthIn(stop)
    if (stop !== 0) amounts[i] = numberIn(word, stop) * amountStep
    else {
      amounts[i] = long(at) * amountStep
      at = reader.at
    }
    times[i] = time
    ids[i] = id
    versions[i] = (flags >> versionShift) & 3
    prices[i] = ticks * priceStep
    sides[i] = flags & sideBits
  }
  into.length = i
  into.bytes = at
}

let padded = new DataView(new ArrayBuffer(4 * fullLength))

/** A copy with zeros behind it, so that words can be read up to its end. */
function paddedWords(bytes: Uint8Array): DataView {
  const { length } = bytes
  if (length + recordSpace > padded.byteLength) padded = new DataView(new ArrayBuffer(2 * (length + recordSpace)))
  new Uint8Array(padded.buffer).set(bytes)
  for (let at = length; at < length + recordSpace; at += 8) padded.setFloat64(at, 0)
  return padded
}

function long(at: number): number {
  reader.at = at
  return reader.next()
}

function longSigned(at: number): number {
  reader.at = at
  return reader.nextSigned()
}

export type TextTrade = [
  time: number,
  id: string,
  versions: number,
  price: string,
  amount: string,
  takerSideSell: 0 | 1 | 'unknown' | null,
]

function readTexts(block: string, into: StoredTrades, until: number): void {
  const texts: TradeTexts[] = []
  const trades = (JSON.parse(block) as TextTrade[]).filter(([time]) => time < until)
  for (const [time, id, versions, price, amount, side] of trades) {
    const code = typeof side === 'number' ? side : takerSides.indexOf(side)
    into.add(time, 0, versions, Number(price), Number(amount), code)
    texts.push({ id, price, amount })
  }
  into.texts = texts
  into.bytes = Buffer.byteLength(JSON.stringify(trades))
}
