import type { Tenants } from '../tenants/tenants.ts'
import type { Arrival } from './outbox.ts'

/** Longest time before requests enter a journal that nobody reads. */
const longestWait = 50

/**
 * A client that has a response may at once ask another thread, so a request enters its journal only when every thread
 * has handed over all earlier ones.
 */
export class Gathering {
  readonly #tenants: Tenants
  readonly #collect: () => Promise<Arrival[][]>
  readonly #now: () => number
  readonly #gathered: () => void
  /** Sent after the beginning of the last collection: another thread may still hold earlier ones. */
  #early: Arrival[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param collect takes what each thread holds @param now the clock of `sent` @param gathered called at the end */
  constructor(tenants: Tenants, collect: () => Promise<Arrival[][]>, now: () => number, gathered: () => void) {
    this.#tenants = tenants
    this.#collect = collect
    this.#now = now
    this.#gathered = gathered
  }

  async gather(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const until = this.#now()
    const collected = await this.#collect()
    const arrivals = [...this.#early, ...collected.flat()]
    this.#early = arrivals.filter(({ sent }) => sent > until)
    const complete = arrivals.filter(({ sent }) => sent <= until)
    for (const { tenant, finished } of complete.sort((a, b) => a.sent - b.sent)) {
      const found = this.#tenants.find(tenant.name)
      if (found?.number === tenant.number) found.journal.add(finished)
    }
    if (this.#early.length > 0) this.gatherSoon()
    this.#gathered()
  }

  readonly gatherSoon = (): void => {
    this.#timer ??= setTimeout(() => void this.gather(), longestWait).unref()
  }
}
