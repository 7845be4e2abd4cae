import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Do } from '../../control/faults/fault-schemas.ts'
import { parseDuration } from '../../market/duration.ts'

type TransmitFaults = Pick<Do, 'bandwidth' | 'stall' | 'reset'> & {
  /** Bytes to send at most; Infinity for the whole body. */
  most: number
}

/** Parts of a slow body, and its time limit. */
const partsPerSecond = 20
const longestBody = 600_000

/** Resolves early if the client leaves. Blocks no thread. */
export function pause(milliseconds: number, response: ServerResponse): Promise<void> {
  if (milliseconds <= 0 || response.closed || response.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    response.once('close', done)
  })
}

export function turnOf(response: ServerResponse): Promise<void> {
  if (response.socket !== null || response.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    response.once('socket', () => resolve())
    response.once('close', () => resolve())
  })
}

/** Resets the connection (TCP RST) after earlier writes are sent. */
export async function reset(response: ServerResponse): Promise<void> {
  await turnOf(response)
  const { socket } = response
  // Injected requests have no socket; the response fails.
  if (typeof socket?.resetAndDestroy !== 'function') return void response.destroy()
  await new Promise<void>(resolve => socket.write('', () => resolve()))
  // A TLS socket throws instead, in 20 of 20 trials (https://github.com/nodejs/node/issues/49484), and the client sees the
  // end of a whole response; the connection below it can, and nothing public leads there.
  ;((socket as Socket & { _parent?: Socket })._parent ?? socket).resetAndDestroy()
}

/** Closes the connection after earlier writes are sent, before the end of the body. */
export function breakOff(response: ServerResponse): void {
  // That of an injected request has none; the response fails.
  if (response.socket instanceof Socket) response.socket.destroySoon()
  else response.destroy()
}

interface Transmitted {
  sent: number
  /** `cut`: all bytes that may be sent; `left`: the client left, or was too slow. */
  end: 'whole' | 'cut' | 'left'
}

/** Sends a body in parts, each read when the one before is sent. The caller ends the response. */
export async function transmit(
  response: ServerResponse,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  wire: TransmitFaults,
): Promise<Transmitted> {
  const pacing = new Pacing(wire)
  const deadline = performance.now() + longestBody
  if (wire.stall?.at === 0) response.flushHeaders()
  await pause(pacing.stallHere(), response)
  for await (const part of body)
    for (let rest = part; rest.length > 0; ) {
      if (response.destroyed || performance.now() > deadline) return { sent: pacing.sent, end: 'left' }
      if (pacing.left === 0) return { sent: pacing.sent, end: 'cut' }
      const bytes = rest.subarray(0, pacing.next(rest.length))
      await write(response, bytes)
      await pause(pacing.pauseAfter(bytes.length), response)
      rest = rest.subarray(bytes.length)
    }
  await pause(pacing.stall(), response)
  return { sent: pacing.sent, end: response.destroyed ? 'left' : 'whole' }
}

/** How much of a body is sent at a time, and the pauses between. */
class Pacing {
  readonly #wire: TransmitFaults
  readonly #part: number
  #isToStall: boolean
  sent = 0

  constructor(wire: TransmitFaults) {
    this.#wire = wire
    this.#part =
      wire.bandwidth === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(wire.bandwidth / partsPerSecond))
    this.#isToStall = wire.stall !== undefined
  }

  /** Bytes that may still be sent. */
  get left(): number {
    return this.#wire.most - this.sent
  }

  next(available: number): number {
    const untilStall = this.#isToStall ? this.#wire.stall!.at - this.sent : Number.POSITIVE_INFINITY
    return Math.min(available, this.#part, this.left, untilStall)
  }

  pauseAfter(bytes: number): number {
    this.sent += bytes
    const { bandwidth } = this.#wire
    const paced = bandwidth === undefined ? 0 : (bytes / bandwidth) * 1000
    return paced + (this.left === 0 ? this.stall() : this.stallHere())
  }

  stallHere(): number {
    return this.sent === this.#wire.stall?.at ? this.stall() : 0
  }

  /** Once; a stall beyond the last byte takes place there. */
  stall(): number {
    if (!this.#isToStall) return 0
    this.#isToStall = false
    return parseDuration(this.#wire.stall!.for)!
  }
}

function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    response.once('close', resolve)
    response.write(bytes, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}
