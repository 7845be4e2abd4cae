/** `origin` is the same for all pages of a walk; `page` counts from 1. */
export interface WalkPage {
  origin: string
  page: number
  /** Null for responses without records, such as HEAD and 304. */
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

/** Null for absent headers. */
type Picked<Names extends readonly string[]> = Record<Names[number], string | null>

export interface Finished {
  /** Null for other routes and for requests the router rejects. */
  operation: string | null
  method: string
  /** The URL as sent, including the base path. */
  url: string
  headers: Picked<typeof requestHeaders>
  answered: Picked<typeof responseHeaders>
  /** The key as sent, which journals hide in all fields. */
  secret: string | null
  /** Never the key itself; null if no known key was sent. */
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
  /** Whether the client received the whole response. */
  complete: boolean
  /** In real time: arrival of the request and end of the response. */
  began: number
  ended: number
  /** The tenant's time at the end of the response. */
  time: number
}
