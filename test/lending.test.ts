import { exact } from './harness/fold.ts'
import { ofRecords } from './harness/of-records.ts'
import { withQuery } from './harness/operations.ts'
import { early, later } from './harness/partial-stores.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t from './harness/tap.ts'
import { joinedRecords, page, walk } from './harness/walk.ts'

const path = '/v2/data/lending.v1/snapshots'
const eventsPath = '/v2/data/lending.v1/events'
const hour = 3600
const widths = { s: 1, m: 60, h: hour, d: 24 * hour }

interface Snapshot {
  blockchain: string
  block_number: number
  datetime: number
  protocol: string
  asset_symbol: string
  asset_address: string
  receipt_symbol: string
  receipt_address: string
  total_liquidity: number
  available_liquidity: number
  total_borrowed: number
  supply_rate: number
  stable_borrow_rate: number | null
  variable_borrow_rate: number
  metadata: Record<string, number>
}

interface Vault {
  blockchain: string
  protocol: string
  type: string
  name: string
  address: string
  tokens: { address: string }[]
}

const server = await serve(t, unlimited)
const chains = 'ethereum,arbitrum,polygon'

/** All records of a query in order of time. */
async function snapshots(query: Record<string, string | number>): Promise<Snapshot[]> {
  const pages = await walk(server, withQuery(path, { sort: 'asc', page_size: 1000, live: 'true', ...query }))
  return pages.flatMap(({ body }) => body.data)
}

async function refusal(query: string): Promise<[status: number, message: string]> {
  const answer = await server.get(`${path}?${query}`)
  return [answer.statusCode, answer.json().message]
}

const marketOf = ({ blockchain, protocol, asset_symbol }: Snapshot) => `${blockchain} ${protocol} ${asset_symbol}`
const stateOf = ({ block_number, datetime, ...state }: Snapshot) => state
const near = (a: number, b: number, within: number) => Math.abs(a - b) <= within
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

const changes = await snapshots({ blockchain: chains, interval: 'change' })
const usdc = { protocol: 'aav3', asset: 'usdc' }

/** Published interest parameters of each protocol: docs/differences.md, "Lending". */
const curves: Record<
  string,
  { base: number; kink: number; slope: number; steep: number; premium: number | null; kept: number }
> = {
  aav1: { base: 0, kink: 0.8, slope: 0.06, steep: 0.75, premium: 0.02, kept: 0.1 },
  aav2: { base: 0, kink: 0.8, slope: 0.05, steep: 0.6, premium: 0.015, kept: 0.1 },
  aav3: { base: 0, kink: 0.9, slope: 0.055, steep: 0.4, premium: null, kept: 0.15 },
  cmpd: { base: 0.01, kink: 0.8, slope: 0.05, steep: 1.09, premium: null, kept: 0.1 },
  crem: { base: 0.02, kink: 0.8, slope: 0.07, steep: 1.4, premium: null, kept: 0.2 },
  sprk: { base: 0.02, kink: 0.9, slope: 0.05, steep: 0.5, premium: null, kept: 0.1 },
  mrpb: { base: 0.01, kink: 0.9, slope: 0.05, steep: 0.15, premium: null, kept: 0 },
  cmp3: { base: 0.015, kink: 0.85, slope: 0.045, steep: 0.6, premium: null, kept: 0.15 },
  flud: { base: 0.01, kink: 0.85, slope: 0.055, steep: 0.5, premium: null, kept: 0.1 },
}

t.test(
  'deposits are either available or borrowed, to the last digit',
  ofRecords(async t => {
    t.ok(changes.length > 1000, 'many changes are compared')
    for (const one of changes) {
      const { total_liquidity, available_liquidity, total_borrowed, metadata, protocol } = one
      const [total, available, borrowed] = [total_liquidity, available_liquidity, total_borrowed].map(String).map(exact)
      if (total !== available! + borrowed!) t.fail(JSON.stringify(one))
      if (available_liquidity < 0 || total_borrowed <= 0) t.fail(JSON.stringify(one))
      const { total_borrowed_stable: stable, total_borrowed_variable: variable, total_reserves } = metadata
      if (protocol === 'aav1' || protocol === 'aav2') {
        t.same(Object.keys(metadata), ['total_borrowed_stable', 'total_borrowed_variable'])
        t.ok(stable! > 0 && near(stable! + variable!, total_borrowed, 1e-6), 'the stable debt is a part of all debt')
      } else if (protocol !== 'cmpd' && protocol !== 'crem') t.same(metadata, {})
      else t.ok(near(total_reserves!, total_liquidity - total_borrowed, 1e-5), 'total liquidity less all debt')
    }
  }),
)

t.test('rates follow from utilisation by the curve of the protocol', async t => {
  t.same([...new Set(changes.map(({ protocol }) => protocol))].sort(), Object.keys(curves).sort())
  let above = 0
  for (const one of changes) {
    const { base, kink, slope, steep, premium, kept } = curves[one.protocol]!
    const used = one.total_borrowed / one.total_liquidity
    if (used > kink) above++
    const variable = base + (slope * Math.min(used, kink)) / kink + (steep * Math.max(0, used - kink)) / (1 - kink)
    const share = premium === null ? 0 : one.metadata.total_borrowed_stable! / one.total_borrowed
    const supply = used * (variable + share * (premium ?? 0)) * (1 - kept)
    const good =
      near(one.variable_borrow_rate, variable, 1e-8) &&
      near(one.supply_rate, supply, 1e-8) &&
      (premium === null ? one.stable_borrow_rate === null : near(one.stable_borrow_rate!, variable + premium, 1e-8))
    if (!good) t.fail(JSON.stringify(one))
  }
  t.ok(above > 0 && above < changes.length / 2, 'some are above the kink')
})

t.test('every market is a vault of the reference data, and no market changes twice in a block', async t => {
  const { data: pools } = await server.json('/v1/pools')
  const vaults: Vault[] = pools.filter(({ type }: Vault) => type === 'vault')
  const found = new Set(
    changes.map(one => `${one.blockchain} ${one.protocol} ${one.receipt_address} ${one.asset_address}`),
  )
  t.same(
    [...found].sort(),
    vaults
      .map(({ blockchain, protocol, address, tokens }) => `${blockchain} ${protocol} ${address} ${tokens[0]!.address}`)
      .sort(),
  )
  // Two chains may have the same address.
  const names = new Map(vaults.map(({ blockchain, address, name }) => [`${blockchain} ${address}`, name]))
  for (const one of changes)
    if (names.get(`${one.blockchain} ${one.receipt_address}`) !== one.receipt_symbol) t.fail(JSON.stringify(one))
  const symbols = vaults.map(({ blockchain, protocol, name }) => `${blockchain} ${protocol} ${name}`)
  for (const named of ['ethereum aav2 aWETH', 'ethereum aav3 aEthWETH', 'polygon aav3 aPolUSDC', 'ethereum cmpd cDAI'])
    t.ok(symbols.includes(named), named)
  const keys = changes.map(one => `${marketOf(one)} ${one.block_number}`)
  t.equal(new Set(keys).size, keys.length)
})

t.test(
  'by default every block has a record, with the last change carried forward',
  ofRecords(async t => {
    const from = end / 1000 - 2 * hour
    const all = await snapshots({ blockchain: 'ethereum', start_time: iso(from) })
    const own = changes.filter(({ blockchain }) => blockchain === 'ethereum')
    const markets = new Set(own.map(marketOf)).size
    const blocks = [...new Set(all.map(({ block_number }) => block_number))]
    t.ok(blocks.length > 590, 'blocks have records')
    t.equal(blocks.at(-1)! - blocks[0]!, blocks.length - 1, 'no block is missing')
    t.equal(all.length, blocks.length * markets)
    const last = new Map<string, Snapshot>()
    let seen = 0
    for (const one of all) {
      for (; seen < own.length && own[seen]!.block_number <= one.block_number; seen++)
        last.set(marketOf(own[seen]!), own[seen]!)
      t.strictSame(stateOf(one), stateOf(last.get(marketOf(one))!))
    }
    const times = new Map(changes.map(one => [`${one.blockchain} ${one.block_number}`, one.datetime]))
    for (const one of all) {
      const time = times.get(`ethereum ${one.block_number}`)
      if (time !== undefined && time !== one.datetime) t.fail(`block ${one.block_number} was made at ${time}`)
    }
  }),
)

t.test('block numbers and times rise together, and a block has one time', async t => {
  for (const blockchain of chains.split(',')) {
    const query = { blockchain, protocol: 'aav3', asset: blockchain === 'polygon' ? 'wpol' : 'weth' }
    const all = await snapshots({ ...query, start_time: iso(end / 1000 - 1800) })
    t.ok(all.length > 140, blockchain)
    all.slice(1).forEach((one, n) => {
      const before = all[n]!
      if (one.block_number !== before.block_number + 1 || one.datetime < before.datetime)
        t.fail(`${JSON.stringify(before)} ${JSON.stringify(one)}`)
    })
  }
})

t.test('an interval reports the state of its last block, and is omitted without a block', async t => {
  const from = end / 1000 - 5 * hour
  const blocks = await snapshots({ ...usdc, start_time: iso(from) })
  for (const interval of ['1s', '15s', '5m', '13m', '1h']) {
    const width = Number(interval.slice(0, -1)) * widths[interval.at(-1) as keyof typeof widths]
    const expected = blocks.filter(({ datetime }, n) => {
      const over = datetime - (datetime % width) + width
      return over <= (blocks[n + 1]?.datetime ?? 0) || (n === blocks.length - 1 && over <= end / 1000)
    })
    for (const sort of ['asc', 'desc']) {
      const found = await snapshots({ ...usdc, interval, start_time: iso(from), sort })
      t.same(sort === 'asc' ? found : found.toReversed(), expected, `${interval} ${sort}`)
      // Ends within an interval, before its last block.
      const until = from + 2 * hour + 407
      const cut = await snapshots({ ...usdc, interval, start_time: iso(from), end_time: iso(until), sort })
      t.same(
        sort === 'asc' ? cut : cut.toReversed(),
        expected.filter(({ datetime }) => datetime <= until),
        `${interval} ${sort} until ${iso(until)}`,
      )
    }
  }
  const days = await snapshots({ ...usdc, interval: '1d' })
  t.same(
    days.map(({ datetime }) => Math.floor(datetime / widths.d)),
    [start, start + 86_400_000, start + 2 * 86_400_000].map(time => time / 86_400_000),
  )
})

t.test('an interval of n blocks reports every block whose number is a multiple of n', async t => {
  const from = end / 1000 - 5 * hour
  const blocks = await snapshots({ ...usdc, start_time: iso(from) })
  for (const width of [1, 7, 100]) {
    const found = await snapshots({ ...usdc, interval: `${width}b`, start_time: iso(from) })
    t.same(
      found,
      blocks.filter(({ block_number }) => block_number % width === 0),
      `${width}b`,
    )
  }
})

t.test('block filters and time filters select the same records, both ends inclusive', async t => {
  for (const interval of ['1b', '10m', 'change']) {
    const all = await snapshots({ protocol: 'aav2', interval, start_time: iso(end / 1000 - 3 * hour) })
    const [first, last] = [all[Math.floor(all.length / 4)]!, all[Math.floor(all.length / 2)]!]
    const wanted = all.filter(one => one.datetime >= first.datetime && one.datetime <= last.datetime)
    t.ok(wanted.length > 2, 'several markets are wanted')
    const byTime = { start_time: iso(first.datetime), end_time: iso(last.datetime) }
    const byBlock = { start_block: first.block_number, end_block: last.block_number }
    for (const query of [byTime, byBlock, { ...byTime, ...byBlock }])
      t.same(await snapshots({ protocol: 'aav2', interval, ...query }), wanted, interval)
    const one = await snapshots({ protocol: 'aav2', interval, block_number: first.block_number })
    t.same(
      one,
      all.filter(({ block_number }) => block_number === first.block_number),
      'one block',
    )
  }
})

t.test('any block has a state and its time', async t => {
  const [any] = changes.filter(({ blockchain }) => blockchain === 'arbitrum')
  const block_number = any!.block_number + 12_345
  const { data } = await server.json(withQuery(path, { blockchain: 'arbitrum', block_number }))
  t.equal(data.length, 8)
  t.same(new Set(data.map((one: Snapshot) => one.datetime)).size, 1)
})

t.test('chain, protocol and asset select markets, one or several', async t => {
  const marketsOf = async (query: Record<string, string>) =>
    [...new Set((await snapshots({ interval: '1d', ...query })).map(marketOf))].sort()
  t.same(await marketsOf({ protocol: 'aav1' }), ['ethereum aav1 DAI', 'ethereum aav1 USDC', 'ethereum aav1 WETH'])
  t.same(await marketsOf({ blockchain: 'polygon,arbitrum', asset: 'usdc' }), [
    'arbitrum aav3 USDC',
    'arbitrum cmp3 USDC',
    'polygon aav3 USDC',
    'polygon cmp3 USDC',
  ])
  t.same(await marketsOf({ protocol: 'cmpd,crem', asset: 'uni,crv' }), ['ethereum cmpd UNI', 'ethereum crem CRV'])
  t.same(await marketsOf({ asset: 'arb' }), [], 'of which none is on ethereum, the default')
  t.equal((await marketsOf({})).length, 49)
})

t.test(
  'records of several chains are merged by time, and pages join to the whole',
  ofRecords(async t => {
    for (const interval of ['1b', '100b', '7m', 'change'])
      for (const sort of ['asc', 'desc']) {
        const span = interval === '1b' ? 10 : interval === 'change' ? 4 * hour : hour / 2
        const url = withQuery(path, {
          blockchain: chains,
          interval,
          sort,
          live: 'true',
          start_time: iso(end / 1000 - span),
          page_size: 1000,
        })
        const whole = await walk(server, url)
        const records: Snapshot[] = whole.flatMap(({ body }) => body.data)
        t.equal(new Set(records.map(({ blockchain }) => blockchain)).size, 3)
        const sign = sort === 'asc' ? 1 : -1
        records.slice(1).forEach(({ datetime }, n) => {
          if (sign * (datetime - records[n]!.datetime) < 0) t.fail(`${interval} ${sort} ${n}`)
        })
        for (const page_size of [7, 40])
          t.equal(
            joinedRecords(await walk(server, withQuery(url, { page_size }))),
            joinedRecords(whole),
            `${interval} ${sort} ${page_size}`,
          )
      }
  }),
)

t.test('live=false returns only blocks with enough confirmations', async t => {
  for (const [blockchain, depth] of [
    ['ethereum', 12],
    ['arbitrum', 32],
    ['polygon', 32],
  ] as const)
    for (const interval of ['1b', '1s', 'change']) {
      const newest = async (live: string) =>
        (await server.json(withQuery(path, { blockchain, live, interval, page_size: 1 }))).data[0].block_number
      const [confirmed, head] = [await newest('false'), await newest('true')]
      t.ok(interval === 'change' ? confirmed <= head : confirmed <= head - depth, `${blockchain} ${interval}`)
      t.ok(interval === 'change' || confirmed > head - 3 * depth, 'confirmed blocks are old enough')
    }
})

t.test('a store knows the state of its first and last block, wherever it begins and ends', async t => {
  const from = later.start
  const odd = await serve(t, { ...unlimited, SANDBOX_DATA: later.path, SANDBOX_NOW: 'seeded' })
  const ended = await serve(t, { ...unlimited, SANDBOX_DATA: early.path, SANDBOX_NOW: 'seeded' })
  for (const [blockchain, gap] of [
    ['ethereum', 24_000],
    ['arbitrum', 1_000],
    ['polygon', 5_000],
  ] as const) {
    const query = { blockchain, live: 'true', sort: 'asc', page_size: 50 }
    const { data: first } = await odd.json(withQuery(path, query))
    const { data: same } = await server.json(withQuery(path, { ...query, start_time: iso(from / 1000) }))
    t.same(first, same)
    t.ok(
      first[0].datetime * 1000 >= from && first[0].datetime * 1000 < from + gap,
      'the first record lies at the start',
    )
    const { data: last } = await ended.json(withQuery(path, { ...query, sort: 'desc' }))
    const end_time = iso((early.end - 1) / 1000)
    t.same(last, (await server.json(withQuery(path, { ...query, sort: 'desc', end_time }))).data)
  }
})

t.test('a chain without lending markets has no records, beside others too', async t => {
  for (const url of [path, eventsPath]) {
    const none = await server.get(`${url}?blockchain=solana`)
    t.same([none.statusCode, none.json().data], [200, []], url)
    t.match(none.headers['x-sandbox-hint'], /^no lending market has the blockchain "solana"; there are arbitrum, eth/)
    const [both, one] = await Promise.all(
      ['polygon,solana', 'polygon'].map(chains => server.json(`${url}?blockchain=${chains}&page_size=20`)),
    )
    t.ok(one.data.length > 0, 'the chain has records')
    t.same(both.data, one.data)
  }
})

t.test('exchange is another name of the protocol', async t => {
  for (const url of [path, eventsPath]) {
    const [named, plain] = await Promise.all(
      ['exchange', 'protocol'].map(name => server.json(`${url}?${name}=aav3,cmpd&page_size=50`)),
    )
    t.same(named.data, plain.data)
    t.equal(named.query.protocol, 'aav3,cmpd')
  }
})

t.test('invalid parameters are refused by name', async t => {
  const cases: [query: string, status: number, message: RegExp][] = [
    ['blockchain=solna', 404, /blockchain "solna"; there are arbitrum, ethereum, polygon/],
    ['blockchain=ethereum,etherum', 404, /"etherum" \(did you mean "ethereum"\?\)/],
    ['protocol=aave', 404, /protocol "aave".*aav1, aav2, aav3, cmp3, cmpd, crem, flud, mrpb, sprk/],
    ['asset=weht', 404, /"weht" \(did you mean "weth"\?\)/],
    ['asset=btc', 404, /no lending market has the asset "btc"/],
    ['interval=0b', 400, /^interval must be change, a number of blocks/],
    ['interval=2d', 400, /^interval/],
    ['interval=b', 400, /^interval/],
    ['interval=1000001b', 400, /^interval/],
    ['start_block=2&end_block=1', 400, /start_block must not be after end_block: 2 is after 1/],
    ['block_number=-1', 400, /^block_number/],
    ['page_size=1001', 400, /^page_size must be an integer from 1 to 1000/],
  ]
  for (const [query, status, message] of cases) {
    const refused = await refusal(query)
    t.equal(refused[0], status, query)
    t.match(refused[1], message, query)
  }
})

t.test('the echo consists of texts, and a future block has no record', async t => {
  const { query, data } = await server.json(`${path}?block_number=99999999&asset=weth,usdc`)
  t.same(data, [])
  t.match(query, { blockchain: 'ethereum', protocol: '*', asset: 'weth,usdc', live: 'false', interval: '1b' })
  t.match(query, { block_number: '99999999', start_block: '*', sort: 'descending', page_size: '100' })
  t.equal((await page(server, path)).body.data.length, 100)
})

const eventsUrl = (query: Record<string, string | number> = {}) =>
  withQuery(eventsPath, { live: 'true', sort: 'asc', page_size: 1000, ...query })
// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
const eventsOf = async (query = {}): Promise<any[]> =>
  (await walk(server, eventsUrl(query))).flatMap(({ body }) => body.data)
const millionths = (amount: number) => Math.round(amount * 1e6)

t.test(
  'lending events add up to the changes between snapshots, and no user gives back more than is theirs',
  ofRecords(async t => {
    const events = await eventsOf()
    t.ok(events.length > 300, 'there are many events')
    const keys = events.map(({ datetime, block_number, log_index }) => [datetime, block_number, log_index])
    t.same(
      keys,
      keys.toSorted(([a, b, c], [d, e, f]) => a - d || b - e || c - f),
    )
    t.equal(new Set(events.map(({ transaction_hash }) => transaction_hash)).size, events.length)
    const signs: Record<string, [number, number]> = {
      deposit: [1, 0],
      withdraw: [-1, 0],
      borrow: [0, 1],
      repayment: [0, -1],
      liquidation: [0, -1],
    }
    const markets = Map.groupBy(events, ({ receipt_address, blockchain }) => `${blockchain} ${receipt_address}`)
    t.ok(markets.size > 20, 'many markets have events')
    for (const [name, own] of markets) {
      const { blockchain, protocol, asset_symbol } = own[0]
      const query = { blockchain, protocol, asset: asset_symbol, interval: 'change', live: 'true', sort: 'asc' }
      const pages = await walk(server, withQuery('/v2/data/lending.v1/snapshots', { ...query, page_size: 1000 }))
      const snapshots = pages.flatMap(({ body }) => body.data)
      snapshots.slice(1).forEach((snapshot, n) => {
        const before = snapshots[n]
        const within = own.filter(
          ({ block_number: block }) => block > before.block_number && block <= snapshot.block_number,
        )
        for (const [side, field] of ['total_liquidity', 'total_borrowed'].entries()) {
          const sum = within.reduce((all, { type, amount }) => all + signs[type]![side]! * millionths(amount), 0)
          const change = millionths(snapshot[field]) - millionths(before[field])
          if (sum !== change) t.fail(`${name} ${field} ${snapshot.block_number}: ${sum}, not ${change}`)
        }
      })
      for (const [side, field] of ['total_liquidity', 'total_borrowed'].entries()) {
        const lowest = snapshots.toSorted((a, b) => a[field] - b[field])[0]!.block_number
        const sums = new Map<string, number>()
        for (const { type, amount, user_address, block_number } of own) {
          if (block_number <= lowest) continue
          const sum = (sums.get(user_address) ?? 0) + signs[type]![side]! * millionths(amount)
          if (sum < 0) t.fail(`${name} ${user_address} ${field} ${sum}`)
          sums.set(user_address, sum)
        }
      }
    }
  }),
)

t.test(
  'each filter of lending events equals filtering the whole list',
  ofRecords(async t => {
    const events = await eventsOf()
    const { user_address, transaction_hash, block_number } = events[Math.floor(events.length / 2)]
    const within = (from: number, to: number) => events.filter(({ datetime }) => datetime >= from && datetime <= to)
    const [from, to] = [events[50].datetime, events[90].datetime]
    const time = (seconds: number) => new Date(seconds * 1000).toISOString()
    for (const [query, expected] of [
      [{ blockchain: 'ethereum,polygon' }, events.filter(one => ['ethereum', 'polygon'].includes(one.blockchain))],
      [{ exchange: 'AAV3' }, events.filter(({ protocol }) => protocol === 'aav3')],
      [{ asset: 'weth,usdc' }, events.filter(one => ['weth', 'usdc'].includes(one.asset_symbol))],
      [
        { user_address: user_address.toUpperCase().replace('0X', '0x') },
        events.filter(one => one.user_address === user_address),
      ],
      [{ type: 'borrow,repayment' }, events.filter(({ type }) => ['borrow', 'repayment'].includes(type))],
      [{ tx_hash: transaction_hash }, events.filter(one => one.transaction_hash === transaction_hash)],
      [{ block_number }, events.filter(one => one.block_number === block_number)],
      [{ start_block: block_number }, events.filter(one => one.block_number >= block_number)],
      [{ end_block: block_number }, events.filter(one => one.block_number <= block_number)],
      [{ start_time: time(from), end_time: time(to) }, within(from, to)],
    ] as [Record<string, string>, object[]][]) {
      t.same(await eventsOf(query), expected, JSON.stringify(query))
      t.ok(expected.length > 0, 'some events match')
      if (expected.length < 60) t.same(await eventsOf({ ...query, page_size: 7 }), expected)
    }
    const final = await eventsOf({ live: 'false', protocol: 'aav3', blockchain: 'ethereum' })
    const last = end / 1000 - 168
    t.same(
      final,
      events.filter(one => one.protocol === 'aav3' && one.blockchain === 'ethereum' && one.datetime < last),
    )
    const refused = await server.get(eventsUrl({ type: 'mint' }))
    t.match([refused.statusCode, refused.json().message], [400, /type must be .*liquidation/])
    t.match((await server.get(eventsUrl({ protocol: 'aav4' }))).json().message, /protocol "aav4" \(did you mean "aav/)
  }),
)
