import { shapeOf } from '../../src/market/books/book-shape.ts'
import { LiveBook } from '../../src/market/books/live-book.ts'
import { Recent, remembered } from '../../src/market/made-once.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { StoredInstrument } from '../subjects/instrument.ts'

/** Instruments whose books are kept open, enough for all bitcoin books: 2 MB at most. */
const kept = 128

/** The shapes of a store's generated books, shared by all operations. */
export const bookShapesOf = remembered((store: Store) => new BookShapes(store), new WeakMap())

/** Reads book shapes and caches the most recent ones; a shape never changes. */
export class BookShapes {
  readonly #find: Statement<number[]>
  readonly #known = new Recent<LiveBook | undefined, number>(kept)

  constructor(store: Store) {
    this.#find = store.prepare('SELECT * FROM order_book_shape WHERE instrument = :instrument')
  }

  /** Null if the instrument has no generated books; any books are then recorded. */
  of({ id, tick }: Pick<StoredInstrument, 'id' | 'tick'>): LiveBook | null {
    const read = () => {
      const row = this.#find.get({ instrument: id })
      return row && new LiveBook(shapeOf(row, tick))
    }
    return this.#known.of(id, read) ?? null
  }
}
