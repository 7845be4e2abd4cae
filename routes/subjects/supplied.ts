import { Type } from '@sinclair/typebox'
import { shown, unknownCode } from '../../src/base/failure.ts'
import { suggestion } from '../../src/base/nearest.ts'
import { lazy } from '../../src/market/made-once.ts'
import type { Period } from '../../src/market/time.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { type Found, NoPath, type Subject } from '../../src/operations/operation.ts'
import type { GridParameters } from '../../src/operations/paging/grid.ts'
import { Code } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'

/** An asset with a supply, and its selected chains. */
export interface SuppliedAsset {
  code: string
  /** Index among the packed prices; null if it is generated when it is asked for. */
  place: number | null
  supplyDecimals: number
  /** When its code ended; null if it has not. */
  ends: number | null
  /** The ranking of earlier times has it without a place; null if none has it. */
  rankedUntil: number | null
  /** When it replaced another code, which has its place in rankings before; null if it replaced none. */
  rankedSince: number | null
  /** Ordered by chain code, each with the time from which its supply is known. */
  sources: readonly { id: number; blockchain: string; since: number }[]
}

export function suppliedAssets(store: Store): SuppliedAsset[] {
  const rows = store.all<SuppliedRow>(
    `SELECT code, position, supply_decimals, ends, ranked_until, ranked_since, id, blockchain, since
     FROM supply_asset JOIN supply_source ON asset = code ORDER BY code, blockchain`,
  )
  return [...Map.groupBy(rows, ([code]) => code).values()].map(asSupplied)
}

type SuppliedRow = [
  code: string,
  place: number | null,
  supplyDecimals: number,
  ends: number | null,
  rankedUntil: number | null,
  rankedSince: number | null,
  id: number,
  blockchain: string,
  since: number | null,
]

function asSupplied(rows: SuppliedRow[]): SuppliedAsset {
  const [code, place, supplyDecimals, ends, rankedUntil, rankedSince] = rows[0]!
  const sources = rows.map(([, , , , , , id, blockchain, since]) => ({ id, blockchain, since: since ?? 0 }))
  return { code, place, supplyDecimals, ends, rankedUntil, rankedSince, sources }
}

const AssetInPath = Type.Object({ asset: Code })
const ChainInPath = Type.Object({ blockchain: Code, asset: Code })

/** The asset of the path; a parameter `blockchain` restricts it to one chain. */
export const suppliedAsset: Subject<typeof AssetInPath, SuppliedAsset, SupplyCodes> = {
  parameters: AssetInPath,
  prepare(store) {
    const find = supplyFinder(store)
    return ({ asset }, query) => find(asset, query)
  },
  checkPath: ({ asset }) => checkWord(asset),
}

/** The asset of the path, on the chain of the path. */
export const suppliedOnChain: Subject<typeof ChainInPath, SuppliedAsset> = {
  parameters: ChainInPath,
  prepare(store) {
    const find = supplyFinder(store)
    return ({ asset, ...chain }) => find(asset, chain)
  },
  checkPath: ({ asset }) => checkWord(asset),
}

interface SupplyCodes extends GridParameters {
  blockchain?: string | undefined
}

type SupplyFinder = (asset: string, codes: SupplyCodes) => Found<SuppliedAsset>

function supplyFinder(store: Store): SupplyFinder {
  const find = suppliedFinder(store)
  return (asset, { blockchain }) => {
    const whole = find(asset)
    const entity = blockchain === undefined ? whole : onChain(whole, blockchain)
    const found = { entity, bindings: {}, begins: beginningOf(entity.sources) }
    if (entity.place !== null || store.coverage.endless) return found
    return store.generated ? { entity: { ...entity, ends: 0 }, bindings: {}, missing: onlyWhenAsked } : found
  }
}

const onlyWhenAsked = 'the supply of this asset is generated when asked for, which SANDBOX_HISTORY_LIMIT=0 turns off'

/** The supplies that the ranking compares. */
export const rankedSupplies: Subject<typeof NoPath, undefined> = {
  parameters: NoPath,
  prepare(store) {
    const begins = lazy(() => beginningOf(suppliedAssets(store).flatMap(({ sources }) => sources)))
    return () => ({ entity: undefined, bindings: {}, begins: begins() })
  },
}

/** When the first of some supplies began. */
function beginningOf(sources: SuppliedAsset['sources']): number {
  return Math.max(chainBegins, Math.min(...sources.map(({ since }) => since)))
}

/** No supply is older. */
const chainBegins = Date.UTC(2009, 0, 3)

/** Bounds of the records of an asset whose code has ended. */
export function lifeOfSupply({ ends }: SuppliedAsset): Period {
  return { from: Number.NEGATIVE_INFINITY, until: ends ?? Number.POSITIVE_INFINITY }
}

/** Words of the supply paths, which the path with an asset alone takes for its asset if theirs is missing. */
const words: Record<string, string> = {
  assets: 'assets/{asset}',
  aggregated: 'aggregated/{asset}',
  'blockchain-level': 'blockchain-level/{blockchain}/{asset}',
}

function checkWord(asset: string): void {
  if (Object.hasOwn(words, asset)) throw unknownCode(`the path has no asset; it is /v2/data/supply.v2/${words[asset]}`)
}

/** Finds an asset by code; refuses assets without a supply. */
export function suppliedFinder(store: Store): (code: string) => SuppliedAsset {
  const check = codeCheck(store, 'asset')
  const assets = new Map(suppliedAssets(store).map(asset => [asset.code, asset]))
  return code => {
    const asset = assets.get(code)
    if (asset) return asset
    check(code)
    throw unknownCode(`asset ${shown(code)} has no supply; supply exists for coins and tokens of a blockchain`)
  }
}

function onChain(asset: SuppliedAsset, blockchain: string): SuppliedAsset {
  const sources = asset.sources.filter(source => source.blockchain === blockchain)
  if (sources.length > 0) return { ...asset, sources }
  const chains = asset.sources.map(source => source.blockchain)
  throw unknownCode(
    `${asset.code} is not on blockchain ${shown(blockchain)}${suggestion(blockchain, chains)}; it is on ${chains.join(', ')}`,
  )
}
