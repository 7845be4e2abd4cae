import { verb } from '../verb.ts'
import { restore, stateOf, TenantDocument } from './tenant-state.ts'

const path = '/sandbox/tenants/:tenant/state'

export const stateVerbs = [
  verb({
    id: 'getState',
    method: 'GET',
    path,
    summary: 'State of a tenant',
    description:
      'Clock, scenario, faults and rate limit as one document. With the same seed and the same requests, a restored state repeats a run byte for byte.',
    reply: TenantDocument,
    run: ({ tenant }) => stateOf(tenant),
  }),
  verb({
    id: 'setState',
    method: 'PUT',
    path,
    summary: 'Restore a state',
    body: TenantDocument,
    largest: 1 << 20,
    example: {
      clock: { now: '2026-01-30T12:00:00.000Z', rate: 0, mode: 'set' },
      scenario: null,
      faults: [{ id: 'f1', do: { status: 503 }, seen: 2 }],
      window: null,
    },
    reply: TenantDocument,
    run: async ({ tenant, body }) => {
      await restore(tenant, body)
      return stateOf(tenant)
    },
  }),
]
