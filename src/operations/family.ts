import type { Store } from '../store/store.ts'
import { nameInPaths } from './dataset.ts'
import type { Family, MarketFamily, Operation, ReferenceFamily } from './operation.ts'

/** Operations on the regional hosts, behind the key check. */
export function family(options: Omit<MarketFamily, 'host' | 'operations'>, operations: readonly Operation[]) {
  return { host: 'market', ...options, operations } satisfies MarketFamily
}

/** Operations on the reference host, open to everyone. */
export function referenceFamily(
  options: Omit<ReferenceFamily, 'host' | 'operations'>,
  operations: readonly Operation[],
) {
  return { host: 'reference', ...options, operations } satisfies ReferenceFamily
}

/** The datasets that need a key, as plans of keys name them. */
export function datasetsOf(families: readonly Family[]): string[] {
  const names = families.flatMap(family => {
    const isClosed = family.host === 'market' && family.operations.some(({ open }) => !open)
    return isClosed ? [nameInPaths(family.dataset)] : []
  })
  return [...new Set(names)]
}

/** The families with examples that match rows of a store. */
export function withExamples<F extends Family>(families: readonly F[], store: Store, horizon: number): F[] {
  const located = (operation: Operation) => {
    const { example, exampleIn } = operation
    return exampleIn ? { ...operation, example: { ...example, ...exampleIn(store, horizon) } } : operation
  }
  return families.map(family => ({ ...family, operations: family.operations.map(located) }))
}

/** A request with these values: those that its path does not name are the query. */
export function urlOf(path: string, values: Record<string, string>): string {
  const query = new URLSearchParams(values)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    query.delete(name)
    return encodeURIComponent(values[name] ?? 'latest')
  })
  return query.size === 0 ? filled : `${filled}?${query}`
}
