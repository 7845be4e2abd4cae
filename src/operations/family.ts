import type { MarketFamily, Operation, ReferenceFamily } from './operation.ts'

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
