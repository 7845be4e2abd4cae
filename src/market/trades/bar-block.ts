import { parseDecimal, product, type Units } from '../numbers/decimal.ts'
import { VarintReader, writeVarint, zigzag } from '../numbers/varint.ts'
import type { BarUnits, Precision } from './bar.ts'

// A packed block: a header (kind, steps, width), then records of 25 to 30 bytes; as rows of text, bars took 90 each.

export interface StoredBar extends BarUnits {
  timestamp: number
  /** Dataset versions that contain the bar, as bits. */
  versions: number
  /** USD value of the trades; null if unknown. */
  usd: number | null
}

interface BarForm {
  priceStep: number
  amountStep: number
  width: number
}

const packed = 1
/** Two full blocks fit on a page of the file. */
const fullLength = 1940
const recordSpace = 128
const doubleLength = 8
/** Values from 2^48 on are written as two halves. */
const half = 0x1_0000_0000_0000

/** As for trades, the bytes do not depend on how the bars are split into calls. */
export class BarBlockWriter {
  readonly #bytes = new Uint8Array(2 * fullLength + recordSpace)
  readonly #view = new DataView(this.#bytes.buffer)
  #end = 0
  #time = 0
  #close = 0
  #form: BarForm = { priceStep: 1, amountStep: 1, width: 1 }
  start = 0
  count = 0

  use(form: BarForm): void {
    this.#form = form
  }

  begin(): void {
    const { priceStep, amountStep, width } = this.#form
    this.#bytes[0] = packed
    let at = 1
    for (const value of [priceStep, amountStep, width]) at = writeVarint(this.#bytes, at, value)
    this.#end = at
    this.#time = this.#close = this.count = 0
  }

  resume(block: Uint8Array): void {
    const bars = readBars(block, noPrecision)
    this.use(readForm(block))
    this.begin()
    for (const bar of bars) this.add(bar)
  }

  isFull(time: number): boolean {
    return this.#end > fullLength && time > this.#time * this.#form.width
  }

  /** In order of time; if the versions differ, version 1 comes first. */
  add({ timestamp, versions, open, high, low, close, volume, notional, count, usd }: StoredBar): void {
    const { priceStep, amountStep, width } = this.#form
    const first = Number(open) / priceStep
    const bottom = Number(low) / priceStep
    const last = Number(close) / priceStep
    if (this.count++ === 0) this.start = timestamp
    const bytes = this.#bytes
    let at = this.#end
    bytes[at++] = versions
    at = writeVarint(bytes, at, timestamp / width - this.#time)
    at = writeVarint(bytes, at, zigzag(first - this.#close))
    at = writeVarint(bytes, at, Number(high) / priceStep - first)
    at = writeVarint(bytes, at, first - bottom)
    at = writeVarint(bytes, at, last - bottom)
    at = writeVarint(bytes, at, count)
    at = writeUnits(bytes, at, volume, amountStep)
    at = writeUnits(bytes, at, notional, priceStep * amountStep)
    this.#view.setFloat64(at, usd ?? Number.NaN)
    this.#end = at + doubleLength
    this.#time = timestamp / width
    this.#close = last
  }

  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#end)
  }
}

/** A multiple of the step: twice the number, or an odd number followed by the two halves of a bigint. */
function writeUnits(bytes: Uint8Array, start: number, units: Units, step: number): number {
  if (typeof units === 'number') return writeVarint(bytes, start, (2 * units) / step)
  const steps = units / BigInt(step)
  const at = writeVarint(bytes, writeVarint(bytes, start, 1), Number(steps % BigInt(half)))
  return writeVarint(bytes, at, Number(steps / BigInt(half)))
}

function readUnits(reader: VarintReader, step: number): Units {
  const value = reader.next()
  if (value % 2 === 0) return product(value / 2, step)
  const low = BigInt(reader.next())
  return (low + BigInt(reader.next()) * BigInt(half)) * BigInt(step)
}

const reader = new VarintReader()
const noPrecision: Precision = { price: 0, amount: 0 }

function readForm(block: Uint8Array): BarForm {
  reader.bytes = block
  reader.at = 1
  return { priceStep: reader.next(), amountStep: reader.next(), width: reader.next() }
}

/** Bars that start in [from, until). @param precision of a text block. @throws if the block is neither packed nor text */
export function readBars(
  block: Uint8Array | string,
  precision: Precision,
  from = Number.NEGATIVE_INFINITY,
  until = Number.POSITIVE_INFINITY,
): StoredBar[] {
  if (typeof block === 'string') return readText(block, precision, from, until)
  if (block[0] !== packed) throw new Error(`a block of bars cannot begin with the byte ${block[0]}`)
  const form = readForm(block)
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const bars: StoredBar[] = []
  for (let [time, close] = [0, 0]; reader.at < block.length; ) {
    const versions = block[reader.at++]!
    time += reader.next()
    const timestamp = time * form.width
    if (timestamp >= until) break
    const open = close + reader.nextSigned()
    const [high, low] = [open + reader.next(), open - reader.next()]
    close = low + reader.next()
    const count = reader.next()
    if (timestamp < from) skipSums()
    else {
      const step = form.priceStep
      const prices = { open: open * step, high: high * step, low: low * step, close: close * step }
      bars.push({ timestamp, versions, ...prices, count, ...readSums(view, form) })
    }
  }
  return bars
}

function readSums(view: DataView, { priceStep, amountStep }: BarForm): Pick<StoredBar, 'volume' | 'notional' | 'usd'> {
  const volume = readUnits(reader, amountStep)
  const notional = readUnits(reader, priceStep * amountStep)
  const usd = view.getFloat64(reader.at)
  reader.at += doubleLength
  return { volume, notional, usd: Number.isNaN(usd) ? null : usd }
}

function skipSums(): void {
  skipUnits()
  skipUnits()
  reader.at += doubleLength
}

function skipUnits(): void {
  if (reader.next() % 2 === 0) return
  reader.next()
  reader.next()
}

function readText(block: string, precision: Precision, from: number, until: number): StoredBar[] {
  const bars = JSON.parse(block) as TextBar[]
  return bars.filter(([time]) => time >= from && time < until).map(bar => barOf(bar, precision))
}

export type TextBar = [
  timestamp: number,
  versions: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  notional: string,
  count: number,
  usd: number | null,
]

function barOf([timestamp, versions, ...rest]: TextBar, { price, amount }: Precision): StoredBar {
  const [open, high, low, close, volume, notional, count, usd] = rest
  const units = (text: string) => parseDecimal(text, price)
  return {
    timestamp,
    versions,
    open: units(open),
    high: units(high),
    low: units(low),
    close: units(close),
    volume: parseDecimal(volume, amount),
    notional: parseDecimal(notional, price + amount),
    count,
    usd,
  }
}
