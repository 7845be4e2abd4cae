import { type Answer, firstSlice, textParts } from '../../operations/answer.ts'
import { recordSeparator } from '../../operations/page.ts'
import type { Do } from './fault-schemas.ts'

export interface PageText {
  head: string
  records: string[]
  tail: string
}

/** @param token the token that the client sent */
export async function pageText(answer: Answer, effect: Do, token: string | undefined): Promise<PageText> {
  const page = await pagedText(answer, effect.page, token)
  return { ...page, records: page.records.map(record => changed(record, effect)) }
}

async function pagedText(answer: Answer, fault: Do['page'], token: string | undefined): Promise<PageText> {
  // A list without pages has no token to fault.
  if (!Number.isFinite(answer.size)) return textOf(answer)
  if (fault === 'short_pages') return textOf({ ...answer, size: Math.ceil(answer.size / 2) })
  if (fault === 'empty_with_next') return { head: answer.head, records: [], tail: againTail(answer, 0) }
  const page = await textOf(answer)
  if (fault === 'repeat_token') return { ...page, tail: withToken(againTail(answer, page.records.length), token) }
  if (fault === 'duplicate_record') return { ...page, records: [...page.records, ...page.records.slice(-1)] }
  return page
}

async function textOf(answer: Answer): Promise<PageText> {
  const parts: string[] = []
  for await (const part of textParts(answer, firstSlice(answer))) parts.push(part)
  const records = parts.slice(1, -1).join('')
  return { head: parts[0]!, records: records === '' ? [] : records.split(recordSeparator), tail: parts.at(-1)! }
}

function againTail({ position, tail }: Answer, count: number): string {
  return tail(position ?? [], count)
}

function withToken(tail: string, token: string | undefined): string {
  const [, made] = /"continuation_token":"([^"]*)"/.exec(tail) ?? []
  return token === undefined || made === undefined ? tail : tail.replaceAll(made, token)
}

function changed(record: string, { drop_field, null_field, add_field }: Do): string {
  const changes = [drop_field, null_field, add_field]
  if (changes.every(names => names === undefined) || !record.startsWith('{')) return record
  const fields = JSON.parse(record) as Record<string, unknown>
  for (const name of listed(drop_field)) delete fields[name]
  for (const name of listed(null_field)) if (Object.hasOwn(fields, name)) fields[name] = null
  for (const name of listed(add_field)) fields[name] = 'added'
  return JSON.stringify(fields)
}

function listed(names: string | string[] | undefined): string[] {
  return names === undefined ? [] : [names].flat()
}
