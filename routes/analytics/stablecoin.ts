import { badParameter, shown } from '../../src/base/failure.ts'
import { allOf } from '../../src/base/nearest.ts'
import { codeCheck } from '../../src/operations/named.ts'
import { NoPath, type Subject } from '../../src/operations/operation.ts'
import { type SuppliedAsset, suppliedFinder } from '../subjects/supplied.ts'

/** The stablecoin that the parameter `asset` names and statements bind. */
export const stablecoin: Subject<typeof NoPath, SuppliedAsset, { asset: string }> = {
  parameters: NoPath,
  prepare(store) {
    const check = codeCheck(store, 'asset')
    const find = suppliedFinder(store)
    const classOf = store.prepare('SELECT asset_class FROM asset WHERE code = :asset')
    return (_path, { asset }) => {
      check(asset)
      const [assetClass] = classOf.get({ asset })!
      if (assetClass === 'stablecoin') return { entity: find(asset), bindings: { asset } }
      const codes = store.texts("SELECT code FROM asset WHERE asset_class = 'stablecoin' ORDER BY code")
      throw badParameter(`asset must be a stablecoin, but ${shown(asset)} is ${assetClass}; there are ${allOf(codes)}`)
    }
  },
}
