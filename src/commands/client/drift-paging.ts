import { type Drift, drift, fieldOf, orderOf, pagingFields, recordsOf, type SideAnswer } from './drift-comparison.ts'

/** Responses of consecutive pages, the first page first. */
export type AnsweredPages = readonly SideAnswer[]

/** Compares how the latest pages of two equally long walks follow the pages before them. */
export function comparePaging(sandbox: AnsweredPages, upstream: AnsweredPages): Drift[] {
  const compare = (severity: Drift['severity'], part: string, read: (walk: AnsweredPages) => string) => {
    const [own, other] = [read(sandbox), read(upstream)]
    return own === other || own === 'unknown' || other === 'unknown' ? [] : [drift(severity, part, own, other)]
  }
  const latest = (walk: AnsweredPages) => walk.at(-1)!.body
  const presence = (name: string) => (walk: AnsweredPages) =>
    fieldOf(latest(walk), name) === undefined ? 'absent' : 'present'
  const found = pagingFields.flatMap(name => compare('warning', `paging: ${name}`, presence(name)))
  // The last page of a walk may have any number of records.
  if ([sandbox, upstream].every(walk => nextUrlOf(latest(walk)) !== undefined)) {
    const count = (walk: AnsweredPages) => String(recordsOf(latest(walk)).length)
    found.push(...compare('warning', 'paging: records on a page before the last', count))
  }
  if (sandbox.length < 2) return found
  return [
    ...found,
    ...compare('critical', 'order of records across pages', edgeOrder),
    ...compare('critical', 'paging: records of the previous page', repeatsRecords),
    ...compare('critical', 'paging: next_url of the previous page', repeatsNextUrl),
  ]
}

/** Undefined on the last page. */
export function nextUrlOf(body: unknown): string | undefined {
  const url = fieldOf(body, 'next_url')
  return typeof url === 'string' ? url : undefined
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
