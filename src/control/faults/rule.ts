import { formatDuration, parseDuration } from '../../market/duration.ts'
import { formatTime } from '../../market/time.ts'
import { type Draw, delayOf, drawOf } from './draw.ts'
import type { FaultRule } from './fault-schemas.ts'
import { compileGlob } from './glob.ts'

export interface RequestFacts {
  operation: string
  region: 'eu' | 'us'
  /** Path without base path and query. */
  path: string
  key: string | null
  /** From 1; null if the request is refused before its page is known. */
  page: number | null
}

/** What random draws depend on, besides the ordinal. */
export interface Draws {
  seed: string
  tenant: string
}

/** A rule in use. Ordinals count, from 1, the requests that match the rule. */
export class Rule {
  readonly id: string
  readonly given: FaultRule & { id: string }
  /** The tenant's time at the start of the rule. */
  readonly began: number
  seen: number
  readonly #draw: Draw
  readonly #matchesPath: ((path: string) => boolean) | undefined
  /** Among the ordinals up to `#counted`. */
  #counted = 0
  #faults = 0
  /** The last ordinal with a fault, if `until.count` limits them. */
  #last = Number.POSITIVE_INFINITY

  constructor(given: FaultRule & { id: string }, { seed, tenant }: Draws, began: number, seen = 0) {
    this.id = given.id
    this.given = given
    this.began = began
    this.seen = seen
    this.#draw = drawOf(seed, tenant, given.id)
    this.#matchesPath = given.when?.path === undefined ? undefined : compileGlob(given.when.path)
  }

  matches({ operation, region, path, key, page }: RequestFacts): boolean {
    const { when = {}, do: effect } = this.given
    if (when.operation !== undefined && when.operation !== operation) return false
    if (when.region !== undefined && when.region !== region) return false
    if (when.key !== undefined && when.key !== key) return false
    if (when.page !== undefined && when.page !== page) return false
    // The first page has no token to expire.
    if (effect.page === 'expired_token' && (page ?? 1) < 2) return false
    return this.#matchesPath?.(path) ?? true
  }

  isOver(now: number): boolean {
    const { until } = this.given
    return until?.for !== undefined && now >= this.began + parseDuration(until.for)!
  }

  /** Whether the request with this ordinal gets the fault. */
  strikes(ordinal: number): boolean {
    this.#count(ordinal)
    return ordinal <= this.#last && this.#isOn(ordinal)
  }

  delay(ordinal: number): number {
    return delayOf(this.given.do.delay, purpose => this.#draw(ordinal, purpose))
  }

  schedule(count: number) {
    const from = this.seen + 1
    const ordinals = Array.from({ length: count }, (_, n) => from + n).filter(ordinal => this.strikes(ordinal))
    const timed = this.given.do.delay !== undefined
    const faults = ordinals.map(ordinal => ({
      ordinal,
      ...(timed && { delay: formatDuration(this.delay(ordinal)) }),
    }))
    return { id: this.id, from, to: this.seen + count, faults }
  }

  toJSON() {
    return { ...this.given, seen: this.seen }
  }

  document() {
    const began = this.given.until?.for !== undefined && { began: formatTime(this.began) }
    return { ...this.given, seen: this.seen, ...began }
  }

  #count(ordinal: number): void {
    const most = this.given.until?.count
    if (most === undefined) return
    while (this.#counted < ordinal && this.#last === Number.POSITIVE_INFINITY) {
      this.#counted++
      if (this.#isOn(this.#counted) && ++this.#faults === most) this.#last = this.#counted
    }
  }

  #isOn(ordinal: number): boolean {
    const { first, nth, every, share } = this.given.on ?? {}
    if (first !== undefined) return ordinal <= first
    if (nth !== undefined) return ordinal === nth
    if (every !== undefined) return ordinal % every === 0
    return share === undefined || this.#draw(ordinal, 'share') < share
  }
}
