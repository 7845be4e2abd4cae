import { noise } from './numbers/noise.ts'
import { exp } from './numbers/portable-math.ts'
import { hour } from './time.ts'

/** Slow and fast swings of the positions, in hours, with their shares of the standard deviation. */
const swings = [
  { span: 190, share: 0.12 },
  { span: 29, share: 0.09 },
] as const
/** Positions build up over this share of a contract's life. */
const ramp = 0.1

/** What the open positions of a derivative derive from. */
export interface InterestTerms {
  /** Usual open interest in the base; null: not known. */
  usual: number | null
  key: number
  listed: number | null
  expiry: number | null
}

/** Open interest in the base through an hour, before its liquidations; `start` is the hour's first millisecond. */
export function openInterest({ usual, key, listed, expiry }: InterestTerms, start: number): number | null {
  if (usual === null) return null
  const swing = swings.reduce((sum, { span, share }, n) => sum + share * noise(key + n, span, start / hour), 0)
  return usual * exp(swing) * built(listed, expiry, start + hour)
}

function built(listed: number | null, expiry: number | null, time: number): number {
  if (listed === null || expiry === null) return 1
  return Math.min(1, Math.max(0, time - listed) / (ramp * (expiry - listed)))
}

/** What remains of the open interest after liquidations in the same hour: never negative, and never more than before. */
export function afterLiquidations(open: number, liquidated: number): number {
  return open === 0 ? 0 : open * exp(-liquidated / open)
}
