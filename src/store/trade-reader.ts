import { remembered } from '../market/made-once.ts'
import type { Units } from '../market/numbers/decimal.ts'
import type { Period } from '../market/time.ts'
import type { Precision } from '../market/trades/bar.ts'
import { readTrades } from '../market/trades/trade-block.ts'
import { firstFrom, StoredTrades } from '../market/trades/trade-columns.ts'
import type { Coverage } from './history/coverage.ts'
import { type PartsOf, partsWithReaders } from './history/profile-rows.ts'
import type { Statement, Store } from './store.ts'

/** Maximum number of blocks per read. */
const most = 8
/** Usual number of trades in a block. */
const usual = 256

export interface TradeRange extends Period {
  instrument: number
  /** Bit of the dataset version. */
  version: number
}

interface LastTrade {
  timestamp: number
  price: Units
}

type BlockOfTrades = [start: number, trades: Uint8Array | string]
type FoundRow = [start: number, trades: Uint8Array | string | null, next: number]

interface FoundBlock {
  start: number
  /** Null if there is none. */
  block: BlockOfTrades | null
  /** Start of the next. */
  next: number
  /** Of its trades, once they are asked for. */
  times?: Float64Array
}

/** Most instruments that keep a block: 2 KB each, 4 KB with its times. A rate by other routes may need 3,600. */
const mostKept = 5000

const none: readonly number[] = []

/** Reads trades block by block. The returned columns are reused for the next block. */
export class TradeReader {
  readonly #blockAt: (instrument: number, time: number) => FoundBlock
  readonly #forward: Statement<BlockOfTrades>
  readonly #backward: Statement<BlockOfTrades>
  readonly #trades = new StoredTrades()
  /** The block that was decoded last, and up to which time. */
  #block: BlockOfTrades[1] | undefined
  #until = 0
  readonly #coverage: Coverage
  readonly #parts: PartsOf<TradeReader>

  constructor(store: Store) {
    this.#coverage = store.coverage
    this.#parts = partsWithReaders(store, this, ahead => new TradeReader(ahead))
    const of = 'FROM trade_block WHERE instrument = :instrument'
    this.#blockAt = blockFinders(store)
    this.#forward = store.prepare(
      `SELECT start, trades ${of} AND start >= :from AND start < :until ORDER BY start LIMIT :count`,
    )
    this.#backward = store.prepare(`SELECT start, trades ${of} AND start < :until ORDER BY start DESC LIMIT :count`)
  }

  /** Blocks that may have trades in [from, until), in order of time. @param size of the page, in trades */
  forward(instrument: number, from: number, until: number, size = 1): Generator<StoredTrades> {
    return this.#inParts(instrument, { from, until }, 'asc', size)
  }

  /** As `forward`, latest first. */
  backward(instrument: number, from: number, until: number, size = 1): Generator<StoredTrades> {
    return this.#inParts(instrument, { from, until }, 'desc', size)
  }

  *#inParts(instrument: number, { from, until }: Period, sort: 'asc' | 'desc', size: number): Generator<StoredTrades> {
    const parts = this.#parts(instrument, from, until)
    for (const { reader, ...part } of sort === 'asc' ? parts : parts.reverse()) {
      const held = reader.#coverage.heldPart('trades', [instrument], part, sort)
      yield* sort === 'asc'
        ? reader.#forwardHeld(instrument, held.from, held.until, size)
        : reader.#backwardHeld(instrument, held.from, held.until, size)
      reader.#coverage.needBeyond('trades', [instrument], held, part, sort)
    }
  }

  *#forwardHeld(instrument: number, from: number, until: number, size: number): Generator<StoredTrades> {
    let { block, next } = this.#blockAt(instrument, from)
    if (block !== null) yield this.#read(block, until)
    for (let count = firstRead(size), read = 0; next < until; count = Math.min(most, read)) {
      const rows = this.#forward.all({ instrument, from: next, until, count })
      for (const row of rows) yield this.#read(row, until)
      if (rows.length < count) return
      read += count
      next = rows.at(-1)![0] + 1
    }
  }

  *#backwardHeld(instrument: number, from: number, until: number, size: number): Generator<StoredTrades> {
    let before = until
    for (let count = firstRead(size), read = 0; ; count = Math.min(most, read)) {
      const rows = this.#backward.all({ instrument, until: before, count })
      for (const row of rows) {
        const trades = this.#read(row, until)
        // What lies before the part may lie behind a gap.
        if (trades.firstFrom(from) === trades.length) return
        yield trades
        before = row[0]
        if (before <= from) return
      }
      if (rows.length < count) return
      read += count
    }
  }

  /** Calls `each` with every trade in order, its price and amount in units of the precision. */
  each(range: TradeRange, precision: Precision, each: (timestamp: number, price: Units, amount: Units) => void): void {
    for (const { reader, from, until } of this.#parts(range.instrument, range.from, range.until))
      reader.#eachHere({ ...range, from, until }, precision, each)
  }

  #eachHere(
    { instrument, version, from, until }: TradeRange,
    precision: Precision,
    each: (timestamp: number, price: Units, amount: Units) => void,
  ): void {
    this.#coverage.need('trades', instrument, from, until)
    for (const trades of this.#forwardHeld(instrument, from, until, Number.POSITIVE_INFINITY)) {
      const { times, versions, prices, amounts, texts } = trades
      const end = trades.firstFrom(until)
      for (let i = trades.firstFrom(from); i < end; i++) {
        if (!(versions[i]! & version)) continue
        if (texts === null) each(times[i]!, prices[i]!, amounts[i]!)
        else each(times[i]!, ...trades.units(i, precision))
      }
    }
  }

  /** Those of some intervals, near each other and in order, that may have trades before `until`. */
  busyAmong(instrument: number, starts: readonly number[], interval: number, until: number): readonly number[] {
    const [{ reader }, ...others] = this.#parts(instrument, starts[0]!, until) as [Period & { reader: TradeReader }]
    return others.length > 0 ? starts : reader.#busyAmongHere(instrument, starts, interval, until)
  }

  #busyAmongHere(instrument: number, starts: readonly number[], interval: number, until: number): readonly number[] {
    const from = starts[0]!
    this.#coverage.need('trades', instrument, from, until)
    const found = this.#blockAt(instrument, from)
    if (until > found.next) return starts
    if (found.block === null) return none
    found.times ??= this.#timesOf(found.block)
    const { times } = found
    let place = firstFrom(times, times.length, from)
    if (place === times.length || times[place]! >= until) return none
    return starts.filter(start => {
      while (place < times.length && times[place]! < start) place++
      return place < times.length && times[place]! < start + interval
    })
  }

  #timesOf(block: BlockOfTrades): Float64Array {
    const { times, length } = this.#read(block, Number.POSITIVE_INFINITY)
    return times.slice(0, length)
  }

  /** The last trade in the range; null if there is none. */
  last({ instrument, version, from, until }: TradeRange, precision: Precision): LastTrade | null {
    for (const trades of this.backward(instrument, from, until))
      for (let i = trades.firstFrom(until) - 1; i >= 0 && trades.times[i]! >= from; i--)
        if (trades.versions[i]! & version) return { timestamp: trades.times[i]!, price: trades.units(i, precision)[0] }
    return null
  }

  /** A block that is read again is decoded whole: later ranges may lie in it, too. */
  #read([, block]: BlockOfTrades, until: number): StoredTrades {
    const isAgain = block === this.#block
    if (isAgain && until <= this.#until) return this.#trades
    this.#block = block
    this.#until = isAgain ? Number.POSITIVE_INFINITY : until
    readTrades(block, this.#trades, this.#until)
    return this.#trades
  }
}

/** Blocks to read at first: a block is 2 KB, a read of its own costs as much. Later reads double the number of blocks. */
function firstRead(size: number): number {
  return Math.min(most, Math.max(1, Math.floor(size / usual)))
}

/** Readers of a store share the blocks that were found last, because a block of a quiet instrument covers many hours. */
const blockFinders = remembered(blockFinder, new WeakMap())

/** Finds the last block that starts at a time or before. */
function blockFinder(store: Store): (instrument: number, time: number) => FoundBlock {
  const of = 'FROM trade_block WHERE instrument = :instrument'
  // 9e999 is infinity.
  const find = store.prepare<FoundRow>(
    `SELECT ifnull(max(start), -9e999), trades, ifnull((SELECT min(start) ${of} AND start > :time), 9e999)
     ${of} AND start <= :time`,
  )
  const kept = new Map<number, FoundBlock>()
  let snapshot: number | undefined
  return (instrument, time) => {
    if (store.snapshot === undefined || store.snapshot !== snapshot || kept.size === mostKept) kept.clear()
    snapshot = store.snapshot
    const known = kept.get(instrument)
    if (known && known.start <= time && time < known.next) return known
    const [start, trades, next] = find.get({ instrument, time })!
    const found = { start, block: trades === null ? null : ([start, trades] as BlockOfTrades), next }
    kept.set(instrument, found)
    return found
  }
}
