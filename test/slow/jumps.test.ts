import { drawOf } from '../../src/control/faults/draw.ts'
import { hour } from '../../src/market/time.ts'
import { controlOf } from '../harness/control.ts'
import { answersOf, checkMove, serveUntil, urls } from '../harness/moved-clock.ts'
import { serve, unlimited } from '../harness/server.ts'
import { end, start } from '../harness/store.ts'
import t from '../harness/tap.ts'

t.test('a clock moved back and forth gives the responses of a server started at each time', async t => {
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

const jumps = Number(process.env.JUMPS ?? 300)
const draw = drawOf('jumps')
/** Requests after each jump; the next jump continues with the next ones. */
const sample = 4

t.test(`after ${jumps} random jumps a clock gives the responses of servers started at its times`, async t => {
  const server = await serve(t, unlimited)
  const ask = controlOf(server)
  const times = [end - 9 * hour - 1, end - 20 * hour - 77, end - 44 * hour - 59_999]
  const fresh = await Promise.all(times.map(time => serveUntil(t, time)))
  const different: string[] = []
  for (let n = 0; n < jumps; n++) {
    // Every other jump goes anywhere, which fills the caches with other responses.
    const i = Math.floor(draw(n, 'server') * times.length)
    const time = n % 2 === 0 ? start + Math.floor(draw(n, 'time') * (end - start)) : times[i]!
    await ask('PUT', '/tenants/default/clock', { now: new Date(time).toISOString() })
    for (let m = n * sample; m < (n + 1) * sample; m++) {
      // The offset lets both kinds of jumps ask everything.
      const url = urls[(m + Math.floor(n / urls.length)) % urls.length]!
      const moved = await server.get(url)
      if (time !== times[i]) continue
      const expected = await fresh[i]!.get(url)
      if (moved.statusCode !== expected.statusCode || moved.body !== expected.body) different.push(`${time} ${url}`)
    }
  }
  t.same(different, [])
})
