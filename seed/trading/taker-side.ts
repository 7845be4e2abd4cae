import type { Exchange } from '../catalogue/exchange-list.ts'
import { unit } from '../hashed-draws.ts'
import type { SideCode } from './tape.ts'

const unknownShare = 0.06

/** How an exchange reports the taker side: a function of the side and 32 random bits. */
export function reportedSide({ takerSide }: Exchange): (sell: boolean, bits: number) => SideCode {
  if (takerSide === 'always_true') return () => 1
  if (takerSide === 'always_false') return () => 0
  if (takerSide === 'null') return () => 3
  if (takerSide === 'inverted') return sell => (sell ? 0 : 1)
  if (takerSide === 'with_unknown') return (sell, bits) => (unit(bits) < unknownShare ? 2 : sell ? 1 : 0)
  return sell => (sell ? 1 : 0)
}
