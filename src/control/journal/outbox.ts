import type { Recorder, ServedTenant } from '../tenants/served-tenant.ts'
import type { Finished } from './journal-entry.ts'

/** A finished request, for the thread that keeps the journals. */
export interface Arrival {
  tenant: Owner
  finished: Finished
  /** Orders the arrivals of all threads. */
  sent: number
}

/** A later tenant with the same name has another number. */
type Owner = Pick<ServedTenant, 'name' | 'number'>

export class Outbox {
  readonly #waiting: () => void
  #arrivals: Arrival[] = []
  #latest = 0

  /** @param waiting called when the first request waits */
  constructor(waiting: () => void) {
    this.#waiting = waiting
  }

  recorderOf({ name, number }: Owner): Recorder {
    const tenant = { name, number }
    return {
      isOrdered: true,
      // A thread's responses keep the order in which they ended.
      add: (finished, sent) => {
        this.#latest = Math.max(this.#latest, sent)
        if (this.#arrivals.push({ tenant, finished, sent: this.#latest }) === 1) this.#waiting()
      },
    }
  }

  take(): Arrival[] {
    const arrivals = this.#arrivals
    this.#arrivals = []
    return arrivals
  }
}
