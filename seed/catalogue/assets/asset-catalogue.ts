import { type Asset, cryptoAssets } from './asset-list.ts'
import { currencies } from './currency-list.ts'
import { followingAssets } from './following-assets.ts'
import { widerAssets } from './wider-assets.ts'

/** Assets of the instruments that profiles fill ahead, and all currencies. */
export const assetsAhead: readonly Asset[] = [...cryptoAssets, ...followingAssets, ...currencies]

/** Ids of instruments depend on positions, so append new assets at the end of their list. */
export const assets: readonly Asset[] = [...assetsAhead, ...widerAssets(assetsAhead)]

const byCode = new Map(assets.map((asset, position) => [asset.code, { asset, position }]))

/** @throws for an unknown code: a mistake in the lists. */
export function assetOf(code: string): Asset {
  return entry(code).asset
}

export function assetPosition(code: string): number {
  return entry(code).position
}

function entry(code: string): { asset: Asset; position: number } {
  const found = byCode.get(code)
  if (!found) throw new Error(`no asset ${code}`)
  return found
}
