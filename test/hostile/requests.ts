import fc, { type Arbitrary } from 'fast-check'
import { fullKey } from '../harness/server.ts'

/** A request as bytes. */
export interface Shot {
  kind: 'operation' | 'mutated' | 'raw'
  bytes: string
}

/** Parts of an OpenAPI document that requests are made of. */
export interface Called {
  path: string
  parameters: { in: string; name: string; example: unknown }[]
}

const odd = [
  '',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  "' OR 1=1 --",
  '../../etc/passwd',
  '%00',
  '%ff',
  '%',
  '\u202e',
  'A'.repeat(5000),
  '2026-02-30',
  '2026-01-30T00:00:00Z',
  '9'.repeat(400),
  '{"a":[1]}',
  'a,b,,c',
]

const oddValue = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map(safeEncode),
  fc.integer().map(String),
  fc.double().map(String),
)

function safeEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Sends spaces and line breaks escaped, everything else as it is. */
const inUrl = (text: string) => text.replaceAll(/[\s#?&]/g, safeEncode)

const headers = fc.subarray(
  [
    'Accept-Encoding: gzip',
    'Accept-Encoding: br;q=0.1, *;q=0',
    'Accept: text/html',
    'Accept: */*;q=0',
    'If-None-Match: *',
    'Range: bytes=0-9',
    'X-Request-Id: hostile',
    'X-Forwarded-Host: a b',
    'Origin: null',
    'Content-Length: 0',
    'Upgrade: h2c',
    'X-Sandbox-Fault: status=418',
    'Expect: 100-continue',
  ],
  { maxLength: 2 },
)
const methods = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'TRACE', 'get')
const keys = fc.constantFrom(fullKey, fullKey, fullKey, fullKey, 'nobody', '', 'é')

/** Calls of documented operations with right, odd and missing parameters. */
function operationShots(called: readonly Called[]): Arbitrary<Shot> {
  return fc.constantFrom(...called).chain(({ path, parameters }) =>
    fc
      .record({
        method: methods,
        key: keys,
        headers,
        chosen: fc.subarray([...parameters.keys()], { maxLength: Math.min(4, parameters.length) }),
        odds: fc.array(oddValue, { maxLength: 2 }),
      })
      .map(({ method, key, headers, chosen, odds }) => {
        const values = new Map(chosen.map((n, at) => [n, odds[at] ?? String(parameters[n]!.example)]))
        const filling = (n: number) => values.get(n) ?? String(parameters[n]!.example)
        const filled = parameters.reduce(
          (url, parameter, n) =>
            parameter.in === 'path' ? url.replace(`{${parameter.name}}`, inUrl(filling(n))) : url,
          path,
        )
        const query = chosen
          .filter(n => parameters[n]!.in === 'query')
          .map(n => `${inUrl(parameters[n]!.name)}=${inUrl(filling(n))}`)
        return {
          kind: 'operation',
          bytes: head(method, `${filled}?${query.join('&')}`, [`X-Api-Key: ${key}`, ...headers]),
        }
      }),
  )
}

function head(method: string, target: string, headers: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close', '', ''].join('\r\n')
}

/** Fragments that break parsers. */
const fragments = [
  '\r\n',
  '\r\n\r\n',
  '\n',
  '\0',
  ' ',
  ':',
  ' HTTP/1.1\r\n',
  'HTTP/9.9',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: -1\r\n',
  'Host: other\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `X: ${'x'.repeat(20_000)}\r\n`,
  '\x16\x03\x01\x02\x00\x01\x00',
  'ffffffffffffffff\r\n',
]

/** Bytes of a request with pieces cut out, doubled or put in. */
function mutatedShots(valid: Arbitrary<Shot>): Arbitrary<Shot> {
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(20),
    piece: fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 4 })),
  })
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 4 })).map(([{ bytes }, changes]) => ({
    kind: 'mutated',
    bytes: changes.reduce((text, { at, cut, piece }) => {
      const place = Math.floor(at * text.length)
      return text.slice(0, place) + piece + text.slice(place + cut)
    }, bytes),
  }))
}

const rawShots: Arbitrary<Shot> = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary', maxLength: 30 })), {
    minLength: 1,
    maxLength: 6,
  })
  .map(pieces => ({ kind: 'raw', bytes: pieces.join('') }))

/** Requests of every kind; the same seed gives the same requests. */
export function* shots(called: readonly Called[], seed: number, count: number): Generator<Shot> {
  const valid = operationShots(called)
  const any = fc.oneof({ weight: 6, arbitrary: valid }, { weight: 3, arbitrary: mutatedShots(valid) }, rawShots)
  const batch = 1000
  for (let done = 0; done < count; done += batch)
    yield* fc.sample(any, { seed: seed + done, numRuns: Math.min(batch, count - done) })
}
