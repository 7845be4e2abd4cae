import { draw, unit } from './numbers/hash.ts'

/** Members that change only with the catalogue. */
const permanent = 4

/** Start of a quarter, counted from 1970. */
export function quarterStart(quarter: number): number {
  return Date.UTC(1970 + Math.floor(quarter / 4), (quarter % 4) * 3, 1)
}

export function quarterOf(time: number): number {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 4 + Math.floor(date.getUTCMonth() / 3)
}

/** An exchange whose trades a rate may have, and since when it lists the asset. */
export type IndexVenue = readonly [code: string, listed: number]

/**
 * The members of a quarter by code, of those that listed the asset when it began: the four largest exchanges, and a fifth that is drawn.
 * @param venues the largest first
 */
export function membersOf(venues: readonly IndexVenue[], key: number, quarter: number): string[] {
  const start = quarterStart(quarter)
  const eligible = venues.filter(([, listed]) => listed <= start).map(([code]) => code)
  const others = eligible.slice(permanent)
  const fifth = others[Math.floor(unit(draw(key, quarter)) * others.length)]
  return [...eligible.slice(0, permanent), ...(fifth === undefined ? [] : [fifth])].sort()
}
