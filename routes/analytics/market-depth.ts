import { bands } from '../../src/market/books/book-bands.ts'
import type { Order } from '../../src/market/books/slippage.ts'
import { Recent } from '../../src/market/made-once.ts'
import { hour, minute, type Period } from '../../src/market/time.ts'
import type { Intervals } from '../../src/operations/paging/grid.ts'
import { giveWay } from '../../src/operations/paging/turns.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { BookFold } from '../readers/book-fold.ts'
import { type BookInstrument, BookReader } from '../readers/books.ts'
import { grouped } from '../readers/grouping.ts'

/** Mean volumes by band, in the asset; null without recorded books. */
type Depth = Record<string, number | null>

/** Depth of an asset on one exchange, by band. */
export interface ExchangeDepth {
  exchange: string
  bids: number[]
  asks: number[]
}

/** Band names, narrowest first. They are not plain numbers, which JavaScript would reorder. */
export const depthNames: readonly string[] = bands.map(band => `volume${band}`)

/** SQL conditions for the instruments whose books count as an asset's depth: as base, or as base or quote. */
export const booksOf = { base: 'base_asset = :asset', either: '(base_asset = :asset OR quote_asset = :asset)' }

/** Order books per read, which take about 40 ms; more would delay other requests. */
const mostBooks = 6_000

/** Cached depths of single instruments, 0.4 kB each: the 3,400 books in usdt take 2 s for each hour. */
const mostDepths = 40_000

/** Longer intervals take the generated books of the first minute of each hour: a day of all books in btc takes 2 s. */
const longestByMinute = hour

const noOrder: Order = { size: 0, reference: 'mid_price' }

/** An instrument with order books; `asBase` if its amounts are in the asset. */
interface DeepInstrument extends BookInstrument {
  exchange: string
  asBase: boolean
}

/** What has been read of some intervals. */
interface PartlyRead extends Period {
  instruments: readonly DeepInstrument[]
  /** Place of the next instrument. */
  next: number
  depths: (ExchangeDepth & { start: number })[]
}

/** If the asset is the quote, base amounts are converted at the mean mid price of the books. */
export class DepthReader {
  readonly #reader: BookReader
  /** Of generated books, which do not change. */
  readonly #depths = new Recent<ExchangeDepth | null>(mostDepths)
  readonly #readings = new WeakMap<object, PartlyRead>()
  readonly #counts = new WeakMap<object, number>()
  readonly #instruments: Statement<
    [id: number, tick: number, price: number, amount: number, exchange: string, asBase: number]
  >

  constructor(store: Store, books: string) {
    this.#reader = new BookReader(store)
    const has = (table: string) => `EXISTS (SELECT 1 FROM ${table} AS book WHERE book.instrument = instrument.id)`
    this.#instruments = store.prepare(
      `SELECT id, price_tick, price_decimals, amount_decimals, exchange_code, base_asset = :asset FROM instrument
       WHERE ${books} AND class IN ('spot', 'future', 'perpetual-future') AND (ended = 0 OR trade_end >= :from - 3600000)
       AND ifnull(ends > :from, 1) AND ifnull(listed < :until, 1)
       AND (${has('order_book_shape')} OR ${has('order_book_snapshot')})
       ORDER BY id`,
    )
  }

  /** Longest time that is read without a pause, in milliseconds. @param query of the page */
  span(query: object, asset: string, from: number, interval: number): number {
    const apart = interval > longestByMinute ? hour : minute
    // Once per page: a list takes 60 ms where a history has the contracts of all years, and a slice 20 ms.
    const count = this.#counts.get(query) ?? this.#instrumentsWithBooks(asset, from, from + interval).length
    this.#counts.set(query, count)
    return (mostBooks / Math.max(1, count)) * apart
  }

  /**
   * Depths by interval start: the mean of each instrument's books, summed by exchange. @param query of the page, whose
   * reading goes on where it gave way @throws Unfinished
   */
  read(query: object, asset: string, intervals: Intervals): Map<number, ExchangeDepth[]> {
    const { from, until } = intervals
    let reading = this.#readings.get(query)
    if (reading?.from !== from || reading.until !== until || this.#isOutdated(reading, asset)) {
      const instruments = this.#instrumentsWithBooks(asset, from, until)
      // Without this, hundreds of books would be drawn for nothing.
      this.#reader.require(instruments, from, until)
      reading = { from, until, instruments, next: 0, depths: [] }
      this.#readings.set(query, reading)
    }
    const { instruments, depths } = reading
    while (reading.next < instruments.length) {
      depths.push(...this.#depthsOf(instruments[reading.next]!, intervals))
      reading.next++
      giveWay()
    }
    const byStart = Map.groupBy(depths, ({ start }) => start)
    return new Map([...byStart].map(([start, some]) => [start, byExchange(some)]))
  }

  /** Whether a reading is over, and instruments have been listed since. */
  #isOutdated({ from, until, instruments, next }: PartlyRead, asset: string): boolean {
    const now = () => this.#instrumentsWithBooks(asset, from, until)
    return next === instruments.length && now().length !== next
  }

  #depthsOf(instrument: DeepInstrument, { from, until, interval }: Intervals): PartlyRead['depths'] {
    const depths: PartlyRead['depths'] = []
    for (let start = from; start < until; start += interval) {
      const depth = this.#depthOf(instrument, start, interval)
      if (depth !== null) depths.push({ start, ...depth })
    }
    return depths
  }

  /** Null without books. */
  #depthOf(instrument: DeepInstrument, from: number, interval: number): ExchangeDepth | null {
    if (!this.#reader.endless) return this.#measure(instrument, from, interval)
    return this.#depths.of(`${instrument.id} ${instrument.asBase} ${from} ${interval}`, () => {
      // Books may have been evicted since the reading began.
      this.#reader.require([instrument], from, from + interval)
      return this.#measure(instrument, from, interval)
    })
  }

  #measure(instrument: DeepInstrument, from: number, interval: number): ExchangeDepth | null {
    const fold = new BookFold(noOrder, true)
    const isSampled = interval > longestByMinute && this.#reader.hasShape(instrument)
    const range = { instrument, from, until: from + interval }
    this.#reader.read(range, book => fold.add(book), isSampled ? minute : hour)
    return fold.count === 0 ? null : meanOf(fold, instrument)
  }

  #instrumentsWithBooks(asset: string, from: number, until: number): DeepInstrument[] {
    return this.#instruments.all({ asset, from, until }).map(([id, tick, price, amount, exchange, asBase]) => ({
      id,
      tick,
      precision: { price, amount },
      exchange,
      asBase: asBase === 1,
    }))
  }
}

function meanOf({ depth, prices, count }: BookFold, { exchange, asBase, precision }: DeepInstrument): ExchangeDepth {
  const mid = prices.count === 0 ? 0 : prices.twiceMid / (2 * prices.count * 10 ** precision.price)
  const factor = (asBase ? 1 : mid) / (count * 10 ** precision.amount)
  const mean = (sums: Float64Array) => Array.from(sums, sum => sum * factor)
  return { exchange, bids: mean(depth.bid), asks: mean(depth.ask) }
}

function byExchange(depths: readonly ExchangeDepth[]): ExchangeDepth[] {
  const exchanges = grouped(depths, ({ exchange }) => exchange).sort(([a], [b]) => (a < b ? -1 : 1))
  return exchanges.map(([exchange, some]) => {
    return { exchange, bids: summed(some.map(({ bids }) => bids)), asks: summed(some.map(({ asks }) => asks)) }
  })
}

/** Sums over several books, by band. */
function summed(volumes: readonly (readonly number[])[]): number[] {
  const sums = bands.map(() => 0)
  for (const one of volumes) for (let band = 0; band < sums.length; band++) sums[band]! += one[band]!
  return sums
}

/** Summed over several books; null without books. */
export function totalDepth(volumes: readonly (readonly number[])[]): (number | null)[] {
  return volumes.length > 0 ? summed(volumes) : bands.map(() => null)
}

/** @param names of the bands */
export function namedDepth(names: readonly string[], volumes: readonly (number | null)[]): Depth {
  const depth: Depth = {}
  for (let band = 0; band < names.length; band++) depth[names[band]!] = volumes[band]!
  return depth
}
