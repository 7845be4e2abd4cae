import { type BookShapes, bookShapesOf } from '../../routes/readers/book-shapes.ts'
import { BookHour } from '../market/books/book-hour.ts'
import { faultOf } from '../market/books/recorded-book.ts'
import { formatTime } from '../market/time.ts'
import type { Store } from '../store/store.ts'
import type { Check } from './check.ts'

export const checkBooks: readonly Check[] = [
  { name: 'generated order books have two sides', find: brokenHours },
  { name: 'recorded order books have positive amounts, sorted levels, and bids below asks', find: brokenBooks },
]

type BookBlockRow = [instrument: number, tick: number, timestamp: number, books: Uint8Array]

function* brokenHours(store: Store): Generator<string> {
  const shapes = bookShapesOf(store)
  const rows = store.each(
    `SELECT instrument, price_tick, timestamp, books FROM order_book_block JOIN instrument ON id = instrument
     ORDER BY instrument, timestamp`,
  ) as Generator<BookBlockRow>
  let [last, hour]: [number, BookHour | null] = [0, null]
  for (const [id, tick, timestamp, books] of rows) {
    if (id !== last) [last, hour] = [id, hourOf(shapes, id, tick)]
    const wrong = hour ? faultOfBlock(hour, timestamp, books) : 'the instrument has no row in order_book_shape'
    if (wrong) yield `order books of instrument ${id}, the hours from ${formatTime(timestamp)}: ${wrong}`
  }
}

function hourOf(shapes: BookShapes, id: number, tick: number): BookHour | null {
  const live = shapes({ id, tick })
  return live && new BookHour(live)
}

function faultOfBlock(hour: BookHour, timestamp: number, books: Uint8Array): string | undefined {
  for (let at = 0; at < books.length; ) {
    try {
      at = hour.open(timestamp, books, at)
    } catch (error) {
      return (error as RangeError).message
    }
    const wrong = faultOfHour(hour)
    if (wrong) return wrong
  }
  return undefined
}

function faultOfHour(hour: BookHour): string | undefined {
  for (let n = 0; n < hour.length; n++) {
    const { bids, asks, polled } = hour.book(n)
    if (!(bids.best > 0 && bids.best < asks.best))
      return `the best prices of the book at ${formatTime(polled)} are ${bids.best} and ${asks.best} ticks`
  }
  return undefined
}

type BookRow = [instrument: number, polled: number, bids: string, asks: string, price: number, amount: number]

function* brokenBooks(store: Store): Generator<string> {
  const rows = store.each(
    `SELECT instrument, poll_timestamp, bids, asks, price_decimals, amount_decimals
     FROM order_book_snapshot JOIN instrument ON id = instrument ORDER BY instrument, poll_timestamp`,
  ) as Generator<BookRow>
  for (const [id, polled, bids, asks, price, amount] of rows) {
    const wrong = faultOf(bids, asks, { price, amount })
    if (wrong) yield `order book of instrument ${id} at ${formatTime(polled)}: ${wrong}`
  }
}
