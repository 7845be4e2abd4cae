import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createSandbox } from 'market-data-sandbox'

const sandbox = await createSandbox({ profile: 'tiny', now: '2026-01-31T00:00:00Z' })
after(() => sandbox.close())
const bars = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1m&page_size=1'

const ask = (tenant, path = bars) => fetch(sandbox.url + path, { headers: { 'x-api-key': tenant.key } })

test('fails twice, then works', async () => {
  const tenant = await sandbox.tenant()
  tenant.fail({ on: { first: 2 }, do: { status: 503, retry_after: 1 } })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await ask(tenant)).status)
  assert.deepEqual(statuses, [503, 503, 200])
})

test('a candle appears when the minute is over', async () => {
  const tenant = await sandbox.tenant({ now: '2026-01-30T12:00:30Z' })
  const newest = async () => (await (await ask(tenant)).json()).data[0].timestamp
  const before = await newest()
  await tenant.clock.advance('1m')
  assert.equal(await newest(), before + 60_000)
})

test('the client made exactly these calls', async () => {
  const tenant = await sandbox.tenant()
  await ask(tenant)
  const verified = await tenant.verify({
    expect: [{ operation: 'listOhlcv', query: { interval: '1m' }, times: 1 }],
    only: true,
    within: '5s',
  })
  assert.ok(verified.ok, JSON.stringify(verified))
})

test('parallel workers do not see each other', async () => {
  const workers = await Promise.all(Array.from({ length: 4 }, () => sandbox.tenant({ limit: 2 })))
  await Promise.all(workers.flatMap(worker => [ask(worker), ask(worker)]))
  for (const worker of workers)
    assert.deepEqual(
      worker.journal().map(({ status }) => status),
      [200, 200],
    )
})
