const { MARKET_DATA_URL, MARKET_DATA_CONTROL_URL } = process.env
const bars = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/ohlcv?interval=1m&page_size=1'

async function control(method, path, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(MARKET_DATA_CONTROL_URL + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

const newTenant = options => control('POST', '/tenants', options)
const ask = ({ key }) => fetch(MARKET_DATA_URL + bars, { headers: { 'x-api-key': key } })

test('fails twice, then works', async () => {
  const tenant = await newTenant({})
  await control('POST', `/tenants/${tenant.tenant}/faults`, { on: { first: 2 }, do: { status: 503, retry_after: 1 } })
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await ask(tenant)).status)
  expect(statuses).toEqual([503, 503, 200])
})

test('a candle appears when the minute is over', async () => {
  const tenant = await newTenant({ now: '2026-01-30T12:00:30Z' })
  const newest = async () => (await (await ask(tenant)).json()).data[0].timestamp
  const before = await newest()
  await control('POST', `/tenants/${tenant.tenant}/clock/advance`, { by: 'PT1M' })
  expect(await newest()).toBe(before + 60_000)
})

test('the client made exactly these calls', async () => {
  const tenant = await newTenant({})
  await ask(tenant)
  const expected = { expect: [{ operation: 'listOhlcv', times: 1 }], only: true, within: 'PT5S' }
  expect(await control('POST', `/tenants/${tenant.tenant}/verify`, expected)).toMatchObject({
    why: null,
    near_misses: [],
  })
})

test('parallel workers do not see each other', async () => {
  const workers = await Promise.all(Array.from({ length: 4 }, () => newTenant({ limit: 2 })))
  const responses = await Promise.all(workers.flatMap(worker => [ask(worker), ask(worker)]))
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200))
})
