import { type BookShape, Ladders } from '../../src/market/book-shape.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import type { Instrument } from './instrument.ts'

/** What the modelled books of an instrument are read with. */
export interface ShapedBooks {
  shape: BookShape
  ladders: Ladders
}

const columns = [
  'key',
  'lot',
  'levels',
  'reach',
  'step',
  'spread',
  'tight',
  'near',
  'near_weight',
  'near_within',
  'far',
  'far_weight',
  'unevenness',
  'timed',
]

/** Ladders are kept for so many instruments, all books of bitcoin among them: 13 MB at most. */
const kept = 96

const shapes = new WeakMap<Store, BookShapes>()

/** The shapes of a store's modelled books, which all operations share. */
export function bookShapesOf(store: Store): BookShapes {
  const found = shapes.get(store) ?? new BookShapes(store)
  shapes.set(store, found)
  return found
}

/** Reads shapes of books, and keeps those that were asked for last: an instrument's never changes. */
export class BookShapes {
  readonly #find: Statement
  readonly #known = new Map<number, ShapedBooks>()

  constructor(store: Store) {
    this.#find = store.prepare(`SELECT ${columns} FROM order_book_shape WHERE instrument = :instrument`)
  }

  /** Null where the store has none for the instrument: all of its books, if any, are recorded ones. */
  of(instrument: Pick<Instrument, 'id' | 'tick'>): ShapedBooks | null {
    const found = this.#known.get(instrument.id) ?? this.#read(instrument)
    if (!found) return null
    this.#known.delete(instrument.id)
    this.#known.set(instrument.id, found)
    for (const [oldest] of this.#known) if (this.#known.size > kept) this.#known.delete(oldest)
    return found
  }

  #read({ id, tick }: Pick<Instrument, 'id' | 'tick'>): ShapedBooks | null {
    const row = this.#find.get({ instrument: id }) as number[] | undefined
    if (!row) return null
    const [key, lot, levels, reach, step, spread, tight, near, nearWeight, nearWithin, far, farWeight, ...rest] = row
    const [unevenness, timed] = rest
    const scales = { near, nearWeight, nearWithin, far, farWeight }
    const shape = { key, tick, lot, levels, reach, step, spread, tight, ...scales, unevenness, timed } as BookShape
    return { shape, ladders: new Ladders(shape) }
  }
}
