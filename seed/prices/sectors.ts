import type { Asset } from '../catalogue/assets/asset-list.ts'

/** Groups of coins that move together beyond the whole market. */
export const sectors = ['layer-1', 'defi', 'meme', 'exchange-token'] as const
export type Sector = (typeof sectors)[number]

/** Annual. */
export const sectorVolatility = 0.36
/** Greatest share of a coin's variance beside the market that its sector explains. */
const mostShared = 0.6

/** Their class would say a layer or a use, but the market trades them with others. */
const exceptions: Record<string, Sector | null> = {
  btc: null,
  doge: 'meme',
  bnb: 'exchange-token',
  cake: 'exchange-token',
}
const memes = new Set(['pepe', 'shib', 'floki', 'bonk', 'wif'])

/** Null for coins that move with the whole market only. */
export function sectorOf({ code, assetClasses }: Pick<Asset, 'code' | 'assetClasses'>): Sector | null {
  const exception = exceptions[code]
  if (exception !== undefined) return exception
  if (memes.has(code)) return 'meme'
  return sectors.find(sector => assetClasses.includes(sector)) ?? null
}

/** What the market does not explain of a coin: a weight of its sector's path, and the annual volatility of its own. */
export function beside(volatility: number): { weight: number; own: number } {
  const square = volatility * volatility
  const shared = Math.min(sectorVolatility * sectorVolatility, mostShared * square)
  return { weight: Math.sqrt(shared) / sectorVolatility, own: Math.sqrt(square - shared) }
}
