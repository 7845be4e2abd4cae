import { type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import type { Position } from './token.ts'
import { inTurn } from './turns.ts'

/** A page of no more records than this is read at once. */
const wholePage = 1000
/** A larger one is read so many records at a time: no client waits long for another's page, and its text dies young. */
const sliceRecords = 100

/** What a store holds; null where it reaches back without bound. Milliseconds since 1970 UTC. */
export interface HeldRange {
  from: number | null
  until: number
}

/** One page of an operation: the records to read, and what stands before and after them. */
export interface Answer {
  source: Source
  query: PageQuery
  /** Where the page begins; null is the beginning. */
  position: Position | null
  /** Which page of its walk this is, counted from 1, and the id that all pages of the walk have. */
  page: number
  walk(): string
  /** Records in the page, at most. */
  size: number
  /** What the page depends on beside its URL: the key and its access; null where every client gets the same. */
  asker: string | null
  /** Set where the call asks for times that the store does not hold at all: what it holds. */
  outside?: HeldRange
  head: string
  /** What follows the page's `count` records. */
  tail(next: Position | null, count: number): string
}

/** The page's first slice; `isLast` says whether it is the whole page. */
export function firstSlice(answer: Answer): Slice {
  return nextSlice(answer, answer.position, answer.size)
}

export function isLast(slice: Slice, left: number): boolean {
  return slice.next === null || slice.count >= left
}

/**
 * The answer's text after its first slice was read, piece by piece; each slice waits for its turn.
 * @param sent called with the number of records of each slice.
 */
export async function* textParts(
  answer: Answer,
  slice: Slice,
  sent: (records: number) => void = () => {},
): AsyncGenerator<string> {
  yield answer.head
  let left = answer.size
  let count = 0
  for (;;) {
    yield slice.json
    count += slice.count
    sent(slice.count)
    if (isLast(slice, left)) break
    left -= slice.count
    // Before the next slice is read: nothing is held for a client that does not read this one.
    yield recordSeparator
    slice = await inTurn(() => nextSlice(answer, slice.next, left))
  }
  yield answer.tail(slice.next, count)
}

/** The whole answer as one text. */
export async function textOf(answer: Answer): Promise<string> {
  let text = ''
  for await (const part of textParts(answer, firstSlice(answer))) text += part
  return text
}

function nextSlice({ source, query, size }: Answer, position: Position | null, left: number): Slice {
  return source.slice(query, position, size <= wholePage ? left : Math.min(left, sliceRecords))
}
