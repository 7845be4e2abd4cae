import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Characters that trigger a write. */
const batch = 32_768
/** Longest delay of a line, and retry interval of a full pipe. */
const longestWait = 100
/** Characters; further lines are dropped. */
const mostWaiting = 4 << 20
/** Time that the reader has at exit. */
const lastWait = 1000

const nothing = Buffer.alloc(0)

/** Never delays responses or the exit: an unread pipe, a closed reader or a full disk loses lines only. */
export class LogOutput implements DestinationStream {
  readonly #file: number
  #lines = ''
  #sending = nothing
  #timer: NodeJS.Timeout | undefined
  #done: (() => void) | undefined

  constructor(file = 1) {
    this.#file = file
    process.on('exit', () => this.#sendLast())
  }

  write(line: string): void {
    if (this.#lines.length < mostWaiting) this.#lines += line
    this.#sendSoon()
  }

  /** Calls back when all lines are written or given up. */
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

  /** Writes as far as there is room; a pending write completes anyway. */
  #sendLast(): void {
    try {
      if (this.#lines !== '') writeSync(this.#file, this.#lines)
    } catch {}
  }
}
