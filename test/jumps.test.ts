import { copyFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { liveClock } from '../src/base/clock.ts'
import { timelineOf } from '../src/control/clock/timeline.ts'
import { JournalSpace } from '../src/control/journal/journal-space.ts'
import { type Ground, Tenant } from '../src/control/tenants/tenant.ts'
import { day, hour } from '../src/market/time.ts'
import type { Context } from '../src/operations/context.ts'
import { controlOf } from './harness/control.ts'
import { answersOf, checkMove, serveUntil, urls } from './harness/moved-clock.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

/** Every fourth URL; test/slow asks for all. */
const quarter = (rest: number) => urls.filter((_, n) => n % 4 === rest)

t.test('a moved clock gives the responses of a server started at that time', async t => {
  await checkMove(t, await serve(t, unlimited), end - 31 * hour + 1234, quarter(0))
})

t.test('a clock beyond the end of the data gives the responses of a server with later data', async t => {
  const first = end - 2 * day
  const server = await serveUntil(t, first, { SANDBOX_CLOCK_AHEAD: '2' })
  const ask = controlOf(server)
  const before = await answersOf(server, quarter(2))
  const { key } = await ask('POST', '/tenants', { name: 'ahead' })
  t.match(await ask('PUT', '/tenants/ahead/clock', { now: new Date(first + 49 * hour).toISOString() }), {
    status: 400,
    message: /^now must be from .* to .*, 2 days beyond the end of the data \(SANDBOX_CLOCK_AHEAD\)/,
  })
  await checkMove(t, server, first + 5 * hour + 17, quarter(1))
  const [url] = before[0]!.split('\n')
  const others = await server.get(url!, { 'x-api-key': key })
  t.equal(`${url}\n200 ${others.body}`.length, before[0]!.length, 'other tenants are unaffected')
  await ask('POST', '/tenants/default/reset')
  t.strictSame(await answersOf(server, quarter(2)), before)
})

t.test('before its first trade an instrument has no bars and no part in rates', async t => {
  const path = `${t.testdir()}/listed.sqlite`
  copyFileSync(storePath, path)
  new Database(path)
    .exec('UPDATE instrument SET trade_start = (SELECT min(start) FROM trade_block WHERE instrument = id)')
    .close()
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: path })
  const [late] = (await server.json('/v1/instruments?class=spot&orderBy=trade_start_timestamp&order=-1&limit=1')).data
  const { exchange_code, code, base_asset, quote_asset, trade_start_timestamp } = late
  const bars = withQuery(instrumentUrl(late, 'ohlcv'), { start_time: new Date(start).toISOString() })
  for (const traded of [0, 1]) {
    const now = new Date(trade_start_timestamp + traded).toISOString()
    await controlOf(server)('PUT', '/tenants/default/clock', { now })
    t.equal((await server.json(bars)).data.length, traded, now)
    const { query } = await server.json(`/v2/data/trades.v1/spot_exchange_rate/${base_asset}/${quote_asset}`)
    t.equal(query.instruments.includes(`${exchange_code}:spot:${code}`), traded === 1, now)
  }
})

t.test('a clock that is set back within the data reads them, however far they have grown meanwhile', async t => {
  const [own, copy] = [{ start: 0 }, { start: 0 }] as Context[]
  let [grown, copied] = [5 * day, Number.NEGATIVE_INFINITY]
  const reach = async (to: number) => {
    copied = to
    return copy!
  }
  const timeline = timelineOf({ context: own!, end: () => grown }, { reach, end: () => copied }, 31)
  const view = { clock: liveClock, validation: 'standard', latest: { trades: 'v1' }, horizon: () => grown }
  const tenant = new Tenant({ name: 'default', key: null, validation: 'standard', expires: Number.POSITIVE_INFINITY }, {
    timeline,
    view,
    journals: new JournalSpace(),
  } as unknown as Ground)
  await tenant.setClock(5 * day + hour, 0)
  t.same([tenant.context === copy, tenant.horizon()], [true, 5 * day + hour])
  grown = 8 * day
  await tenant.setClock(7 * day, 0)
  t.same([tenant.context === own, tenant.horizon()], [true, 7 * day])
})
