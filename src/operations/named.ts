import { shown, unknownCode } from '../base/failure.ts'
import { foldedName, type NamedCode, namedSuggestion } from '../base/nearest.ts'
import type { Store } from '../store/store.ts'
import { NoPath, type Subject } from './operation.ts'

type ListedEntity = 'exchange' | 'asset' | 'protocol'

const lists: Record<ListedEntity, string> = {
  exchange: '/v1/exchanges',
  asset: '/v1/assets',
  protocol: '/v1/pools-protocols',
}

/** Statements bind the entity under the name of the parameter. */
export function named<const N extends ListedEntity>(
  entity: N,
): Subject<typeof NoPath, string | undefined, { [K in N]?: string | undefined }> {
  return {
    parameters: NoPath,
    prepare(store) {
      const check = codeCheck(store, entity)
      return (_path, query) => {
        const code = query[entity]
        if (code !== undefined) check(code)
        return { entity: code, bindings: { [entity]: code ?? null } }
      }
    },
  }
}

/** @param label name of the code in messages */
export function codeCheck(store: Store, entity: ListedEntity): (code: string, label?: string) => void {
  const find = store.prepare(`SELECT 1 FROM ${entity} WHERE code = :code`)
  return (code, label = entity) => {
    if (find.get({ code })) return
    const near = namedSuggestion(code, namesOf(store, entity))
    throw unknownCode(`unknown ${label} ${shown(code)}${near}; ${lists[entity]} lists them`)
  }
}

/** Codes and names of all entities, also the other names that people use. */
export function namesOf(store: Store, entity: ListedEntity): NamedCode[] {
  const rows = store.all(
    `SELECT code, name, 0 AS other FROM ${entity} UNION ALL SELECT code, name, 1 FROM alias WHERE entity = ?
     AND code IN (SELECT code FROM ${entity}) ORDER BY other, code`,
    entity,
  )
  return rows.map(([code, name]) => ({ code: String(code), name: String(name) }))
}

/** The code that people mean by BTCUSD, BTC/USD or bitcoin-usd. */
export function pairMeant(store: Store, typed: string, codes: readonly string[]): string | undefined {
  const letters = foldedName(typed)
  const [base = '', quote = '', ...rest] = typed.split(/[-_/: ]+/).map(part => assetNamed(store, part))
  const named = `${base}-${quote}`
  return codes.find(code => foldedName(code) === letters || (rest.length === 0 && code === named))
}

/** The code that a name stands for; of several, the first. */
function assetNamed(store: Store, name: string): string {
  const assets = namesOf(store, 'asset')
  if (assets.some(({ code }) => code === name)) return name
  return assets.find(one => foldedName(one.name) === foldedName(name))?.code ?? name
}
