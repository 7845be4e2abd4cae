import type { IncomingHttpHeaders } from 'node:http'

/** A page of a walk: `id` is the same for all pages of one question, `page` counts from 1. */
export interface WalkPage {
  /** A call, since the id is a hash that only readers of the journal need. */
  id(): string
  page: number
  /** Whether no page follows; null where the answer has no records, as for HEAD and 304. */
  last: boolean | null
}

/** Headers that say how a client behaves. A key is not among them. */
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

/** One request of a tenant, once its answer is out or cut off. */
export interface Finished {
  /** Id of the operation; null for other routes and for requests that no route takes. */
  operation: string | null
  method: string
  /** As the client sent it, base path included. */
  url: string
  headers: Picked<typeof requestHeaders>
  answered: Picked<typeof responseHeaders>
  /** What was sent as the key, so that it can be hidden wherever else it stands. Never shown. */
  secret: string | null
  /** The name of the key, never the key; null where no known key was sent. */
  key: string | null
  region: 'eu' | 'us'
  status: number
  /** Bytes of the body that were sent, as compressed. */
  bytes: number
  records: number
  /** The fault that touched the answer, as `<id>#<ordinal>`. */
  fault: string | null
  /** What the fault did, such as `status` or `page=repeat_token`. */
  effects: readonly string[]
  walk: WalkPage | null
  /** Why the request was refused. */
  refusal: string | null
  /** Whether the answer went out to its last byte. */
  complete: boolean
  /** When the request arrived and when its answer ended, in real time. Milliseconds since 1970 UTC. */
  began: number
  ended: number
  /** The tenant's time at the end. Milliseconds since 1970 UTC. */
  time: number
}

/** The headers of a request that the journal keeps. */
export function pickRequestHeaders(headers: IncomingHttpHeaders): Finished['headers'] {
  const picked: Finished['headers'] = {}
  for (const name of requestHeaders) if (headers[name] !== undefined) picked[name] = String(headers[name])
  return picked
}
