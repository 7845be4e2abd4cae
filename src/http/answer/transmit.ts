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

/**
 * Sends a body in parts, each read when the one before is sent. The caller ends the response.
 * @returns `cut`: all bytes that may be sent; `left`: the client left, or was too slow
 */
export async function transmit(
  response: ServerResponse,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { most, bandwidth = Number.POSITIVE_INFINITY, stall }: TransmitFaults,
): Promise<{ sent: number; end: 'whole' | 'cut' | 'left' }> {
  const deadline = performance.now() + longestBody
  const largest = Math.max(1, Math.floor(bandwidth / partsPerSecond))
  let sent = 0
  let stallAt = stall?.at ?? Number.POSITIVE_INFINITY
  /** Once; a stall beyond the last byte takes place there. */
  const stallHere = (isEnd = false) => {
    if (stallAt === Number.POSITIVE_INFINITY || (sent < stallAt && !isEnd)) return 0
    stallAt = Number.POSITIVE_INFINITY
    return parseDuration(stall!.for)!
  }
  if (stallAt === 0) response.flushHeaders()
  await pause(stallHere(), response)
  for await (const part of body)
    for (let rest = part; rest.length > 0; ) {
      if (response.destroyed || performance.now() > deadline) return { sent, end: 'left' }
      if (sent === most) return { sent, end: 'cut' }
      const bytes = rest.subarray(0, Math.min(largest, most - sent, stallAt - sent))
      await write(response, bytes)
      sent += bytes.length
      await pause((bytes.length / bandwidth) * 1000 + stallHere(sent === most), response)
      rest = rest.subarray(bytes.length)
    }
  await pause(stallHere(true), response)
  return { sent, end: response.destroyed ? 'left' : 'whole' }
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
