import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasTime, later, noteConnection } from '../../operations/paging/turns.ts'
import { lingering } from './malformed.ts'
import { writeInBatches } from './write-batches.ts'

/** Maximum in-flight responses per connection, and with more connections than a crowd. */
const [mostAtOnce, mostInCrowd] = [4, 1]
const crowd = 250

/** Maximum connections that read nothing of their responses for some checks in a row: each holds up to 200 KB. */
const mostUnread = 1000
const checksUnread = 3
const checkInterval = 1000

/** Answered at once, whatever waits. */
const probes = new Set(['/live', '/ready'])

const blankLine = Buffer.from('\r\n\r\n')

/** Bytes of a body that are parsed at a time: in chunks of one byte they take a tenth of a millisecond or two. */
const bodyPiece = 1024

/**
 * Node's mark on a connection that waits for its client: its parser is then paused, and loses what it is given. Nothing
 * public says so: https://github.com/nodejs/node/pull/3342. Read once or twice per request: 1 ns.
 */
type Connection = Socket & { _paused?: boolean }

/** Limits responses in flight: Node's parser emits all requests of a packet, and 600 pages in 60 KB held 800 MB. */
export class Pipelines {
  readonly #open = new Map<Socket, Pipeline>()
  readonly #handle: RequestListener
  #splitting = false

  constructor(handle: RequestListener) {
    this.#handle = handle
  }

  watch(server: Server): void {
    server.on('connection', socket => {
      noteConnection()
      const pipeline = new Pipeline(socket, this.#handle, this.#most)
      this.#open.set(socket, pipeline)
      writeInBatches(socket)
      socket.once('close', () => this.#open.delete(socket))
      if (this.#splitting) pipeline.split()
    })
    server.on('connect', (_request, socket) => this.#open.get(socket as Socket)?.release())
    const checks = setInterval(() => this.#closeUnread(), checkInterval).unref()
    server.once('close', () => clearInterval(checks))
  }

  readonly #most = () => (this.#open.size > crowd ? mostInCrowd : mostAtOnce)

  /**
   * 2,000 clients that asked for large pages and read nothing ended the server without memory. The longest go first.
   */
  #closeUnread(): void {
    if (this.#open.size <= mostUnread) return
    const unread = [...this.#open.values()].filter(pipeline => pipeline.checkUnread() >= checksUnread)
    unread.sort((one, other) => other.unread - one.unread)
    for (const pipeline of unread.slice(0, Math.max(0, unread.length - mostUnread))) pipeline.close()
  }

  isAnswering(socket: Socket): boolean {
    return this.#open.get(socket)?.isAnswering === true
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const waiting = this.#open.get(request.socket)!.take(request, response)
    // Chunks of one byte, parsed as they come, delayed others by 8 s for 60 MB, and take 100 bytes each until they are read.
    if (waiting > mostAtOnce || request.headers['transfer-encoding'] !== undefined) this.#split()
  }

  /** Splits packets before parsing: a waiting request then takes 100 bytes rather than 2 KB, for 2 to 5 µs a packet. */
  #split(): void {
    if (this.#splitting) return
    this.#splitting = true
    for (const pipeline of this.#open.values()) pipeline.split()
  }
}

class Pipeline {
  readonly #socket: Connection
  readonly #handle: RequestListener
  #underWay = 0
  /** Unparsed bytes wait in the socket. */
  #requests: [IncomingMessage, ServerResponse][] = []
  /** The socket is paused while anything waits. */
  #held = false
  #scheduled = false
  /** The newest request that the parser has emitted. */
  #newest: IncomingMessage | undefined
  /** A connection after CONNECT has no parser. */
  #isTunnel = false
  /** Bytes sent at the last check, and the checks in a row that found no progress while bytes waited. */
  #sent = 0
  unread = 0
  readonly #most: () => number

  constructor(socket: Socket, handle: RequestListener, most: () => number) {
    this.#socket = socket
    this.#handle = handle
    this.#most = most
    socket.once('close', () => {
      const [first] = this.#requests
      this.#requests = []
      // It waited for a turn, not for its client, and is logged as any response that is cut short.
      if (first !== undefined && this.#underWay === 0) this.#answer(...first)
    })
  }

  /** Returns the number of waiting requests. */
  take(request: IncomingMessage, response: ServerResponse): number {
    this.#newest = request
    if (!this.#isFull && this.#requests.length === 0 && (probes.has(request.url!) || hasTime()))
      this.#answer(request, response)
    else {
      this.#requests.push([request, response])
      this.#hold()
    }
    return this.#requests.length
  }

  split(): void {
    const [parse] = this.#socket.listeners('data') as [(bytes: Buffer) => void]
    this.#socket.off('data', parse)
    this.#socket.on('data', bytes => this.#split(bytes, parse))
    // Until now Node started and stopped the socket below the stream (https://github.com/nodejs/node/pull/3342), which
    // therefore counts as reading. A connection that was paused read no further request: 4 of 11 arrived, also after
    // `read(0)` or `resume`, and no byte of a tunnel that followed.
    this.#socket._read(0)
  }

  release(): void {
    this.#isTunnel = true
  }

  #split(bytes: Buffer, parse: (bytes: Buffer) => void): void {
    let rest = bytes
    while (rest.length > 0 && this.#canParse) {
      const end = endOfRequest(this.#isInBody ? rest.subarray(0, bodyPiece) : rest)
      parse(rest.subarray(0, end))
      rest = rest.subarray(end)
      if (rest.length > 0 && !hasTime()) break
    }
    if (rest.length === 0 || this.#isTunnel) return
    this.#hold()
    this.#socket.unshift(rest)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay++
    response.once('close', this.#answered)
    if (hasBody(request)) response.once('close', () => this.#endUnlessComplete(request))
    this.#handle(request, response)
  }

  /** Resuming several at once takes a quarter of resuming one by one. */
  readonly #answered = () => {
    this.#underWay--
    if (this.#held && this.#underWay === 0) this.#goOn()
  }

  /** A refusal needs no body. A client that goes on without sending it would take the refusal of its rest for a response. */
  #endUnlessComplete(request: IncomingMessage): void {
    if (request.complete) return
    setTimeout(() => {
      if (!request.complete) this.close()
    }, lingering).unref()
  }

  /** Returns the number of checks in a row in which the client read nothing. */
  checkUnread(): number {
    const { bytesWritten, writableLength } = this.#socket
    const sent = bytesWritten - writableLength
    this.unread = writableLength > 0 && sent === this.#sent ? this.unread + 1 : 0
    this.#sent = sent
    return this.unread
  }

  close(): void {
    this.#socket.destroy()
  }

  get isAnswering(): boolean {
    return this.#underWay > 0
  }

  get #isFull(): boolean {
    return this.#underWay >= this.#most() || (this.#underWay > 0 && this.#isWaitingForClient)
  }

  /** Node then pauses the parser; resuming it also resumes the socket. */
  get #isWaitingForClient(): boolean {
    return this.#socket.writableNeedDrain || this.#socket._paused === true
  }

  /** Nothing else is parsed before the body of a request that is under way. */
  get #isInBody(): boolean {
    return this.#requests.length === 0 && this.#newest?.complete === false
  }

  /** A body of which nobody has read anything; Node reads what is left of it after the response. */
  get #isUnread(): boolean {
    return this.#isInBody && this.#newest!.readableFlowing === null
  }

  /** A paused parser accepts nothing. Who reads a body resumes the socket, also while it waits for its turn. */
  get #canParse(): boolean {
    if (this.#isTunnel || this.#held || this.#isUnread) return false
    return (!this.#isFull || this.#isInBody) && this.#socket._paused !== true
  }

  #hold(): void {
    this.#held = true
    this.#socket.pause()
    this.#goOn()
  }

  #goOn(): void {
    if ((this.#isFull && !this.#isInBody) || this.#isUnread || this.#scheduled) return
    this.#scheduled = true
    const step = () => {
      this.#scheduled = false
      this.#step()
    }
    if (hasTime()) process.nextTick(step)
    else later(step)
  }

  #step(): void {
    while (this.#requests.length > 0 && !this.#isFull) this.#answer(...this.#requests.shift()!)
    this.#held = this.#requests.length > 0
    if (this.#held) this.#goOn()
    // At once, so that its time counts to the turn; emits `data`.
    if (this.#isInBody && this.#socket.readableLength > 0) this.#socket.read()
    if (!this.#held) this.#socket.resume()
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Whether the blank line ends a request or is in a body does not matter: the parser continues there. */
function endOfRequest(bytes: Buffer): number {
  const end = bytes.indexOf(blankLine)
  return end < 0 ? bytes.length : end + blankLine.length
}
