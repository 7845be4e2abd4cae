import { type Answer, firstText, isLast, nextText, type TextSlice } from '../../operations/answer.ts'
import { recordSeparator } from '../../operations/paging/page.ts'
import type { Do } from './fault-schemas.ts'

/** The head of a page, some of its records, or its tail. */
export interface PagePart {
  text: string
  /** Undefined for head and tail. */
  records?: number
}

interface FaultyPage {
  /** All records are in one part. */
  isShort: boolean
  /** Size of each part with records, about. */
  bytes: number
  parts: AsyncGenerator<PagePart>
}

/** A page with faults in its records or its token. @param token the token that the client sent */
export async function faultyPage(answer: Answer, effect: Do, token: string | undefined): Promise<FaultyPage> {
  // A list without pages has no token to fault.
  const fault = Number.isFinite(answer.size) ? effect.page : undefined
  const asked = fault === 'short_pages' ? { ...answer, size: Math.ceil(answer.size / 2) } : answer
  const first = fault === 'empty_with_next' ? empty : await firstText(asked)
  const { page, ...others } = effect
  const parts = partsFrom(asked, first, fault === undefined ? others : effect, token)
  return { isShort: isLast(first, asked.size), bytes: first.json.length, parts }
}

const empty: TextSlice = { json: '', count: 0, next: null }

/** Reads a slice when the one before is sent, so nothing is held for a slow client. */
async function* partsFrom(
  answer: Answer,
  first: TextSlice,
  effect: Do,
  token: string | undefined,
): AsyncGenerator<PagePart> {
  yield { text: answer.head }
  let slice = first
  let left = answer.size
  let count = 0
  for (;;) {
    const isFinal = isLast(slice, left)
    const part = faultyRecords(slice, effect, isFinal)
    if (part.records > 0) yield { ...part, text: (count === 0 ? '' : recordSeparator) + part.text }
    count += slice.count
    if (isFinal) break
    left -= slice.count
    slice = await nextText(answer, slice.next, left)
  }
  yield { text: tailOf(answer, slice, count, effect, token) }
}

function faultyRecords({ json, count }: TextSlice, effect: Do, isFinal: boolean) {
  const { drop_field, null_field, add_field } = effect
  const isTwice = effect.page === 'duplicate_record' && isFinal && count > 0
  if (!isTwice && (drop_field ?? null_field ?? add_field) === undefined) return { text: json, records: count }
  const records = count === 0 ? [] : json.split(recordSeparator)
  if (isTwice) records.push(records.at(-1)!)
  return { text: records.map(record => changed(record, effect)).join(recordSeparator), records: records.length }
}

function tailOf(
  { position, tail }: Answer,
  { next, beside }: TextSlice,
  count: number,
  { page }: Do,
  token: string | undefined,
): string {
  if (page === 'empty_with_next') return tail(position ?? [], 0)
  if (page === 'repeat_token') return withToken(tail(position ?? [], count, beside), token)
  return tail(next, count, beside)
}

function withToken(tail: string, token: string | undefined): string {
  const [, made] = /"continuation_token":"([^"]*)"/.exec(tail) ?? []
  return token === undefined || made === undefined ? tail : tail.replaceAll(made, token)
}

function changed(record: string, { drop_field, null_field, add_field }: Do): string {
  if ((drop_field ?? null_field ?? add_field) === undefined || !record.startsWith('{')) return record
  const fields = JSON.parse(record) as Record<string, unknown>
  for (const name of [drop_field ?? []].flat()) delete fields[name]
  for (const name of [null_field ?? []].flat()) if (Object.hasOwn(fields, name)) fields[name] = null
  for (const name of [add_field ?? []].flat()) fields[name] = 'added'
  return JSON.stringify(fields)
}

/** Ends after a number of records, before the tail. */
export async function* upTo(
  most: number,
  parts: AsyncIterable<PagePart> | Iterable<PagePart>,
): AsyncGenerator<PagePart> {
  let [left, isHead] = [most, true]
  for await (const { text, records } of parts) {
    if (records === undefined && !isHead) return
    isHead = false
    if (records === undefined) yield { text }
    else if (records < left) yield { text, records }
    else {
      if (left > 0) yield { text: beginning(text, left), records: left }
      return
    }
    left -= records ?? 0
  }
}

/** Records after the first part have a separator before them. */
function beginning(text: string, records: number): string {
  const isFirst = !text.startsWith(recordSeparator)
  return text
    .split(recordSeparator)
    .slice(0, isFirst ? records : records + 1)
    .join(recordSeparator)
}
