import { copyFileSync } from 'node:fs'
import { day, hour, minute, second } from '../src/market/time.ts'
import { Store } from '../src/store/store.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { volumesOf } from './harness/pool-volumes.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'
import { joinedRecords, page, walk } from './harness/walk.ts'

interface Pool {
  pool_address: string
  blockchain: string
  exchange: string
  quote: string
  state_price: number
  rate_usd: number
  trading_volume_weight: number
  market_depth_weight: number
  market_depth_m1_quote: number
  market_depth_m1_usd: number
  market_depth_p1_base: number
  market_depth_p1_usd: number
  last_block_volume: number
  last_aggregated_volume: number
}

interface Point {
  datetime: string
  base: string
  lst_quote: string
  aggregated_price_usd: string
  aggregated_price_lst: string
  last_known_blocks: { blockchain: string; block_number: number }[]
  pool_data: Pool[]
}

const server = await serve(t, unlimited)
const urlOf = (asset: string) => `/v2/data/state_price.v1/aggregation/${asset}`
const weth = urlOf('weth')
const iso = (time: number) => new Date(time).toISOString()

/** All instruments: many pools and liquid-staking tokens. */
const wide = await serve(t, {
  ...unlimited,
  SANDBOX_PROFILE: 'standard',
  SANDBOX_DATA: cataloguePath,
  SANDBOX_NOW: 'seeded',
})

async function pointsOf(of: Served, asset: string, query: Record<string, string | number> = {}): Promise<Point[]> {
  return (await of.json(withQuery(urlOf(asset), query))).data
}

async function pointAt(of: Served, asset: string, time: number): Promise<Point> {
  const [point] = await pointsOf(of, asset, { start_time: iso(time), end_time: iso(time + second) })
  return point!
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const close = (a: number, b: number, tolerance = 1e-12) => Math.abs(a - b) <= tolerance * Math.abs(b)
const moments = [end - day, end - 17.3 * hour, end - 9 * hour - 1234 * second, end - minute, end - second]
const assets = ['weth', 'usdc', 'link', 'wbtc', 'wsteth', 'reth', 'cbeth', 'steth', 'wpol', 'arb']

t.test(
  'the price is the mean of the USD prices of the pools, weighted by the mean of two weights that each sum to 1',
  async t => {
    for (const asset of assets)
      for (const time of moments) {
        const { aggregated_price_usd, pool_data } = await pointAt(wide, asset, time)
        t.ok(pool_data.length > 0, `${asset} at ${iso(time)}`)
        const weights = pool_data.map(one => (one.trading_volume_weight + one.market_depth_weight) / 2)
        t.ok(close(sum(pool_data.map(one => one.trading_volume_weight)), 1), 'weights of volume sum to 1')
        t.ok(close(sum(pool_data.map(one => one.market_depth_weight)), 1), 'weights of depth sum to 1')
        const price = sum(pool_data.map((one, n) => weights[n]! * one.state_price * one.rate_usd))
        t.ok(close(Number(aggregated_price_usd), price), `${aggregated_price_usd} is ${price}`)
      }
  },
)

t.test('the weights are the volume of seven days and the depth within 1 %', async t => {
  for (const asset of assets) {
    const { pool_data } = await pointAt(wide, asset, end - hour)
    const volume = sum(pool_data.map(one => one.last_aggregated_volume))
    const depth = sum(pool_data.map(one => one.market_depth_m1_usd + one.market_depth_p1_usd))
    for (const one of pool_data) {
      t.ok(
        close(one.market_depth_m1_usd, one.market_depth_m1_quote * one.rate_usd),
        'depth in dollars is the quote times its rate',
      )
      t.ok(
        close(one.market_depth_p1_usd, one.market_depth_p1_base * one.state_price * one.rate_usd),
        'depth in dollars is the base times its price',
      )
      t.ok(
        close(one.market_depth_weight, (one.market_depth_m1_usd + one.market_depth_p1_usd) / depth),
        'the weight is the share of the depth',
      )
      t.ok(
        close(one.trading_volume_weight, volume === 0 ? 1 / pool_data.length : one.last_aggregated_volume / volume),
        'the weight is the share of the volume',
      )
    }
  }
})

/** A pool's last snapshot at or before a time. */
async function snapshotAt({ pool_address, blockchain }: Pool, time: number) {
  const query = { pool_address, blockchain, end_time: iso(time) }
  const snapshots = '/v2/data/liquidity.v1/snapshots?live=true&page_size=1'
  return (await server.json(withQuery(snapshots, query))).data[0]
}

t.test('a state price uses the last block of each pool at or before the second', async t => {
  const [newest] = await pointsOf(server, 'weth', { page_size: 1 })
  const blocks = await Promise.all(newest!.pool_data.map(one => snapshotAt(one, end - hour)))
  for (const time of [...moments, ...blocks.map(({ datetime }) => datetime * second)]) {
    const { pool_data } = await pointAt(server, 'weth', time)
    for (const one of pool_data)
      t.equal(one.state_price, (await snapshotAt(one, time)).price, `${one.pool_address} at ${iso(time)}`)
    t.ok(moments.includes(time) || pool_data.length === blocks.length, 'a block counts in its own second')
  }
})

t.test('the largest pools of the asset with a designated quote that reach 95 % of the volume count', async t => {
  const time = end - 2 * hour
  const instruments: Record<string, string[]> = {
    weth: ['usp3 weth-usdc', 'usp3 weth-usdt', 'usp2 weth-usdc', 'usp2 weth-usdt', 'cur2 weth-usdt'],
    wbtc: ['usp3 wbtc-weth', 'usp3 wbtc-usdc', 'usp3 wbtc-usdt', 'usp2 wbtc-weth', 'bal2 wbtc-weth'],
    reth: ['usp3 reth-weth', 'bal2 reth-weth'],
  }
  for (const [asset, names] of Object.entries(instruments)) {
    const traded = await Promise.all(names.map(name => volumesOf(wide, name, time)))
    const volumes = traded.flat().sort((a, b) => b - a)
    const { pool_data } = await pointAt(wide, asset, time)
    const counted = pool_data.map(one => one.last_aggregated_volume)
    counted.forEach((volume, n) => {
      if (!close(volume, volumes[n]!, 1e-3)) t.fail(`${asset}: ${volume} where ${volumes[n]} was traded`)
    })
    const [most, before] = [sum(counted), sum(counted.slice(0, -1))]
    const all = sum(volumes)
    t.ok(most >= 0.95 * all * 0.999 && before < 0.95 * all, `${asset}: ${counted.length} of ${volumes.length} pools`)
  }
  const [weth] = await pointsOf(wide, 'weth', { page_size: 1 })
  t.ok(weth!.pool_data.length < 7, 'the smallest are left out')
})

t.test('volumes are refreshed every thirty seconds', async t => {
  const points = await pointsOf(wide, 'weth', { page_size: 4000, sort: 'asc', end_time: iso(end - 20 * hour) })
  const texts = points.map(({ pool_data }) =>
    pool_data
      .map(one => `${one.pool_address} ${one.last_aggregated_volume}`)
      .sort()
      .join(),
  )
  const changes = points.filter((_, n) => n > 0 && texts[n] !== texts[n - 1])
  t.ok(changes.length > 10, 'the state changes')
  for (const { datetime } of changes) if (Date.parse(datetime) % (30 * second) !== 0) t.fail(datetime)
})

t.test('only designated quotes and protocols count, and for liquid-staking tokens only wrapped ether', async t => {
  for (const asset of assets) {
    const { pool_data, base, lst_quote, aggregated_price_lst, aggregated_price_usd } = await pointAt(
      wide,
      asset,
      end - hour,
    )
    const staked = asset.endsWith('eth') && asset !== 'weth'
    const quotes = staked ? ['weth'] : ['usdc', 'usdt', 'weth']
    t.ok(
      pool_data.every(one => quotes.includes(one.quote)),
      'every pool has a designated quote',
    )
    t.ok(
      pool_data.every(one => ['usp2', 'usp3', 'bal2', 'curv', 'cur2'].includes(one.exchange)),
      'every pool is of a known exchange',
    )
    t.same([base, lst_quote], [asset, staked ? 'weth' : ''])
    if (staked) {
      t.equal(aggregated_price_lst, '')
      continue
    }
    const ether = await pointAt(wide, 'weth', end - hour)
    t.ok(
      close(Number(aggregated_price_lst), Number(aggregated_price_usd) / Number(ether.aggregated_price_usd)),
      'the relative price is a quotient of prices',
    )
  }
})

t.test(
  'wrapped ether is converted at its own state price of that second, stablecoins at their price in the supply data',
  async t => {
    for (const time of moments) {
      const ether = await pointAt(wide, 'weth', time)
      for (const asset of ['link', 'wsteth', 'wbtc'])
        for (const one of (await pointAt(wide, asset, time)).pool_data)
          if (one.quote === 'weth')
            t.equal(one.rate_usd, Number(ether.aggregated_price_usd), `${asset} at ${iso(time)}`)
      const mark = time - (time % (5 * minute))
      for (const one of ether.pool_data) {
        const range = { start_time: iso(mark), end_time: iso(mark + minute) }
        const [supply] = (await wide.json(withQuery(`/v2/data/supply.v2/assets/${one.quote}`, range))).data
        t.ok(
          close(one.rate_usd, Number(supply.market_cap) / Number(supply.circulating_supply), 1e-9),
          'the rate is market cap by supply',
        )
      }
    }
  },
)

t.test('the state price is close to the market price', async t => {
  for (const time of moments) {
    const { aggregated_price_usd } = await pointAt(server, 'weth', time)
    const url = instrumentUrl({ exchange_code: 'cbse', class: 'spot', code: 'eth-usd' }, 'trades')
    const [trade] = (await server.json(withQuery(url, { end_time: iso(time), page_size: 1 }))).data
    t.ok(close(Number(aggregated_price_usd), Number(trade.price), 0.01), `${aggregated_price_usd} and ${trade.price}`)
  }
})

t.test('the last 24 hours have one point per second, and pages join to the whole', async t => {
  const [newest] = await pointsOf(server, 'weth', { page_size: 1 })
  const [oldest] = await pointsOf(server, 'weth', { page_size: 1, sort: 'asc' })
  t.same([oldest!.datetime, newest!.datetime], [iso(end - day), iso(end - second)])
  for (const [sort, points] of [
    ['asc', 10_000],
    ['desc', 2500],
  ] as const) {
    const range = { sort, start_time: iso(end - 8 * hour), end_time: iso(end - 8 * hour + points * second) }
    const whole = await page(server, withQuery(weth, { ...range, page_size: 10_000 }))
    t.equal(whole.body.data.length, points)
    t.notOk('next_url' in whole.body, 'the whole page has no next URL')
    const times = whole.body.data.map(({ datetime }: Point) => Date.parse(datetime))
    const step = sort === 'asc' ? second : -second
    t.ok(
      times.every((time: number, n: number) => n === 0 || time === times[n - 1] + step),
      'times are one step apart',
    )
    t.equal(joinedRecords(await walk(server, withQuery(weth, { ...range, page_size: 733 }))), whole.records)
  }
  const link = withQuery(urlOf('link'), { start_time: iso(end - 2000 * second) })
  const wider = await page(wide, withQuery(link, { page_size: 10_000 }))
  t.equal(joinedRecords(await walk(wide, withQuery(link, { page_size: 997 }))), wider.records)
})

t.test('block numbers of each chain rise with time', async t => {
  for (const asset of ['weth', 'wpol', 'arb']) {
    const points = await pointsOf(wide, asset, { page_size: 600, sort: 'asc' })
    const numbers = points.map(({ last_known_blocks: [first] }) => first!.block_number)
    t.ok(
      numbers.every((number, n) => n === 0 || number >= numbers[n - 1]!) && numbers.at(-1)! > numbers[0]!,
      'blocks rise with time',
    )
    for (const { last_known_blocks, pool_data } of points)
      if (last_known_blocks.length !== new Set(pool_data.map(one => one.blockchain)).size) t.fail(asset)
  }
})

t.test('times more than 24 hours ago are refused by name, with a tolerance for the duration of a call', async t => {
  for (const [name, time] of [
    ['start_time', end - day - 2 * minute],
    ['end_time', end - 2 * day],
  ] as const) {
    const answer = await server.get(withQuery(weth, { [name]: iso(time) }))
    t.equal(answer.statusCode, 400)
    t.match(
      answer.json().message,
      new RegExp(
        `^${name} must be in the last 24 hours .*, from 2026-01-29T23:59:00.000Z to 2026-01-31T00:00:00.000Z, not`,
      ),
    )
  }
  const last = end - day - minute
  t.equal((await server.json(withQuery(weth, { start_time: iso(last), end_time: iso(last + second) }))).data.length, 1)
  t.equal((await server.get(withQuery(weth, { start_time: iso(last - 1) }))).statusCode, 400)
  const late = await server.json(
    withQuery(weth, { start_time: iso(end - day - 20 * second), sort: 'asc', page_size: 1 }),
  )
  t.equal(late.data[0].datetime, iso(end - day - 20 * second))
  const size = await server.get(`${weth}?page_size=10001`)
  t.match(size.json().message, /page_size must be an integer from 1 to 10000/)
})

t.test('unknown assets and assets without a pool are 404 with what would be right', async t => {
  const cases: [string, RegExp][] = [
    ['wethh', /unknown asset "wethh".*weth/],
    ['btc', /asset "btc" has no state price; eligible are .*weth/],
    ['msol', /asset "msol" has no state price/],
  ]
  for (const [asset, message] of cases) {
    const answer = await server.get(urlOf(asset))
    t.equal(answer.statusCode, 404)
    t.match(answer.json().message, message)
  }
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  t.same(await pointsOf(lenient, 'btc'), [])
  const refused = await (await serve(t)).get(weth, { 'x-api-key': 'sandbox-no-defi' })
  t.equal(refused.statusCode, 403)
})

t.test('without a known rate no pool counts, and the price is empty', async t => {
  const path = `${t.testdir()}/rateless.sqlite`
  copyFileSync(storePath, path)
  const store = Store.open(path, { readonly: false })
  store.run('DELETE FROM asset_price')
  store.close()
  const rateless = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  const [point] = await pointsOf(rateless, 'weth', { page_size: 1 })
  t.hasStrict(point, { aggregated_price_usd: '', aggregated_price_lst: '', pool_data: [], last_known_blocks: [] })
})

t.test('a stablecoin may be the quote of a pool, at the inverse price', async t => {
  const url = '/v2/data/state_price.v1/aggregation/usdt'
  const [point] = (await server.json(`${url}?page_size=1`)).data
  t.ok(Math.abs(Number(point.aggregated_price_usd) - 1) < 0.02, point.aggregated_price_usd)
  t.ok(point.pool_data.length > 0, 'the price has pools')
  for (const one of point.pool_data) {
    t.ok(['usdc', 'weth'].includes(one.quote), 'the quote is usdc or weth')
    t.ok(Math.abs(one.state_price * one.rate_usd - 1) < 0.02, JSON.stringify(one))
    t.ok(one.market_depth_p1_base > 0 && one.market_depth_m1_quote > 0, 'both sides have depth')
  }
})
