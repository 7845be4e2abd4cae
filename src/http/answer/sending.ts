import type { ServerResponse } from 'node:http'
import { elapsed } from '../../base/clock.ts'
import { mostOfBody } from '../../control/journal/bodies.ts'
import type { RequestRecord } from '../request-record.ts'

/**
 * Records when the last bytes of a response are sent. The end of a response is too late to order responses of several
 * threads, because the client may have called another thread by then.
 */
export function noteSending(response: ServerResponse, record: Pick<RequestRecord, 'sent'>): void {
  const { write, end, flushHeaders } = response
  record.sent = elapsed()
  response.write = (...args: unknown[]) => {
    record.sent = elapsed()
    return write.apply(response, args as never)
  }
  response.flushHeaders = () => {
    record.sent = elapsed()
    flushHeaders.call(response)
  }
  response.end = (...args: unknown[]) => {
    const hasContent = typeof args[0] === 'string' || args[0] instanceof Uint8Array
    if (hasContent || !response.headersSent) record.sent = elapsed()
    return end.apply(response, args as never)
  }
}

/** Keeps the first bytes of a body as they are sent. */
export function keepSent(response: ServerResponse, record: Pick<RequestRecord, 'kept'>): void {
  const { write, end } = response
  const kept: Buffer[] = []
  let room = mostOfBody
  const keep = (chunk: unknown) => {
    if (room === 0 || (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))) return
    // A copy: buffers of pages are used again.
    const bytes = Buffer.from(typeof chunk === 'string' ? chunk.slice(0, room) : chunk.subarray(0, room))
    kept.push(bytes)
    room -= bytes.length
  }
  record.kept = kept
  response.write = (...args: unknown[]) => {
    keep(args[0])
    return write.apply(response, args as never)
  }
  response.end = (...args: unknown[]) => {
    keep(args[0])
    // The end of an injected response writes by itself.
    response.write = write
    return end.apply(response, args as never)
  }
}
