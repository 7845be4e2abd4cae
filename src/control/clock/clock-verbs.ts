import { type Static, Type } from '@sinclair/typebox'
import { Failure } from '../../base/failure.ts'
import { parseDuration } from '../../market/duration.ts'
import { parseTime } from '../../market/time.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { duration, instant } from '../time-schemas.ts'
import { verb } from '../verb.ts'

const Instant = instant({ description: 'ISO 8601; UTC without an offset' })
const fastest = 86_400

export const ClockChange = Type.Partial(
  Type.Object({
    now: Type.Union([Instant, Type.Literal('live'), Type.Literal('seeded')], {
      rule: '"live", "seeded" or an ISO 8601 time such as "2026-01-15T12:00:00Z"',
      description: 'a time; `live` for real time; `seeded` for the end of the data',
    }),
    rate: Type.Number({
      minimum: 0,
      maximum: fastest,
      description: 'clock seconds per real second; 0, the default, freezes the clock',
    }),
  }),
  { additionalProperties: false },
)
export type ClockChange = Static<typeof ClockChange>

export const ClockState = Type.Object(
  {
    now: Instant,
    rate: Type.Number({ description: 'clock seconds per real second; 0 freezes the clock' }),
    mode: Type.Union([Type.Literal('server'), Type.Literal('live'), Type.Literal('set')], {
      description: '`server`: the server clock; `live`: real time; `set`: set by a test',
    }),
  },
  { title: 'ClockState' },
)
export type ClockState = Static<typeof ClockState>

export const Step = Type.Object(
  {
    by: duration({
      rule: 'a duration of at most 100 years such as "PT1H" or "1h", without months, years or a sign (clock/back turns the clock back)',
      description: 'ISO 8601, such as `PT1H`, or a number and a unit, such as `1h`',
    }),
  },
  { additionalProperties: false },
)

/** @throws Failure if the data cannot reach that time */
export async function setClock(tenant: Tenant, { now, rate }: ClockChange): Promise<void> {
  if (now === undefined && rate === undefined)
    throw new Failure('badParameter', 'the body needs now, rate or both: {"now": "2026-01-15T12:00:00Z", "rate": 60}')
  if (now !== 'live') return tenant.inTurn(() => tenant.setClock(instantOf(tenant, now), rate ?? 0))
  if (rate !== undefined && rate !== 1)
    throw new Failure('badParameter', `rate must be 1 or omitted if now is "live", not ${rate}`)
  await tenant.inTurn(() => tenant.followRealTime())
}

function instantOf(tenant: Tenant, now: string | undefined): number {
  if (now === undefined) return tenant.clock.now()
  return now === 'seeded' ? tenant.seeded : Math.floor(parseTime(now)!)
}

/** @param by the change of the clock, possibly negative */
export async function moveClock(tenant: Tenant, by: number): Promise<void> {
  const { clock } = tenant
  await tenant.inTurn(() => tenant.setClock(clock.now() + by, clock.rate))
}

const path = '/sandbox/tenants/:tenant/clock'

export const clockVerbs = [
  verb({
    id: 'getClock',
    method: 'GET',
    path,
    summary: 'Clock of a tenant',
    reply: ClockState,
    run: ({ tenant }) => tenant.clock,
  }),
  verb({
    id: 'setClock',
    method: 'PUT',
    path,
    summary: 'Set the clock',
    description:
      'Sets the clock of a tenant to a time, forwards or backwards. The clock determines the times in responses, the newest records, open bars, key expiry, rolling ranges and the rate limit. For a time beyond the end of the data, the response waits until the data are extended.',
    body: ClockChange,
    example: { now: '2026-01-15T12:00:00Z' },
    reply: ClockState,
    run: async ({ tenant, body }) => {
      await setClock(tenant, body)
      return tenant.clock
    },
  }),
  ...(['advance', 'back'] as const).map(direction =>
    verb({
      id: `${direction === 'back' ? 'turnBack' : 'advance'}Clock`,
      method: 'POST',
      path: `${path}/${direction}`,
      summary: direction === 'back' ? 'Turn the clock back' : 'Advance the clock',
      description: `Moves the clock ${direction === 'back' ? 'backwards' : 'forwards'} by a duration. Its rate stays unchanged.`,
      body: Step,
      example: { by: 'PT1H' },
      reply: ClockState,
      run: async ({ tenant, body }) => {
        await moveClock(tenant, (direction === 'back' ? -1 : 1) * parseDuration(body.by)!)
        return tenant.clock
      },
    }),
  ),
]
