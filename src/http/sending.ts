import type { ServerResponse } from 'node:http'
import { elapsed } from '../clock.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** Time just before the last bytes were sent, by `elapsed`. Milliseconds. */
    sent?: number
  }
}

/**
 * Records when the last bytes of an answer are sent. The end of an answer is too late to order answers of several
 * threads, because the client may have called another thread by then.
 */
export function noteSending(response: ServerResponse): void {
  const { write, end, flushHeaders } = response
  response.sent = elapsed()
  response.write = (...args: unknown[]) => {
    response.sent = elapsed()
    return write.apply(response, args as never)
  }
  response.flushHeaders = () => {
    response.sent = elapsed()
    flushHeaders.call(response)
  }
  response.end = (...args: unknown[]) => {
    const hasContent = typeof args[0] === 'string' || args[0] instanceof Uint8Array
    if (hasContent || !response.headersSent) response.sent = elapsed()
    return end.apply(response, args as never)
  }
}
