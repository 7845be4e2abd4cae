import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { digestOf } from '../../base/digest.ts'
import { formatTime } from '../../market/time.ts'
import { BodyText, bodyTextOf } from './body-text.ts'
import { cleanerOf, hideKeys } from './hidden-keys.ts'

/** `origin` is the same for all pages of a walk; `page` counts from 1. */
interface WalkPage {
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
export const responseHeaders = ['content-encoding', 'content-type', 'etag', 'retry-after', 'x-sandbox-hint'] as const

/** Null for absent headers. */
export type Picked<Names extends readonly string[]> = Record<Names[number], string | null>

/** A request as the journal keeps it: `finishedOf` fills it when the response closes, `entryOf` formats it. */
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
  /** The first bytes of the body as sent; absent unless the journal keeps bodies. */
  body?: Uint8Array | undefined
  /** In real time: arrival of the request and end of the response. */
  began: number
  ended: number
  /** The tenant's time at the end of the response. */
  time: number
}

const Instant = (description: string) => Type.String({ format: 'date-time', description })
const OrNull = <T extends TSchema>(schema: T, description: string) => Type.Union([schema, Type.Null()], { description })
const Headers = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const JournalEntry = Type.Object(
  {
    ordinal: Type.Integer({
      description: 'position of the response among the responses to the tenant, by end time, from 1',
    }),
    began: Instant('arrival of the request, in real time'),
    ended: Instant('end of the response, in real time'),
    time: Instant("the tenant's time at the end of the response"),
    operation: OrNull(Type.String(), 'operation id; null if no operation matched the request'),
    method: Type.String(),
    url: Type.String({ description: 'path and query as sent, with keys replaced by `***`' }),
    key_in_url: Type.Boolean({ description: 'whether the URL contained a key' }),
    region: Type.Union([Type.Literal('eu'), Type.Literal('us')]),
    key: OrNull(Type.String(), 'name of the key, never the key itself; null if no known key was sent'),
    request_headers: Headers(`request headers, limited to ${requestHeaders.join(', ')}`),
    status: Type.Integer(),
    response_headers: Headers(`response headers, limited to ${responseHeaders.join(', ')}`),
    bytes: Type.Integer({ description: 'bytes of the body as sent, after compression' }),
    records: Type.Integer(),
    complete: Type.Boolean({ description: 'whether the whole response was sent' }),
    fault: OrNull(Type.String(), 'the applied fault, as `<id>#<ordinal>`'),
    effects: Type.Array(Type.String(), {
      description: 'effects of the fault, such as `status` or `page=repeat_token`',
    }),
    walk: OrNull(
      Type.Object({ id: Type.String(), page: Type.Integer(), last: Type.Union([Type.Boolean(), Type.Null()]) }),
      'page of a walk: pages of one walk share an id and count from 1; `last` is null if no records were sent',
    ),
    why: OrNull(Type.String(), 'the parameter or rule that refused the request'),
  },
  { title: 'JournalEntry', description: 'one request in the journal, without keys and bodies' },
)
export type JournalEntry = Static<typeof JournalEntry>

export const DetailedEntry = Type.Object(
  { ...JournalEntry.properties, body: OrNull(BodyText, 'null unless the journal kept it') },
  { title: 'DetailedEntry', description: 'one request with the body of its response' },
)
export type DetailedEntry = Static<typeof DetailedEntry>

export function detailOf(ordinal: number, finished: Finished, isKey: (text: string) => boolean): DetailedEntry {
  const { hidden } = hideKeys(finished.url, text => text === finished.secret || isKey(text))
  const clean = cleanerOf(finished.secret ? [finished.secret, ...hidden] : hidden)
  return { ...entryOf(ordinal, finished, isKey), body: bodyTextOf(finished, clean) }
}

/** @param isKey whether a text is a key of this server */
export function entryOf(ordinal: number, finished: Finished, isKey: (text: string) => boolean): JournalEntry {
  const { operation, method, key, region, status, bytes, records, complete, fault, walk, refusal } = finished
  const { url, hidden } = hideKeys(finished.url, text => text === finished.secret || isKey(text))
  const clean = cleanerOf(finished.secret ? [finished.secret, ...hidden] : hidden)
  return {
    ordinal,
    began: formatTime(finished.began),
    ended: formatTime(finished.ended),
    time: formatTime(finished.time),
    operation,
    method,
    url: clean(url),
    key_in_url: hidden.length > 0,
    region,
    key,
    request_headers: present(finished.headers, text => (isKey(text) ? '***' : clean(text))),
    status,
    response_headers: present(finished.answered, clean),
    bytes,
    records,
    complete,
    fault,
    effects: [...finished.effects],
    walk: walk && { id: digestOf(walk.origin).slice(0, 12), page: walk.page, last: walk.last },
    why: refusal && clean(refusal),
  }
}

function present(headers: Record<string, string | null>, clean = (text: string) => text): Record<string, string> {
  const found = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null)
  return Object.fromEntries(found.map(([name, value]) => [name, clean(value)]))
}

interface UrlParts {
  path: string
  parameters: URLSearchParams
}

/** Not every URL that a client sends is one for `new URL`: `//[` is a path here. */
export function partsOf({ url }: JournalEntry): UrlParts {
  const [path = ''] = url.split('?', 1)
  return { path, parameters: new URLSearchParams(url.slice(path.length)) }
}
