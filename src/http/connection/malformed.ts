import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '../../base/builtins.ts'
import { Failure, listed } from '../../base/failure.ts'
import { bareRefusal } from '../answer/refusal.ts'
import { longestUrl } from '../checks.ts'
import { allowedMethods } from '../known-paths.ts'

interface Malformed extends Error {
  code?: string
  /** A Buffer, despite Fastify's types. */
  rawPacket?: unknown
  bytesParsed?: number
}

/**
 * A socket as Node marks it while it answers a request; nothing public does: https://github.com/nodejs/node/pull/34465.
 * Read once per refused connection, 6 ns.
 */
type Busy = Socket & { _httpMessage?: ServerResponse | null }

/** How long a client may keep sending before the connection is cut. */
export const lingering = 1000

/** Connections already refused; further packets report the error again. */
const refused = new WeakSet<Socket>()

/** Returns the failure, if anyone can receive it. @param methods for the header `Allow` */
export function answerMalformed(
  error: Malformed,
  socket: Socket,
  id: string,
  onFailure: (failure: Failure) => void,
  methods: string = allowedMethods,
): void {
  if (error.code === 'ECONNRESET' || refused.has(socket)) return
  refused.add(socket)
  const failure = failureOf(error, methods)
  afterAnswers(socket, () => {
    refuse(socket, failure, id)
    onFailure(failure)
  })
}

/** CONNECT would turn the connection into a tunnel; this server is not a proxy. */
export function answerConnect(socket: Socket): void {
  const failure = new Failure('methodNotAllowed', 'the method must be GET, HEAD or OPTIONS: CONNECT is for proxies', {
    allow: allowedMethods,
  })
  socket.on('error', () => socket.destroy())
  afterAnswers(socket, () => refuse(socket, failure, 'connect'))
}

/** Requests that are answered without their body. */
const bodiless = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Waits for earlier responses, so that no bytes interleave; not for that to a request that waits for the body that is wrong:
 * nobody answers it.
 */
export function afterAnswers(socket: Busy, then: () => void): void {
  if (!socket.writable) return
  const response = socket._httpMessage
  const isEarlier =
    response && (response.req.complete || response.headersSent || bodiless.has(String(response.req.method)))
  // When one response closes, Node has already marked the next.
  if (isEarlier) response.once('close', () => afterAnswers(socket, then))
  else then()
}

export function refuse(socket: Socket, failure: Failure, id: string): void {
  const { status, headers, body } = bareRefusal(failure, { connection: 'close', 'x-request-id': id })
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  // Closing at once would reset a connection that still receives data, and lose the response.
  setTimeout(() => socket.destroy(), lingering).unref()
}

function failureOf(error: Malformed, methods: string): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure(
      'requestTimeout',
      'the request did not arrive in time; send its headers within 10 s, and all of it within 20 s',
    )
  if (error.code === 'HPE_INVALID_METHOD' && isRequestLine(error))
    return new Failure('methodNotAllowed', `the method must be ${listed(methods.split(', '), 'or')}`, {
      allow: methods,
    })
  if (error.code !== 'HPE_HEADER_OVERFLOW')
    return new Failure('badRequest', isHandshake(error) ? handshakeArrived : 'the request is not valid HTTP/1.1')
  return hasLongUrl(error)
    ? new Failure('tooLong', `the URL must have at most ${longestUrl} characters`)
    : new Failure(
        'headersTooLarge',
        `the request line and headers must be at most 16 KB in total, with at most 1000 headers; at least ${headersOf(error)} headers were sent`,
      )
}

const handshakeArrived =
  'a TLS handshake arrived, but this port serves HTTP: use http://, or start the server with --tls'

/** A record of TLS begins with its type, 22, and its version, 3. */
function isHandshake({ rawPacket, bytesParsed }: Malformed): boolean {
  const [type, version] = (rawPacket as Buffer | undefined) ?? []
  return bytesParsed === 0 && type === 22 && version === 3
}

function isRequestLine({ rawPacket, bytesParsed = 0 }: Malformed): boolean {
  const text = (rawPacket as Buffer | undefined)?.toString('latin1') ?? ''
  const end = text.lastIndexOf('\r\n\r\n', bytesParsed - 1)
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/.test(text.slice(end < 0 ? 0 : end + 4))
}

/** Counts the headers in the first packet only. */
function headersOf({ rawPacket, bytesParsed }: Malformed): number {
  const read = (rawPacket as Buffer | undefined)?.toString('latin1', 0, bytesParsed) ?? ''
  return read.match(/^[^\s:]+:/gm)?.length ?? 0
}

function hasLongUrl({ rawPacket, bytesParsed }: Malformed): boolean {
  const read = (rawPacket as Buffer | undefined)?.toString('latin1', 0, bytesParsed) ?? ''
  const [, url = ''] = /^[A-Z]+ (\S*)/.exec(read) ?? []
  return url.length > longestUrl
}
