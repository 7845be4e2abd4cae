/**
 * The first place in [low, high) at which a condition holds that holds at all later ones; `high` if there is none. Found by
 * bisection.
 */
export function firstWhere(low: number, high: number, holds: (place: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
