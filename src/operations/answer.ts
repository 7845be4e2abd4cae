import { type PageQuery, recordSeparator, type Slice, type Source } from './page.ts'
import type { WalkPosition } from './token.ts'
import { inTurn } from './turns.ts'

const wholePage = 1000
/** Lets other requests run in between, and text be collected early. */
const sliceRecords = 100

/** Range of the store; null if unbounded. */
export interface HeldRange {
  from: number | null
  until: number
}

/**
 * One page. It refers to no request: V8 keeps answers until a full collection, and requests with them took 8 % of the
 * CPU.
 */
export interface Answer {
  source: Source
  query: PageQuery
  /** Position of the page; null is the start of the walk. */
  position: WalkPosition | null
  /** Number of the page in its walk, from 1. */
  page: number
  /** What all pages of a walk share. */
  origin(): string
  size: number
  /** The key and its access; null if every client gets the same answer. */
  asker: string | null
  /** Range of the store, if the query lies wholly outside it. */
  outside?: HeldRange
  head: string
  /** Null until the tail is written. */
  last: boolean | null
  tail(next: WalkPosition | null, count: number): string
}

export function isLong({ size }: Answer): boolean {
  return size > wholePage
}

export function firstSlice(answer: Answer): Slice {
  return nextSlice(answer, answer.position, answer.size)
}

export function isLast(slice: Slice, left: number): boolean {
  return slice.next === null || slice.count >= left
}

export function textParts(
  answer: Answer,
  slice: Slice,
  sent: (records: number) => void = () => {},
): AsyncGenerator<string> {
  return partsFrom(answer, asText(slice), sent)
}

async function* partsFrom(answer: Answer, first: TextSlice, sent: (records: number) => void): AsyncGenerator<string> {
  yield answer.head
  let slice = first
  let left = answer.size
  let count = 0
  for (let before = ''; ; before = recordSeparator) {
    // Yields before reading the next slice, so nothing is held for a slow client.
    yield before + slice.json
    count += slice.count
    sent(slice.count)
    if (isLast(slice, left)) break
    left -= slice.count
    slice = await inTurn(() => asText(nextSlice(answer, slice.next, left)))
  }
  yield answer.tail(slice.next, count)
}

type TextSlice = Slice & { json: string }

/** As text: other answers read the source, and so overwrite bytes, before this one goes on. */
function asText(slice: Slice): TextSlice {
  return { ...slice, json: slice.json.toString() }
}

export async function textOf(answer: Answer): Promise<string> {
  let text = ''
  for await (const part of textParts(answer, firstSlice(answer))) text += part
  return text
}

function nextSlice({ source, query, size }: Answer, position: WalkPosition | null, left: number): Slice {
  return source.slice(query, position, size <= wholePage ? left : Math.min(left, sliceRecords))
}
