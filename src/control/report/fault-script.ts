import type { FaultRule } from '../faults/fault-schemas.ts'

/**
 * Faults that show how a client copes, one after another. Each rule counts only requests that no earlier rule has
 * faulted, so the three consecutive failures share an ordinal. From the fourth on, first pages are refused: each refusal
 * is final, and a client that goes on to its next query meets the next one.
 */
export const faultScript: FaultRule[] = [
  { id: 'refused', when: { page: 1 }, on: { nth: 4 }, do: { status: 401 } },
  { id: 'forbidden', when: { page: 1 }, on: { nth: 4 }, do: { status: 403 } },
  { id: 'missing', when: { page: 1 }, on: { nth: 4 }, do: { status: 404 } },
  { id: 'invalid', when: { page: 1 }, on: { nth: 4 }, do: { status: 400 } },
  { id: 'unavailable', on: { nth: 2 }, do: { status: 503, retry_after: 1 } },
  { id: 'failing-1', on: { nth: 3 }, do: { status: 503 } },
  { id: 'failing-2', on: { nth: 3 }, do: { status: 503 } },
  { id: 'failing-3', on: { nth: 3 }, do: { status: 503 } },
  { id: 'limited', on: { nth: 4 }, do: { status: 429, retry_after: 1 } },
  { id: 'cut', on: { nth: 5 }, do: { cut: { bytes: 300 } } },
  { id: 'reset', on: { nth: 6 }, do: { reset: 'before' } },
  { id: 'unknown-field', on: { nth: 7 }, do: { add_field: 'sandbox_field' } },
  { id: 'empty-page', on: { nth: 8 }, do: { page: 'empty_with_next' } },
  { id: 'null-fields', on: { nth: 9 }, do: { null_field: ['price', 'open', 'high', 'low', 'close'] } },
]
