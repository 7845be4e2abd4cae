import type { ServerResponse } from 'node:http'
import { batchSize } from '../connection/write-batches.ts'

/** Room for 349,525 characters. The system allocates only the pages that are written. Bytes. */
const bufferSize = 1 << 20
/** Most UTF-8 bytes per UTF-16 unit. */
const mostBytes = 3
/** For the responses of a batch, and some that slow clients hold. */
export const mostKept = batchSize + 8

/** A new buffer per page is memory outside the heap: hundreds of MB per second, and constant collections. */
export class BufferPool {
  readonly #free: Buffer[] = []
  #made = 0

  /**
   * Returns a string if the texts are too long or no buffer is free. New buffers appear only as responses are sent: one
   * for each of 16 pipelined pages made them five times as slow.
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
