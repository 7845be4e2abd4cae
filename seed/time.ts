export const second = 1000
export const minute = 60_000
export const hour = 3_600_000
export const day = 86_400_000
export const year = 365.25 * day

/** From inclusive, to exclusive, in milliseconds since 1970 UTC. */
export interface Range {
  from: number
  to: number
}
