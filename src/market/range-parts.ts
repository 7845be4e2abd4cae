import { day, floorTo, hour, type Period } from './time.ts'

/** Stored bars of a width, or trades (width 0). */
export interface RangePart extends Period {
  width: number
}

/**
 * Whole intervals of the widest width in the middle, narrower ones around them, trades at the edges. @param since whole
 * intervals start at this time or later
 */
export function rangeParts(
  from: number,
  until: number,
  [width, ...narrower]: readonly number[] = [day, hour],
  since = Number.NEGATIVE_INFINITY,
): RangePart[] {
  if (from >= until) return []
  if (width === undefined) return [{ width: 0, from, until }]
  const first = Math.ceil(Math.max(from, since) / width) * width
  const last = floorTo(until, width)
  if (first >= last) return rangeParts(from, until, narrower, since)
  const middle = { width, from: first, until: last }
  return [...rangeParts(from, first, narrower, since), middle, ...rangeParts(last, until, narrower, since)]
}
