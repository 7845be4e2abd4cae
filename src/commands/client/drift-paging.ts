import { type Drift, drift, fieldOf, orderOf, pagingFields, recordsOf, type SideAnswer } from './drift-comparison.ts'

/** Responses of consecutive pages, the first page first. */
export type AnsweredPages = readonly SideAnswer[]

/** Compares how the latest pages of two equally long walks follow the pages before them. */
export function comparePaging(sandbox: AnsweredPages, upstream: AnsweredPages): Drift[] {
  const latest = [sandbox, upstream].map(walk => walk.at(-1)!.body) as [unknown, unknown]
  const [own, other] = latest.map(body => nextUrlOf(body) !== undefined)
  const found = pagingFields.flatMap(name => compare('warning', `paging: ${name}`, presence, latest, name))
  // The last page of a walk may have any number of records.
  if (own && other) found.push(...compare('warning', 'paging: records on a page before the last', countOf, latest))
  if (sandbox.length < 2) return found
  const walks = [sandbox, upstream] as [AnsweredPages, AnsweredPages]
  const [ownOrder, otherOrder] = walks.map(edgeOrder) as [string, string]
  if (ownOrder !== otherOrder && ownOrder !== 'unknown' && otherOrder !== 'unknown')
    found.push(drift('critical', 'order of records across pages', ownOrder, otherOrder))
  return [
    ...found,
    ...compare('critical', 'paging: records of the previous page', repeatsRecords, walks),
    ...compare('critical', 'paging: next_url of the previous page', repeatsNextUrl, walks),
  ]
}

/** Undefined on the last page. */
export function nextUrlOf(body: unknown): string | undefined {
  const url = fieldOf(body, 'next_url')
  return typeof url === 'string' ? url : undefined
}

function compare<Part, More extends unknown[]>(
  severity: Drift['severity'],
  part: string,
  read: (side: Part, ...more: More) => string,
  [sandbox, upstream]: [Part, Part],
  ...more: More
): Drift[] {
  const [own, other] = [read(sandbox, ...more), read(upstream, ...more)]
  return own === other ? [] : [drift(severity, part, own, other)]
}

function presence(body: unknown, name: string): string {
  return fieldOf(body, name) === undefined ? 'absent' : 'present'
}

function countOf(body: unknown): string {
  return String(recordsOf(body).length)
}

function edgeOrder(walk: AnsweredPages): string {
  const [before, after] = walk.slice(-2).map(({ body }) => recordsOf(body))
  return orderOf([...before!.slice(-1), ...after!.slice(0, 1)])
}

function repeatsRecords(walk: AnsweredPages): string {
  const [before, after] = walk.slice(-2).map(({ body }) => recordsOf(body).map(record => JSON.stringify(record)))
  return after!.some(record => before!.includes(record)) ? 'repeated' : 'not repeated'
}

function repeatsNextUrl(walk: AnsweredPages): string {
  const [before, after] = walk.slice(-2).map(({ body }) => nextUrlOf(body))
  return before !== undefined && before === after ? 'repeated' : 'not repeated'
}
