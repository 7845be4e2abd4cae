import { day, hour } from '../src/market/time.ts'
import { depthSamples } from './harness/depth-samples.ts'
import { ofRecords } from './harness/of-records.ts'
import { withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const iso = (time: number) => new Date(time).toISOString()
const whole = { start_time: iso(start), end_time: iso(end), page_size: 100, sources: 'true' }

async function list(path: string, query: Record<string, string | number>): Promise<Row[]> {
  return (await server.json(withQuery(path, query))).data
}

/** Every change of an asset's lending markets in order of time; empty for gusd, which nobody lends. */
async function lendingOf(asset: string): Promise<Row[]> {
  if (asset === 'gusd') return []
  const query = { asset, blockchain: 'ethereum,arbitrum,polygon', interval: 'change', live: 'true', sort: 'asc' }
  const pages = await walk(server, withQuery('/v2/data/lending.v1/snapshots', { ...query, page_size: 1000 }))
  return pages.flatMap(({ body }) => body.data)
}

const intervals = [
  ['1h', hour],
  ['5h', 5 * hour],
  ['1d', day],
] as const

for (const [interval, width] of intervals)
  t.test(
    `stablecoin metrics by ${interval} are asset metrics with supply and lending rates`,
    ofRecords(async t => {
      for (const asset of ['usdc', 'usdt', 'dai', 'gusd', 'eurc']) {
        const found = await list('/v2/data/analytics.v2/stablecoin_metrics', { ...whole, asset, interval })
        const metrics = await list('/v2/data/analytics.v2/asset_metrics', { ...whole, asset, interval })
        t.same(found.map(sharedOf), metrics.map(withoutDepth))
        const supplies = await list(`/v2/data/supply.v2/aggregated/${asset}`, {
          interval,
          sort: 'desc',
          page_size: 100,
        })
        const byTime = new Map(supplies.map(row => [row.timestamp, row]))
        for (const row of found) {
          const { circulating_supply, total_supply, market_cap } = byTime.get(Date.parse(row.timestamp) / 1000)
          t.match(row, { circulating_supply, total_supply, market_cap })
        }
        const changes = await lendingOf(asset)
        for (const { timestamp, lending_rates } of found) {
          // Only markets with changes in the store.
          const expected = ratesAt(changes, (Date.parse(timestamp) + width) / 1000)
          const changed = new Set(expected.map(nameOf))
          const own = lending_rates.filter((row: Row) => changed.has(nameOf(row)))
          t.same(own, expected, `${asset} ${timestamp}`)
        }
        t.same(found[0].lending_rates.map(nameOf), ratesAt(changes, end / 1000).map(nameOf), 'no further fields exist')
      }
    }),
  )

function sharedOf({ circulating_supply, total_supply, market_cap, lending_rates, ...shared }: Row): Row {
  return withoutDepth(shared)
}

function withoutDepth({ off_chain_liquidity_data, ...rest }: Row): Row {
  const traded = Object.entries(off_chain_liquidity_data).filter(([name]) => !name.includes('market_depth'))
  return { ...rest, ...Object.fromEntries(traded) }
}

for (const [interval, width] of intervals)
  t.test(`market depth by ${interval} covers all books with the coin as base or quote, in the coin`, async t => {
    const instruments: Row[] = await list('/v1/instruments', {})
    let deep = 0
    for (const asset of ['usdt', 'usdc', 'dai']) {
      const query = { ...whole, asset, interval, page_size: 1 }
      const [row] = await list('/v2/data/analytics.v2/stablecoin_metrics', query)
      const { market_depth, buy_market_depths, sell_market_depths } = row.off_chain_liquidity_data
      const expected: Record<string, number | null> = Object.fromEntries(
        Object.keys(market_depth).map(name => [name, null]),
      )
      for (const one of instruments.filter(one => one.class !== 'option')) {
        if (one.base_asset !== asset && one.quote_asset !== asset) continue
        const books = await depthSamples(server, one, row.timestamp, width)
        if (books.length === 0) continue
        const mean = (value: (book: Row) => number) => books.reduce((sum, book) => sum + value(book), 0) / books.length
        const worth = one.base_asset === asset ? 1 : mean(({ mid_price }) => Number(mid_price))
        for (const name in market_depth)
          expected[name] =
            (expected[name] ?? 0) + mean(book => Number(book[`bid_${name}`]) + Number(book[`ask_${name}`])) * worth
      }
      for (const name in market_depth) {
        const [depth, sum] = [market_depth[name], expected[name] ?? null]
        if (sum === null) t.equal(depth, null)
        else {
          deep++
          t.ok(Math.abs(depth - sum) < 1e-6 * sum, `${asset} ${name}: ${depth} and ${sum}`)
          const sides = [...buy_market_depths, ...sell_market_depths].map(side => side.market_depth[name])
          t.ok(Math.abs(sides.reduce((a, b) => a + b) - depth) < 1e-9 * depth, 'both sides make up the depth')
        }
      }
    }
    t.ok(deep > 0, 'the market has depth')
  })

function nameOf({ blockchain, protocol }: Row): string {
  return `${blockchain} ${protocol}`
}

/** Rates of each market after its last change before a time. */
function ratesAt(changes: Row[], until: number): Row[] {
  const latest = new Map<string, Row>()
  for (const { blockchain, protocol, supply_rate, variable_borrow_rate, datetime } of changes)
    if (datetime < until) {
      const rates = { blockchain, protocol, supply_rate, variable_borrow_rate }
      latest.set(nameOf(rates), rates)
    }
  return [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, rates]) => rates)
}

t.test('some stablecoins are lent on several chains, others nowhere', async t => {
  const ratesOf = async (asset: string): Promise<Row[]> => {
    const query = { ...whole, asset, interval: '1d', page_size: 1 }
    return (await list('/v2/data/analytics.v2/stablecoin_metrics', query))[0].lending_rates
  }
  t.ok(new Set((await ratesOf('usdc')).map(({ blockchain }) => blockchain)).size > 1, 'several chains have the coin')
  t.same(await ratesOf('gusd'), [])
})

t.test('an asset that is not a stablecoin is refused with the list of stablecoins', async t => {
  const ask = (asset: string) =>
    server.get(withQuery('/v2/data/analytics.v2/stablecoin_metrics', { ...whole, asset, interval: '1h' }))
  const [coin, unknown] = [await ask('btc'), await ask('usdw')]
  t.equal(coin.statusCode, 400)
  t.match(
    coin.json().message,
    /^asset must be a stablecoin, but "btc" is cryptocurrency; there are .*crvusd, .*dai, .*usdt/,
  )
  t.equal(unknown.statusCode, 404)
  t.match(unknown.json().message, /unknown asset "usdw"/)
})
