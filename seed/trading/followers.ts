import { BookFeed, bookTables } from '../books/book-feed.ts'
import { hasBooks, hasBooksAhead } from '../books/book-shapes.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { poolFeed } from '../pools/pool-feed.ts'
import { PoolTables } from '../pools/pool-tables.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { isLiquidated, LiquidationFeed } from './liquidation-feed.ts'

export function followersOf(sink: Sink, world: World) {
  const bookTable = bookTables(sink)
  const liquidationTable = sink.appender('liquidation')
  const poolTables = new PoolTables(sink)

  function of(instrument: Instrument): Follower[] {
    const ahead = hasBooksAhead(instrument) ? books(instrument) : []
    const pools = instrument.pools.length > 0 ? [poolFeed(world, instrument, poolTables)] : []
    return [...ahead, ...liquidations(instrument), ...pools]
  }

  /** Also of instruments whose books are not filled ahead. */
  function books(instrument: Instrument): Follower[] {
    return hasBooks(instrument) ? [new BookFeed(world, instrument, bookTable)] : []
  }

  function liquidations(instrument: Instrument): Follower[] {
    return isLiquidated(instrument) ? [new LiquidationFeed(world, instrument, liquidationTable)] : []
  }

  function flush(): void {
    bookTable.generated.flush()
    bookTable.oneSided.flush()
    liquidationTable.flush()
    poolTables.flush()
  }

  return { of, books, liquidations, flush }
}
