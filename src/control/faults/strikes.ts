/** Most ordinals that are counted at once, in about 13 ms: only other replicas pass over more. */
const mostCounted = 1e6

/** Which ordinals get a fault, up to a number of faults. */
export interface Strikes {
  has(ordinal: number): boolean
  /** Number of faults among the ordinals up to the last one that was reached. */
  faultsAt(ordinal: number): number
  /** For ordinals that no request has reached. */
  copy(): Strikes
}

/** @param most faults until the rule ends @param faults number of faults among the ordinals up to `counted` */
export function strikesOf(isOn: (ordinal: number) => boolean, most: number, counted = 0, faults = 0): Strikes {
  /** The last ordinal with a fault. */
  let last = faults < most ? Number.POSITIVE_INFINITY : counted
  const count = (ordinal: number) => {
    if (most === Number.POSITIVE_INFINITY) return
    counted = Math.max(counted, ordinal - mostCounted)
    while (counted < ordinal && last === Number.POSITIVE_INFINITY) {
      counted++
      if (isOn(counted) && ++faults === most) last = counted
    }
  }
  return {
    has(ordinal) {
      count(ordinal)
      return ordinal <= last && isOn(ordinal)
    },
    faultsAt(ordinal) {
      count(ordinal)
      return faults
    },
    copy: () => strikesOf(isOn, most, counted, faults),
  }
}
