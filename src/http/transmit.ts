import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Do } from '../control/faults/fault-schemas.ts'
import { parseDuration } from '../market/duration.ts'

export type TransmitFaults = Pick<Do, 'bandwidth' | 'stall' | 'reset'> & {
  /** Bytes to send of the announced length. */
  length: number
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
  // Injected requests have no socket; the answer fails.
  if (typeof socket?.resetAndDestroy !== 'function') return void response.destroy()
  await new Promise<void>(resolve => socket.write('', () => resolve()))
  // TLS cannot reset; the connection below it can.
  ;((socket as Socket & { _parent?: Socket })._parent ?? socket).resetAndDestroy()
}

/** Closes the connection after earlier writes are sent, before the end of the body. */
export function breakOff(response: ServerResponse): void {
  // That of an injected request has none; the answer fails.
  if (response.socket instanceof Socket) response.socket.destroySoon()
  else response.destroy()
}

/** Returns the bytes sent. The caller ends the response. */
export async function transmit(response: ServerResponse, body: Buffer, wire: TransmitFaults): Promise<number> {
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
  until: number
  pause: number
}

function* steps({ bandwidth, stall, length }: TransmitFaults): Generator<Step> {
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
