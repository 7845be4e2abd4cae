import type { Book } from '../../src/market/books/book.ts'
import type { Order } from '../../src/market/books/slippage.ts'
import { formatTime, type Period } from '../../src/market/time.ts'
import { type GridPage, grid } from '../../src/operations/paging/grid.ts'
import { type Page, type PageQuery, sliceOf } from '../../src/operations/paging/page.ts'
import { integers } from '../../src/operations/paging/token.ts'
import { restFrom } from '../../src/operations/paging/within-held.ts'
import { valuesWriter } from '../../src/operations/render.ts'
import { type BookFold, foldBooks } from '../readers/book-fold.ts'
import { BookReader } from '../readers/books.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

/** Context of a record besides its books. */
export interface BookCall {
  instrument: StoredInstrument
  order: Order
  /** Most levels of a side. */
  limit: number
}

/** What records may read; the first two are of operations with slippage. */
interface BookParameters {
  slippage?: number | undefined
  slippage_ref?: Order['reference'] | undefined
  limit_orders?: number | undefined
}

type BookQuery = PageQuery<StoredInstrument, BookParameters>

/** Values in field order. */
type Values = readonly unknown[]

/** Returns the values of a record after its times. */
type BookShaper = (book: Book, call: BookCall) => Values

/** The order books of an instrument one by one. */
export function bookSeries(shape: BookShaper): Page<StoredInstrument, BookParameters> {
  return {
    prepare(store, row, wireName) {
      const reader = new BookReader(store)
      const write = valuesWriter(row, wireName)
      const recordOf = (book: Book, call: BookCall) =>
        write([book.polled, formatTime(book.polled), book.timestamp, ...shape(book, call)])
      return {
        // Poll times are irregular, so a position is the time of the next record.
        isPosition: integers(1),
        slice(query, position, size) {
          const call = callOf(query)
          const { from, until } = restFrom(query, position)
          const books = reader.some({ instrument: call.instrument, from, until }, query.sort, size + 1)
          const next = books.length > size ? [books.pop()!.polled] : null
          const records = books.map(({ book }) => recordOf(book(), call))
          return sliceOf(records, next)
        },
      }
    },
  }
}

/** Approximate minutes per read: ten days if each book is walked for an order, otherwise 30. */
const batchMinutes = { order: 14_400, none: 43_200 }

/**
 * Intervals with the mean values of an instrument's books. Without explicit bounds, intervals before the first book and
 * after the end of the instrument are omitted; an interval without books has null fields. An
 * instrument without any book has no intervals. @param withDepth whether records have prices and depths.
 */
export function bookGrid(
  shape: (fold: BookFold, call: BookCall) => Values,
  withDepth = true,
): GridPage<StoredInstrument, BookParameters> {
  return grid<StoredInstrument, BookParameters>((store, _write, row, wireName) => {
    const reader = new BookReader(store)
    const write = valuesWriter(row, wireName)
    const nothing = Object.keys(row.properties)
      .slice(1)
      .map(() => null)
    return {
      batch: (interval, query) => batchSize(interval, callOf(query).order),
      empty: timestamp => write([timestamp, ...nothing]),
      read: (query, { interval, from, until }, each) => {
        const call = callOf(query)
        // An order of size 0 has no slippage in any book.
        if (!withDepth && call.order.size === 0) return
        const range = { ...call, withDepth, interval, from, until: Math.min(until, query.horizon) }
        foldBooks(reader, range, (timestamp, fold) => each(timestamp, write([timestamp, ...shape(fold, call)])))
      },
      life: query => lifeOf(reader, query),
    }
  })
}

function batchSize(interval: number, { size }: Order): number {
  const minutes = size === 0 ? batchMinutes.none : batchMinutes.order
  return Math.max(1, Math.min(1000, Math.floor((minutes * 60_000) / interval)))
}

function lifeOf(reader: BookReader, { entity: instrument, until, horizon }: BookQuery): Period | null {
  if (reader.endless && instrument.listed !== null) {
    if (!reader.hasShape(instrument)) return null
    return { from: instrument.listed, until: instrument.end === null ? until : instrument.end + 1 }
  }
  const edge = (sort: 'asc' | 'desc') => reader.some({ instrument, from: 0, until: horizon }, sort, 1)[0]?.polled
  const first = edge('asc')
  if (first === undefined) return null
  return { from: first, until: instrument.end === null ? until : edge('desc')! + 1 }
}

function callOf({ entity: instrument, parameters }: BookQuery): BookCall {
  const { slippage = 0, slippage_ref: reference = 'mid_price', limit_orders: limit = 0 } = parameters
  const size = slippage * 10 ** (instrument.precision.price + instrument.precision.amount)
  return { instrument, order: { size, reference }, limit }
}
