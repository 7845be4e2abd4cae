import type { ServerResponse } from 'node:http'

/** Room for 349,525 characters. The system allocates only the pages that are written. Bytes. */
const bufferSize = 1 << 20
/** Most UTF-8 bytes per UTF-16 unit. */
const mostBytes = 3
/** Answers are mostly sent before the next one is written; only slow clients hold more. */
const mostKept = 8

/**
 * Reusable buffers for answers. A new buffer per page is memory outside the heap: some hundred MB per second at full
 * speed, and constant garbage collection.
 */
export class BufferPool {
  readonly #free: Buffer[] = []
  /** Number of buffers, free or in use. */
  #made = 0

  /**
   * Concatenates texts into the bytes of one response; returns a string if they are too long or no buffer is free. New
   * buffers are created only as answers are sent: pipelined requests are all answered before the first is sent, and a
   * buffer for each made 16 pages of 100 trades five times as slow (0.56 ms each instead of 0.11).
   */
  write(response: ServerResponse, ...texts: (string | Buffer)[]): Buffer | string {
    if (texts.reduce((length, text) => length + text.length, 0) * mostBytes > bufferSize) return texts.join('')
    const buffer = this.#free.pop()
    response.once('close', () => this.#release(buffer, response.writableFinished))
    if (buffer === undefined) return texts.join('')
    let end = 0
    for (const text of texts) end += typeof text === 'string' ? buffer.write(text, end) : text.copy(buffer, end)
    return buffer.subarray(0, end)
  }

  /** If the client left, the system may still read the buffer, so it is dropped. */
  #release(buffer: Buffer | undefined, isOut: boolean): void {
    if (buffer && isOut) this.#free.push(buffer)
    else if (buffer) this.#made--
    else if (isOut && this.#made < mostKept) {
      this.#made++
      this.#free.push(Buffer.allocUnsafeSlow(bufferSize))
    }
  }
}
