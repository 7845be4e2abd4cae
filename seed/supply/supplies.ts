import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import type { Blocks } from '../blocks.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { priceDecimals } from './price-columns.ts'
import { type Supply, supplyOf } from './supply.ts'
import { supplySources } from './supply-list.ts'

/** An asset's index is also the index of its price. */
export const supplyAssets: readonly Asset[] = [...new Set(supplySources.map(({ asset }) => asset))].map(assetOf)

const places = new Map(supplyAssets.map(({ code }, place) => [code, place]))

/** Decimal places with which the total is a safe integer. */
export const supplyDecimals: readonly number[] = supplyAssets.map(({ code }) => {
  const all = supplySources.filter(({ asset }) => asset === code).reduce((sum, { supply }) => sum + supply, 0)
  return Math.max(0, Math.min(8, 14 - magnitude(all)))
})

export interface CountedSupply {
  id: number
  supply: Supply
  /** Index of its asset. */
  place: number
  /** Units per whole token, of supply and price. */
  supplyUnit: number
  priceUnit: number
}

export function supplies(world: { seed: string; blocks: Blocks }): readonly CountedSupply[] {
  return supplySources.map((source, id) => {
    const place = places.get(source.asset)!
    const decimals = supplyDecimals[place]!
    const priceUnit = powerOfTen(priceDecimals(supplyAssets[place]!))
    return { id, supply: supplyOf(world, source, decimals), place, supplyUnit: powerOfTen(decimals), priceUnit }
  })
}
