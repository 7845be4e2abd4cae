import { bands } from '../../src/market/book-shape.ts'
import type { Intervals } from '../../src/operations/grid.ts'
import type { Row, Statement, Store } from '../../src/store/store.ts'
import { grouped, sum } from '../readers/turnover.ts'

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

/** The instruments whose order books hold an asset: where it is the base, and where it is what the base is paid with. */
export const booksOf = { base: 'base_asset = :asset', either: ':asset IN (base_asset, quote_asset)' }

/**
 * Reads how deep the recorded order books of an asset are, from what whole hours of them add up to. Where the asset is the
 * quote, what the books hold of the base is told as what it comes to at their mean mid price.
 */
export class DepthReader {
  readonly #hours: Statement

  constructor(store: Store, books: string) {
    this.#hours = store.prepare(
      `SELECT id, exchange_code, amount_decimals, iif(base_asset = :asset, NULL, price_decimals), hour.timestamp,
         snapshots, bid, ask, bid_depth, ask_depth
       FROM instrument CROSS JOIN order_book_hour AS hour ON instrument = instrument.id
       WHERE ${books} AND class <> 'option' AND book_levels IS NOT NULL
       AND hour.timestamp >= :from AND hour.timestamp < :until
       ORDER BY instrument.id, hour.timestamp`,
    )
  }

  /** By the start of the interval: of each instrument the mean of its books, and of an exchange the sum of its instruments. */
  read(asset: string, { interval, from, until }: Intervals): Map<number, ExchangeDepth[]> {
    const books: BookSum[] = []
    for (const [id, exchange, decimals, priceDecimals, timestamp, ...sums] of this.#hours.all({ asset, from, until })) {
      const start = (timestamp as number) - ((timestamp as number) % interval)
      let book = books.at(-1)
      if (book?.id !== id || book?.start !== start) {
        const units = {
          amount: 10 ** (decimals as number),
          price: priceDecimals === null ? null : 10 ** (priceDecimals as number),
        }
        book = new BookSum(id as number, exchange as string, start, units)
        books.push(book)
      }
      book!.add(sums)
    }
    const byStart = Map.groupBy(books, ({ start }) => start)
    return new Map([...byStart].map(([start, some]) => [start, byExchange(some.map(book => book.mean()))]))
  }
}

function byExchange(depths: readonly ExchangeDepth[]): ExchangeDepth[] {
  const exchanges = grouped(depths, ({ exchange }) => exchange).sort(([a], [b]) => (a < b ? -1 : 1))
  return exchanges.map(([exchange, some]) => {
    return { exchange, bids: summed(some.map(({ bids }) => bids)), asks: summed(some.map(({ asks }) => asks)) }
  })
}

/** By band, over several books. */
function summed(volumes: readonly (readonly number[])[]): number[] {
  return bands.map((_, band) => sum(volumes, one => one[band]!))
}

/** So many of the units that are stored are one; `price` only where amounts are told in the quote. */
interface Units {
  amount: number
  price: number | null
}

/** What the books of one instrument in one interval add up to. */
class BookSum {
  readonly id: number
  readonly #exchange: string
  readonly start: number
  readonly #units: Units
  readonly #bids: number[] = bands.map(() => 0)
  readonly #asks: number[] = bands.map(() => 0)
  #snapshots = 0
  /** Σ bid + ask. */
  #prices = 0

  constructor(id: number, exchange: string, start: number, units: Units) {
    this.id = id
    this.#exchange = exchange
    this.start = start
    this.#units = units
  }

  /** @param hour the columns from `snapshots` on. */
  add(hour: Row): void {
    const [snapshots, bid, ask, bids, asks] = hour as [number, number, number, string, string]
    this.#snapshots += snapshots
    this.#prices += bid + ask
    addTo(this.#bids, JSON.parse(bids))
    addTo(this.#asks, JSON.parse(asks))
  }

  mean(): ExchangeDepth {
    const { amount, price } = this.#units
    const worth = price === null ? 1 : this.#prices / (2 * this.#snapshots * price)
    const mean = (sums: number[]) => sums.map(sum => (sum / (this.#snapshots * amount)) * worth)
    return { exchange: this.#exchange, bids: mean(this.#bids), asks: mean(this.#asks) }
  }
}

function addTo(sums: number[], more: readonly number[]): void {
  for (let band = 0; band < bands.length; band++) sums[band]! += more[band]!
}

/** Volumes by the names of their bands, summed over several books; null where there are none. */
export function depthByBand(volumes: readonly (readonly number[])[]): Depth {
  const sums = summed(volumes)
  return Object.fromEntries(depthNames.map((name, n) => [name, volumes.length > 0 ? sums[n]! : null]))
}
