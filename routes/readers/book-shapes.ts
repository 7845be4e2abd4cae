import { shapeOf } from '../../src/market/books/book-shape.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { Recent, remembered } from '../../src/market/made-once.ts'
import type { Store } from '../../src/store/store.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

/** Instruments whose books are kept open, enough for all bitcoin books: 2 MB at most. */
const kept = 128

/** The shapes of a store's generated books, shared by all operations. */
export const bookShapesOf = remembered(shapeReader, new WeakMap())

/** Null if the instrument has no generated books; any books are then recorded. */
export type BookShapes = (instrument: Pick<StoredInstrument, 'id' | 'tick'>) => LiveBook | null

/** Caches the most recent ones; a shape never changes. */
function shapeReader(store: Store): BookShapes {
  const find = store.prepare<number[]>('SELECT * FROM order_book_shape WHERE instrument = :instrument')
  const known = new Recent<LiveBook | undefined, number>(kept)
  return ({ id, tick }) => {
    const read = () => {
      const row = find.get({ instrument: id })
      return row && new LiveBook(shapeOf(row, tick))
    }
    return known.of(id, read) ?? null
  }
}
