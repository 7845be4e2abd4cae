import { TradeBlockWriter } from '../../src/market/trade-block.ts'
import { StoredTrades } from '../../src/market/trade-columns.ts'
import type { TradeForm } from '../../src/market/trade-form.ts'
import type { Appender, Sink, Value } from '../sink.ts'
import type { Tape } from './tape.ts'

/**
 * Writes the trades of instruments, one instrument after the other, into blocks. The last block of an instrument takes
 * further trades until it is full: the blocks only depend on the trades, however they are cut into calls.
 */
export class TradeTable {
  readonly #sink: Sink
  readonly #rows: Appender
  readonly #writer = new TradeBlockWriter()
  readonly #read = new StoredTrades()
  #instrument = 0
  #form: TradeForm | null = null
  /** The row that holds the open block so far. */
  #stored: Value[] | null = null
  #changed = false

  constructor(sink: Sink) {
    this.#sink = sink
    this.#rows = sink.appender('trade_block', ['instrument', 'start', 'count', 'trades'])
  }

  /** Begins with the trades of an instrument; `close` ends them. */
  open(instrument: number, form: TradeForm): void {
    this.#instrument = instrument
    this.#form = form
    this.#stored = null
    this.#changed = false
  }

  /** Adds trades of a tape: from `first` on, and before `end`. */
  add({ times, ids, versions, prices, amounts, sides }: Tape, first: number, end: number): void {
    if (first === end) return
    if (!this.#changed) this.#resume()
    this.#changed = true
    for (let i = first; i < end; i++) {
      if (this.#writer.isFull(times[i]!)) this.#next()
      this.#writer.add(times[i]!, ids[i]!, versions[i]!, prices[i]!, amounts[i]!, sides[i]!)
    }
  }

  close(): void {
    if (this.#changed) this.#put()
    this.#changed = false
  }

  flush(): void {
    this.#rows.flush()
  }

  #resume(): void {
    const [row] = this.#sink.all(
      'SELECT instrument, start, count, trades FROM trade_block WHERE instrument = ? ORDER BY start DESC LIMIT 1',
      this.#instrument,
    ) as [Value[] | undefined]
    if (row) this.#writer.resume(row[3] as Uint8Array, this.#read)
    else this.#writer.begin(this.#form!)
    this.#stored = row ?? null
  }

  #next(): void {
    this.#put()
    this.#writer.begin(this.#form!)
  }

  #put(): void {
    const { start, count, bytes } = this.#writer
    const row = [this.#instrument, start, count, bytes]
    if (this.#stored === null) this.#rows.add(...row)
    else if (this.#stored[2] !== count) this.#rows.replace(this.#stored, row)
    this.#stored = null
  }
}
