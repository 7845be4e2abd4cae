import t from 'tap'
import { day, hour } from '../src/market/time.ts'
import { controlOf } from './harness/control.ts'
import { answersOf, checkMove, serveUntil } from './harness/moved-clock.ts'
import { serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'

t.test('a moved clock gives the answers of a server started at that time', async t => {
  await checkMove(t, await serve(t, unlimited), end - 31 * hour + 1234)
})

t.test('a clock beyond the end of the data gives the answers of a server with later data', async t => {
  const first = end - 2 * day
  const server = await serveUntil(t, first, { SANDBOX_CLOCK_AHEAD: '2' })
  const ask = controlOf(server)
  const before = await answersOf(server)
  const { key } = await ask('POST', '/tenants', { name: 'ahead' })
  t.match(await ask('PUT', '/tenants/ahead/clock', { now: new Date(first + 49 * hour).toISOString() }), {
    status: 400,
    message: /^now must be from .* to .*, 2 days beyond the end of the data \(SANDBOX_CLOCK_AHEAD\)/,
  })
  await checkMove(t, server, first + 5 * hour + 17)
  const [url] = before[0]!.split('\n')
  const others = await server.get(url!, { 'x-api-key': key })
  t.equal(`${url}\n200 ${others.body}`.length, before[0]!.length, 'other tenants are unaffected')
  await ask('POST', '/tenants/default/reset')
  t.strictSame(await answersOf(server), before)
})
