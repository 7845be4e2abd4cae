import type { Finished } from '../finished.ts'
import type { Recorder } from '../served.ts'

/** A finished request, for the thread that keeps the journals. */
export interface Arrival {
  tenant: string
  finished: Finished
  /** Orders the arrivals of all threads. */
  sent: number
}

export class Outbox {
  readonly #waiting: () => void
  readonly #recorders = new Map<string, Recorder>()
  #arrivals: Arrival[] = []
  #latest = 0

  /** @param waiting called when the first request waits */
  constructor(waiting: () => void) {
    this.#waiting = waiting
  }

  recorderOf(tenant: string): Recorder {
    const known = this.#recorders.get(tenant)
    if (known) return known
    const made: Recorder = { add: (finished, sent) => this.#add(tenant, finished, sent), isOrdered: true }
    this.#recorders.set(tenant, made)
    return made
  }

  forget(tenant: string): void {
    this.#recorders.delete(tenant)
  }

  take(): Arrival[] {
    const arrivals = this.#arrivals
    this.#arrivals = []
    return arrivals
  }

  /** A thread's answers keep the order in which they ended. */
  #add(tenant: string, finished: Finished, sent: number): void {
    this.#latest = Math.max(this.#latest, sent)
    if (this.#arrivals.push({ tenant, finished, sent: this.#latest }) === 1) this.#waiting()
  }
}
