import { BookFeed, type BookTables, bookTables } from '../books/book-feed.ts'
import { hasBooksAhead } from '../books/book-shapes.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { PoolFeed } from '../pools/pool-feed.ts'
import { PoolTables } from '../pools/pool-tables.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { isLiquidated, LiquidationFeed, liquidationTable } from './liquidation-feed.ts'

export class Followers {
  readonly #world: World
  readonly #books: BookTables
  readonly #liquidations: Appender
  readonly #pools: PoolTables

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#books = bookTables(sink)
    this.#liquidations = liquidationTable(sink)
    this.#pools = new PoolTables(sink)
  }

  of(instrument: Instrument): Follower[] {
    const followers: Follower[] = []
    if (hasBooksAhead(instrument)) followers.push(new BookFeed(this.#world, instrument, this.#books))
    if (isLiquidated(instrument)) followers.push(new LiquidationFeed(this.#world, instrument, this.#liquidations))
    if (instrument.pools.length > 0) followers.push(new PoolFeed(this.#world, instrument, this.#pools))
    return followers
  }

  flush(): void {
    this.#books.generated.rows.flush()
    this.#books.oneSided.flush()
    this.#liquidations.flush()
    this.#pools.flush()
  }
}
