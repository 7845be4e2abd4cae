import type { DestinationStream } from 'pino'

/** Characters, and milliseconds, before lines are sent. */
const batch = 4096
const longestWait = 100

export class LogForwarder implements DestinationStream {
  readonly #send: (lines: string) => void
  #lines = ''
  #timer: NodeJS.Timeout | undefined

  constructor(send: (lines: string) => void) {
    this.#send = send
  }

  write(line: string): void {
    this.#lines += line
    if (this.#lines.length >= batch) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#lines !== '') this.#send(this.#lines)
    this.#lines = ''
  }
}
