import { type Further, onceHeld, Patience } from './paging/once-held.ts'
import { type AnyQuery, type AnySource, recordSeparator, type Slice } from './paging/page.ts'
import type { WalkPosition } from './paging/token.ts'
import { hasTimeForSlice, inTurn, within } from './paging/turns.ts'

const wholePage = 1000
/**
 * Records of a slice of a long page: slices let other requests run in between, and text be collected early. Each slice of an
 * ordered list sorts the rest.
 */
export const sliceRecords = { usual: 100, list: 500, ordered: 2000 }

/**
 * One page. It refers to no request: V8 keeps pages until a full collection, and requests with them took 8 % of the
 * CPU.
 */
export interface Answer {
  source: AnySource
  query: AnyQuery
  /** Position of the page; null is the start of the walk. */
  position: WalkPosition | null
  /** Number of the page in its walk, from 1. */
  page: number
  /** What all pages of a walk share. */
  origin(): string
  size: number
  sliceSize: number
  /** The key and its access; null if every client gets the same page. */
  asker: string | null
  /** Why there is no data, if the question shows it. */
  hint?: string
  /** About a parameter that nothing reads. */
  ignored?: string
  /** Why there may be none, which is asked if there is none. */
  whyEmpty?(): string | undefined
  head: string
  /** Makes rows readable that a slice lacked; absent if nobody can. */
  further?: Further
  /** Of the client, if it has waited already. */
  patience?: Patience
  /** Null until the tail is written. */
  last: boolean | null
  tail(next: WalkPosition | null, count: number, beside?: string): string
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

export async function* textParts(
  answer: Answer,
  first: TextSlice,
  sent: (records: number) => void = () => {},
): AsyncGenerator<string> {
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
    slice = await nextText(answer, slice.next, left)
  }
  yield answer.tail(slice.next, count, slice.beside)
}

export type TextSlice = Slice & { json: string }

/** The first slices of long pages that arrive together take turns, too. */
export async function firstText(answer: Answer): Promise<TextSlice> {
  const read = () => asText(firstSlice(answer))
  const { further } = answer
  const start = () => (!isLong(answer) || hasTimeForSlice() ? read() : inTurn(read))
  answer.patience ??= new Patience()
  return onceHeld(start, further, answer.patience)
}

export function nextText(answer: Answer, position: WalkPosition | null, left: number): Promise<TextSlice> {
  answer.patience ??= new Patience()
  answer.patience.extend()
  return onceHeld(() => inTurn(() => asText(nextSlice(answer, position, left))), answer.further, answer.patience)
}

/** As text: other pages read the source, and so overwrite bytes, before this one goes on. */
export function asText(slice: Slice): TextSlice {
  return { ...slice, json: slice.json.toString() }
}

export async function textOf(answer: Answer): Promise<string> {
  return (await Array.fromAsync(textParts(answer, await firstText(answer)))).join('')
}

function nextSlice({ source, query, size, sliceSize }: Answer, position: WalkPosition | null, left: number): Slice {
  return within(() => source.slice(query, position, size <= wholePage ? left : Math.min(left, sliceSize)))
}
