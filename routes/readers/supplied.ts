import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../../src/base/failure.ts'
import { suggestion } from '../../src/base/nearest.ts'
import { codeCheck } from '../../src/operations/named.ts'
import type { Found, Subject } from '../../src/operations/operation.ts'
import type { GridParameters } from '../../src/operations/paging/grid.ts'
import { Code } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'

/** An asset with a supply, and its selected chains. */
export interface SuppliedAsset {
  code: string
  /** Index among the packed prices; null if it is generated when it is asked for. */
  place: number | null
  supplyDecimals: number
  /** Stored price units per dollar. */
  priceUnit: number
  /** When the asset was first traded, and when its code ended; null if it is not known, or has not. */
  since: number | null
  ends: number | null
  /** Ordered by chain code. */
  sources: readonly { id: number; blockchain: string }[]
}

export function suppliedAssets(store: Store): SuppliedAsset[] {
  const rows = store.all<SuppliedRow>(
    `SELECT code, position, supply_decimals, price_decimals, since, ends, id, blockchain
     FROM supply_asset JOIN supply_source ON asset = code ORDER BY code, blockchain`,
  )
  return [...Map.groupBy(rows, ([code]) => code).values()].map(asSupplied)
}

type SuppliedRow = [
  code: string,
  place: number | null,
  supplyDecimals: number,
  priceDecimals: number,
  since: number | null,
  ends: number | null,
  id: number,
  blockchain: string,
]

function asSupplied(rows: SuppliedRow[]): SuppliedAsset {
  const [code, place, supplyDecimals, priceDecimals, since, ends] = rows[0]!
  const sources = rows.map(([, , , , , , id, blockchain]) => ({ id, blockchain }))
  return { code, place, supplyDecimals, priceUnit: 10 ** priceDecimals, since, ends, sources }
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
    const found = { entity, bindings: {} }
    if (entity.place !== null) return found
    if (store.coverage.endless) return { ...found, begins: entity.since ?? Number.NEGATIVE_INFINITY }
    return store.generated ? { entity: { ...entity, ends: 0 }, bindings: {}, missing: onlyWhenAsked } : found
  }
}

const onlyWhenAsked = 'the supply of this asset is generated when asked for, which SANDBOX_HISTORY_LIMIT=0 turns off'

/** Bounds of the records of an asset whose code has ended. */
export function lifeOfSupply({ ends }: SuppliedAsset): { from: number; until: number } {
  return { from: Number.NEGATIVE_INFINITY, until: ends ?? Number.POSITIVE_INFINITY }
}

/** Words of the supply paths, which the path with an asset alone takes for its asset if theirs is missing. */
const words: Record<string, string> = {
  assets: 'assets/{asset}',
  aggregated: 'aggregated/{asset}',
  'blockchain-level': 'blockchain-level/{blockchain}/{asset}',
}

function checkWord(asset: string): void {
  if (Object.hasOwn(words, asset))
    throw new Failure('unknownCode', `the path has no asset; it is /v2/data/supply.v2/${words[asset]}`)
}

/** Finds an asset by code; refuses assets without a supply. */
export function suppliedFinder(store: Store): (code: string) => SuppliedAsset {
  const check = codeCheck(store, 'asset')
  const assets = new Map(suppliedAssets(store).map(asset => [asset.code, asset]))
  return code => {
    const asset = assets.get(code)
    if (asset) return asset
    check(code)
    throw new Failure(
      'unknownCode',
      `asset ${shown(code)} has no supply; supply exists for coins and tokens of a blockchain`,
    )
  }
}

function onChain(asset: SuppliedAsset, blockchain: string): SuppliedAsset {
  const sources = asset.sources.filter(source => source.blockchain === blockchain)
  if (sources.length > 0) return { ...asset, sources }
  const chains = asset.sources.map(source => source.blockchain)
  throw new Failure(
    'unknownCode',
    `${asset.code} is not on blockchain ${shown(blockchain)}${suggestion(blockchain, chains)}; it is on ${chains.join(', ')}`,
  )
}
