import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasTime, inTurn } from '../operations/turns.ts'

/** Answers under way on one connection, at most. */
const mostAtOnce = 4

const blankLine = Buffer.from('\r\n\r\n')

/** A connection as Node's HTTP server marks it: whether it waits for its client to read, and its parser until it is closed. */
type Connection = Socket & { _paused?: boolean; parser?: unknown }

/**
 * Limits the answers under way on each connection of a server. Node's parser emits all requests of a packet before the
 * first answer is out: 600 pipelined pages in 60 KB held 800 MB, and everybody else for ten seconds.
 */
export class Pipelines {
  readonly #open = new Map<Socket, Pipeline>()
  readonly #handle: RequestListener
  #splitting = false

  constructor(handle: RequestListener) {
    this.#handle = handle
  }

  watch(server: Server): void {
    server.on('connection', socket => {
      const pipeline = new Pipeline(socket, this.#handle)
      this.#open.set(socket, pipeline)
      socket.once('close', () => this.#open.delete(socket))
      if (this.#splitting) pipeline.split()
    })
  }

  /** Handles a request, now or once earlier answers of its connection are out. */
  take(request: IncomingMessage, response: ServerResponse): void {
    const waiting = this.#open.get(request.socket)!.take(request, response)
    if (waiting > mostAtOnce) this.#split()
  }

  /**
   * From the first client on that pipelines more than a few requests, packets are split into requests before the parser
   * sees them: of a request that waits there are 100 bytes then and not 2 KB. To read packets in JavaScript takes 2 to 5 µs.
   */
  #split(): void {
    if (this.#splitting) return
    this.#splitting = true
    for (const pipeline of this.#open.values()) pipeline.split()
  }
}

/** The requests of one connection. */
class Pipeline {
  readonly #socket: Connection
  readonly #handle: RequestListener
  #underWay = 0
  /** Requests that wait; bytes that are not parsed wait in the socket. */
  #requests: [IncomingMessage, ServerResponse][] = []
  /** Whether anything waits; meanwhile the socket is paused. */
  #held = false
  #scheduled = false

  constructor(socket: Socket, handle: RequestListener) {
    this.#socket = socket
    this.#handle = handle
    socket.once('close', () => {
      this.#requests = []
    })
  }

  /** Gives the number of requests that wait. */
  take(request: IncomingMessage, response: ServerResponse): number {
    if (!this.#isFull && this.#requests.length === 0) this.#answer(request, response)
    else {
      this.#requests.push([request, response])
      this.#hold()
    }
    return this.#requests.length
  }

  /** Puts itself in the place of the listener that Node's server has added. */
  split(): void {
    const [parse] = this.#socket.listeners('data') as [(bytes: Buffer) => void]
    this.#socket.off('data', parse)
    this.#socket.on('data', bytes => this.#split(bytes, parse))
    // Until now Node's server has stopped and started the socket past its stream.
    this.#socket._read(0)
  }

  #split(bytes: Buffer, parse: (bytes: Buffer) => void): void {
    let rest = bytes
    // A connection that has asked for another protocol has no parser any more.
    while (rest.length > 0 && this.#canParse && this.#socket.parser) {
      const end = endOfRequest(rest)
      parse(rest.subarray(0, end))
      rest = rest.subarray(end)
      if (rest.length > 0 && !hasTime()) break
    }
    if (rest.length === 0 || !this.#socket.parser) return
    this.#hold()
    this.#socket.unshift(rest)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    this.#underWay++
    response.once('close', this.#answered)
    this.#handle(request, response)
  }

  /** To go on with several at once takes a quarter of what it takes to do so after every answer. */
  readonly #answered = () => {
    this.#underWay--
    if (this.#held && this.#underWay === 0) this.#goOn()
  }

  /** Whether no further answer may begin: a client that does not read its answers gets no more of them. */
  get #isFull(): boolean {
    return this.#underWay >= mostAtOnce || (this.#underWay > 0 && this.#socket.writableNeedDrain)
  }

  /** A parser that Node's server has paused takes nothing; it resumes the socket, too. */
  get #canParse(): boolean {
    return !this.#isFull && this.#socket._paused !== true
  }

  #hold(): void {
    this.#held = true
    this.#socket.pause()
    this.#goOn()
  }

  /** Takes what waits: now where this turn of the event loop has time, else in a later one. */
  #goOn(): void {
    if (this.#isFull || this.#scheduled) return
    this.#scheduled = true
    const step = () => {
      this.#scheduled = false
      this.#step()
    }
    if (hasTime()) process.nextTick(step)
    else inTurn(step)
  }

  #step(): void {
    while (this.#requests.length > 0 && !this.#isFull) this.#answer(...this.#requests.shift()!)
    this.#held = this.#requests.length > 0
    if (this.#held) this.#goOn()
    else this.#socket.resume()
  }
}

/** Whether this blank line ends a request or stands in a body does not matter: the parser goes on where it was. */
function endOfRequest(bytes: Buffer): number {
  const end = bytes.indexOf(blankLine)
  return end < 0 ? bytes.length : end + blankLine.length
}
