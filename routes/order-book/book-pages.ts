import { formatTime } from '../../src/market/time.ts'
import { grid } from '../../src/operations/grid.ts'
import type { Page, PageQuery } from '../../src/operations/page.ts'
import { valuesWriter } from '../../src/operations/render.ts'
import { series } from '../../src/operations/series.ts'
import type { Instrument } from '../readers/instrument.ts'
import { type Book, bookColumns, bookOf, type Order } from './book.ts'
import { type BookFold, BookReader } from './books.ts'

/** What a record is made with beside the books. */
export interface BookCall {
  instrument: Instrument
  order: Order
  parameters: Record<string, unknown>
}

/** Values in the order of a record's fields. */
type Values = readonly unknown[]

/** The recorded books of an instrument one by one; `shape` gives what follows the times. */
export function bookSeries(shape: (book: Book, call: BookCall) => Values): Page {
  const options = {
    from: 'order_book_snapshot',
    where: 'instrument = :instrument',
    time: 'poll_timestamp',
    columns: ['timestamp', ...bookColumns],
  }
  return series(options, query => {
    const call = callOf(query)
    return row => {
      const polled = row[0] as number
      return [polled, formatTime(polled), row[1], ...shape(bookOf(row, 2), call)]
    }
  })
}

/**
 * Intervals filled with what the books of an instrument are on average. Those that nobody asked for by name, before its
 * first book and after the last one where it has ended, are left out; where one has no books, its fields are null.
 */
export function bookGrid(shape: (fold: BookFold, call: BookCall) => Values): Page {
  return grid((store, row, wireName) => {
    const reader = new BookReader(store)
    const write = valuesWriter(row, wireName)
    const nothing = Object.keys(row.properties)
      .slice(1)
      .map(() => null)
    return {
      batch: (interval, query) => reader.batch(interval, callOf(query).order),
      empty: timestamp => write([timestamp, ...nothing]),
      read: (query, intervals, each) => {
        const call = callOf(query)
        reader.read({ ...call, ...intervals, horizon: query.horizon }, (timestamp, fold) =>
          each(timestamp, write([timestamp, ...shape(fold, call)])),
        )
      },
      life: ({ entity, until }) => {
        const instrument = entity as Instrument
        const life = reader.life(instrument)
        if (!life) return { from: until, until: 0 }
        return { from: life.first, until: instrument.end === null ? until : life.last + 1 }
      },
    }
  })
}

function callOf({ entity, parameters }: PageQuery): BookCall {
  const instrument = entity as Instrument
  const { slippage = 0, slippage_ref = 'mid_price' } = parameters as Record<string, unknown>
  const size = (slippage as number) * 10 ** (instrument.precision.price + instrument.precision.amount)
  return { instrument, order: { size, reference: slippage_ref as Order['reference'] }, parameters }
}
