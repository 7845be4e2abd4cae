import type { JournalEntry } from '../journal/journal-entry.ts'

/** A request of the client, with times in milliseconds since 1970 UTC. */
export interface Try {
  entry: JournalEntry
  began: number
  ended: number
  /** The token of its page; null on the first page. */
  token: string | null
  /** The next request for the same URL, if there is one. */
  again: Try | undefined
}

/** Requests in the order in which they arrived. */
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

/** Whether a client got all that it asked for. */
export function isGood({ entry }: Try): boolean {
  return entry.complete && (entry.status === 200 || entry.status === 304) && !entry.effects.includes('malformed')
}

/** Whether the same request may succeed later: overload, a server fault, or an answer that broke off. */
export function isPassing({ entry }: Try): boolean {
  return entry.status === 429 || entry.status >= 500 || isBroken(entry)
}

/** An answer that broke off by a fault, and not because its client left. */
export function isBroken({ complete, fault, effects }: JournalEntry): boolean {
  return fault !== null && (!complete || effects.includes('cut'))
}

/** Seconds that an answer asked its client to stay away; undefined where it did not. */
export function retryAfter({ entry }: Try): number | undefined {
  const text = entry.response_headers['retry-after']
  return text === undefined ? undefined : Number(text)
}

/** How long the client waited before it asked again. Milliseconds. */
export function waitOf({ ended, again }: Try): number {
  return again!.began - ended
}
