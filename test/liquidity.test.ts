import { all, liquidityUrl as base, knownPools, snapshotsOf } from './harness/known-pools.ts'
import { withQuery } from './harness/operations.ts'
import { early, later } from './harness/partial-stores.ts'
import type { Event, Pool, Ranges, Snapshot } from './harness/pool-laws.ts'
import { fc, runs } from './harness/properties.ts'
import { serve, unlimited } from './harness/server.ts'
import { start } from './harness/store.ts'
import t from './harness/tap.ts'
import { joinedRecords, page, walk } from './harness/walk.ts'

const server = await serve(t, unlimited)
const pools: Pool[] = (await server.json('/v1/pools')).data
const events = await all<Event>(server, `${base}/events`)
const known = await knownPools(server)
const [first, second] = known.filter(({ pool }) => pool.type === 'concentrated')

t.test(
  'price_range limits the tick ranges: 0 selects the usable ticks around the price, and wider ranges contain narrower ones',
  async t => {
    const { pool } = first!
    const url = `${base}/snapshots/usp3?pool_address=${pool.address}&page_size=1`
    const ranges = async (price_range?: number): Promise<Ranges> =>
      (await server.json(withQuery(url, { price_range }))).data[0]
    const { current_tick, snapshots: at } = await ranges(0)
    t.equal(at.length, 1)
    t.ok(
      at[0]!.lower_tick <= current_tick && at[0]!.upper_tick > current_tick,
      'the current tick lies in the first range',
    )
    t.equal(at[0]!.upper_tick - at[0]!.lower_tick, pool.tickSpacing)
    const [narrow, usual, wide] = [await ranges(0.02), await ranges(), await ranges(0.2)]
    t.same(usual, await ranges(0.1))
    const inside = wide.snapshots.map(({ lower_tick }) => lower_tick)
    for (const { snapshots } of [narrow, usual])
      t.ok(
        snapshots.slice(1).every(({ lower_tick }) => inside.includes(lower_tick)),
        'all ranges lie inside',
      )
    t.ok(
      narrow.snapshots.length < usual.snapshots.length && usual.snapshots.length < wide.snapshots.length,
      'a wider range has more snapshots',
    )
    const refused = await server.get(withQuery(url, { price_range: 0.3 }))
    t.equal(refused.statusCode, 400)
    t.match(refused.json().message, /price_range must be a number from 0 to 0\.2/)
  },
)

t.test('snapshots of ranges are at the blocks of plain snapshots and page like them', async t => {
  const { pool, snapshots } = second!
  const query = { pool_address: pool.address, price_range: 0, live: 'true' }
  const walked = await walk(server, withQuery(`${base}/snapshots/usp3`, query))
  const ranges = walked.flatMap(({ body }) => body.data as Ranges[])
  t.same(
    ranges.map(({ block_number, current_price }) => [block_number, current_price]),
    snapshots.toReversed().map(({ block_number, price }) => [block_number, price]),
  )
  const threes = await walk(
    server,
    withQuery(`${base}/snapshots/usp3`, { ...query, page_size: 3, sort: 'asc' }),
    'continuation_token',
  )
  t.equal(threes.length, Math.ceil(snapshots.length / 3))
  t.same(
    threes.flatMap(({ body }) => body.data),
    ranges.toReversed(),
  )
})

t.test('block bounds and time bounds select the same records', async t => {
  const { pool, snapshots } = first!
  const anyTwo = fc.tuple(fc.nat(snapshots.length - 1), fc.nat(snapshots.length - 1))
  await fc.assert(
    fc.asyncProperty(anyTwo, fc.constantFrom('snapshots', 'snapshots/usp3', 'events'), async ([a, b], kind) => {
      const [first, last] = [snapshots[Math.min(a, b)]!, snapshots[Math.max(a, b)]!]
      const url = withQuery(`${base}/${kind}`, { pool_address: pool.address, page_size: 10 })
      const time = ({ datetime }: Snapshot) => new Date(datetime * 1000).toISOString()
      const byTime = { start_time: time(first), end_time: time(last) }
      const byBlock = { start_block: first.block_number, end_block: last.block_number }
      const [times, blocks, both] = await Promise.all(
        [byTime, byBlock, { ...byTime, ...byBlock }].map(async query =>
          joinedRecords([await page(server, withQuery(url, query))]),
        ),
      )
      t.equal(times, blocks)
      t.equal(both, blocks)
    }),
    runs(40),
  )
  const nothing = { pool_address: pool.address, start_block: snapshots.at(-1)!.block_number + 1 }
  for (const kind of ['snapshots', 'snapshots/usp3', 'events'])
    t.same((await server.json(withQuery(`${base}/${kind}`, nothing))).data, [])
})

t.test('filters of mints and burns select the matching ones in any combination', async t => {
  const some = events[Math.floor(events.length * 0.7)]!
  const tokens = new Map(pools.map(pool => [pool.address, pool.tokens.map(({ symbol }) => symbol.toLowerCase())]))
  const busy = [...Map.groupBy(events, ({ user_address }) => user_address)].sort(([, a], [, b]) => b.length - a.length)
  const users = busy.slice(0, 2).map(([user]) => user)
  const filters: Record<string, [string, (event: Event) => boolean]> = {
    blockchain: ['ethereum', ({ blockchain }) => blockchain === 'ethereum'],
    protocol: ['usp3', ({ exchange }) => exchange === 'usp3'],
    pool_address: [some.pool_address, ({ pool_address }) => pool_address === some.pool_address],
    pool_contains: [
      'dai,usdt',
      ({ pool_address }) => ['dai', 'usdt'].some(code => tokens.get(pool_address)!.includes(code)),
    ],
    user_addresses: [users.join(','), ({ user_address }) => users.includes(user_address)],
    type: ['burn', ({ type }) => type === 'burn'],
    tx_hash: [some.transaction_hash, ({ transaction_hash }) => transaction_hash === some.transaction_hash],
    block_number: [String(some.block_number), ({ block_number }) => block_number === some.block_number],
    start_block: [String(some.block_number), ({ block_number }) => block_number >= some.block_number],
    end_block: [String(some.block_number), ({ block_number }) => block_number <= some.block_number],
    start_time: [new Date(some.datetime * 1000).toISOString(), ({ datetime }) => datetime >= some.datetime],
    end_time: [new Date(some.datetime * 1000).toISOString(), ({ datetime }) => datetime <= some.datetime],
  }
  let found = 0
  await fc.assert(
    fc.asyncProperty(fc.subarray(Object.keys(filters), { minLength: 1, maxLength: 4 }), async names => {
      const query = Object.fromEntries(names.map(name => [name, filters[name]![0]]))
      const expected = events.filter(event => names.every(name => filters[name]![1](event)))
      t.same(await all(server, `${base}/events`, { ...query, page_size: 7 }), expected, names.join())
      found += expected.length
    }),
    runs(60),
  )
  t.ok(found > 200, 'many ranges are compared')
  t.same(
    await all(server, `${base}/events`, { exchange: 'bal2' }),
    events.filter(({ exchange }) => exchange === 'bal2'),
  )
  t.same(await all(server, `${base}/events`, { pool_contains: 'quick' }), [])
})

t.test('log indexes are unique in a block, and hashes and users have the format of their chain', async t => {
  const names = [
    ...events.map(({ blockchain, block_number, log_index }) => `${blockchain} ${block_number} ${log_index}`),
    ...known.flatMap(({ pool, swaps }) =>
      swaps.map(({ block, logIndex }) => `${pool.blockchain} ${block} ${logIndex}`),
    ),
  ]
  t.equal(new Set(names).size, names.length)
  t.equal(new Set(events.map(({ transaction_hash }) => transaction_hash)).size, events.length)
  for (const { transaction_hash, user_address } of events) {
    t.match(transaction_hash, /^0x[0-9a-f]{64}$/)
    t.match(user_address, /^0x[0-9a-f]{40}$/)
  }
})

t.test('live=true reaches the head; otherwise blocks need confirmations', async t => {
  const { pool, snapshots } = first!
  const shown = snapshots.findLast(({ datetime }) => datetime * 1000 < early.end)!
  const { json } = await serve(t, { ...unlimited, SANDBOX_DATA: early.path, SANDBOX_NOW: 'seeded' })
  for (const kind of ['snapshots', 'snapshots/usp3', 'events']) {
    const newest = async (live: string) =>
      (await json(`${base}/${kind}?pool_address=${pool.address}&page_size=1&live=${live}`)).data[0]
    const [head, deep] = [await newest('true'), await newest('false')]
    if (kind !== 'events') t.equal(head.datetime, shown.datetime)
    t.ok(deep.datetime * 1000 < early.end - 12 * 12_000, `${kind}: twelve blocks of twelve seconds`)
    t.ok(deep.block_number <= head.block_number, 'the deep block is not after the head')
  }
})

t.test('a store that begins later agrees over the common range', async t => {
  const server = await serve(t, { ...unlimited, SANDBOX_DATA: later.path, SANDBOX_NOW: 'seeded' })
  for (const { pool, snapshots } of known) {
    const own = await snapshotsOf(server, pool)
    t.same(own, snapshots.slice(snapshots.length - own.length), pool.name)
  }
  const own = await all<Event>(server, `${base}/events`)
  const cut = later.start / 1000
  t.same(
    own.filter(({ datetime }) => datetime >= cut),
    events.filter(({ datetime }) => datetime >= cut),
  )
  const theirs = new Map(events.map(event => [event.transaction_hash, event]))
  for (const event of own) if (event.datetime >= start / 1000) t.same(theirs.get(event.transaction_hash), event)
  t.ok(
    own.some(({ datetime }) => datetime < cut),
    'pool contents are known from their mint on',
  )
})

t.test('unknown pools, pools on other chains and pools of other types are refused by name', async t => {
  const usp2 = pools.find(({ protocol }) => protocol === 'usp2')!
  const vault = pools.find(({ type }) => type === 'vault')!
  const usp3 = first!.pool
  const near = usp3.address.replace(/.$/, last => (last === '0' ? '1' : '0'))
  const refusals: [string, number, RegExp][] = [
    ['snapshots', 400, /pool_address is required/],
    ['snapshots?pool_address=weth', 400, /pool_address must be an address.*not "weth"/],
    [`snapshots?pool_address=${near}`, 404, new RegExp(`unknown pool "${near}".*did you mean "${usp3.address}"`)],
    [`snapshots?pool_address=${usp3.address}&blockchain=polygon`, 404, /is on ethereum, not on "polygon"/],
    [
      `snapshots?pool_address=${usp3.address}&blockchain=etherum`,
      404,
      /unknown blockchain "etherum" \(did you mean "ethereum"/,
    ],
    [`snapshots?pool_address=${vault.address}`, 404, /lending vault/],
    [`snapshots/usp2?pool_address=${usp2.address}`, 404, /protocol must be usp3 here, not "usp2"/],
    [`snapshots/usp3?pool_address=${usp2.address}`, 404, /belongs to usp2, not usp3/],
    [
      `snapshots?pool_address=${usp3.address}&start_block=9&end_block=8`,
      400,
      /start_block must not be after end_block: 9 is after 8/,
    ],
    ['events?protocol=usp', 404, /unknown protocol or exchange "usp" \(did you mean "usp2"/],
    ['events?pool_contains=weth,usdcc', 404, /unknown pool_contains token "usdcc" \(did you mean "usdc"/],
    ['events?pool_contains=WETHX', 404, /unknown pool_contains token "wethx" \(did you mean "weth"/],
    ['events?type=swap', 400, /type must be mint or burn, not "swap"/],
    ['events?tx_hash=0x12', 400, /tx_hash must be a transaction hash/],
  ]
  for (const [url, status, message] of refusals) {
    const answer = await server.get(`${base}/${url}`)
    t.equal(answer.statusCode, status, url)
    t.match(answer.json().message, message, url)
  }
  const upper = `${base}/snapshots?pool_address=0x${usp3.address.slice(2).toUpperCase()}&page_size=1`
  t.equal((await server.json(upper)).data[0].pool_address, usp3.address, 'hexadecimal digits may have either case')
  const { transaction_hash } = events[0]!
  const digits = transaction_hash.slice(2)
  for (const hash of [digits, digits.toUpperCase(), `0x${digits.toUpperCase()}`]) {
    const found = (await server.json(`${base}/events?tx_hash=${hash}&live=true`)).data
    t.same(found, [events[0]], hash)
  }
})
