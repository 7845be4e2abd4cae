import { type ClientCheck, each } from './report-check.ts'
import { isGood, type Try } from './tries.ts'

/** More concurrent requests than a key needs. */
const mostAtOnce = 20

const always = () => true

export const mannerChecks: ClientCheck[] = [
  {
    id: 'stays-under-its-limit',
    title: 'stays under the limit of its key',
    advice: 'Count requests, or watch the headers x-ratelimit-remaining and x-ratelimit-reset.',
    find: each(always, ({ entry }) => entry.status === 429 && entry.fault === null),
  },
  {
    id: 'keeps-its-key-out-of-urls',
    title: 'keeps its key out of URLs',
    advice: 'Send the key in the header X-Api-Key alone: URLs end up in logs.',
    find: each(always, ({ entry }) => entry.key_in_url),
  },
  {
    id: 'sends-a-known-key',
    title: 'sends a key that the server knows',
    advice: 'Send MARKET_DATA_KEY in the header X-Api-Key.',
    find: each(always, ({ entry }) => entry.status === 401 && entry.fault === null),
  },
  {
    id: 'asks-for-known-paths',
    title: 'requests paths that exist',
    advice: 'Compare the path with /openapi.json.',
    find: each(always, ({ entry }) => entry.status === 404 && entry.operation === null),
  },
  {
    id: 'sends-valid-parameters',
    title: 'sends parameters that the operation accepts',
    advice: 'The message of the 400 names the parameter and what would be right.',
    find: each(always, ({ entry, token }) => entry.status === 400 && entry.fault === null && token === null),
  },
  {
    id: 'accepts-compression',
    title: 'accepts compressed responses',
    advice: 'Send Accept-Encoding: gzip. Pages shrink to a sixth.',
    advisable: true,
    find: each(always, ({ entry }) => !/gzip|br|zstd/.test(entry.request_headers['accept-encoding'] ?? '')),
  },
  {
    id: 'polls-conditionally',
    title: 'sends the ETag in repeated requests',
    advice: 'Send the ETag of the last response in If-None-Match: a 304 has no body.',
    advisable: true,
    find: each(
      one =>
        isGood(one) && one.token === null && one.entry.response_headers.etag !== undefined && one.again !== undefined,
      ({ again }) => again!.entry.request_headers['if-none-match'] === undefined,
    ),
  },
  {
    id: 'identifies-itself',
    title: 'names itself in User-Agent',
    advice: 'Send a User-Agent with the name and version of the client.',
    advisable: true,
    find: each(always, ({ entry }) => entry.request_headers['user-agent'] === undefined),
  },
  {
    id: 'reads-answers-to-the-end',
    title: 'reads responses to the end',
    advice: 'Use smaller pages rather than closing the connection within one.',
    advisable: true,
    find: each(always, ({ entry }) => !entry.complete && entry.fault === null),
  },
  {
    id: 'asks-a-few-at-a-time',
    title: `keeps at most ${mostAtOnce} requests in flight`,
    advice: 'Queue requests.',
    advisable: true,
    find: tries => {
      // Counts the request itself, too.
      const atOnce = (one: Try) => tries.filter(({ began, ended }) => began <= one.began && ended > one.began).length
      return { exercised: tries, wrong: tries.filter(one => atOnce(one) > mostAtOnce) }
    },
  },
]
