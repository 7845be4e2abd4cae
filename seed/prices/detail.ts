import type { Asset } from '../catalogue/assets/asset-list.ts'
import { keyOf } from '../hashed-draws.ts'

/**
 * Moves below a minute: the shares of the whole market's moves and of the asset's own, whose squares sum to 1. Sectors count as the
 * asset's own: what coins share takes longer to show (Epps 1979).
 */
export interface Detail {
  marketKey: number
  ownKey: number
  market: number
  own: number
}

/** Annual. */
export const factorVolatility = { crypto: 0.46, dollar: 0.068 }

/** What moves below a minute: assets that follow another one move with it, and constant ones not at all. */
export function detailOf(seed: string, asset: Asset, of: (code: string) => Detail | null): Detail | null {
  const law = asset.price
  if (law.law === 'constant') return null
  if ('to' in law) return directed(of(law.to), law.law === 'leveraged' && law.factor < 0 ? -1 : 1)
  const shared = law.beta * (law.law === 'crypto' ? factorVolatility.crypto : factorVolatility.dollar)
  const both = Math.sqrt(shared * shared + law.volatility * law.volatility)
  const keys = { marketKey: keyOf(seed, 'detail', law.law), ownKey: keyOf(seed, 'detail', 'asset', asset.code) }
  return { ...keys, market: shared / both, own: law.volatility / both }
}

function directed(detail: Detail | null, direction: 1 | -1): Detail | null {
  return detail && { ...detail, market: direction * detail.market, own: direction * detail.own }
}
