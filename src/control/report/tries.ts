import type { JournalEntry } from '../journal/journal-entry.ts'

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
        token: new URL(entry.url, 'http://sandbox').searchParams.get('continuation_token'),
        again: undefined,
      }),
    )
    .sort((a, b) => a.began - b.began || a.entry.ordinal - b.entry.ordinal)
  const latest = new Map<string, Try>()
  for (const one of tries) {
    const name = `${one.entry.method} ${one.entry.url}`
    const before = latest.get(name)
    if (before) before.again = one
    latest.set(name, one)
  }
  return tries
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
