import type { MarketFamily, Operation, ReferenceFamily } from './operation.ts'

/** On the regional hosts, behind the key check. */
export function family(options: Omit<MarketFamily, 'host' | 'operations'>, operations: readonly Operation[]) {
  return { host: 'market', ...options, operations } satisfies MarketFamily
}

/** On the reference host, open to everyone. */
export function referenceFamily(
  options: Omit<ReferenceFamily, 'host' | 'operations'>,
  operations: readonly Operation[],
) {
  return { host: 'reference', ...options, operations } satisfies ReferenceFamily
}
