import type { Finished, WalkPage } from '../finished.ts'
import type { Recorder } from '../served.ts'

/** A finished request as plain data, for the thread that keeps the journals. */
export interface Arrival {
  tenant: string
  finished: Omit<Finished, 'walk'> & { walk: (Omit<WalkPage, 'id'> & { id: string }) | null }
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
    const made = { add: (finished: Finished) => this.#add(tenant, finished), isOrdered: true }
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
  #add(tenant: string, finished: Finished): void {
    const { walk, sent } = finished
    this.#latest = Math.max(this.#latest, sent)
    const plain = { ...finished, walk: walk && { ...walk, id: walk.id() } }
    if (this.#arrivals.push({ tenant, finished: plain, sent: this.#latest }) === 1) this.#waiting()
  }
}
