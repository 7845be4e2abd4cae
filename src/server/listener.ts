import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, ListenOptions, Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { BoundSocket, createServer, isIPv4 } from '../base/builtins.ts'
import { Failure } from '../base/failure.ts'
import { prefersHtml } from '../http/answer/accept.ts'
import { type BareResponse, bareRefusal, bareResponse } from '../http/answer/refusal.ts'
import { answerConnect } from '../http/connection/malformed.ts'
import { Pipelines } from '../http/connection/pipelining.ts'
import { writeBatch } from '../http/connection/write-batches.ts'
import type { Entrance } from './tls/entrance.ts'
import { waitingPage } from './waiting-page.ts'

/** Sizes of request line and headers are in bytes. Slower or larger requests are refused. */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
}

/** Requests without a body get no body stream: 3 µs less. Host is checked elsewhere. */
const requests = { optimizeEmptyRequests: true, requireHostHeader: false }

/** How long a slow client may delay a stopping server. */
const longestDrain = 8000
/** How long a stopping server waits for the first byte of a connection. */
const silence = 500

/** Listens before the store is ready, so a taken port fails at once. Until `serve`, all but /live return 503. */
export class Listener {
  readonly server: Server
  waitingFor = 'the server is starting'
  /** Returns whether the request will be answered. */
  whileWaiting: (request: IncomingMessage, response: ServerResponse) => boolean = () => false
  readonly #logger: FastifyBaseLogger
  readonly #entrance: Entrance | undefined
  #attached: RequestListener | null = null
  #serving = false
  #draining = false
  readonly #connections = new Set<Socket>()

  /** @param unreadTimeout how long a client may leave its response unread; 0 for unlimited */
  constructor(logger: FastifyBaseLogger, unreadTimeout: number, entrance?: Entrance) {
    this.#logger = logger
    this.#entrance = entrance
    const pipelines = new Pipelines((request, response) => {
      // Node drops bytes that follow an Upgrade in its packet. On a closed connection the client repeats unanswered
      // requests.
      if (this.#draining || request.headers.upgrade !== undefined) response.setHeader('connection', 'close')
      const misdirected = entrance?.refusal(request)
      if (misdirected) {
        logger.warn(misdirected.message)
        return refuse(response, misdirected)
      }
      const ready = this.#serving && !(this.#draining && request.url === '/ready')
      if (ready) this.#attached!(request, response)
      else if (request.url === '/live') write(response, bareResponse(200, '{"result":"success"}'))
      else if (!this.#serving && this.whileWaiting(request, response)) return
      else if (prefersHtml(request.headers.accept)) sendWaitingPage(response, this.waitingFor)
      else refuse(response, new Failure('unavailable', `not ready: ${this.waitingFor}`, { 'retry-after': '1' }))
    })
    this.server = createServer({ ...limits, ...requests }, (request, response) => pipelines.take(request, response))
    pipelines.watch(this.server)
    entrance?.guard(this.server)
    // Node closes silent connections itself only if nobody listens. A slow response or a live journal may be silent.
    this.server.setTimeout(unreadTimeout, socket => {
      if (socket.writableLength > 0 || !pipelines.isAnswering(socket)) socket.destroy()
    })
    // A half-closed connection still reads; ending it would truncate streamed pages.
    Object.assign(this.server, { httpAllowHalfOpen: true })
    this.server.on('connection', socket => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
    // Node would close the connection without a response.
    this.server.on('connect', (request, socket, head) => {
      if (!entrance) answerConnect(socket as Socket)
      const failure = entrance?.connect(request, socket as Socket, head)
      if (failure) logger.warn(failure.message)
    })
    // Node's own refusal has no body.
    this.server.on('checkExpectation', (_request, response) => {
      refuse(response, new Failure('expectationFailed', 'Expect must be 100-continue'))
    })
  }

  /** Returns the socket to an app, which receives no requests until `open`. */
  readonly attach = (listener: RequestListener): Server => {
    this.#attached = listener
    return this.server
  }

  open(): void {
    this.#serving = true
  }

  unref(): void {
    this.server.unref().on('connection', socket => socket.unref())
    for (const socket of this.#connections) socket.unref()
  }

  /** Meanwhile answers requests, closing their connections, because a load balancer needs time to notice. */
  async drain(): Promise<void> {
    this.waitingFor = 'the server is stopping'
    this.#draining = true
    // A keep-alive connection becomes idle, and can be closed, only after its response.
    const closeIdle = () => {
      writeBatch()
      this.server.closeIdleConnections()
    }
    const sweep = setInterval(closeIdle, 50)
    const deadline = setTimeout(() => this.server.closeAllConnections(), longestDrain)
    const underWay = [...this.#connections].map(socket => new Promise(resolve => socket.once('close', resolve)))
    closeIdle()
    const silent = setTimeout(() => {
      // Node does not count connections without a request as idle.
      for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy()
      this.#entrance?.close()
    }, silence)
    await Promise.all(underWay)
    await new Promise(resolve => this.server.close(resolve))
    clearInterval(sweep)
    clearTimeout(deadline)
    clearTimeout(silent)
  }

  /** @param shared whether other threads listen on the port too */
  async listen(port: number, host: string, shared = false): Promise<number> {
    await once(this.server.listen(shared ? { port, host, reusePort: true } : boundPort(port, host)), 'listening')
    // Failing to accept a connection (too many open files) does not stop the server.
    this.server.on('error', error => this.#logger.error(error, 'the socket failed'))
    return this.port()
  }

  readonly port = (): number => (this.server.address() as AddressInfo).port
}

/** A port that threads share would also be shared with a second server of the same user, without an error. */
export async function claimPort(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  await new Promise(resolve => server.close(resolve))
}

/** A bound handle saves a name lookup: 4 ms of each start. */
function boundPort(port: number, host: string): ListenOptions {
  if (BoundSocket === undefined || !isIPv4(host)) return { port, host }
  try {
    return { handle: new BoundSocket({ port, host }) }
  } catch {
    return { port, host }
  }
}

function sendWaitingPage(response: ServerResponse, waitingFor: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'retry-after': '1',
  }
  write(response, bareResponse(503, waitingPage(waitingFor), headers))
}

function refuse(response: ServerResponse, failure: Failure): void {
  write(response, bareRefusal(failure))
}

function write(response: ServerResponse, { status, headers, body }: BareResponse): void {
  response.writeHead(status, headers).end(body)
}
