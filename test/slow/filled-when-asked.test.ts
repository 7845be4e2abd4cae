import { copyFileSync } from 'node:fs'
import { passingCoins, passingSlots } from '../../seed/catalogue/instruments/spot-listings.ts'
import { keyOf, Stream } from '../../seed/hashed-draws.ts'
import { day, hour } from '../../src/market/time.ts'
import { Store } from '../../src/store/store.ts'
import type { Json } from '../harness/document.ts'
import { all } from '../harness/known-pools.ts'
import { instrumentUrl, withQuery } from '../harness/operations.ts'
import { serve, unlimited } from '../harness/server.ts'
import { end, sharedStore } from '../harness/store.ts'
import t from '../harness/tap.ts'

const folder = t.testdir()
const storePath = sharedStore('standard-day', { profile: 'standard', start: end - day, end })
const settings = { ...unlimited, SANDBOX_PROFILE: 'standard', SANDBOX_NOW: 'seeded' }
const path = `${folder}/market.sqlite`
copyFileSync(storePath, path)
const server = await serve(t, { ...settings, SANDBOX_DATA: path, SANDBOX_HISTORY_LIMIT: '256' })

interface Listed {
  exchange_code: string
  class: string
  code: string
  trade_count: number
  trade_compressed_size: number
  trade_start_timestamp: number
  trade_end_timestamp: number | null
}

const instruments: Listed[] = (await server.json('/v1/instruments')).data
const later = instruments.filter(one => one.trade_compressed_size === 0)
const find = (exchange: string, kind: string, code: string) =>
  instruments.find(one => one.exchange_code === exchange && one.class === kind && one.code === code)!
const iso = (time: number) => new Date(time).toISOString()

async function booksOf(
  one: Listed,
  query: Record<string, string | number>,
): Promise<{ bids: unknown[]; asks: unknown[] }[]> {
  const name = `${one.exchange_code}/${one.class}/${one.code}`
  return (await server.json(withQuery(`/v2/data/order_book_snapshots.v1/exchanges/${name}/snapshots/raw`, query))).data
}

t.test('instruments that no profile fills ahead are listed, and count nothing', async t => {
  t.ok(instruments.length > 3_000, `${instruments.length} instruments`)
  t.ok(later.length > 2_000, 'most instruments are generated when asked for')
  for (const one of later) t.ok(one.trade_start_timestamp > 0, one.code)
})

t.test('they have trades, bars and books in the range of the profile', async t => {
  for (const one of [find('mexc', 'spot', 'btc-usdt'), find('hypl', 'perpetual-future', 'hype-usdc')]) {
    const { data } = await server.json(withQuery(instrumentUrl(one, 'trades'), { page_size: 5 }))
    t.equal(data.length, 5)
    t.ok(data[0].timestamp < end && data[0].timestamp > end - day, 'the last trade lies on the last day')
    const bars = await server.json(withQuery(instrumentUrl(one, 'ohlcv'), { interval: '1h', page_size: 24 }))
    t.equal(bars.data.length, 24)
    const books = await booksOf(one, { page_size: 2 })
    t.ok(books.length === 2 && books[0]!.bids.length === 10, 'books have ten levels')
    t.ok(
      bars.data.some(({ volume }: { volume: string | null }) => Number(volume) > 0),
      'some bars have volume',
    )
  }
})

t.test('whichever is drawn of the instruments of centralised exchanges has books', async t => {
  const pools: { protocol: string }[] = (await server.json('/v1/pools')).data
  const decentralised = new Set(pools.map(({ protocol }) => protocol))
  const trading = instruments.filter(
    one =>
      !decentralised.has(one.exchange_code) &&
      one.trade_end_timestamp === null &&
      one.trade_start_timestamp < end - day,
  )
  const drawn = new Stream(keyOf('drawn', 'instruments'))
  const options = trading.filter(one => one.class === 'option')
  const others = trading.filter(one => one.class !== 'option')
  const draw = (from: Listed[], count: number) =>
    Array.from({ length: count }, () => from[Math.floor(drawn.unit() * from.length)]!)
  for (const one of [...draw(others, 12), ...draw(options, 6), find('drbt', 'future', 'btc-usd-260626')]) {
    const [book] = await booksOf(one, { page_size: 1 })
    t.ok(book && book.bids.length > 0 && book.asks.length > 0, `${one.exchange_code} ${one.code}`)
  }
})

t.test('instruments that no profile fills ahead count about what they trade', async t => {
  const spot = later.filter(one => one.class === 'spot' && one.trade_end_timestamp === null)
  let [said, found] = [0, 0]
  for (let n = 0; n < 12; n++) {
    const { exchange_code, class: kind, code, trade_count } = spot[Math.floor((n * spot.length) / 12)]!
    const range = { start_time: iso(end - day), end_time: iso(end), page_size: 10_000 }
    const path = `/v2/data/trades.v1/exchanges/${exchange_code}/${kind}/${code}/trades`
    found += (await server.json(withQuery(path, range))).data.length
    said += trade_count
  }
  t.ok(said / found > 0.5 && said / found < 2, `${said} trades are said, ${found} found`)
})

t.test('books that the profile leaves out go on where its store begins', async t => {
  const one = find('bnce', 'spot', 'doge-usdt')
  t.ok(one.trade_compressed_size > 0, 'its trades are filled ahead')
  const [start_time, end_time] = [iso(end - day - 600_000), iso(end - day + 600_000)]
  const books = await booksOf(one, { start_time, end_time, page_size: 100 })
  t.equal(books.length, 20)
})

t.test('trading ends with the exchange, the code or the listing', async t => {
  const ended: [Listed, string][] = [
    [find('ftxx', 'spot', 'btc-usd'), '2022-11-11'],
    [find('bnce', 'spot', 'matic-usdt'), '2024-09-10'],
    [find('okex', 'spot', 'xmr-usdt'), '2024-01-05'],
  ]
  for (const [one, date] of ended) {
    const last = one.trade_end_timestamp!
    t.ok(last < Date.parse(date) && last > Date.parse(date) - hour, `${one.exchange_code} ${one.code}`)
    const { data } = await server.json(withQuery(instrumentUrl(one, 'trades'), { page_size: 1 }))
    t.equal(data[0].timestamp, last)
  }
  t.ok(find('bnce', 'spot', 'pol-usdt'), 'a coin that never left has its pair')
})

t.test('coins that were listed for some quarters before the store have their trades', async t => {
  const passed = instruments.filter(one => {
    const [base] = one.code.split('-')
    return passingCoins.includes(base!) && one.trade_end_timestamp! < end - 30 * day && one.trade_end_timestamp !== null
  })
  const slots = passingSlots.filter(({ exchange }) => passed.some(one => one.exchange_code === exchange))
  t.equal(slots.length, passingSlots.length, 'each exchange has some')
  const { exchange_code: exchange, code } = passed.at(-1)!
  const query = { page_size: 1, sort: 'desc' }
  for (const one of [passed[0]!, passed.at(-1)!]) {
    const { data } = await server.json(withQuery(instrumentUrl(one, 'trades'), query))
    t.equal(data[0].timestamp, one.trade_end_timestamp, `${one.exchange_code} ${one.code}`)
  }
  const last = passed.at(-1)!.trade_end_timestamp!
  const range = { start_time: iso(last - day), end_time: iso(last + 1) }
  const { data } = await server.json(
    withQuery(`/v2/data/trades.v1/spot_direct_exchange_rate/${code.replace('-', '/')}`, { ...range, interval: '1d' }),
  )
  const echoed = await server.json(`/v2/data/trades.v1/spot_direct_exchange_rate/${code.replace('-', '/')}?page_size=1`)
  t.ok(data.length > 0 && echoed.query.instruments.includes(`${exchange}:spot:${code}`), 'rates name it')
})

t.test('ends of trading, and events of a pool, are there before a store is built', async t => {
  const unbuilt = { SANDBOX_NOW: iso(end), SANDBOX_DATA: `${folder}/unbuilt.sqlite`, SANDBOX_HISTORY_LIMIT: '256' }
  const early = await serve(t, { ...settings, ...unbuilt }, undefined, true)
  const known = Store.open(storePath, { readonly: true })
  const events = ['>=', '<'].map(side => {
    const [address] = known.get(`SELECT address FROM pool WHERE id ${side} 1000000000 AND type <> 'vault' ORDER BY id`)!
    return `/v2/data/liquidity.v1/events?pool_address=${address}&page_size=5`
  })
  known.close()
  for (const url of ['/v1/instruments?exchange_code=ftxx', ...events]) {
    const { data } = await early.json(url)
    t.match(await early.json('/ready'), { built: Number })
    t.ok(data.length > 0, url)
    t.same(data, (await server.json(url)).data)
  }
})

t.test('mints and burns of a pool go back to its first positions', async t => {
  const url = '/v2/data/liquidity.v1/events'
  const { data: held } = await server.json(withQuery(url, { exchange: 'usp3' }))
  const pool_address = held[0].pool_address
  const found = await all<Json>(server, url, { pool_address })
  const keyOf = ({ transaction_hash, log_index }: Json) => `${transaction_hash} ${log_index}`
  const keys = new Set(found.map(keyOf))
  t.equal(keys.size, found.length)
  const own = held.filter((one: Json) => one.pool_address === pool_address)
  t.ok(own.length > 5, 'the store has some')
  t.same(
    own.filter((one: Json) => !keys.has(keyOf(one))),
    [],
    'with those behind the positions open at its start',
  )
  const month = { start_time: '2024-02-01T00:00:00Z', end_time: '2024-03-01T00:00:00Z' }
  const inMonth = found.filter(({ datetime }) => datetime >= 1_706_745_600 && datetime < 1_709_251_200)
  t.ok(inMonth.length > 5, 'each month has some')
  t.same(await all(server, url, { pool_address, ...month }), inMonth)
})

t.test('mints and burns of several pools are those of each, at any time', async t => {
  const url = '/v2/data/liquidity.v1/events'
  const keyOf = (one: Json) => `${one.datetime} ${one.transaction_hash} ${one.log_index}`
  const ranges = [
    { start_time: '2024-02-10T00:00:00Z', end_time: '2024-02-14T00:00:00Z' },
    { start_time: iso(end - 2 * day), end_time: iso(end - day / 2) },
  ]
  for (const protocol of ['bal2', 'orca']) {
    const pools: Json[] = (await server.json(`/v1/pools?protocol=${protocol}`)).data
    for (const range of ranges) {
      const together = (await all<Json>(server, url, { protocol, ...range })).map(keyOf)
      const each: Json[] = []
      for (const { address } of pools) each.push(...(await all<Json>(server, url, { pool_address: address, ...range })))
      t.ok(new Set(each.map(one => one.pool_address)).size > 2, `several pools of ${protocol} have some`)
      t.same(together.toSorted(), each.map(keyOf).toSorted(), protocol)
    }
  }
  const [first] = await all<Json>(server, url, { protocol: 'usp3', sort: 'asc', page_size: 1, end_time: '2021-12-31' })
  t.ok(first!.datetime >= 1_622_505_600, 'the first positions are of June 2021')
})

t.test('a block of a chain that nothing is lent on is found', async t => {
  const [{ address }] = (await server.json('/v1/pools?blockchain=solana&tokens=wsol,usdc&protocol=orca')).data
  const states = `/v2/data/liquidity.v1/snapshots?pool_address=${address}`
  const [one] = (await server.json(withQuery(states, { end_time: iso(end - 500 * day), page_size: 1 }))).data
  const { block_number: block } = one
  t.same((await server.json(withQuery(states, { start_block: block, end_block: block }))).data, [one])
  t.same((await server.json(withQuery(states, { end_block: block, page_size: 1 }))).data, [one])
})

t.test('tokens have holders until the code of the asset ends', async t => {
  const tokensAt = async (asset: string, date: string) => {
    const range = { start_time: `${date}T00:00:00Z`, end_time: `${date}T01:00:00Z`, interval: '1h' }
    const { data } = await server.json(withQuery('/v2/data/analytics.v2/asset_metrics', { asset, ...range }))
    return data[0].on_chain_liquidity_data.token_information.length as number
  }
  t.ok((await tokensAt('mkr', '2025-09-01')) > 0, 'before')
  t.equal(await tokensAt('mkr', '2026-01-30'), 0, 'after')
  t.ok((await tokensAt('uni', '2026-01-30')) > 0, 'others have')
})

t.test('sums over instruments include them, beside what the profile has', async t => {
  const range = { start_time: iso(end - 2 * hour), end_time: iso(end), interval: '1h', sources: 'true' }
  const { data } = await server.json(withQuery('/v2/data/analytics.v2/asset_metrics', { asset: 'ltc', ...range }))
  const traded = data[0].off_chain_liquidity_data.trades_data as { exchange: string; trade_count: number }[]
  const at = Date.parse(data[0].timestamp)
  const between = { start_time: iso(at), end_time: iso(at + hour), page_size: 100_000 }
  for (const exchange of ['cbse', 'itbi', 'mexc']) {
    const own = instruments.filter(
      one => one.exchange_code === exchange && /^ltc-|-ltc$/.test(one.code) && one.trade_end_timestamp === null,
    )
    const pages = await Promise.all(own.map(one => server.json(withQuery(instrumentUrl(one, 'trades'), between))))
    const count = pages.reduce((sum, page) => sum + page.data.length, 0)
    t.equal(traded.find(one => one.exchange === exchange)?.trade_count ?? 0, count, exchange)
  }
})

interface SupplyPoint {
  timestamp: number
  circulating_supply: number
  market_cap: number
}

const supplyPath = '/v2/data/supply.v2'

t.test('pairs that price feeds ask for have a rate in the last half hour', async t => {
  const bases =
    'badger alcx mln rep nmr ogn cvx kp3r susd mim eurt ampl lrc mana sand axs grt chz ape zec wnxm ohm movr bifi fox xhv umee bsw fis forth chr arpa people req ctsi xau xag'
  const quiet: string[] = []
  for (const base of bases.split(' ')) {
    const url = `/v2/data/trades.v1/spot_exchange_rate/${base}/usd`
    const { data } = await server.json(withQuery(url, { interval: '2m', page_size: 15 }))
    if (!data.some(({ price }: { price: string | null }) => price !== null)) quiet.push(base)
  }
  t.ok(quiet.length < 4, `without a rate: ${quiet.join()}`)
})

for (const datetime of [iso(end), '2018-01-01', '2020-03-12T07:31:00Z', '2022-05-12', '2024-12-31'])
  t.test(`a ranking of 100 has 100 assets at ${datetime}, by market cap`, async t => {
    const { data } = await server.json(withQuery(`${supplyPath}/top`, { count: 100, datetime }))
    t.equal(data.length, 100)
    const caps = data.map(({ market_cap }: SupplyPoint) => market_cap)
    t.same(
      caps,
      caps.toSorted((a: number, b: number) => b - a),
    )
    t.ok(caps.at(-1) > 0, 'the hundredth asset has a market cap')
  })

t.test('a coin whose code was replaced has one rank, that of the old code until its end', async t => {
  for (const [datetime, ranked, other] of [
    ['2024-01-01', 'matic', 'pol'],
    ['2024-10-01', 'pol', 'matic'],
    ['2024-12-31', 'mkr', 'sky'],
    ['2025-12-31', 'sky', 'mkr'],
    ['2020-06-01', 'pax', 'usdp'],
  ] as const) {
    const { data } = await server.json(withQuery(`${supplyPath}/top`, { count: 300, datetime }))
    const codes = data.map(({ asset }: { asset: string }) => asset)
    t.same([codes.includes(ranked), codes.includes(other)], [true, false], datetime)
  }
})

t.test('rankings of earlier years have coins that were large, by the mean of their market cap', async t => {
  const { data } = await server.json(withQuery(`${supplyPath}/top`, { count: 100, datetime: '2018-01-01' }))
  for (const asset of ['btc', 'xem', 'qtum', 'strat', 'ven']) {
    const ranked = data.find((one: { asset: string }) => one.asset === asset)
    const range = { start_time: '2017-12-31', end_time: '2018-01-01', interval: '1d' }
    const [alone] = (await server.json(withQuery(`${supplyPath}/aggregated/${asset}`, range))).data
    t.ok(Math.abs(ranked.market_cap / alone.market_cap - 1) < 1e-9, asset)
  }
  const { data: later } = await server.json(withQuery(`${supplyPath}/top`, { count: 1000, datetime: '2018-08-01' }))
  t.notOk(
    later.some(({ asset }: { asset: string }) => asset === 'ven'),
    'its code has ended',
  )
})

t.test('the supply of an asset that no profile fills ahead is its market cap divided by its price', async t => {
  const hourAgo = { start_time: iso(end - hour), end_time: iso(end) }
  for (const asset of ['badger', 'hype', 'susd', 'nmr']) {
    const { data } = await server.json(withQuery(`${supplyPath}/assets/${asset}`, { ...hourAgo, page_size: 100 }))
    t.equal(data.length, 12)
    const rate = withQuery(`/v2/data/trades.v1/spot_exchange_rate/${asset}/usd`, { ...hourAgo, interval: '1h' })
    const price = Number((await server.json(rate)).data[0].price)
    const caps = data.map((one: SupplyPoint) => one.market_cap)
    const own = data.map((one: SupplyPoint) => one.market_cap / one.circulating_supply)
    const mean = own.reduce((sum: number, one: number) => sum + one, 0) / own.length
    t.ok(Math.abs(mean / price - 1) < 0.02, `${asset}: ${mean}, traded at ${price}`)
    const aggregated = withQuery(`${supplyPath}/aggregated/${asset}`, { ...hourAgo, interval: '1h' })
    const [whole] = (await server.json(aggregated)).data
    const expected = caps.reduce((sum: number, cap: number) => sum + cap, 0) / caps.length
    t.ok(Math.abs(whole.market_cap / expected - 1) < 1e-9, asset)
  }
})

t.test('a code that was renamed has a supply and a price until its end, its successor from its beginning', async t => {
  const day = { start_time: '2024-06-01', end_time: '2024-06-02' }
  const rateOf = async (asset: string, range = day) => {
    const path = `/v2/data/trades.v1/spot_exchange_rate/${asset}/usd`
    const { data } = await server.json(withQuery(path, { ...range, interval: '1h' }))
    return data.map(({ price }: { price: string | null }) => price).find((price: string | null) => price !== null)
  }
  t.ok(Math.abs(Number(await rateOf('matic')) / Number(await rateOf('pol')) - 1) < 0.01, 'both codes have one price')
  const later = { start_time: '2024-09-11', end_time: '2024-09-12' }
  t.equal(await rateOf('matic', later), undefined)
  t.ok(Number(await rateOf('pol', later)) > 0, 'the successor has a price')
  const supply = async (range: object) =>
    (await server.json(withQuery(`${supplyPath}/assets/matic`, { ...range, page_size: 100 }))).data
  t.equal((await supply(day)).length, 100)
  t.same(await supply(later), [])
})

t.test('without a limit of history they have no data, and a hint says why', async t => {
  const alone = await serve(t, { ...settings, SANDBOX_DATA: storePath })
  const answer = await alone.get(instrumentUrl(find('mexc', 'spot', 'btc-usdt'), 'trades'))
  t.same([answer.statusCode, answer.json().data], [200, []])
  t.match(answer.headers['x-sandbox-hint'], /SANDBOX_HISTORY_LIMIT/)
  const supply = await alone.get(`${supplyPath}/aggregated/badger`)
  t.same([supply.statusCode, supply.json().data], [200, []])
  t.match(supply.headers['x-sandbox-hint'], /SANDBOX_HISTORY_LIMIT/)
})

t.test('the document gets every example, with records, soon after it is first asked for', async t => {
  const lacking = async () => {
    const { paths } = await server.json('/openapi.json')
    return Object.keys(paths).filter(path => {
      const { example } = paths[path].get.responses[200].content['application/json'] ?? {}
      return !example?.data || Object.values(example.data).length === 0
    })
  }
  const until = Date.now() + 90_000
  let left = await lacking()
  while (left.length > 0 && Date.now() < until) {
    await new Promise(resolve => setTimeout(resolve, 500))
    left = await lacking()
  }
  t.same(left, [])
})

t.test('perpetual futures that ended before the store are contracts, as they are instruments', async t => {
  const list = await server.json('/v2/data/derivatives.v2/reference?exchange=ftxx&instrument_class=perpetual-future')
  const known = instruments.filter(one => one.exchange_code === 'ftxx' && one.class === 'perpetual-future')
  t.ok(known.length > 0, 'the exchange that closed has contracts')
  t.same(
    list.data.map(({ instrument }: { instrument: string }) => instrument),
    known.map(({ code }) => code).sort(),
  )
})

t.test('the index of a contract goes back to trades of its pair before the listing', async t => {
  const contracts = instruments.filter(one => one.exchange_code === 'dydx' && one.class === 'perpetual-future')
  let quiet = 0
  for (const { code, trade_start_timestamp } of contracts.slice(0, 12)) {
    const from = trade_start_timestamp - (trade_start_timestamp % 60_000)
    const range = { interval: '1m', start_time: iso(from), end_time: iso(from + 60_000) }
    const contract = { exchange: 'dydx', instrument_class: 'perpetual-future', instrument: code }
    const [first] = (await server.json(withQuery('/v2/data/derivatives.v2/price', { ...contract, ...range }))).data
    const rateUrl = `/v2/data/trades.v1/spot_exchange_rate/${code.replace('-', '/')}`
    const [rate] = (await server.json(withQuery(rateUrl, { ...range, extrapolate_missing_values: 'true' }))).data
    t.type(first.index_price, 'string', code)
    t.equal(first.index_price, rate.price, code)
    if (rate.extrapolated) quiet++
  }
  t.ok(quiet > 0, 'some pairs do not trade in that minute')
})
