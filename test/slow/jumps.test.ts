import t from 'tap'
import { hour } from '../../src/market/time.ts'
import { controlOf } from '../harness/control.ts'
import { answersOf, checkMove, serveUntil } from '../harness/moved-clock.ts'
import { serve, unlimited } from '../harness/server.ts'
import { end } from '../harness/store.ts'

t.test('a clock moved back and forth gives the answers of a server started at each time', async t => {
  const server = await serve(t, unlimited)
  for (const time of [end - 16 * hour - 500, end - 49 * hour, end - 5 * hour - 1, end - 1])
    await checkMove(t, server, time)
})

t.test('a clock moves back and forth beyond the end of the data, and a reset undoes it', async t => {
  const first = end - 30 * hour
  const server = await serveUntil(t, first, { SANDBOX_CLOCK_AHEAD: '2' })
  const before = await answersOf(server)
  for (const time of [first + 5 * hour + 17, first + 29 * hour, first - 7 * hour]) await checkMove(t, server, time)
  await controlOf(server)('POST', '/tenants/default/reset')
  t.strictSame(await answersOf(server), before)
})
