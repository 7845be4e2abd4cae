import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { STATUS_CODES } from '../builtins.ts'
import { Failure, failureBody } from '../failure.ts'
import { longestUrl } from './checks.ts'
import { corsHeaders } from './cors.ts'
import { allowedMethods } from './known-paths.ts'

/** What Node says of bytes that are no request: the packet in which it noticed, and how far it had read in that. */
interface Malformed extends Error {
  code?: string
  /** A Buffer, whatever the framework's types say. */
  rawPacket?: unknown
  bytesParsed?: number
}

/** A connection, and the answer that it is busy with, as Node marks it and looks at itself before it refuses anything. */
type Busy = Socket & { _httpMessage?: ServerResponse | null }

/** How long a client may go on sending before its connection is cut. Milliseconds. */
const lingering = 1000

/** Whatever else arrives on these is told of again, packet by packet. */
const refused = new WeakSet<Socket>()

/**
 * What is no HTTP request at all still gets an answer in the one shape, on a connection that is then closed. Tells what
 * it says, if anyone is there to hear it.
 */
export function answerMalformed(error: Malformed, socket: Socket, id: string, told: (failure: Failure) => void): void {
  if (error.code === 'ECONNRESET' || refused.has(socket)) return
  refused.add(socket)
  const failure = failureOf(error)
  afterAnswers(socket, () => {
    refuse(socket, failure, id)
    told(failure)
  })
}

/** Once the answers to all requests before are out, and the connection is still open: no byte gets in between theirs. */
function afterAnswers(socket: Busy, then: () => void): void {
  if (!socket.writable) return
  // By the time that one is closed the next is marked.
  if (socket._httpMessage) socket._httpMessage.once('close', () => afterAnswers(socket, then))
  else then()
}

function refuse(socket: Socket, failure: Failure, id: string): void {
  const body = failureBody(failure)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    'cache-control': 'no-store',
    'x-request-id': id,
    ...corsHeaders,
    ...failure.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}\r\n${lines.join('')}\r\n${body}`)
  // Closed at once, a connection on which more arrives would be reset, and the answer lost with it.
  setTimeout(() => socket.destroy(), lingering).unref()
}

function failureOf(error: Malformed): Failure {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Failure('requestTimeout', 'the request did not arrive in time; send it within 20 s')
  if (error.code === 'HPE_INVALID_METHOD' && isRequestLine(error))
    return new Failure('methodNotAllowed', 'the method must be GET, HEAD or OPTIONS', {
      allow: allowedMethods,
    })
  if (error.code !== 'HPE_HEADER_OVERFLOW') return new Failure('badRequest', 'the request is not valid HTTP/1.1')
  return hasLongUrl(error)
    ? new Failure('tooLong', `the URL must have at most ${longestUrl} characters`)
    : new Failure('headersTooLarge', 'the request line and headers must be at most 16 KB in total')
}

/** Whether the refused bytes begin with the request line of a method that Node does not know. */
function isRequestLine({ rawPacket, bytesParsed = 0 }: Malformed): boolean {
  const text = (rawPacket as Buffer | undefined)?.toString('latin1') ?? ''
  const end = text.lastIndexOf('\r\n\r\n', bytesParsed - 1)
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r?\n/.test(text.slice(end < 0 ? 0 : end + 4))
}

/** Whether the URL alone is too much: as far as one packet tells. */
function hasLongUrl({ rawPacket, bytesParsed }: Malformed): boolean {
  const read = (rawPacket as Buffer | undefined)?.toString('latin1', 0, bytesParsed) ?? ''
  const [, url = ''] = /^[A-Z]+ (\S*)/.exec(read) ?? []
  return url.length > longestUrl
}
