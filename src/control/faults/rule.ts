import { formatDuration, parseDuration } from '../../market/duration.ts'
import { formatTime } from '../../market/time.ts'
import { type Draw, delayOf, drawOf } from './draw.ts'
import type { FaultRule } from './fault-schemas.ts'
import { compileGlob } from './glob.ts'
import { type Strikes, strikesOf } from './strikes.ts'

export interface RequestFacts {
  operation: string
  region: 'eu' | 'us'
  /** Path without base path and query. */
  path: string
  key: string | null
  /** From 1; null if the request is refused before its page is known. */
  page: number | null
}

export interface RuleCounts {
  seen?: number
  /** Faults among the requests seen; undefined: they are counted again. */
  struck?: number | undefined
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
  readonly #strikes: Strikes

  constructor(
    given: FaultRule & { id: string },
    { seed, tenant }: Draws,
    began: number,
    { seen = 0, struck }: RuleCounts = {},
  ) {
    this.id = given.id
    this.given = given
    this.began = began
    this.seen = seen
    this.#draw = drawOf(seed, tenant, given.id)
    const most = given.until?.count ?? Number.POSITIVE_INFINITY
    this.#strikes = strikesOf(ordinal => this.#isOn(ordinal), most, struck === undefined ? 0 : seen, struck)
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
    return this.#strikes.has(ordinal)
  }

  delay(ordinal: number): number {
    return delayOf(this.given.do.delay, purpose => this.#draw(ordinal, purpose))
  }

  schedule(count: number) {
    const from = this.seen + 1
    const strikes = this.#strikes.copy()
    const ordinals = Array.from({ length: count }, (_, n) => from + n).filter(ordinal => strikes.has(ordinal))
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
    const struck = this.given.until?.count !== undefined && { struck: this.#strikes.faultsAt(this.seen) }
    return { ...this.given, seen: this.seen, ...struck, ...began }
  }

  #isOn(ordinal: number): boolean {
    const { first, nth, every, share } = this.given.on ?? {}
    if (first !== undefined) return ordinal <= first
    if (nth !== undefined) return ordinal === nth
    if (every !== undefined) return ordinal % every === 0
    return share === undefined || this.#draw(ordinal, 'share') < share
  }
}
