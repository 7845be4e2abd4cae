import { writeFileSync } from 'node:fs'
import { minedThrough } from '../seed/bitcoin/subsidy.ts'
import { assetsAhead } from '../seed/catalogue/assets/asset-catalogue.ts'
import { assetEnd } from '../seed/catalogue/assets/wider-assets.ts'
import { createWorld } from '../seed/index.ts'
import { allSupplies, suppliesOf } from '../seed/supply/supplies.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { ofRecords } from './harness/of-records.ts'
import { withQuery } from './harness/operations.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { buildTestStore, end, start } from './harness/store.ts'
import t, { type Test } from './harness/tap.ts'
import { walk } from './harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const step = 5 * minute
const root = '/v2/data/supply.v2'
const iso = (time: number) => new Date(time).toISOString()

type Query = Record<string, string | number | undefined>

/** All pages of a response in order of time. */
async function all(path: string, query: Query = {}, on: Served = server): Promise<Row[]> {
  const pages = await walk(on, withQuery(path, { sort: 'asc', ...query }))
  return pages.flatMap(({ body }) => body.data)
}

async function list(path: string, query: Query = {}): Promise<Row[]> {
  return (await server.json(withQuery(path, query))).data
}

const pointsOf = (asset: string, on?: Served) =>
  all(`${root}/assets/${asset}`, { start_time: iso(start - day), sources: 'true', page_size: 100 }, on)
const onChain = (blockchain: string, asset: string) =>
  all(`${root}/blockchain-level/${blockchain}/${asset}`, { page_size: 1000 })

const assets = ['btc', 'eth', 'usdc', 'arb', 'floki', 'cc', 'shib']
const points = new Map<string, Row[]>()
for (const asset of assets) points.set(asset, await pointsOf(asset))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const mean = (numbers: number[]) => sum(numbers) / numbers.length

function near(t: Test, found: number, expected: number, what: string, share = 1e-12): void {
  if (!(Math.abs(found - expected) <= share * Math.abs(expected))) t.fail(`${what}: ${found}, not ${expected}`)
}

/** Sum of exact decimals, in units of 10^-18. */
function exactSum(decimals: string[]): bigint {
  return decimals.reduce((total, text) => {
    const [whole, fraction = ''] = text.split('.')
    return total + BigInt(whole + fraction.padEnd(18, '0'))
  }, 0n)
}

t.test('supplies have a value every five minutes from the start of the store to its end', async t => {
  const times = Array.from({ length: (end - start) / step }, (_, n) => (start + n * step) / 1000)
  for (const [asset, rows] of points)
    t.same(
      rows.map(({ timestamp }) => timestamp),
      times,
      asset,
    )
})

t.test('supplies by chain add up to the total, to the last digit', async t => {
  for (const [asset, rows] of points) {
    const chains: string[] = rows[0].sources.map(({ chain }: Row) => chain)
    t.same(chains, chains.toSorted())
    const levels = await Promise.all(chains.map(chain => onChain(chain, asset)))
    rows.forEach((row, n) => {
      const at = `${asset} ${row.timestamp}`
      const parts: Row[] = row.sources
      const circulating = exactSum(parts.map(part => part.circulating_supply))
      const total = exactSum(parts.map(part => part.total_supply))
      if (circulating + exactSum(parts.map(part => part.excluded_supply)) !== total) t.fail(`${at}: excluded`)
      if (exactSum([String(row.circulating_supply)]) !== circulating) t.fail(`${at}: circulating`)
      if (exactSum(levels.map(level => String(level[n].total_supply))) !== total) t.fail(`${at}: total`)
      if (asset === 'cc') return
      near(t, sum(levels.map(level => level[n].market_cap)), row.market_cap, at)
      parts.forEach((part, chain) => {
        if (Number(part.circulating_supply) !== levels[chain]![n].circulating_supply) t.fail(`${at}: ${part.chain}`)
      })
    })
  }
})

t.test('canton reports the total supply but not the circulating supply', async t => {
  for (const row of await onChain('canton', 'cc'))
    if (row.circulating_supply !== null || row.market_cap !== null || !(row.total_supply > 0)) t.fail(row)
  t.ok(
    points.get('cc')!.every(({ market_cap, circulating_supply }) => market_cap > 0 && circulating_supply > 0),
    'supply and market cap are positive',
  )
})

t.test('market capitalisation is circulating supply × reference price at the end of a day', async t => {
  const midnights = points.get('btc')!.filter(({ timestamp }) => (timestamp * 1000) % day === 0)
  for (const [asset, rows] of points) {
    const query = { bases: asset, quote: 'usd', quantities: 1, risk_level: 0.95, sources: 'true' }
    const [{ sources }] = await list('/v2/data/analytics.v2/expected_shortfall', {
      ...query,
      start_time: iso(end),
      end_time: iso(end),
    })
    for (const { timestamp } of midnights) {
      const closing = iso(timestamp * 1000 - day)
      const { ref_price } = sources.find(
        ({ date, pair }: Row) => date.startsWith(closing.slice(0, 10)) && pair === `${asset}-usd`,
      )
      const row = rows.find(row => row.timestamp === timestamp)
      near(t, row.market_cap, row.circulating_supply * ref_price, `${asset} ${closing}`, 1e-5)
    }
  }
  t.equal(midnights.length, 3)
})

t.test('the price is the traded price at the time', async t => {
  for (const asset of ['btc', 'eth']) {
    const query = { interval: '1m', page_size: 1000, end_time: iso(end - step) }
    const rates = await all(`/v2/data/trades.v1/spot_exchange_rate/${asset}/usd`, query)
    const marks = rates.filter(({ price, timestamp }) => price !== null && timestamp % step === 0)
    t.ok(marks.length > 100, 'there are many market caps')
    const priceAt = (time: number) => {
      const row = points.get(asset)![(time - start) / step]
      return row.market_cap / row.circulating_supply
    }
    const errors = (late: number) =>
      // Of the lower four fifths: a flash crash moves the rate, which is of trades, and not the reference price.
      mean(
        marks
          .map(({ timestamp, price }) => Math.abs(priceAt(timestamp + late) / Number(price) - 1))
          .sort((a, b) => a - b)
          .slice(0, 0.8 * marks.length),
      )
    t.ok(errors(0) < 0.0005, 'market caps agree with prices')
    t.ok(errors(0) < errors(step), 'and not at another time')
  }
})

t.test('the subsidies of all blocks sum to the 20,999,999.9769 bitcoin of the protocol', async t => {
  t.equal(minedThrough(20_000_000), 2_099_999_997_690_000)
})

t.test('supplies of all years are positive, partly in circulation, and near the published ones', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const totalOf = (code: string, time: string) =>
    sum(suppliesOf(world, code).map(({ supply, supplyUnit }) => supply.at(Date.parse(time)).total / supplyUnit))
  for (const [code, time, expected] of [
    ['usdt', '2020-12-31', 2.1e10],
    ['usdt', '2024-02-20', 9.8e10],
    ['usdt', '2025-12-31', 1.87e11],
    ['usdc', '2021-12-31', 4.2e10],
    ['wbtc', '2021-12-31', 2.59e5],
    ['xmr', '2016-12-31', 1.36e7],
    ['xmr', '2025-12-31', 1.845e7],
  ] as const)
    near(t, totalOf(code, time), expected, `${code} ${time}`, 0.08)
  t.ok(totalOf('xmr', '2014-06-01') < 5e5, 'after ten days little is mined')
  // The blocks of halvings.
  for (const [code, time, expected] of [
    ['btc', '2012-11-28T15:25Z', 10_500_000],
    ['btc', '2016-07-09T16:47Z', 15_750_000],
    ['btc', '2020-05-11T19:24Z', 18_375_000],
    ['btc', '2024-04-20T00:10Z', 19_687_500],
    ['ltc', '2015-08-25', 42_000_000],
    ['ltc', '2019-08-05', 63_000_000],
    ['ltc', '2023-08-02', 73_500_000],
    ['bch', '2020-04-08', 18_375_000],
    ['zec', '2020-11-18', 10_500_000],
  ] as const)
    near(t, totalOf(code, time), expected, `${code} ${time}`, 3e-4)
  for (const { id, supply } of world.supplies) {
    const { asset, since } = allSupplies[id]!
    for (let time = Date.UTC(2009, 0, 3); time < Date.UTC(2027, 0, 1); time += 100 * day) {
      const { total, excluded } = supply.at(time)
      const isRight = time < since ? total === 0 : total > excluded && excluded >= 0
      if (!isRight) t.fail(`${asset} at ${iso(time)}: ${total}, ${excluded} of them excluded`)
    }
  }
})

t.test('as much circulates at the ends of years as was published', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const published: Record<string, Record<number, number>> = {
    eth: { 2016: 8.75e7, 2018: 1.042e8, 2020: 1.141e8, 2022: 1.205e8, 2025: 1.207e8 },
    xrp: { 2014: 3.1e10, 2018: 4.08e10, 2020: 4.54e10, 2022: 5.03e10, 2025: 6.07e10 },
    ltc: { 2014: 3.5e7, 2018: 5.98e7, 2021: 6.93e7, 2025: 7.67e7 },
    bch: { 2018: 1.754e7, 2021: 1.894e7, 2025: 1.997e7 },
    bnb: { 2018: 1.308e8, 2021: 1.668e8, 2025: 1.377e8 },
    sol: { 2020: 4.65e7, 2021: 3.09e8, 2022: 3.68e8, 2024: 4.83e8, 2025: 5.63e8 },
    ada: { 2018: 2.593e10, 2021: 3.349e10, 2025: 3.6e10 },
    dot: { 2020: 8.96e8, 2023: 1.265e9, 2025: 1.65e9 },
    avax: { 2020: 7.69e7, 2022: 3.116e8, 2025: 4.3e8 },
    trx: { 2018: 6.62e10, 2021: 1.0185e11, 2024: 8.62e10, 2025: 9.47e10 },
    xlm: { 2018: 1.916e10, 2021: 2.474e10, 2025: 3.24e10 },
    link: { 2018: 3.5e8, 2022: 5.08e8, 2025: 7.08e8 },
    fil: { 2020: 4.46e7, 2022: 3.598e8, 2025: 7.3e8 },
    grt: { 2020: 1.246e9, 2021: 4.716e9 },
    dash: { 2018: 8.53e6, 2021: 1.051e7 },
    eos: { 2018: 9.06e8, 2021: 9.77e8 },
    steth: { 2021: 1.57e6, 2023: 9.2e6 },
    doge: { 2016: 1.075e11, 2020: 1.278e11 },
  }
  for (const code in published)
    for (const [year, expected] of Object.entries(published[code]!)) {
      const time = Date.UTC(Number(year) + 1, 0, 1) - 1
      const parts = suppliesOf(world, code).map(({ supply, supplyUnit }) => {
        const { total, excluded } = supply.at(time)
        return (total - excluded) / supplyUnit
      })
      near(t, sum(parts), expected, `${code} ${year}`, 0.05)
    }
})

t.test('small coins have about their market caps of past years, whatever the seed', async t => {
  const published: [code: string, year: number, cap: number][] = [
    ['xdc', 2018, 1.2e7],
    ['iotx', 2018, 1.1e7],
    ['ong', 2018, 3.6e7],
    ['mtl', 2018, 1e7],
    ['waxp', 2018, 4.9e7],
    ['hot', 2018, 1.6e8],
    ['rsr', 2019, 4.5e6],
    ['one', 2021, 2.9e9],
    ['gala', 2021, 3e9],
    ['bgb', 2021, 1.2e8],
    ['pepe', 2023, 5.4e8],
    ['inj', 2023, 3e9],
  ]
  for (const seed of ['market', 'alpha']) {
    const world = createWorld({ seed, profile: 'standard' })
    for (const [code, year, cap] of published) {
      const time = Date.UTC(year + 1, 0, 1)
      const parts = suppliesOf(world, code).map(({ supply, supplyUnit }) => {
        const { total, excluded } = supply.at(time)
        return (total - excluded) / supplyUnit
      })
      near(t, sum(parts) * world.prices.opening(code, time / hour), cap, `${code} ${year}`, 0.1)
    }
  }
})

t.test('a published supply changes only at the steps that it names', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  for (const code of ['eth', 'bnb', 'xrp', 'sol', 'ltc', 'grt', 'okb'])
    for (const from of [Date.UTC(2021, 7, 30), Date.UTC(2025, 11, 30)])
      for (const { supply } of suppliesOf(world, code)) {
        const to = from + 4 * day
        const changes = new Set(supply.changes({ from, to }))
        for (let time = from + step; time < to; time += step) {
          const [before, now] = [supply.at(time - step), supply.at(time)]
          const isSame = before.total === now.total && before.excluded === now.excluded
          if (!isSame && !changes.has(time)) t.fail(`${code} at ${iso(time)}`)
        }
      }
})

t.test(
  'bitcoin grows by the subsidy of its blocks',
  ofRecords(async t => {
    const transactions = await all('/v2/data/wallet.v1/transactions', { blockchain: 'bitcoin', page_size: 5000 })
    const mined = transactions.filter(({ sender_addresses }) => sender_addresses.length === 0)
    const fees = new Map<number, number>()
    for (const { block_number, fees: paid } of transactions)
      fees.set(block_number, (fees.get(block_number) ?? 0) + Math.round(paid * 1e8))
    const rows = points.get('btc')!
    const blocks = mined.map(({ block_number, timestamp, amount_out }) => {
      const subsidy = Math.round(amount_out * 1e8) - fees.get(block_number)!
      return { time: Number(timestamp) / 1e9, subsidy: subsidy / 1e8 }
    })
    t.ok(blocks.length > 380, 'there are many blocks')
    for (const { timestamp, circulating_supply } of rows) {
      // Transactions appear when their block has enough confirmations.
      if (timestamp > blocks.at(-1)!.time) break
      const since = blocks.filter(({ time }) => time > start / 1000 && time <= timestamp)
      t.equal(circulating_supply, rows[0].circulating_supply + sum(since.map(({ subsidy }) => subsidy)))
    }
  }),
)

t.test('capped tokens are unlocked, and redeemable tokens move both ways', async t => {
  const arb: Row[] = points.get('arb')!.map(({ sources: [source] }) => source)
  t.equal(new Set(arb.map(({ total_supply }) => total_supply)).size, 1)
  const circulating = arb.map(({ circulating_supply }) => Number(circulating_supply))
  t.same(
    circulating,
    circulating.toSorted((a, b) => a - b),
  )
  t.ok(circulating.at(-1)! > circulating[0]!, 'once a month, and within these days')
  const usdc = points.get('usdc')!.map(({ circulating_supply }) => circulating_supply)
  const moves = usdc.slice(1).map((supply, n) => Math.sign(supply - usdc[n]))
  t.same([...new Set(moves)].toSorted(), [-1, 0, 1])
})

/** Means of the values at the five-minute marks of [from, until). */
function meansOf(rows: Row[], from: number, until: number) {
  const own = rows.filter(({ timestamp }) => timestamp * 1000 >= from && timestamp * 1000 < until)
  const totals = own.map(({ sources }) => sum(sources.map(({ total_supply }: Row) => Number(total_supply))))
  return {
    circulating_supply: mean(own.map(row => row.circulating_supply)),
    market_cap: mean(own.map(row => row.market_cap)),
    total_supply: mean(totals),
  }
}

function sameMeans(t: Test, found: Row, expected: Row, what: string): void {
  for (const name in expected) near(t, found[name], expected[name], `${what} ${name}`)
}

for (const [interval, width] of [
  ['5m', step],
  ['7m', 7 * minute],
  ['1h', hour],
  ['90m', 90 * minute],
  ['719m', 719 * minute],
  ['5h', 5 * hour],
  ['1d', day],
  ['25h', 25 * hour],
  ['30d', 30 * day],
] as const)
  t.test(`a supply by ${interval} is the mean of its five-minute values`, async t => {
    for (const [asset, rows] of points) {
      const found = await all(`${root}/aggregated/${asset}`, { interval, page_size: 100 })
      const first = Math.floor(start / width) * width
      t.same(
        found.map(({ timestamp }) => timestamp * 1000),
        Array.from({ length: Math.floor((end - step - first) / width) + 1 }, (_, n) => first + n * width),
        'the last interval has at least one five-minute value',
      )
      for (const row of found) {
        const from = row.timestamp * 1000
        sameMeans(t, row, meansOf(rows, from, from + width), `${asset} ${row.timestamp}`)
      }
    }
  })

t.test('supplies by interval can be limited to one chain and a range', async t => {
  const rows = await onChain('solana', 'usdc')
  for (const [interval, width] of [
    ['30m', 30 * minute],
    ['6h', 6 * hour],
    ['1d', day],
  ] as const) {
    const bounds = { start_time: iso(start + 3 * hour + 1), end_time: iso(end - 2 * hour) }
    const found = await all(`${root}/aggregated/usdc`, { interval, blockchain: 'solana', ...bounds })
    t.equal(found[0].timestamp * 1000, Math.ceil((start + 3 * hour + 1) / width) * width)
    for (const row of found) {
      const own = rows.filter(({ timestamp }) => timestamp >= row.timestamp && timestamp < row.timestamp + width / 1000)
      near(t, row.market_cap, mean(own.map(({ market_cap }) => market_cap)), interval)
      near(t, row.total_supply, mean(own.map(({ total_supply }) => total_supply)), interval)
    }
  }
  const ascending = await list(`${root}/aggregated/usdc`, { page_size: 2 })
  t.ok(ascending[0].timestamp < ascending[1].timestamp, 'ascending by default')
  const descending = await list(`${root}/aggregated/usdc`, { page_size: 2, sort: 'desc' })
  t.ok(descending[0].timestamp > descending[1].timestamp, 'later blocks come first')
})

for (const [interval, width, datetime] of [
  ['1d', day, end],
  ['1d', day, end - 10 * hour - 17 * minute - 1],
  ['5m', step, end - 30 * hour],
  ['7h', 7 * hour, end - 3 * minute],
  ['30d', 30 * day, end - day],
] as const)
  t.test(`the ranking at ${iso(datetime)} is by the mean over ${interval}`, async t => {
    const top = await list(`${root}/top`, { interval, datetime: iso(datetime), count: 200 })
    const until = Math.ceil(datetime / step) * step
    t.same(
      top.map(({ rank }) => rank),
      top.map((_, n) => n + 1),
    )
    t.same(
      top.map(({ market_cap }) => market_cap),
      top.map(({ market_cap }) => market_cap).toSorted((a, b) => b - a),
    )
    for (const [asset, rows] of points) {
      const row = top.find(row => row.asset === asset)
      t.equal(row.datetime, Math.floor(datetime / 1000))
      sameMeans(t, row, meansOf(rows, until - width, until), `${asset}`)
    }
    t.same(await list(`${root}/top`, { interval, datetime: iso(datetime), count: 3 }), top.slice(0, 3))
  })

t.test(
  'every asset has a supply but currencies, metals and leveraged tokens, and the largest are ranked',
  ofRecords(async t => {
    const top = await list(`${root}/top`, { count: 1000 })
    const codes: Row[] = await list('/v1/assets')
    const ahead = new Set(assetsAhead.map(({ code }) => code))
    const coins = codes.filter(
      ({ code, asset_class }) =>
        ahead.has(code) &&
        !['fiat', 'leveraged-token', 'commodity'].includes(asset_class) &&
        (assetEnd(code) ?? end) >= end,
    )
    const ranked = new Set(top.map(({ asset }) => asset))
    t.same(
      coins.filter(({ code }) => !ranked.has(code)),
      [],
    )
    t.ok(ranked.size >= 150, `${ranked.size} assets`)
    t.notOk(ranked.has('mkr'), 'sky has taken its place')
    const supplied = ({ asset_class }: Row) => !['fiat', 'leveraged-token'].includes(asset_class)
    for (const asset of [...ranked, ...codes.filter(supplied).map(({ code }) => code)])
      if (!['xau', 'xag'].includes(asset))
        t.equal((await server.get(`${root}/aggregated/${asset}?page_size=1`)).statusCode, 200, asset)
    for (const one of codes)
      if (!supplied(one)) t.equal((await server.get(`${root}/aggregated/${one.code}`)).statusCode, 404)
  }),
)

t.test('the ranking defaults to now, never passes it, and is empty before the store', async t => {
  const now = await list(`${root}/top`)
  t.same(await list(`${root}/top`, { datetime: iso(end) }), now)
  t.same(await list(`${root}/top`, { datetime: iso(end + 40 * day) }), now)
  t.same(await list(`${root}/top`, { datetime: iso(start) }), [])
  const { query } = await server.json(`${root}/top`)
  t.equal(query.datetime, iso(end))
})

t.test('the end time defaults to now and is echoed on every page', async t => {
  const pages = await walk(server, `${root}/assets/btc?start_time=${iso(end - hour)}&page_size=5`)
  t.equal(pages.length, 3)
  for (const { body } of pages) t.match(body.query, { end_time: iso(end), end_timestamp: end })
  const { query } = await server.json(`${root}/assets/btc?start_time=${iso(start)}&end_time=${iso(end - hour)}`)
  t.equal(query.end_time, iso(end - hour))
})

t.test('the supply of a token contract is its value at midnight', async t => {
  for (const asset of ['usdc', 'weth', 'link', 'orca']) {
    const query = { asset, start_time: iso(start), end_time: iso(end), interval: '1d' }
    for (const metrics of await list('/v2/data/analytics.v2/asset_metrics', query))
      for (const { blockchain, total_supply } of metrics.on_chain_liquidity_data.token_information) {
        const bounds = { start_time: metrics.timestamp, sort: 'asc', page_size: 1 }
        const [row] = await list(`${root}/blockchain-level/${blockchain}/${asset}`, bounds)
        t.equal(total_supply, row.total_supply)
      }
  }
})

t.test('a store with any start and end agrees over the common range', async t => {
  const path = `${t.testdir()}/odd.sqlite`
  const [from, until] = [start + 23 * hour + 123_456, end - 9 * hour - 54_321]
  buildTestStore(path, { start: from, end: until })
  const odd = await serve(t, { ...unlimited, SANDBOX_DATA: path, SANDBOX_NOW: 'seeded' })
  for (const asset of ['btc', 'usdc', 'arb']) {
    const seen = points.get(asset)!.filter(({ timestamp }) => timestamp * 1000 >= from && timestamp * 1000 < until)
    t.same(await pointsOf(asset, odd), seen, asset)
    for (const [interval, width] of [
      ['7m', 7 * minute],
      ['1h', hour],
      ['1d', day],
    ] as const)
      for (const row of await all(`${root}/aggregated/${asset}`, { interval }, odd))
        sameMeans(t, row, meansOf(seen, row.timestamp * 1000, row.timestamp * 1000 + width), `${asset} ${interval}`)
  }
})

t.test('invalid parameters are refused by name with what would be right', async t => {
  const wrong: [string, number, RegExp][] = [
    [`${root}/assets/btc`, 400, /^start_time is required/],
    [`${root}/assets/btc?start_time=2026-01-30&page_size=101`, 400, /page_size must be an integer from 1 to 100/],
    [
      `${root}/assets/btc?start_time=2027-01-01`,
      400,
      /start_time must not be after end_time: 2027-01-01.* is after 2026-01-31/,
    ],
    [`${root}/assets/weht?start_time=2026-01-30`, 404, /unknown asset "weht" \(did you mean "weth"\?\)/],
    [`${root}/assets/usd?start_time=2026-01-30`, 404, /asset "usd" has no supply/],
    [`${root}/aggregated/btc?interval=4m`, 400, /interval must be .*\(m, h, d\) from 5m to 30d, not "4m"/],
    [`${root}/aggregated/btc?interval=31d`, 400, /from 5m to 30d/],
    [`${root}/aggregated/btc?interval=300s`, 400, /interval must be .*m, h, d/],
    [`${root}/aggregated/btc?page_size=101`, 400, /page_size .*1 to 100/],
    [`${root}/aggregated/usdc?blockchain=etherium`, 404, /"etherium" \(did you mean "ethereum"\?\); it is on arbitrum/],
    [`${root}/blockchain-level/ethereum/btc`, 404, /btc is not on blockchain "ethereum"; it is on bitcoin/],
    [`${root}/blockchain-level/bitcoin/btc?page_size=1001`, 400, /page_size .*1 to 1000/],
    [`${root}/top?count=0`, 400, /count must be an integer from 1 to 1000/],
    [`${root}/top?count=1001`, 400, /count must be an integer from 1 to 1000/],
    [`${root}/top?interval=1m`, 400, /interval must be/],
    [`${root}/top?datetime=yesterday`, 400, /datetime must be an ISO 8601 time/],
    [`${root}/aggregated`, 404, /the path has no asset; it is \/v2\/data\/supply.v2\/aggregated\/{asset}/],
    [`${root}/assets`, 404, /no asset; .*\/assets\/{asset}/],
    [`${root}/blockchain-level`, 404, /no asset; .*\/{blockchain}\/{asset}/],
  ]
  for (const [url, status, message] of wrong) {
    const answer = await server.get(url)
    t.equal(answer.statusCode, status, url)
    t.match(answer.json().message, message)
  }
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  for (const url of [`${root}/aggregated/usd`, `${root}/aggregated/usdc?blockchain=nope`])
    t.same((await lenient.json(url)).data, [])
})

t.test('no mean includes values outside the range of the key', async t => {
  const opened = start + 20 * hour + 7 * minute
  const keys = `${t.testdir()}/keys.json`
  writeFileSync(keys, JSON.stringify([{ key: 'late', name: 'late', data_range: { start: iso(opened) } }]))
  const late = await serve(t, { SANDBOX_KEYS: keys })
  const ask = async (path: string, query: Query) =>
    (await late.json(withQuery(path, query), { 'x-api-key': 'late' })).data
  const [first] = await ask(`${root}/aggregated/usdc`, { interval: '1d' })
  t.equal(first.timestamp * 1000, start + day)
  const [oldest] = await ask(`${root}/assets/usdc`, { start_time: iso(start), sort: 'asc', page_size: 1 })
  t.equal(oldest.timestamp * 1000, Math.ceil(opened / step) * step)
  const datetime = start + 30 * hour
  const top = await ask(`${root}/top`, { datetime: iso(datetime), interval: '1d' })
  const seen = meansOf(points.get('usdc')!, opened, datetime)
  sameMeans(t, top.find(({ asset }: Row) => asset === 'usdc')!, seen, 'the ranking')
})
