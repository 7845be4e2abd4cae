import { hour } from '../../src/market/time.ts'
import type { Coverage, FeedKind, Part } from '../../src/store/history/coverage.ts'
import type { Statement, Store } from '../../src/store/store.ts'

/** Blocks of a query; both ends are inclusive. */
export interface AskedBlocks {
  block_number?: number | undefined
  start_block?: number | undefined
  end_block?: number | undefined
}

/** Every chain has a block within this time. */
export const longestGap = 4 * hour

/** A block is searched until it is known to be in a part of at most this length. */
const nearEnough = 24 * hour

/** Numbers and times of the blocks of each chain that is lent on; of each hour the first. */
export const lendingBlocks = 'SELECT block_number AS number, timestamp FROM block_run WHERE blockchain = :chain'
export const bitcoinBlocks = "SELECT number, timestamp FROM bitcoin_block WHERE :chain = 'bitcoin'"

interface Bracket {
  below: number | undefined
  above: number | undefined
}

type NumberedRow = [number: number, time: number]

/**
 * Finds when blocks were, so that a query for blocks does not read all times. It narrows a range by the blocks that are
 * held; the end at which a walk starts is searched, and days that the search needs are noted as gaps.
 */
export class BlockSearch {
  readonly #coverage: Coverage
  readonly #feed: FeedKind
  readonly #below: Statement<NumberedRow>
  readonly #above: Statement<NumberedRow>

  /** @param blocks SQL with the columns number and timestamp, of `:chain` */
  constructor(store: Store, feed: FeedKind, blocks: string) {
    this.#coverage = store.coverage
    this.#feed = feed
    this.#below = store.prepare(`SELECT * FROM (${blocks}) WHERE number <= :number ORDER BY number DESC LIMIT 1`)
    this.#above = store.prepare(`SELECT * FROM (${blocks}) WHERE number > :number ORDER BY number LIMIT 1`)
  }

  /** The part of a range outside which none of the chains has the blocks; empty if none has any. */
  within(chains: Iterable<string>, range: Part, blocks: AskedBlocks, sort: 'asc' | 'desc'): Part {
    const { block_number: only, start_block: first = only, end_block: last = only } = blocks
    if ((first ?? last) === undefined) return range
    const parts = [...new Set(chains)]
      .map(chain => this.#on(chain, range, first, last, sort))
      .filter(({ from, until }) => from < until)
    if (parts.length === 0) return { from: range.from, until: range.from }
    return { from: Math.min(...parts.map(({ from }) => from)), until: Math.max(...parts.map(({ until }) => until)) }
  }

  #on(chain: string, range: Part, first: number | undefined, last: number | undefined, sort: 'asc' | 'desc'): Part {
    let { from, until } = range
    if (first !== undefined) from = Math.max(from, this.#find(chain, range, first, sort === 'asc').below ?? from)
    if (last !== undefined) {
      const { below, above } = this.#find(chain, range, last, sort === 'desc')
      until = Math.min(until, above ?? until)
      if (sort === 'desc' && below === undefined && above !== undefined) until = from
    }
    return { from, until }
  }

  /** The times of the nearest blocks that are held; if searched, undefined means that the range has none. */
  #find(chain: string, { from, until }: Part, number: number, isSearched: boolean): Bracket {
    const at = { chain, number }
    const [below, above] = [this.#below.get(at), this.#above.get(at)]
    if (isSearched) {
      if (below === undefined) this.#need(from, Math.min(until, from + longestGap))
      if (above === undefined) this.#need(Math.max(from, until - longestGap), until)
      if (below && above && above[1] - below[1] > nearEnough) {
        const share = (number - below[0]) / (above[0] - below[0])
        const guess = Math.floor(below[1] + share * (above[1] - below[1]))
        const day = Math.max(from, Math.min(until - 1, guess))
        this.#need(day, day + 1)
      }
    }
    return { below: below?.[1], above: above?.[1] }
  }

  #need(from: number, until: number): void {
    this.#coverage.need(this.#feed, 0, from, until)
  }
}
