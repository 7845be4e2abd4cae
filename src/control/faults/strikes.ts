/** Most ordinals that are counted at once, in about 13 ms: only other replicas pass over more. */
const mostCounted = 1e6

/** Which ordinals get a fault, up to a number of faults. */
export class Strikes {
  readonly #isOn: (ordinal: number) => boolean
  readonly #most: number
  /** The last ordinal that is counted. */
  #counted: number
  #faults: number
  /** The last ordinal with a fault. */
  #last: number

  /** @param most faults until the rule ends @param faults number of faults among the ordinals up to `counted` */
  constructor(isOn: (ordinal: number) => boolean, most: number, counted = 0, faults = 0) {
    this.#isOn = isOn
    this.#most = most
    this.#counted = counted
    this.#faults = faults
    this.#last = faults < most ? Number.POSITIVE_INFINITY : counted
  }

  /** For ordinals that no request has reached. */
  copy(): Strikes {
    return new Strikes(this.#isOn, this.#most, this.#counted, this.#faults)
  }

  has(ordinal: number): boolean {
    this.#count(ordinal)
    return ordinal <= this.#last && this.#isOn(ordinal)
  }

  /** Number of faults among the ordinals up to the last one that was reached. */
  faultsAt(ordinal: number): number {
    this.#count(ordinal)
    return this.#faults
  }

  #count(ordinal: number): void {
    if (this.#most === Number.POSITIVE_INFINITY) return
    this.#counted = Math.max(this.#counted, ordinal - mostCounted)
    while (this.#counted < ordinal && this.#last === Number.POSITIVE_INFINITY) {
      this.#counted++
      if (this.#isOn(this.#counted) && ++this.#faults === this.#most) this.#last = this.#counted
    }
  }
}
