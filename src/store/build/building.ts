import { Failure, tryAgain } from '../../base/failure.ts'
import { inTime } from '../../base/in-time.ts'

/** Most requests that wait at the same time. */
const mostWaiting = 256
/** Milliseconds: most builds end sooner, and proxies give up after a minute. */
const longestWait = 55_000
/** Seconds. */
const retryAfter = 2

/** A store that is being built while the history answers. */
export class Building {
  /** Share that is there, 0 to 1. */
  done = 0
  /** What delays it, such as a full disk. */
  trouble: string | undefined
  readonly #built = Promise.withResolvers<void>()
  #waiting = 0

  constructor() {
    this.#built.promise.catch(() => {})
  }

  /** Resolves when the store is served. @throws Failure if that is not soon */
  async wait(): Promise<void> {
    if (this.trouble !== undefined || this.#waiting >= mostWaiting) throw this.#tooLong()
    this.#waiting++
    try {
      await inTime(this.#built.promise, longestWait, () => this.#tooLong())
    } finally {
      this.#waiting--
    }
  }

  #tooLong(): Failure {
    const why = this.trouble ?? `${Math.floor(this.done * 100)} % are there`
    return tryAgain(`this response needs the whole store, which is being built: ${why}`, retryAfter)
  }

  end(failure?: Error): void {
    if (failure) this.#built.reject(new Failure('unavailable', failure.message))
    else this.#built.resolve()
  }

  /** A server that stops drains what waits. */
  stop(): void {
    this.end(new Error('the server is stopping'))
  }
}
