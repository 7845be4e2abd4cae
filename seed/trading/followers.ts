import type { Range } from '../../src/market/time.ts'
import { BookFeed, bookTable } from '../books/book-feed.ts'
import { booksSince } from '../books/book-shapes.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { PoolFeed } from '../pools/pool-feed.ts'
import { PoolTables } from '../pools/pool-tables.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { isLiquidated, LiquidationFeed, liquidationTable } from './liquidation-feed.ts'
import type { Tape } from './tape.ts'

/** Writes something that comes from the trades of one instrument. */
export interface Follower {
  /**
   * What belongs to an hour counted from 1970 and happened within the range.
   * @param tape the whole hour's trades. @param start of the store.
   */
  write(hour: number, tape: Tape, range: Range, start: number): void
}

/** What is written of instruments beside their trades and bars. */
export class Followers {
  readonly #world: World
  readonly #books: Appender
  readonly #liquidations: Appender
  readonly #pools: PoolTables

  constructor(sink: Sink, world: World) {
    this.#world = world
    this.#books = bookTable(sink)
    this.#liquidations = liquidationTable(sink)
    this.#pools = new PoolTables(sink)
  }

  of(instrument: Instrument): Follower[] {
    const followers: Follower[] = []
    const since = booksSince(instrument)
    if (since !== null) followers.push(new BookFeed(this.#world, instrument, since, this.#books))
    if (isLiquidated(instrument)) followers.push(new LiquidationFeed(this.#world, instrument, this.#liquidations))
    if (instrument.pools.length > 0) followers.push(new PoolFeed(this.#world, instrument, this.#pools))
    return followers
  }

  flush(): void {
    this.#books.flush()
    this.#liquidations.flush()
    this.#pools.flush()
  }
}
