import { bands } from '../seed/book-shape.ts'
import type { Intervals } from './grid.ts'
import type { Statement, Store } from './store.ts'
import { grouped, sum } from './turnover.ts'

/** Mean volumes within each band of the best price, in the asset; null where no book was recorded. */
export type Depth = Record<string, number | null>

/** What the order books of one exchange hold of an asset, by band. */
export interface ExchangeDepth {
  exchange: string
  bids: number[]
  asks: number[]
}

/** The names of the bands of a depth, narrowest first. No plain numbers, which JavaScript would put before all others. */
export const depthNames: readonly string[] = bands.map(band => `volume${band}`)

/** Reads how deep the recorded order books of an asset are, from what whole hours of them add up to. */
export class DepthReader {
  readonly #hours: Statement

  constructor(store: Store) {
    this.#hours = store.prepare(
      `SELECT instrument.id, exchange_code, amount_decimals, hour.timestamp, snapshots, bid_depth, ask_depth
       FROM instrument CROSS JOIN order_book_hour AS hour ON instrument = instrument.id
       WHERE base_asset = :asset AND class <> 'option' AND book_levels IS NOT NULL
       AND hour.timestamp >= :from AND hour.timestamp < :until ORDER BY exchange_code`,
    )
  }

  /** By the start of the interval: of each instrument the mean of its books, and of an exchange the sum of its instruments. */
  read(asset: string, { interval, from, until }: Intervals): Map<number, ExchangeDepth[]> {
    const books = new Map<string, BookSum>()
    for (const row of this.#hours.all({ asset, from, until })) {
      const [id, exchange, decimals, timestamp, snapshots] = row as [number, string, number, number, number]
      const start = timestamp - (timestamp % interval)
      const sum = books.get(`${id} ${start}`) ?? new BookSum(exchange, start, decimals)
      sum.add(snapshots, JSON.parse(row[5] as string), JSON.parse(row[6] as string))
      books.set(`${id} ${start}`, sum)
    }
    const byStart = Map.groupBy(books.values(), ({ start }) => start)
    return new Map([...byStart].map(([start, some]) => [start, byExchange(some.map(book => book.mean()))]))
  }
}

function byExchange(depths: readonly ExchangeDepth[]): ExchangeDepth[] {
  return grouped(depths, ({ exchange }) => exchange).map(([exchange, some]) => {
    return { exchange, bids: summed(some.map(({ bids }) => bids)), asks: summed(some.map(({ asks }) => asks)) }
  })
}

/** By band, over several books. */
function summed(volumes: readonly (readonly number[])[]): number[] {
  return bands.map((_, band) => sum(volumes, one => one[band]!))
}

/** What the books of one instrument in one interval add up to. */
class BookSum {
  readonly #exchange: string
  readonly start: number
  readonly #unit: number
  readonly #bids: number[] = bands.map(() => 0)
  readonly #asks: number[] = bands.map(() => 0)
  #snapshots = 0

  constructor(exchange: string, start: number, decimals: number) {
    this.#exchange = exchange
    this.start = start
    this.#unit = 10 ** decimals
  }

  add(snapshots: number, bids: number[], asks: number[]): void {
    this.#snapshots += snapshots
    for (let band = 0; band < bands.length; band++) {
      this.#bids[band]! += bids[band]!
      this.#asks[band]! += asks[band]!
    }
  }

  mean(): ExchangeDepth {
    const whole = this.#snapshots * this.#unit
    const mean = (sums: number[]) => sums.map(sum => sum / whole)
    return { exchange: this.#exchange, bids: mean(this.#bids), asks: mean(this.#asks) }
  }
}

/** Volumes by the names of their bands, summed over several books; null where there are none. */
export function depthByBand(volumes: readonly (readonly number[])[]): Depth {
  const sums = summed(volumes)
  return Object.fromEntries(depthNames.map((name, n) => [name, volumes.length > 0 ? sums[n]! : null]))
}
