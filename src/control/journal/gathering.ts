import type { Tenants } from '../tenants/tenants.ts'
import type { Arrival } from './outbox.ts'

/** Longest time before requests enter a journal that nobody reads. */
const longestWait = 50

/**
 * A client that has a response may at once ask another thread, so a request enters its journal only when every thread
 * has handed over all earlier ones.
 * @param collect takes what each thread holds @param now the clock of `sent` @param gathered called at the end
 */
export function gatheringFor(
  tenants: Tenants,
  collect: () => Promise<Arrival[][]>,
  now: () => number,
  gathered: () => void,
) {
  /** Sent after the beginning of the last collection: another thread may still hold earlier ones. */
  let early: Arrival[] = []
  let timer: NodeJS.Timeout | undefined
  const gather = async () => {
    clearTimeout(timer)
    timer = undefined
    const until = now()
    const collected = await collect()
    const arrivals = [...early, ...collected.flat()]
    early = arrivals.filter(({ sent }) => sent > until)
    const complete = arrivals.filter(({ sent }) => sent <= until)
    for (const { tenant, finished } of complete.sort((a, b) => a.sent - b.sent)) {
      const found = tenants.find(tenant.name)
      if (found?.number === tenant.number) found.journal.add(finished)
    }
    if (early.length > 0) gatherSoon()
    gathered()
  }
  const gatherSoon = () => {
    timer ??= setTimeout(() => void gather(), longestWait).unref()
  }
  return { gather, gatherSoon }
}
