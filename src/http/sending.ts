import type { ServerResponse } from 'node:http'
import { elapsed } from '../clock.ts'

declare module 'node:http' {
  interface ServerResponse {
    /** Just before its last bytes were sent, by `elapsed`. Milliseconds. */
    sent?: number
  }
}

/**
 * Notes when the last bytes of an answer are sent. The end of an answer would be too late to order those of several
 * threads: by then its client may have asked another thread.
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
