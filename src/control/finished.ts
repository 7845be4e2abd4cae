import type { IncomingHttpHeaders } from 'node:http'

/** A page of a walk. `id` is the same for all pages of a walk; `page` counts from 1. */
export interface WalkPage {
  /** A function, because only readers of the journal need the hash. */
  id(): string
  page: number
  /** Whether this is the last page; null for responses without records, such as HEAD and 304. */
  last: boolean | null
}

/** Headers that show how a client behaves. Keys are not included. */
export const requestHeaders = [
  'accept',
  'accept-encoding',
  'if-none-match',
  'user-agent',
  'x-request-id',
  'x-sandbox-fault',
] as const
export const responseHeaders = ['content-encoding', 'content-type', 'etag', 'retry-after'] as const

type Picked<Names extends readonly string[]> = Partial<Record<Names[number], string>>

/** A completed or aborted request of a tenant. */
export interface Finished {
  /** Operation id; null for other routes and for requests the router rejects. */
  operation: string | null
  method: string
  /** URL as sent, including the base path. */
  url: string
  headers: Picked<typeof requestHeaders>
  answered: Picked<typeof responseHeaders>
  /** The key as sent, so that it can be hidden in other fields. Never shown. */
  secret: string | null
  /** Name of the key, never the key itself; null if no known key was sent. */
  key: string | null
  region: 'eu' | 'us'
  status: number
  /** Bytes of the body as sent, after compression. */
  bytes: number
  records: number
  fault: string | null
  /** Effects of the fault, such as `status` or `page=repeat_token`. */
  effects: readonly string[]
  walk: WalkPage | null
  refusal: string | null
  /** Whether the whole response was sent. */
  complete: boolean
  /** Arrival of the request and end of the response, in real time. Milliseconds since 1970 UTC. */
  began: number
  ended: number
  /** When the last bytes were sent, by `elapsed`; 0 if one thread serves. Milliseconds. */
  sent: number
  /** The tenant's time at the end of the response. Milliseconds since 1970 UTC. */
  time: number
}

/** Selects the request headers that the journal keeps. */
export function pickRequestHeaders(headers: IncomingHttpHeaders): Finished['headers'] {
  const picked: Finished['headers'] = {}
  for (const name of requestHeaders) if (headers[name] !== undefined) picked[name] = String(headers[name])
  return picked
}
