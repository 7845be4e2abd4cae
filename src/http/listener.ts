import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, ListenOptions, Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { BoundSocket, createServer, isIPv4 } from '../builtins.ts'
import { Failure, failureBody } from '../failure.ts'
import { corsHeaders } from './cors.ts'
import { Pipelines } from './pipelining.ts'

/**
 * What a client may take of a connection: request line and headers together in bytes, times in milliseconds. A request
 * line longer than that is none; who sends nothing for as long as that is not a client.
 */
const limits = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1000,
}

/** A request without a body, as all should be, has no stream of one, which would take 3 µs. The Host is checked elsewhere. */
const requests = { optimizeEmptyRequests: true, requireHostHeader: false }

/** A client that does not read its answer may hold a stopping server for so long. Milliseconds. */
const longestDrain = 8000
/** So long a stopping server waits for the first byte of a connection. Milliseconds. */
const silence = 500

/**
 * The socket. It listens before there is anything to serve, so that a taken port is known at once and a health check
 * gets an answer while the store is being built; until `serve` it says 503 to everything but /live.
 */
export class Listener {
  readonly server: Server
  /** What keeps the server from answering, for people. */
  waitingFor = 'the server is starting'
  readonly #logger: FastifyBaseLogger
  #attached: RequestListener | null = null
  #serving = false
  #draining = false
  readonly #connections = new Set<Socket>()

  constructor(logger: FastifyBaseLogger) {
    this.#logger = logger
    const pipelines = new Pipelines((request, response) => {
      if (this.#draining) response.setHeader('connection', 'close')
      const ready = this.#serving && !(this.#draining && request.url === '/ready')
      if (ready) this.#attached!(request, response)
      else if (request.url === '/live') answer(response, 200, '{"result":"success"}')
      else refuse(response, new Failure('unavailable', `not ready: ${this.waitingFor}`, { 'retry-after': '1' }))
    })
    this.server = createServer({ ...limits, ...requests }, (request, response) => pipelines.take(request, response))
    pipelines.watch(this.server)
    // Who has sent all it wants to, and says so, has not gone: a page that is streamed would be cut short.
    Object.assign(this.server, { httpAllowHalfOpen: true })
    this.server.on('connection', socket => {
      this.#connections.add(socket)
      socket.once('close', () => this.#connections.delete(socket))
    })
    // Node's own refusal would have no body.
    this.server.on('checkExpectation', (_request, response) => {
      refuse(response, new Failure('expectationFailed', 'Expect must be 100-continue'))
    })
  }

  /** Hands the socket to an app, which is asked nothing until `open`. */
  readonly attach = (listener: RequestListener): Server => {
    this.#attached = listener
    return this.server
  }

  open(): void {
    this.#serving = true
  }

  /**
   * Says at /ready that it stops, and resolves when the answers under way are out, or cut off because nobody reads them.
   * Until then others are still answered, on connections that end with their answer: a balancer needs time to notice.
   */
  async drain(): Promise<void> {
    this.waitingFor = 'the server is stopping'
    this.#draining = true
    // A connection that its client keeps alive is idle, and can be closed, only after the answer that was under way.
    const sweep = setInterval(() => this.server.closeIdleConnections(), 50)
    const deadline = setTimeout(() => this.server.closeAllConnections(), longestDrain)
    const underWay = [...this.#connections].map(socket => new Promise(resolve => socket.once('close', resolve)))
    this.server.closeIdleConnections()
    const silent = setTimeout(() => this.#closeSilent(), silence)
    await Promise.all(underWay)
    await new Promise(resolve => this.server.close(resolve))
    clearInterval(sweep)
    clearTimeout(deadline)
    clearTimeout(silent)
  }

  /** Connections that were opened ahead of need: neither idle, since nothing was answered, nor asking. */
  #closeSilent(): void {
    for (const socket of this.#connections) if (socket.bytesRead === 0) socket.destroy()
  }

  /** Resolves with the port, which is the asked one unless that was 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject)
      this.server.listen(boundPort(port, host), () => {
        this.server.off('error', reject)
        // A connection that could not be taken, since too many files are open, is no reason to stop.
        this.server.on('error', error => this.#logger.error(error, 'the socket failed'))
        resolve(this.port())
      })
    })
  }

  /** The port that it listens on. */
  readonly port = (): number => (this.server.address() as AddressInfo).port
}

/**
 * Where to listen. An address is looked up like a name, in a thread and with a large pattern that has to be compiled, for
 * 4 ms of every start; a socket that is bound to it already is not. What stands in the way is told by the usual way.
 */
function boundPort(port: number, host: string): ListenOptions {
  if (BoundSocket === undefined || !isIPv4(host)) return { port, host }
  try {
    return { handle: new BoundSocket({ port, host }) }
  } catch {
    return { port, host }
  }
}

function refuse(response: ServerResponse, failure: Failure): void {
  answer(response, failure.statusCode, failureBody(failure), failure.headers)
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  const own = {
    ...corsHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  }
  response.writeHead(status, { ...own, ...headers }).end(body)
}
