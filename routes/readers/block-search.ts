import { hour, type Period } from '../../src/market/time.ts'
import type { AnyQuery } from '../../src/operations/paging/page.ts'
import type { Parameters } from '../../src/operations/parameters.ts'
import type { FeedKind } from '../../src/store/history/coverage.ts'
import type { Store } from '../../src/store/store.ts'
import { chainNamesOf } from './blockchains.ts'

/** Blocks of a query, also that of a transaction; both ends are inclusive. */
export interface AskedBlocks {
  tx_hash?: string | undefined
  block_number?: number | undefined
  start_block?: number | undefined
  end_block?: number | undefined
}

/** Every chain has a block within this time. */
export const longestGap = 4 * hour

/** A block is searched until it is known to be in a part of at most this length. */
const nearEnough = 24 * hour

/** Numbers and times of the blocks of each chain that is lent on or has pools; of each hour the first. */
const chainBlocks = 'SELECT block_number AS number, timestamp FROM block_run WHERE blockchain = :chain'
export const bitcoinBlocks = "SELECT number, timestamp FROM bitcoin_block WHERE :chain = 'bitcoin'"

/** The part of a range that has the blocks of a query, on the chain that it binds, or on any of the chains. */
export function withinPoolBlocks(
  store: Store,
): (query: Pick<AnyQuery, 'bindings' | 'parameters'>, range: Period) => Period {
  const search = blockSearch(store)
  return ({ bindings, parameters }, range) => {
    const chains: string[] = bindings.chains ? JSON.parse(String(bindings.chains)) : [bindings.blockchain]
    // A walk over pools does not read runs of blocks, so it would not know the block at which it ends.
    return search(chains, range, blocksOf(parameters), 'both')
  }
}

export function blocksOf({ tx_hash, block_number, start_block, end_block }: Parameters): AskedBlocks {
  return {
    tx_hash: tx_hash === undefined ? undefined : String(tx_hash),
    block_number: numberOf(block_number),
    start_block: numberOf(start_block),
    end_block: numberOf(end_block),
  }
}

function numberOf(block: unknown): number | undefined {
  return block === undefined ? undefined : Number(block)
}

/** The end at which a walk starts, or both. */
type SearchedEnds = 'asc' | 'desc' | 'both'

interface Bracket {
  below: number | undefined
  above: number | undefined
}

type NumberedRow = [number: number, time: number]

/**
 * Finds when blocks were, so that a query for blocks does not read all times. It narrows a range by the blocks that are
 * held; ends are searched, and days that the search needs are noted as gaps.
 * @param blocks SQL with the columns number and timestamp, of `:chain`; by default of chains that are lent on or have pools
 */
export function blockSearch(store: Store, feed: FeedKind = 'lending', blocks = chainBlocks) {
  const { coverage } = store
  const names = chainNamesOf(store)
  const nearest = (where: string) => store.prepare<NumberedRow>(`SELECT * FROM (${blocks}) WHERE ${where} LIMIT 1`)
  const nearestBelow = nearest('number <= :number ORDER BY number DESC')
  const nearestAbove = nearest('number > :number ORDER BY number')

  /** The part of a range outside which none of the chains has the blocks; empty if none has any. */
  function within(chains: Iterable<string>, range: Period, blocks: AskedBlocks, ends: SearchedEnds): Period {
    const { tx_hash, block_number: only, start_block: first = only, end_block: last = only } = blocks
    if (tx_hash !== undefined) return withTransaction(tx_hash, chains, range)
    if ((first ?? last) === undefined) return range
    const parts = [...new Set(chains)]
      .map(chain => on(chain, range, first, last, ends))
      .filter(({ from, until }) => from < until)
    if (parts.length === 0) return { from: range.from, until: range.from }
    return { from: Math.min(...parts.map(({ from }) => from)), until: Math.max(...parts.map(({ until }) => until)) }
  }

  /** Empty if none of the chains has the transaction. */
  function withTransaction(hash: string, chains: Iterable<string>, range: Period): Period {
    for (const chain of chains) {
      const place = names.get(chain)?.find(hash)
      if (place !== undefined) return within([chain], range, { block_number: place.block }, 'both')
    }
    return { from: range.from, until: range.from }
  }

  function on(
    chain: string,
    range: Period,
    first: number | undefined,
    last: number | undefined,
    ends: SearchedEnds,
  ): Period {
    let { from, until } = range
    if (first !== undefined) from = Math.max(from, find(chain, range, first, ends !== 'desc').below ?? from)
    if (last !== undefined) {
      const { below, above } = find(chain, range, last, ends !== 'asc')
      until = Math.min(until, above ?? until)
      if (ends !== 'asc' && below === undefined && above !== undefined) until = from
    }
    return { from, until }
  }

  /** The times of the nearest blocks that are held; if searched, undefined means that the range has none. */
  function find(chain: string, { from, until }: Period, number: number, isSearched: boolean): Bracket {
    const at = { chain, number }
    const [below, above] = [nearestBelow.get(at), nearestAbove.get(at)]
    if (isSearched) {
      if (below === undefined) need(from, Math.min(until, from + longestGap))
      if (above === undefined) need(Math.max(from, until - longestGap), until)
      if (below && above && above[1] - below[1] > nearEnough) {
        const share = (number - below[0]) / (above[0] - below[0])
        const guess = Math.floor(below[1] + share * (above[1] - below[1]))
        // The days of both blocks are held, but the last hours of a day do not show where its blocks end.
        const first = Math.max(from, coverage.onTo(feed, 0, below[1], above[1]))
        const last = Math.min(until, coverage.backTo(feed, 0, below[1], above[1])) - 1
        const day = Math.max(first, Math.min(last, guess))
        if (first <= last) need(day, day + 1)
      }
    }
    return { below: below?.[1], above: above?.[1] }
  }

  function need(from: number, until: number): void {
    coverage.need(feed, 0, from, until)
  }

  return within
}
