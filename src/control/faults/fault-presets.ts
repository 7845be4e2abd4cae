import type { Key } from '../../plans/keys.ts'
import type { FaultRule } from './fault-schemas.ts'

export type FaultPreset = NonNullable<Key['faults']>

/** Presets of a key's faults, for clients that can change only their key. */
export const faultPresets: Record<FaultPreset, FaultRule[]> = {
  slow: [{ id: 'slow', do: { delay: { lognormal: { median: 'PT0.8S', sigma: 0.6, max: 'PT5S' } } } }],
  flaky: [
    { id: 'flaky-503', on: { share: 0.1 }, do: { status: 503, retry_after: 1 } },
    { id: 'flaky-429', on: { share: 0.04 }, do: { status: 429, retry_after: 1 } },
    { id: 'flaky-reset', on: { share: 0.03 }, do: { reset: 'before' } },
    { id: 'flaky-cut', on: { share: 0.03 }, do: { cut: { bytes: 200 } } },
  ],
  down: [{ id: 'down', do: { status: 503, retry_after: 60 } }],
  'bad-paging': [
    { id: 'short', on: { share: 0.3 }, do: { page: 'short_pages' } },
    { id: 'empty', on: { share: 0.2 }, do: { page: 'empty_with_next' } },
    { id: 'duplicate', on: { share: 0.2 }, do: { page: 'duplicate_record' } },
    { id: 'repeat', on: { share: 0.1 }, do: { page: 'repeat_token' } },
    { id: 'expired', on: { share: 0.05 }, do: { page: 'expired_token' } },
  ],
}
