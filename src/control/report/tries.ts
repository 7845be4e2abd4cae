import { type JournalEntry, partsOf } from '../journal/journal-entry.ts'

export interface Try {
  entry: JournalEntry
  began: number
  ended: number
  /** Continuation token of the page; null on the first page. */
  token: string | null
  /** The next request for the same URL. */
  again: Try | undefined
}

export function triesOf(entries: readonly JournalEntry[]): Try[] {
  const tries = entries
    .map(
      (entry): Try => ({
        entry,
        began: Date.parse(entry.began),
        ended: Date.parse(entry.ended),
        token: partsOf(entry).parameters.get('continuation_token'),
        again: undefined,
      }),
    )
    .sort((a, b) => a.began - b.began || a.entry.ordinal - b.entry.ordinal)
  const latest = new Map<string, Try>()
  const latestPages = new Map<string, Try>()
  for (const one of tries) {
    const { method, url, walk } = one.entry
    const name = `${method} ${url}`
    const before = latest.get(name)
    if (before && !isOfEarlierWalk(before, latestPages)) before.again = one
    latest.set(name, one)
    if (walk !== null && isGood(one)) latestPages.set(pageName(walk.id, walk.page), one)
  }
  return tries
}

/** Under a frozen clock, walks of one query have the same tokens: a later walk received this one anew. */
function isOfEarlierWalk(page: Try, latestPages: ReadonlyMap<string, Try>): boolean {
  const { walk } = page.entry
  if (page.token === null || walk === null || !isGood(page)) return false
  const source = latestPages.get(pageName(walk.id, walk.page - 1))
  return source !== undefined && source.began >= page.ended
}

function pageName(walk: string, page: number): string {
  return `${walk} ${page}`
}

export function isGood({ entry }: Try): boolean {
  return entry.complete && (entry.status === 200 || entry.status === 304) && !entry.effects.includes('malformed')
}

/** Whether a retry may succeed: overload, server error, or an aborted response. */
export function isPassing({ entry }: Try): boolean {
  return entry.status === 429 || entry.status >= 500 || isBroken(entry)
}

/** Whether a fault, not the client, aborted the response. */
export function isBroken({ complete, fault, effects }: JournalEntry): boolean {
  return fault !== null && (!complete || effects.includes('cut'))
}

/** Seconds; undefined without the header. */
export function retryAfter({ entry }: Try): number | undefined {
  const text = entry.response_headers['retry-after']
  return text === undefined ? undefined : Number(text)
}

export function waitOf({ ended, again }: Try): number {
  return again!.began - ended
}
