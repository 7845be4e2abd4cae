import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Do } from '../control/faults/fault-schemas.ts'
import { parseDuration } from '../market/duration.ts'

/** How a body goes out: the parts of a fault that are about the wire. */
export type Wire = Pick<Do, 'bandwidth' | 'stall' | 'reset'> & {
  /** Bytes that are sent, of all that were announced. */
  length: number
}

/** A body that is sent slowly goes out in so many parts a second, and is cut off after so long. Milliseconds. */
const partsPerSecond = 20
const longestBody = 600_000

/** Resolves after a time, or when the client leaves. Milliseconds. No thread waits. */
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

/** Resolves when the answers to all earlier requests of the connection are out. */
export function turnOf(response: ServerResponse): Promise<void> {
  if (response.socket !== null || response.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    response.once('socket', () => resolve())
    response.once('close', () => resolve())
  })
}

/** Ends a connection with a TCP reset, once what was written before is on its way. */
export async function reset(response: ServerResponse): Promise<void> {
  await turnOf(response)
  const { socket } = response
  // Without a socket of its own, as in a test that injects requests, the answer just fails.
  if (typeof socket?.resetAndDestroy !== 'function') return void response.destroy()
  await flushed(socket)
  socket.resetAndDestroy()
}

function flushed(socket: Socket): Promise<void> {
  if (socket.writableLength === 0) return Promise.resolve()
  return new Promise(resolve => {
    socket.once('drain', resolve)
    socket.once('close', resolve)
  })
}

/** Sends a body, its headers being written; gives the number of bytes that went out. Whether it is whole is the caller's to end. */
export async function transmit(response: ServerResponse, body: Buffer, wire: Wire): Promise<number> {
  const deadline = performance.now() + longestBody
  let sent = 0
  for (const { until, pause: wait } of steps(wire)) {
    if (response.destroyed || performance.now() > deadline) break
    await write(response, body.subarray(sent, until))
    sent = until
    await pause(wait, response)
  }
  return sent
}

interface Step {
  /** The bytes that are out after it. */
  until: number
  /** What is waited for then. Milliseconds. */
  pause: number
}

function* steps({ bandwidth, stall, length }: Wire): Generator<Step> {
  const part = bandwidth === undefined ? length : Math.max(1, Math.floor(bandwidth / partsPerSecond))
  const stop = stall === undefined ? Number.POSITIVE_INFINITY : Math.min(stall.at, length)
  if (stop === 0) yield { until: 0, pause: parseDuration(stall!.for)! }
  for (let sent = 0; sent < length; ) {
    const until = Math.min(sent + part, length, sent < stop ? stop : length)
    const paced = bandwidth === undefined ? 0 : ((until - sent) / bandwidth) * 1000
    yield { until, pause: paced + (until === stop ? parseDuration(stall!.for)! : 0) }
    sent = until
  }
}

function write(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (bytes.length === 0) {
    response.flushHeaders()
    return Promise.resolve()
  }
  return new Promise(resolve => {
    response.once('close', resolve)
    response.write(bytes, () => {
      response.off('close', resolve)
      resolve()
    })
  })
}
