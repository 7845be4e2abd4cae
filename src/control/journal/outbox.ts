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

export type Outbox = ReturnType<typeof outboxFor>

/** @param waiting called when the first request waits */
export function outboxFor(waiting: () => void) {
  const arrivals: Arrival[] = []
  let latest = 0
  return {
    recorderOf({ name, number }: Owner): Recorder {
      const tenant = { name, number }
      return {
        isOrdered: true,
        // A thread's responses keep the order in which they ended.
        add(finished, sent) {
          latest = Math.max(latest, sent)
          if (arrivals.push({ tenant, finished, sent: latest }) === 1) waiting()
        },
      }
    },
    take: (): Arrival[] => arrivals.splice(0),
  }
}
