import { floorTo } from '../../src/market/time.ts'
import type { PageQuery } from '../../src/operations/paging/page.ts'
import type { BlockInterval } from '../../src/operations/schemas.ts'
import type { BlockClock, BlockTime } from '../readers/block-clock.ts'
import type { AskedBlocks } from '../readers/block-search.ts'

export interface MarkParameters extends AskedBlocks {
  live: boolean
  interval: BlockInterval
}

/** A chain and the time until its blocks are final, in milliseconds. */
export interface Chain {
  code: string
  confirmation: number
}

/** Consecutive blocks, both ends inclusive. */
export interface BlockRange {
  first: BlockTime
  last: BlockTime
}

/** The blocks that a query covers; null if there are none. */
export function blockRange(
  clock: BlockClock,
  { code, confirmation }: Chain,
  query: PageQuery<unknown, MarkParameters>,
): BlockRange | null {
  const { block_number, start_block, end_block, live } = query.parameters
  const until = live ? query.until : Math.min(query.until, query.now - confirmation)
  const newest = clock.lastBefore(code, until)?.number ?? 0
  const before = clock.lastBefore(code, query.from)?.number ?? (clock.first(code) ?? 0) - 1
  const first = clock.at(code, Math.max(before + 1, start_block ?? 0, block_number ?? 0))
  const last = clock.at(code, Math.min(newest, end_block ?? newest, block_number ?? newest))
  return first && last && first.number <= last.number ? { first, last } : null
}

/**
 * The blocks of a chain that have records, in query order: multiples of a number, or the last block of each finished
 * interval. An interval without a block has none.
 */
export function marks(
  clock: BlockClock,
  chain: string,
  range: BlockRange,
  query: PageQuery<unknown, MarkParameters>,
): Iterable<BlockTime> {
  const { blocks = 1, milliseconds } = query.parameters.interval
  const walk = { clock, chain, horizon: query.horizon, ...range }
  if (milliseconds === undefined) return everyNth(walk, blocks, query.sort)
  return query.sort === 'asc' ? intervals(walk, milliseconds) : intervalsBack(walk, milliseconds)
}

interface MarkWalk extends BlockRange {
  clock: BlockClock
  chain: string
  horizon: number
}

function* everyNth({ clock, chain, first, last }: MarkWalk, step: number, sort: 'asc' | 'desc'): Generator<BlockTime> {
  const lowest = Math.ceil(first.number / step) * step
  const highest = Math.floor(last.number / step) * step
  for (let n = 0; lowest + n <= highest; n += step) {
    const block = clock.at(chain, sort === 'asc' ? lowest + n : highest - n)
    if (block) yield block
  }
}

function* intervals({ clock, chain, first, last, horizon }: MarkWalk, width: number): Generator<BlockTime> {
  let next: BlockTime | undefined = first
  while (next) {
    const end = floorTo(next.time, width) + width
    const block: BlockTime = clock.lastBefore(chain, end)!
    if (end > horizon || block.number > last.number) return
    yield block
    next = clock.at(chain, block.number + 1)
  }
}

function* intervalsBack({ clock, chain, first, last, horizon }: MarkWalk, width: number): Generator<BlockTime> {
  let end = floorTo(last.time, width) + width
  for (;;) {
    const block = clock.lastBefore(chain, end)
    if (!block || block.number < first.number) return
    if (block.number <= last.number && end <= horizon) yield block
    end = floorTo(block.time, width)
  }
}
