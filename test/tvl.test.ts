import { protocols } from '../seed/pools/pool-list.ts'
import { withQuery } from './harness/operations.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { start } from './harness/store.ts'
import t from './harness/tap.ts'

const path = '/v2/data/tvl'
const day = 86_400_000

interface Point {
  timestamp: number
  protocol_name: string
  protocol_code: string
  tvl: number
}

interface Pool {
  blockchain: string
  protocol: string
  address: string
  type: string
}

interface Held {
  symbol: string
  amount: number
}

const server = await serve(t, unlimited)
const codes: string[] = (await server.json(path)).data
/** Protocols that sum over their versions. */
const groups = new Map(protocols.flatMap(({ code, versions }) => (versions ? [[code, versions]] : [])))
const iso = (time: number) => new Date(time).toISOString()

async function points(protocol: string, query: Record<string, string | number> = {}, on: Served = server) {
  return (await on.json(withQuery(path, { protocol, sort: 'asc', ...query }))).data as Point[]
}

/** Holdings of a pool after its last block before a midnight. */
async function heldBy({ address, blockchain }: Pool, midnight: number): Promise<Held[]> {
  const query = { pool_address: address, blockchain, live: 'true', end_time: iso(midnight - 1), page_size: 1 }
  const { data } = await server.json(withQuery('/v2/data/liquidity.v1/snapshots', query))
  return data[0]?.amounts ?? []
}

/** Available liquidity of a protocol's lending markets after a day's last blocks. */
async function availableIn(protocol: string, midnight: number): Promise<Held[]> {
  const answer = await server.get(
    withQuery('/v2/data/lending.v1/snapshots', {
      blockchain: 'ethereum,arbitrum,polygon',
      protocol,
      live: 'true',
      interval: '1d',
      start_time: iso(midnight - day),
      end_time: iso(midnight - 1),
    }),
  )
  if (answer.statusCode === 404) return []
  const records: { asset_symbol: string; available_liquidity: number }[] = answer.json().data
  return records.map(({ asset_symbol, available_liquidity }) => ({ symbol: asset_symbol, amount: available_liquidity }))
}

/** USD prices of assets at midnight by lower-case symbol, from the sources of expected shortfall. */
async function pricesAt(symbols: string[], midnight: number): Promise<Map<string, number>> {
  const { data } = await server.json(
    withQuery('/v2/data/analytics.v2/expected_shortfall', {
      bases: symbols.join(','),
      quantities: symbols.map(() => 1).join(','),
      quote: 'usd',
      risk_level: 0.9,
      start_time: iso(midnight),
      end_time: iso(midnight),
      sources: 'true',
    }),
  )
  const date = iso(midnight - day).slice(0, 10)
  const sources: { pair: string; ref_price: number; date: string }[] = data[0].sources
  return new Map(
    sources.filter(one => one.date === date).map(({ pair, ref_price }) => [pair.split('-')[0]!, ref_price]),
  )
}

t.test('without a protocol all codes are listed, with and without a trailing slash', async t => {
  t.same(codes, (await server.json('/v1/pools-protocols')).data)
  t.same((await server.json(`${path}/?sort=desc`)).data, codes)
  const first = await server.json(`${path}?page_size=${codes.length - 5}`)
  t.same([...first.data, ...(await server.json(first.next_url)).data], codes)
})

t.test('value locked is pool holdings and available lending liquidity at midnight, at its prices', async t => {
  const { data: pools }: { data: Pool[] } = await server.json('/v1/pools')
  let found = 0
  for (const protocol of codes.filter(code => !groups.has(code)))
    for (const { timestamp, tvl } of (await points(protocol)).slice(1)) {
      const midnight = timestamp * 1000
      const held = await availableIn(protocol, midnight)
      for (const pool of pools)
        if (pool.protocol === protocol && pool.type !== 'vault') held.push(...(await heldBy(pool, midnight)))
      const prices = await pricesAt([...new Set(held.map(({ symbol }) => symbol.toLowerCase()))], midnight)
      const sum = held.reduce((sum, { symbol, amount }) => sum + amount * prices.get(symbol.toLowerCase())!, 0)
      t.ok(Math.abs(sum - tvl) <= 0.006 + 1e-12 * tvl, `${protocol} ${iso(midnight)}: reported ${tvl}, computed ${sum}`)
      found++
    }
  t.ok(found > 10, 'many protocols have values')
})

t.test('a protocol of several versions holds the sum of their values', async t => {
  const versions = await Promise.all(['aav1', 'aav2', 'aav3'].map(version => points(version)))
  for (const [n, { protocol_name, tvl }] of (await points('aave')).entries()) {
    t.equal(protocol_name, 'Aave')
    const sum = versions.reduce((sum, own) => sum + own[n]!.tvl, 0)
    t.ok(Math.abs(sum - tvl) < 0.02 + 1e-12 * tvl, `${tvl}, not ${sum}`)
  }
})

t.test('every midnight has a point, with its date', async t => {
  const all = await points('usp3')
  t.same(
    all.map(({ timestamp }) => timestamp * 1000),
    [start, start + day, start + 2 * day],
  )
  for (const { protocol_code, protocol_name, tvl } of all) {
    t.same([protocol_code, protocol_name], ['usp3', 'Uniswap V3'])
    t.ok(tvl > 1e6, 'the value is over a million')
  }
  t.same(await points('usp3', { start_date: '20260129', end_date: '20260130' }), [all[1]])
  t.same(await points('usp3', { start_time: '2026-01-29T13:00:00Z', end_sate: '20260130' }), [all[1]])
  t.same((await points('usp3', { sort: 'desc' })).toReversed(), all)
})

t.test('invalid parameters are refused by name', async t => {
  const cases: [query: string, status: number, message: RegExp][] = [
    ['protocol=usp4', 404, /unknown protocol "usp4" \(did you mean "usp2"\?\); \/v1\/pools-protocols/],
    ['protocol=', 400, /^protocol must be a code/],
    ['protocol=usp3&start_date=2026-31-01', 400, /^start_date must be a day as YYYYMMDD/],
    ['protocol=usp3&start_date=20260130&end_date=20260129', 400, /start_date must not be after end_date/],
    ['page_size=0', 400, /^page_size must be an integer from 1 to 1000/],
    ['data_version=v2', 404, /unknown version "v2" of tvl; use tvl.v1, tvl.latest/],
  ]
  for (const [query, status, message] of cases) {
    const answer = await server.get(`${path}?${query}`)
    t.equal(answer.statusCode, status, query)
    t.match(answer.json().message, message, query)
  }
})
