import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Lines go out together once they are so many. Characters. */
const batch = 4096
/** No line waits longer for others, and a pipe that is full is tried again so often. Milliseconds. */
const longestWait = 100
/** So much may wait for a reader; what is logged beyond is lost. Characters. */
const mostWaiting = 4 << 20
/** A process that ends gives its reader so long. Milliseconds. */
const lastWait = 1000

const nothing = Buffer.alloc(0)

/**
 * Lines of the log on their way out, beside the answers. Whatever becomes of them, they neither hold an answer nor the end
 * of the process: a pipe that nobody reads, a reader that left and a disk that is full cost lines and nothing else.
 */
export class LogOutput implements DestinationStream {
  readonly #file: number
  #lines = ''
  /** What is being written, and the rest of what a pipe had no room for. */
  #sending = nothing
  #timer: NodeJS.Timeout | undefined
  /** Called when all is out, where someone waits for that. */
  #done: (() => void) | undefined

  constructor(file = 1) {
    this.#file = file
    process.on('exit', () => this.#sendLast())
  }

  write(line: string): void {
    if (this.#lines.length < mostWaiting) this.#lines += line
    this.#sendSoon()
  }

  /** Tells when all lines are out, or will not be soon. */
  flush(done: () => void): void {
    const patience = setTimeout(done, lastWait)
    this.#done = () => {
      clearTimeout(patience)
      done()
    }
    this.#send()
  }

  #sendSoon(): void {
    if (this.#lines.length >= batch || this.#done) this.#send()
    else if (this.#lines !== '') this.#timer ??= setTimeout(() => this.#send(), longestWait).unref()
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#sending.length > 0) return
    this.#sending = Buffer.from(this.#lines)
    this.#lines = ''
    if (this.#sending.length > 0) this.#sendRest()
    else this.#done?.()
  }

  #sendRest(): void {
    write(this.#file, this.#sending, (error, written) => {
      const full = error?.code === 'EAGAIN'
      if (!full) this.#sending = error ? nothing : this.#sending.subarray(written)
      if (full) setTimeout(() => this.#sendRest(), longestWait).unref()
      else if (this.#sending.length > 0) this.#sendRest()
      else this.#sendSoon()
    })
  }

  /** What a process that ends unasked still has to say, as far as there is room; what is under way is written anyhow. */
  #sendLast(): void {
    try {
      if (this.#lines !== '') writeSync(this.#file, this.#lines)
    } catch {}
  }
}
