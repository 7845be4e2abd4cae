import { day, hour } from '../src/market/time.ts'
import { all, liquidityUrl } from './harness/known-pools.ts'
import { ofRecords } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const list = async (url: string): Promise<Row[]> => (await server.json(url)).data
const pools = await list('/v1/pools')
const protocols = new Set(pools.map(({ protocol }) => protocol))
const instruments = (await list('/v1/instruments')).filter(({ exchange_code }) => protocols.has(exchange_code))
const swaps = new Map<Row, Row[]>()
for (const one of instruments)
  swaps.set(one, await list(withQuery(instrumentUrl(one, 'trades'), { sort: 'asc', page_size: 100_000 })))

t.test(
  'trades on decentralised exchanges end with chain, pool, transaction and account',
  ofRecords(async t => {
    const hashes = new Set<string>()
    for (const [one, trades] of swaps) {
      const own = pools.filter(({ protocol, blockchain }) => protocol === one.exchange_code && blockchain)
      for (const { blockchain, pool_address, transaction_hash, user_address, trade_id, ...trade } of trades) {
        t.same(Object.keys(trade), ['timestamp', 'price', 'amount', 'taker_side_sell'])
        const pool = own.find(({ address }) => address === pool_address)
        if (pool?.blockchain !== blockchain) t.fail(`${one.code} ${trade_id} in ${pool_address}`)
        t.match(user_address, blockchain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{44}$/ : /^0x[0-9a-f]{40}$/)
        t.match(transaction_hash, blockchain === 'solana' ? /^[1-9A-HJ-NP-Za-km-z]{88}$/ : /^0x[0-9a-f]{64}$/)
        hashes.add(transaction_hash)
      }
    }
    const count = [...swaps.values()].flat().length
    t.ok(count > 500, 'there are many swaps')
    t.equal(hashes.size, count, 'every swap is a transaction of its own')
    const events = await all<Row>(server, `${liquidityUrl}/events`, { page_size: 1000 })
    t.ok(
      events.length > 20 && events.every(({ transaction_hash }) => !hashes.has(transaction_hash)),
      'events and swaps have their own hashes',
    )
    const users = new Set([...swaps.values()].flat().map(({ user_address }) => user_address))
    t.ok(users.size > 50 && users.size < count / 2, 'accounts come back')
  }),
)

t.test('each filter equals filtering the whole list', async t => {
  const [one, trades] = [...swaps].sort(([, a], [, b]) => b.length - a.length)[0]!
  const url = instrumentUrl(one, 'trades')
  const { blockchain, pool_address, transaction_hash } = trades[Math.floor(trades.length / 2)]
  const busiest = [...Map.groupBy(trades, ({ user_address }) => user_address)].sort(
    ([, a], [, b]) => b.length - a.length,
  )
  const user_address = busiest[0]![0]
  for (const [name, value, given = value] of [
    ['blockchain', blockchain, blockchain.toUpperCase()],
    ['pool_address', pool_address],
    ['pool_address', pool_address, pool_address.toUpperCase().replace('0X', '0x')],
    ['transaction_hash', transaction_hash],
    ['transaction_hash', transaction_hash, transaction_hash.slice(2)],
    ['user_address', user_address],
  ]) {
    const expected = trades.filter(trade => trade[name!] === value)
    const pages = await walk(
      server,
      withQuery(url, { [name!]: given, sort: 'asc', page_size: expected.length > 500 ? 700 : 7 }),
    )
    t.same(
      pages.flatMap(({ body }) => body.data),
      expected,
      `${name} ${given}`,
    )
    const descending = await list(withQuery(url, { [name!]: given, page_size: 100_000 }))
    t.same(descending, expected.toReversed())
  }
  const both = await list(withQuery(url, { pool_address, user_address, sort: 'asc', page_size: 100_000 }))
  t.same(
    both,
    trades.filter(trade => trade.pool_address === pool_address && trade.user_address === user_address),
  )
  for (const other of ['solana', 'cosmos']) t.same(await list(withQuery(url, { blockchain: other })), [], other)
  t.same(await list(withQuery(url, { pool_address: `0x${'0'.repeat(40)}` })), [])
})

t.test('filters of swaps are refused on other instruments, and wrong values anywhere', async t => {
  const central = '/v3/data/trades.v1/exchanges/cbse/spot/btc-usd/trades'
  const [[one]] = [...swaps] as [[Row, Row[]]]
  for (const [url, status, message] of [
    [`${central}?blockchain=ethereum`, 400, 'blockchain applies to instruments of decentralised exchanges only'],
    [`${central}?user_address=0x${'1'.repeat(40)}`, 400, /^user_address applies/],
    [`${instrumentUrl(one, 'trades')}?blockchain=etherium`, 404, /unknown blockchain "etherium" \(did you mean/],
    [`${instrumentUrl(one, 'trades')}?pool_address=0x12`, 400, /pool_address must be an address/],
    [`${instrumentUrl(one, 'trades')}?transaction_hash=12`, 400, /transaction_hash must be a transaction hash/],
  ] as const) {
    const refused = await server.get(url)
    t.match([refused.statusCode, refused.json().message], [status, message])
  }
  t.notOk('blockchain' in (await list(`${central}?page_size=1`))[0], 'trades of centralised exchanges name no chain')
})

t.test('swaps of any time have names, and a filter by account without times reads what is there', async t => {
  const endless = await serve(t, { ...unlimited, SANDBOX_HISTORY_LIMIT: '64' })
  const [one] = [...swaps].sort(([, a], [, b]) => b.length - a.length)[0]!
  const url = instrumentUrl(one, 'trades')
  const early = { start_time: new Date(end - 900 * hour).toISOString(), sort: 'asc', page_size: 3 }
  const found = (await endless.json(withQuery(url, early))).data
  t.equal(found.length, 3)
  for (const trade of found) t.match(trade.transaction_hash, /^0x[0-9a-f]{64}$/)
  const { transaction_hash, user_address } = found[1]
  t.same((await endless.json(withQuery(url, { transaction_hash }))).data, [found[1]], 'a hash says where it is')
  const ofUser = (await endless.json(withQuery(url, { user_address, page_size: 100_000 }))).data
  t.same(
    ofUser.filter(({ timestamp }: Row) => timestamp < found[2].timestamp - day),
    [],
  )
})

t.test(
  'a chain without these trades gives none, and an unknown one is refused unless validation is lenient',
  async t => {
    const [[one]] = [...swaps] as [[Row, Row[]]]
    const url = (chain: string) => withQuery(instrumentUrl(one, 'trades'), { blockchain: chain })
    t.same(await list(url('canton')), [])
    const unknown = await server.get(url('etherium'))
    t.equal(unknown.statusCode, 404)
    t.match(unknown.json().message, /did you mean "ethereum".*\/v1\/blockchains lists them/)
    const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
    t.same((await lenient.json(url('etherium'))).data, [])
  },
)
