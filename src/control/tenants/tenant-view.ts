import type { View } from '../../operations/context.ts'
import type { LatestVersions } from '../../operations/dataset.ts'
import type { Validation } from '../../operations/parameters.ts'
import type { TenantClock } from '../clock/tenant-clock.ts'

/** A class saves memory with thousands of tenants. */
export class TenantView implements View {
  readonly clock: TenantClock
  readonly validation: Validation
  readonly latest: LatestVersions
  readonly #end: () => number
  readonly #server: View

  /** @param server view of the server's own clock */
  constructor(clock: TenantClock, end: () => number, server: View, validation: Validation) {
    this.clock = clock
    this.#end = end
    this.#server = server
    this.validation = validation
    this.latest = server.latest
  }

  get past(): boolean {
    return this.clock.differs || this.#server.past === true
  }

  /** A field, not a method, because readers destructure it. */
  readonly horizon = (): number => {
    if (!this.clock.differs) return this.#server.horizon()
    return Math.min(this.#end(), this.clock.now())
  }
}
