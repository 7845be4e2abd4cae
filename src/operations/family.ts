import type { MarketFamily, Operation, ReferenceFamily } from './operation.ts'

/** Operations of one dataset, on the regional hosts and behind the key check. */
export function family(options: Omit<MarketFamily, 'host' | 'operations'>, operations: readonly Operation[]) {
  return { host: 'market', ...options, operations } satisfies MarketFamily
}

/** Lists of reference data, on the reference host and open to everyone. */
export function referenceFamily(
  options: Omit<ReferenceFamily, 'host' | 'operations'>,
  operations: readonly Operation[],
) {
  return { host: 'reference', ...options, operations } satisfies ReferenceFamily
}
