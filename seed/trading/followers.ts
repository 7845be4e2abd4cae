import { BookFeed, type BookTables, bookTables } from '../books/book-feed.ts'
import { hasBooks, hasBooksAhead } from '../books/book-shapes.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { PoolFeed } from '../pools/pool-feed.ts'
import { PoolTables } from '../pools/pool-tables.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { isLiquidated, LiquidationFeed } from './liquidation-feed.ts'

export class Followers {
  readonly #world: World
  readonly #books: BookTables
  readonly #liquidations: Appender
  readonly #pools: PoolTables

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#books = bookTables(sink)
    this.#liquidations = sink.appender('liquidation')
    this.#pools = new PoolTables(sink)
  }

  of(instrument: Instrument): Follower[] {
    const books = hasBooksAhead(instrument) ? this.books(instrument) : []
    const pools = instrument.pools.length > 0 ? [new PoolFeed(this.#world, instrument, this.#pools)] : []
    return [...books, ...this.liquidations(instrument), ...pools]
  }

  /** Also of instruments whose books are not filled ahead. */
  books(instrument: Instrument): Follower[] {
    return hasBooks(instrument) ? [new BookFeed(this.#world, instrument, this.#books)] : []
  }

  liquidations(instrument: Instrument): Follower[] {
    return isLiquidated(instrument) ? [new LiquidationFeed(this.#world, instrument, this.#liquidations)] : []
  }

  flush(): void {
    this.#books.generated.flush()
    this.#books.oneSided.flush()
    this.#liquidations.flush()
    this.#pools.flush()
  }
}
