import { booksOf, DepthReader } from '../routes/analytics/market-depth.ts'
import { supplySources } from '../seed/supply/supply-list.ts'
import { day, hour } from '../src/market/time.ts'
import { Store } from '../src/store/store.ts'
import { depthSamples } from './harness/depth-samples.ts'
import type { Trade } from './harness/fold.ts'
import { ofRecords, type RecordChecks } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { early } from './harness/partial-stores.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start, storePath } from './harness/store.ts'
import t from './harness/tap.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const list = async (path: string): Promise<Row[]> => (await server.json(path)).data
const instruments = await list('/v1/instruments')
const onChain = new Set(await list('/v1/pools-protocols'))
const exchanges = [...new Set(instruments.map(({ exchange_code }) => exchange_code))]

interface Deal {
  instrument: Row
  time: number
  price: number
  amount: number
}

const deals: Deal[] = []
for (const instrument of instruments) {
  const url = withQuery(instrumentUrl(instrument, 'trades'), { page_size: 100_000 })
  for (const { timestamp, price, amount } of (await list(url)) as Trade[])
    deals.push({ instrument, time: timestamp, price: Number(price), amount: Number(amount) })
}

const whole = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString(), page_size: 100 }
const ask = (what: string, query: Record<string, string | number>) =>
  list(withQuery(`/v2/data/analytics.v2/${what}`, { ...whole, sources: 'true', ...query }))
const exchangeMetrics = (exchange: string, interval: string, more = {}) =>
  ask('exchange_metrics', { exchange, interval, ...more })
const assetMetrics = (asset: string, interval: string, more = {}) => ask('asset_metrics', { asset, interval, ...more })

const intervals: [text: string, width: number][] = [
  ['1h', hour],
  ['5h', 5 * hour],
  ['1d', day],
]

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

function near(t: RecordChecks, found: number, expected: number, what: string, share = 1e-9): void {
  if (Math.abs(found - expected) > share * Math.abs(expected)) t.fail(`${what}: ${found}, not ${expected}`)
}

const byHour = Map.groupBy(deals, ({ time }) => Math.floor(time / hour))

function within(metrics: Row, width: number): Deal[] {
  const first = Date.parse(metrics.timestamp) / hour
  return Array.from({ length: width / hour }, (_, n) => byHour.get(first + n) ?? []).flat()
}

/** All intervals within the store, latest first. */
function timesOf(width: number): string[] {
  const first = Math.ceil(start / width) * width
  const count = Math.floor((end - first) / width)
  return Array.from({ length: count }, (_, n) => new Date(first + (count - 1 - n) * width).toISOString())
}

for (const [text, width] of intervals)
  t.test(
    `metrics of an exchange by ${text} match its trades, assets and pairs`,
    ofRecords(async t => {
      for (const exchange of exchanges.filter((_, n) => width !== hour || n % 3 === 0)) {
        const all = await exchangeMetrics(exchange, text)
        t.same(
          all.map(({ timestamp }) => timestamp),
          timesOf(width),
          'intervals without trades are present',
        )
        for (const metrics of all) checkExchange(t, exchange, metrics, width)
      }
    }),
  )

function checkExchange(t: RecordChecks, exchange: string, metrics: Row, width: number): void {
  const name = `${exchange} ${metrics.timestamp}`
  const own = within(metrics, width).filter(({ instrument }) => instrument.exchange_code === exchange)
  const assets: Row[] = metrics.assets_volumes
  t.equal(metrics.total_trade_count, own.length, name)
  t.equal(metrics.nb_listed_assets, assets.length)
  t.equal(metrics.nb_listed_pairs, sum(assets.map(({ pairs_volumes }) => pairs_volumes.length)))
  near(t, sum(assets.map(asset => asset.asset_total_volume_usd)), metrics.total_volume_usd, name)
  if (own.length === 0)
    return void t.strictSame(Object.values(metrics).slice(1), [0, 0, 0, 0, []], 'without trades all values are 0')
  near(t, sum(assets.map(asset => asset.asset_contribution)), 1, name)
  for (const asset of assets) checkAsset(t, asset, own)
}

function checkAsset(t: RecordChecks, asset: Row, deals: Deal[]): void {
  const own = deals.filter(({ instrument }) => instrument.base_asset === asset.asset_code)
  const pairs: Row[] = asset.pairs_volumes
  t.equal(asset.asset_trade_count, own.length)
  near(t, asset.asset_price_usd * sum(own.map(({ amount }) => amount)), asset.asset_total_volume_usd, asset.asset_code)
  near(t, sum(pairs.map(pair => pair.pair_volume_usd)), asset.asset_total_volume_usd, asset.asset_code)
  near(t, sum(pairs.map(pair => pair.pair_contribution)), 1, asset.asset_code)
  for (const pair of pairs) {
    const traded = own.filter(
      ({ instrument }) => `${instrument.base_asset}-${instrument.quote_asset}` === pair.pair_code,
    )
    t.equal(pair.pair_trade_count, traded.length)
    if (traded.some(({ instrument }) => instrument.class === 'option' || instrument.quote_asset !== 'usd')) continue
    near(
      t,
      pair.pair_volume_usd,
      sum(traded.map(({ price, amount }) => price * amount)),
      `${pair.pair_code} in dollars`,
    )
  }
}

t.test('volumes not quoted in dollars are converted at the rate of their hour', async t => {
  const rates = new Map<string, number>()
  for (const { timestamp, fx_rate } of await list(
    withQuery('/v2/data/analytics.v2/vendor_fx_rates', { ...whole, base: 'eur', quote: 'usd', interval: '1h' }),
  ))
    rates.set(new Date(timestamp - hour).toISOString(), Number(fx_rate))
  let compared = 0
  for (const metrics of await exchangeMetrics('krkn', '1h')) {
    const btc = metrics.assets_volumes.find(({ asset_code }: Row) => asset_code === 'btc')
    const pair = btc?.pairs_volumes.find(({ pair_code }: Row) => pair_code === 'btc-eur')
    if (!pair) continue
    const traded = within(metrics, hour).filter(
      ({ instrument }) => instrument.exchange_code === 'krkn' && instrument.code === 'btc-eur',
    )
    const euros = sum(traded.map(({ price, amount }) => price * amount))
    near(t, pair.pair_volume_usd, euros * rates.get(metrics.timestamp)!, metrics.timestamp, 1e-4)
    compared++
  }
  t.ok(compared > 10, 'many intervals are compared')
})

t.test('options count with their underlying', async t => {
  for (const metrics of await exchangeMetrics('drbt', '1d')) {
    const [btc] = metrics.assets_volumes
    const rates = await list(
      withQuery('/v2/data/trades.v1/spot_exchange_rate/btc/usd', {
        start_time: metrics.timestamp,
        page_size: 1,
        sort: 'asc',
      }),
    )
    near(t, btc.asset_price_usd, Number(rates[0].price), 'the price of bitcoin, not of options', 0.03)
  }
  t.pass()
})

t.test('pairs are listed only on request', async t => {
  const [full] = await exchangeMetrics('krkn', '1d')
  const [brief] = await exchangeMetrics('krkn', '1d', { sources: 'false' })
  for (const asset of full.assets_volumes) asset.pairs_volumes = []
  t.strictSame(brief, full)
})

for (const [text, width] of intervals)
  t.test(
    `metrics of an asset by ${text} match its trades on exchanges and on chains`,
    ofRecords(async t => {
      // All of them by day; each interval reads the order books of the whole store.
      const sample = ['btc', 'eth', 'weth', 'usdc', 'usdt'].filter((_, n) => width === day || n > 2)
      for (const asset of sample) {
        const all = await assetMetrics(asset, text)
        t.same(
          all.map(({ timestamp }) => timestamp),
          timesOf(width),
        )
        for (const metrics of all) checkAssetMetrics(t, asset, metrics, width)
      }
    }),
  )

function checkAssetMetrics(t: RecordChecks, asset: string, metrics: Row, width: number): void {
  const name = `${asset} ${metrics.timestamp}`
  const { off_chain_liquidity_data: off, on_chain_liquidity_data: on } = metrics
  const own = within(metrics, width).filter(({ instrument }) =>
    [instrument.base_asset, instrument.quote_asset].includes(asset),
  )
  const parts: [Row, string, boolean][] = [
    [off, 'off_chain', false],
    [on, 'on_chain', true],
  ]
  for (const [part, half, chain] of parts) {
    for (const [total, each] of [
      ['volume_usd', 'volume_usd'],
      ['volume_asset', 'volume_asset'],
      ['trade_count', 'trade_count'],
    ] as const) {
      const listed = sum(part.trades_data.map((row: Row) => row[each]))
      near(t, part[`total_${half}_${total}`], listed, `${name} ${half} ${total}`)
    }
    for (const { exchange } of part.trades_data) t.equal(onChain.has(exchange), chain, exchange)
  }
  for (const total of ['volume_usd', 'volume_asset', 'trade_count'])
    near(t, metrics[`total_${total}`], off[`total_off_chain_${total}`] + on[`total_on_chain_${total}`], name)
  t.equal(metrics.total_trade_count, own.length, name)
  const amount = sum(
    own.map(({ instrument, price, amount }) => (instrument.base_asset === asset ? amount : price * amount)),
  )
  near(t, metrics.total_volume_asset, amount, name)
  if (own.length === 0) t.equal(metrics.price, null)
  else near(t, metrics.price * metrics.total_volume_asset, metrics.total_volume_usd, name)
}

t.test('asset metrics and exchange metrics cover the same trades', async t => {
  const [metrics] = await assetMetrics('btc', '1d', { page_size: 1 })
  const listed: Row[] = metrics.off_chain_liquidity_data.trades_data
  for (const exchange of exchanges) {
    const [one] = await exchangeMetrics(exchange, '1d', { page_size: 1 })
    const base = one.assets_volumes.find(({ asset_code }: Row) => asset_code === 'btc')
    const quoted = one.assets_volumes.flatMap(({ pairs_volumes }: Row) =>
      pairs_volumes.filter(({ pair_code }: Row) => pair_code.endsWith('-btc')),
    )
    const expected = (base?.asset_total_volume_usd ?? 0) + sum(quoted.map((pair: Row) => pair.pair_volume_usd))
    near(t, listed.find(row => row.exchange === exchange)?.volume_usd ?? 0, expected, exchange)
  }
  t.pass()
})

t.test('market depth is the mean depth of the order books of the asset, both sides', async t => {
  for (const [text, width] of intervals) {
    const [metrics] = await assetMetrics('btc', text, { page_size: 1 })
    const { market_depth, buy_market_depths, sell_market_depths } = metrics.off_chain_liquidity_data
    const expected: Record<string, number> = {}
    for (const one of instruments.filter(one => one.base_asset === 'btc' && one.class !== 'option')) {
      const depths = await depthSamples(server, one, metrics.timestamp, width)
      for (const name in market_depth)
        for (const depth of depths)
          expected[name] =
            (expected[name] ?? 0) + (Number(depth[`bid_${name}`]) + Number(depth[`ask_${name}`])) / depths.length
    }
    t.equal(Object.keys(market_depth).length, 16)
    for (const name in market_depth) {
      near(t, market_depth[name], expected[name]!, `${text} ${name}`)
      const sides = [...buy_market_depths, ...sell_market_depths]
      near(t, sum(sides.map((one: Row) => one.market_depth[name])), market_depth[name], name)
    }
    const volumes = Object.values(market_depth) as number[]
    t.ok(
      volumes.every((volume, n) => n === 0 || volume >= volumes[n - 1]!),
      'it grows with the band',
    )
  }
  const [none] = await assetMetrics('doge', '1d', { page_size: 1 })
  t.same(new Set(Object.values(none.off_chain_liquidity_data.market_depth)), new Set([null]))
})

t.test(
  'holders of at least 1 % of a token are listed per chain, and their holdings change slowly',
  ofRecords(async t => {
    const pools: Row[] = await list('/v1/pools')
    const tokens = pools.flatMap(({ tokens }) => tokens)
    const supplied = new Set(supplySources.map(({ asset, blockchain }) => `${blockchain} ${asset}`))
    for (const asset of ['usdc', 'weth', 'link', 'orca']) {
      const days = await assetMetrics(asset, '1d', { sort: 'asc' })
      const contracts = new Map(
        tokens
          .filter(({ symbol, blockchain }) => symbol === asset.toUpperCase() && supplied.has(`${blockchain} ${asset}`))
          .map(token => [token.blockchain, token.address]),
      )
      for (const { on_chain_liquidity_data } of days) {
        const information: Row[] = on_chain_liquidity_data.token_information
        t.same(new Map(information.map(one => [one.blockchain, one.token_address])), contracts)
        for (const { main_holders, total_supply, number_of_holders } of information) {
          t.ok(
            main_holders.length > 0 && number_of_holders > main_holders.length,
            'the largest holders are some of all',
          )
          t.ok(
            sum(main_holders.map(({ percentage }: Row) => percentage)) < 1,
            'the largest holders hold less than everything',
          )
          for (const { amount, percentage } of main_holders) {
            t.equal(percentage, amount / total_supply)
            t.ok(percentage >= 0.01, 'a listed holder has one hundredth at least')
          }
        }
      }
      const supplies = days.map(one => one.on_chain_liquidity_data.token_information[0].total_supply)
      near(t, supplies[0], supplies[2], 'supply', 0.02)
    }
    const [bitcoin] = await assetMetrics('btc', '1d', { page_size: 1 })
    t.same(bitcoin.on_chain_liquidity_data.token_information, [], 'a native coin has no contract')
  }),
)

t.test('an hour or day has metrics when it has ended, and they never change', async t => {
  const { json } = await serve(t, { ...unlimited, SANDBOX_DATA: early.path, SANDBOX_NOW: 'seeded' })
  for (const interval of ['1h', '1d'])
    for (const [what, query] of [
      ['exchange_metrics', { exchange: 'krkn' }],
      ['asset_metrics', { asset: 'usdc' }],
    ] as const) {
      const url = withQuery(`/v2/data/analytics.v2/${what}`, { ...whole, ...query, interval })
      const before = (await json(url)).data
      const width = interval === '1h' ? hour : day
      const last = Math.floor(early.end / width) * width - width
      t.equal(before[0].timestamp, new Date(last).toISOString())
      t.same((await server.json(url)).data.slice(-before.length), before)
    }
})

t.test('metrics need an entity, a range and an interval of hours or a day', async t => {
  const refusal = async (url: string) => {
    const answer = await server.get(url)
    return [answer.statusCode, answer.json().message]
  }
  const range = 'start_time=2026-01-30&end_time=2026-01-31'
  for (const [what, entity] of [
    ['exchange_metrics', 'exchange=krkn'],
    ['asset_metrics', 'asset=btc'],
  ] as const) {
    const url = `/v2/data/analytics.v2/${what}`
    const [parameter] = entity.split('=')
    t.match(await refusal(`${url}?${range}&interval=1h`), [400, `${parameter} is required`])
    t.match(await refusal(`${url}?${entity}&end_time=2026-01-31&interval=1h`), [400, /^start_time is required/])
    t.match(await refusal(`${url}?${entity}&start_time=2026-01-30&interval=1h`), [400, /^end_time is required/])
    for (const interval of ['30m', '90m', '2d', '25h', '0h'])
      t.match(await refusal(`${url}?${entity}&${range}&interval=${interval}`), [
        400,
        /interval must be .*1h to 1d in steps of 1h/,
      ])
    t.match(await refusal(`${url}?${entity}&${range}&interval=1h&page_size=101`), [400, /page_size .*1 to 100/])
    t.match(await refusal(`${url}?${entity}x&${range}&interval=1h`), [
      404,
      new RegExp(`unknown ${parameter} .*did you mean`),
    ])
  }
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  t.same((await lenient.json(`/v2/data/analytics.v2/asset_metrics?asset=nope&${range}&interval=1h`)).data, [])
})

t.test('the slices of a page after the first one list no instruments', t => {
  const store = Store.open(storePath, { readonly: true })
  const reader = new DepthReader(store, booksOf.either)
  const page = {}
  const span = reader.span(page, 'usdt', start, hour)
  store.close()
  t.equal(reader.span(page, 'usdt', start, hour), span)
  t.end()
})
