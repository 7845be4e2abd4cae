import { lazy } from '../../src/market/made-once.ts'
import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import type { Blocks } from '../blocks.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { lastClose } from '../prices/published/closes.ts'
import { mostPublished } from './demand.ts'
import { mostCirculating } from './published-supplies.ts'
import { type Supply, supplyOf } from './supply.ts'
import { type SupplySource, supplySources } from './supply-list.ts'
import { largestOf, largestOfPast, widerSupplies } from './wider-supply-list.ts'

/** Supplies of wider assets that are written ahead: the ranking has about twice as many. */
const widerAhead = 86

const wider = widerSupplies()
const largest = largestOf(wider, widerAhead)

/** The index is an id in stores, and of the means. */
const ahead: readonly SupplySource[] = [...supplySources, ...wider.filter(({ asset }) => largest.has(asset))]
/** The others are written when they are asked for. */
export const allSupplies: readonly SupplySource[] = [...ahead, ...wider.filter(({ asset }) => !largest.has(asset))]

const allCodes = [...new Set(allSupplies.map(({ asset }) => asset))]
/** Number of assets whose supplies are written ahead. */
export const assetsWithSupplyAhead = new Set(ahead.map(({ asset }) => asset)).size

/** Until then prices were far from those of today, and so the largest assets were other ones. */
export const pastRankingsUntil = Date.UTC(lastClose + 1, 6, 1)
/** Codes without a supply ahead that were among the largest of a year before: the ranking of those years has them, too. */
export const rankedInPast = lazy(() => largestOfPast(allSupplies.slice(ahead.length), allSupplies))

/** All assets with a supply. Of those ahead, the index is also the index of its price. */
export const allSupplyAssets: readonly Asset[] = allCodes.map(assetOf)
export const supplyAssets = allSupplyAssets.slice(0, assetsWithSupplyAhead)

const places = new Map(allCodes.map((code, place) => [code, place]))

const totals = new Map<string, number>()
for (const { asset, supply } of allSupplies) totals.set(asset, (totals.get(asset) ?? 0) + supply)

/** Decimal places with which the total is a safe integer. */
export const supplyDecimals: readonly number[] = allCodes.map(code =>
  Math.max(0, Math.min(8, 14 - magnitude(Math.max(totals.get(code)!, mostPublished(code), mostCirculating(code))))),
)

export interface CountedSupply {
  id: number
  supply: Supply
  /** Index of its asset. */
  place: number
  /** Units per whole token. */
  supplyUnit: number
}

interface SupplyWorld {
  seed: string
  blocks: Blocks
}

export function suppliesAhead(world: SupplyWorld): readonly CountedSupply[] {
  return ahead.map((source, id) => counted(world, source, id))
}

export function suppliesOf(world: SupplyWorld, code: string): readonly CountedSupply[] {
  return allSupplies.flatMap((source, id) => (source.asset === code ? [counted(world, source, id)] : []))
}

function counted(world: SupplyWorld, source: SupplySource, id: number): CountedSupply {
  const place = places.get(source.asset)!
  const decimals = supplyDecimals[place]!
  return { id, supply: supplyOf(world, source, decimals), place, supplyUnit: powerOfTen(decimals) }
}
