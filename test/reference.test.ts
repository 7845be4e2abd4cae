import { Store } from '../src/store/store.ts'
import { cataloguePath } from './harness/catalogue.ts'
import { ofRecords } from './harness/of-records.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import t, { type Test } from './harness/tap.ts'
import { joinedRecords, page, walk } from './harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

/** The whole catalogue with one day of trades. */
async function serveCatalogue(t: Test, environment = {}): Promise<Served> {
  return serve(t, {
    ...unlimited,
    SANDBOX_DATA: cataloguePath,
    SANDBOX_NOW: 'seeded',
    SANDBOX_PROFILE: 'standard',
    ...environment,
  })
}

const server = await serveCatalogue(t)

const list = async (path: string): Promise<Row[]> => (await server.json(path)).data
const [exchanges, assets, protocols, pools, instruments] = (await Promise.all(
  ['exchanges', 'assets', 'pools-protocols', 'pools', 'instruments'].map(name => list(`/v1/${name}`)),
)) as [Row[], Row[], string[], Row[], Row[]]
const classesOf = new Map(assets.map(({ code, asset_class, asset_classes }) => [code, [asset_class, ...asset_classes]]))

t.test(
  'every combination of parameters works',
  ofRecords(async t => {
    const filters = ['exchange_code=cbse', 'class=spot', 'base_asset=btc', 'code=btc-usd', 'order=-1']
    const more = ['trade_count_min=1', 'base_asset_class=cryptocurrency']
    const all = [...filters, ...more]
    for (let n = 0; n < 2 ** all.length; n++) {
      const given = all.filter((_, place) => (n >> place) & 1)
      t.equal((await list(`/v1/instruments?limit=1&${given.join('&')}`)).length, 1)
    }
  }),
)

t.test('the lists are long, and their codes are unique', async t => {
  t.ok(
    exchanges.length >= 24 && assets.length >= 60 && pools.length >= 60 && instruments.length >= 400,
    'the lists are long',
  )
  for (const codes of [exchanges.map(({ code }) => code), assets.map(({ code }) => code), protocols])
    t.equal(new Set(codes).size, codes.length)
  t.equal(new Set(pools.map(({ blockchain, address }) => `${blockchain} ${address}`)).size, pools.length)
  t.same(new Set(instruments.map(one => one.class)), new Set(['spot', 'future', 'perpetual-future', 'option']))
  t.ok(
    instruments.some(one => one.trade_end_timestamp !== null),
    'some instruments have ended',
  )
})

t.test('each filter of instruments selects exactly the matching ones', async t => {
  const cases: [query: string, matches: (one: Row) => boolean][] = [
    ['exchange_code=cbse', one => one.exchange_code === 'cbse'],
    ['exchange_code=cbse&exchange_code=krkn', one => ['cbse', 'krkn'].includes(one.exchange_code)],
    ['exchange_code=cbse,krkn', one => ['cbse', 'krkn'].includes(one.exchange_code)],
    ['base_asset=btc&base_asset=eth', one => ['btc', 'eth'].includes(one.base_asset)],
    ['quote_asset=usd', one => one.quote_asset === 'usd'],
    ['code=btc-usd&code=eth-usd', one => ['btc-usd', 'eth-usd'].includes(one.code)],
    ['class=option', one => one.class === 'option'],
    ['class=future&class=perpetual-future', one => /future/.test(one.class)],
    [
      'exchange_code=cbse&class=spot&quote_asset=usd',
      one => one.exchange_code === 'cbse' && one.class === 'spot' && one.quote_asset === 'usd',
    ],
    ['trade_count_min=500', one => one.trade_count >= 500],
    ['trade_count_max=5', one => one.trade_count <= 5],
    ['trade_count_min=10&trade_count_max=20', one => one.trade_count >= 10 && one.trade_count <= 20],
    ['trade_end_timestamp=ongoing', one => one.trade_end_timestamp === null],
    [
      'trade_end_timestamp=2026-01-30T08:00:00Z',
      one => one.trade_end_timestamp !== null && one.trade_end_timestamp <= Date.UTC(2026, 0, 30, 8),
    ],
    ['trade_start_timestamp=2026-01-30T06:00:00Z', one => one.trade_start_timestamp >= Date.UTC(2026, 0, 30, 6)],
    ['base_asset_class=stablecoin', one => classesOf.get(one.base_asset)!.includes('stablecoin')],
    ['quote_asset_class=fiat', one => classesOf.get(one.quote_asset)!.includes('fiat')],
    [
      'quote_asset_class=fiat&quote_asset_class=stablecoin&base_asset=btc',
      one =>
        one.base_asset === 'btc' &&
        classesOf.get(one.quote_asset)!.some((kind: string) => ['fiat', 'stablecoin'].includes(kind)),
    ],
    [
      `vendor_legacy_symbol=${instruments[7].vendor_legacy_symbol}`,
      one => one.vendor_legacy_symbol === instruments[7].vendor_legacy_symbol,
    ],
  ]
  for (const [query, matches] of cases) {
    const expected = instruments.filter(matches)
    t.ok(expected.length > 0 && expected.length < instruments.length, `${query} divides`)
    t.same(await list(`/v1/instruments?${query}`), expected, query)
  }
  t.same(await list('/v1/instruments?exchange_code=nope'), [], 'a filter without matches returns an empty success')
  t.same(
    await list('/v1/instruments?exchange_code=cbse&exchange_code=nope'),
    instruments.filter(one => one.exchange_code === 'cbse'),
  )
})

t.test('blockchain selects the instruments that trade on it', async t => {
  const decentralised = await list('/v1/instruments?with_list_pools=true&class=spot')
  const chains = new Set(pools.map(({ blockchain }) => blockchain))
  let found = 0
  for (const chain of chains) {
    const own = await list(`/v1/instruments?blockchain=${chain}&with_list_pools=true`)
    found += own.length
    for (const one of own)
      t.ok(
        one.list_pools.every((pool: Row) => pool.blockchain === chain),
        `${one.exchange_code} ${one.code}`,
      )
  }
  t.ok(found > 0, 'some instruments match')
  t.equal(found, decentralised.filter(({ list_pools }) => list_pools.length > 0).length)
})

t.test('list_pools adds pools on request, and they exist', async t => {
  const known = new Set(pools.map(({ blockchain, address }) => `${blockchain} ${address}`))
  const listed = await list('/v1/instruments?with_list_pools=true')
  t.ok(
    instruments.every(one => !('list_pools' in one)),
    'pools are left out unless asked for',
  )
  t.ok(
    listed.every(({ list_pools }) => list_pools.every((pool: Row) => known.has(`${pool.blockchain} ${pool.address}`))),
    'every listed pool is known',
  )
  t.ok(
    listed.some(({ list_pools }) => list_pools.length > 0) && listed.some(({ list_pools }) => list_pools.length === 0),
    'only decentralised instruments have pools',
  )
  t.strictSame(
    listed.map(({ list_pools, ...one }) => one),
    instruments,
  )
})

const orders =
  'exchange_code class vendor_legacy_symbol trade_start_timestamp trade_end_timestamp trade_count base_asset quote_asset code trade_count_min trade_count_max'.split(
    ' ',
  )

/** Compares texts by bytes and numbers by value; null sorts last. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  return a < b ? -1 : 1
}

/** Comparing thousands of records field by field takes seconds. */
const textOf = (records: unknown) => JSON.stringify(records)

t.test(
  'instruments can be sorted by every field in both directions, and paged',
  ofRecords(async t => {
    const exchanges = ['bnce', 'cbse', 'drbt', 'itbi', 'usp3']
    const some = `exchange_code=${exchanges}`
    for (const orderBy of orders) {
      const field = orderBy.replace(/_(min|max)$/, '')
      const ascending = await list(`/v1/instruments?orderBy=${orderBy}&order=1&${some}`)
      t.equal(ascending.length, instruments.filter(one => exchanges.includes(one.exchange_code)).length)
      for (let n = 1; n < ascending.length; n++)
        if (compare(ascending[n - 1][field], ascending[n][field]) > 0)
          t.fail(`${orderBy}: ${ascending[n - 1][field]} before ${ascending[n][field]}`)
      const descending = await page(server, `/v1/instruments?orderBy=${orderBy}&order=-1&${some}`)
      t.equal(textOf(descending.body.data), textOf(ascending.toReversed()), `${orderBy} descending`)
      const pages = await walk(server, `/v1/instruments?orderBy=${orderBy}&order=-1&limit=151&${some}`)
      t.equal(joinedRecords(pages), descending.records)
    }
    const nested = await list('/v1/instruments?orderBy=class&orderBy=base_asset')
    const explicit = await list('/v1/instruments?orderBy=class&orderBy=base_asset&order=1')
    t.equal(textOf(explicit), textOf(nested), 'ascending is the default')
    const keys = nested.map((one: { class: string; base_asset: string }) => `${one.class} ${one.base_asset}`)
    t.same(keys, keys.toSorted(), 'of several, the first is the most significant')
    t.equal(textOf(await list('/v1/instruments?orderBy=class,base_asset')), textOf(nested))
    for (const wrong of ['order=2', 'order=asc', 'order=', 'orderBy=name', 'orderBy=', 'orderBy=constructor'])
      t.equal((await server.get(`/v1/instruments?${wrong}`)).statusCode, 400, wrong)
  }),
)

t.test('a walk keeps its filters, its order and its list of pools', async t => {
  const query = '/v1/instruments?class=spot&trade_count_min=1&with_list_pools=true&orderBy=base_asset&order=-1'
  const whole = await page(server, query)
  t.equal(joinedRecords(await walk(server, `${query}&limit=13`, 'continuation_token')), whole.records)
  t.ok(whole.body.data.length > 26, 'the list has more than a page')
  t.equal((await server.json('/v1/instruments?page_size=3')).data.length, 3, 'page_size is an alias of limit')
  const both = await server.get('/v1/instruments?limit=3&page_size=9')
  t.match(both.json().message, /page_size.*limit/, 'conflicting aliases are refused')
})

t.test('without a limit the whole list is returned, whatever its length', async t => {
  t.ok(instruments.length > 1000 || instruments.length >= 400, 'the list is long')
  const { headers, body } = await server.get('/v1/instruments')
  t.equal(headers['content-type'], 'application/json; charset=utf-8')
  t.same(Object.keys(JSON.parse(body)), ['result', 'data'])
})

t.test('each filter of pools selects the matching ones, and they are counted', async t => {
  const [pool] = pools.filter(({ tokens }) => tokens.length === 2)
  const [first, second] = pool.tokens
  const holds = (wanted: string) => (one: Row) =>
    one.tokens.some(({ symbol, address }: Row) =>
      [symbol.toLowerCase(), address.toLowerCase()].includes(wanted.toLowerCase()),
    )
  const cases: [query: string, matches: (one: Row) => boolean][] = [
    ['', () => true],
    ['blockchain=ethereum', one => one.blockchain === 'ethereum'],
    [`protocol=${protocols[0]}`, one => one.protocol === protocols[0]],
    [`protocol=${protocols[0]},${protocols[1]}`, one => protocols.slice(0, 2).includes(one.protocol)],
    [
      `blockchain=ethereum&protocol=${pool.protocol}`,
      one => one.blockchain === 'ethereum' && one.protocol === pool.protocol,
    ],
    [`tokens=${first.address}`, holds(first.address)],
    [`tokens=${first.address.toUpperCase()}`, holds(first.address)],
    [`tokens=${first.address},${second.address}`, one => holds(first.address)(one) && holds(second.address)(one)],
    [
      `tokens=${first.address}&tokens=${second.address}`,
      one => holds(first.address)(one) && holds(second.address)(one),
    ],
    [`tokens=nope`, () => false],
    [`blockchain=nope`, () => false],
  ]
  for (const [query, matches] of cases) {
    const { data, count } = await server.json(`/v1/pools?${query}`)
    t.same(data, pools.filter(matches), query)
    t.equal(count, data.length)
  }
  const bySymbol = await list('/v1/pools?tokens=usdc')
  t.ok(bySymbol.length > 0 && bySymbol.length < pools.length, 'the symbol selects some pools')
  t.same(await list('/v1/pools?tokens=USDC'), bySymbol)
})

t.test(
  'pools have the fields of their type',
  ofRecords(async t => {
    for (const pool of pools) {
      t.equal('tickSpacing' in pool, pool.type === 'concentrated', pool.name)
      t.equal('weights' in pool, pool.type === 'weighted', pool.name)
      if (pool.weights) t.equal(pool.weights.length, pool.tokens.length)
      t.ok(
        pool.tokens.every((token: Row) => token.blockchain === pool.blockchain),
        "the tokens are on the pool's chain",
      )
      t.ok(protocols.includes(pool.protocol), 'the protocol of the pool is listed')
    }
    const sizes = new Set(pools.map(({ tokens }) => tokens.length))
    t.ok(sizes.has(1) && sizes.has(8), 'pools have one to eight tokens')
  }),
)

t.test('vendorName renames fields and parameters', async t => {
  const renamed = await serveCatalogue(t, { SANDBOX_VENDOR_NAME: 'acme' })
  const plain = (record: Row) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name.replace(/^acme_/, 'vendor_'), value]))
  for (const [path, own] of [
    ['exchanges', exchanges],
    ['instruments', instruments],
  ] as const) {
    const { data } = await renamed.json(`/v1/${path}`)
    t.ok('acme_legacy_slug' in data[0] || 'acme_legacy_symbol' in data[0], "the field has the operator's name")
    t.notOk(JSON.stringify(data).includes('vendor_'), 'no field has the placeholder')
    t.equal(textOf(data.map(plain)), textOf(own))
  }
  const symbol = instruments[3].vendor_legacy_symbol
  const matching = instruments.filter(one => one.vendor_legacy_symbol === symbol)
  t.same((await renamed.json(`/v1/instruments?acme_legacy_symbol=${symbol}`)).data.map(plain), matching)
  t.equal(
    (await renamed.json(`/v1/instruments?vendor_legacy_symbol=${symbol}`)).data.length,
    instruments.length,
    'the other name is unknown',
  )
  const query = '/v1/instruments?orderBy=trade_count&class=spot'
  t.equal(joinedRecords(await walk(renamed, `${query}&limit=50`)), (await page(renamed, query)).records)
  const ordered = await list('/v1/instruments?orderBy=vendor_legacy_symbol')
  const { data } = await renamed.json('/v1/instruments?orderBy=acme_legacy_symbol')
  t.equal(textOf(data.map(plain)), textOf(ordered), 'also as a value')
  t.equal((await renamed.get('/v1/instruments?orderBy=vendor_legacy_symbol')).statusCode, 400)
  const byRenamed = '/v1/instruments?orderBy=acme_legacy_symbol&limit=50'
  const walked = (await walk(renamed, byRenamed)).flatMap(({ body }) => body.data.map(plain))
  t.equal(textOf(walked), textOf(ordered))
})

t.test(
  'trade_compressed_size is the size of the blocks that hold the trades',
  ofRecords(async t => {
    const store = Store.open(cataloguePath, { readonly: true })
    const sizes = store.all(
      `SELECT exchange_code || ' ' || class || ' ' || code, ifnull((SELECT sum(length(trades)) FROM trade_block WHERE instrument = id), 0), trade_count
     FROM instrument`,
    )
    store.close()
    const listed = (await server.json('/v1/instruments')).data
    const named = new Map(listed.map((one: Row) => [`${one.exchange_code} ${one.class} ${one.code}`, one]))
    const perTrade = new Set<number>()
    for (const [name, size, count] of sizes) {
      if (named.has(String(name))) t.equal((named.get(String(name)) as Row).trade_compressed_size, size, String(name))
      if (Number(count) > 100) perTrade.add(Math.round((10 * Number(size)) / Number(count)))
    }
    t.ok(perTrade.size > 5, 'sizes differ by instrument')
  }),
)

t.test('every chain that a record names is listed, in a fixed order', async t => {
  const { data, count } = await server.json('/v1/blockchains')
  t.equal(count, data.length)
  t.same(
    data.slice(0, 5).map(({ id, name, is_evm }: Record<string, unknown>) => [id, name, is_evm]),
    ['ethereum', 'bsc', 'polygon', 'arbitrum', 'avalanche'].map((name, n) => [n + 1, name, true]),
  )
  const names = data.map(({ name }: { name: string }) => name)
  const pools = (await server.json('/v1/pools')).data
  for (const { blockchain } of pools) t.ok(names.includes(blockchain), blockchain)
  t.ok(names.includes('bitcoin') && names.includes('canton'), 'bitcoin and canton are listed')
  const evm = ['celo', 'cronos', 'kava', 'mantle', 'monad', 'sei', 'sonic', 'xdc']
  for (const { name, is_evm } of data) {
    if (evm.includes(name)) t.equal(is_evm, true, name)
    if (['solana', 'bitcoin', 'cosmos', 'sui'].includes(name)) t.equal(is_evm, false, name)
  }
})
