import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { formatTime } from '../../market/time.ts'
import { type Finished, requestHeaders, responseHeaders } from '../finished.ts'
import { hideKeys } from './hidden-keys.ts'

const Instant = (description: string) => Type.String({ format: 'date-time', description })
const OrNull = <T extends TSchema>(schema: T, description: string) => Type.Union([schema, Type.Null()], { description })
const Headers = (description: string) => Type.Record(Type.String(), Type.String(), { description })

/** One request in the journal. */
export const JournalEntry = Type.Object(
  {
    ordinal: Type.Integer({ description: 'counts the requests of a tenant from 1, in the order in which answers end' }),
    began: Instant('when the request arrived, in real time'),
    ended: Instant('when its answer ended, in real time'),
    time: Instant("the tenant's time at the end of the answer"),
    operation: OrNull(Type.String(), 'id of the operation; null where no operation took the request'),
    method: Type.String(),
    url: Type.String({ description: 'path and query as the client sent them; keys are `***`' }),
    key_in_url: Type.Boolean({ description: 'whether the URL held a key' }),
    region: Type.Union([Type.Literal('eu'), Type.Literal('us')]),
    key: OrNull(Type.String(), 'name of the key, never the key; null where no known key was sent'),
    request_headers: Headers(`those of ${requestHeaders.join(', ')} that the client sent`),
    status: Type.Integer(),
    response_headers: Headers(`those of ${responseHeaders.join(', ')} that the answer had`),
    bytes: Type.Integer({ description: 'bytes of the body, as compressed' }),
    records: Type.Integer(),
    complete: Type.Boolean({ description: 'whether the answer went out to its last byte' }),
    fault: OrNull(Type.String(), 'fault that touched the answer, as `<id>#<ordinal>`'),
    effects: Type.Array(Type.String(), { description: 'what the fault did, such as `status` or `page=repeat_token`' }),
    walk: OrNull(
      Type.Object({ id: Type.String(), page: Type.Integer(), last: Type.Union([Type.Boolean(), Type.Null()]) }),
      'page of a walk: pages of one question have one id and count from 1; `last` is null where no records were sent',
    ),
    why: OrNull(Type.String(), 'which parameter or rule refused the request'),
  },
  { title: 'JournalEntry' },
)
export type JournalEntry = Static<typeof JournalEntry>

/** @param isKey whether a text is a key of this server */
export function entryOf(ordinal: number, finished: Finished, isKey: (text: string) => boolean): JournalEntry {
  const { operation, method, key, region, status, bytes, records, complete, fault, walk, refusal } = finished
  const { url, hidden } = hideKeys(finished.url, text => text === finished.secret || isKey(text))
  const secrets = finished.secret ? [finished.secret, ...hidden] : hidden
  const clean = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text)
  const cleaned = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, clean(value)]))
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
    request_headers: cleaned(finished.headers as Record<string, string>),
    status,
    response_headers: finished.answered as Record<string, string>,
    bytes,
    records,
    complete,
    fault,
    effects: [...finished.effects],
    walk: walk && { id: walk.id(), page: walk.page, last: walk.last },
    why: refusal && clean(refusal),
  }
}
