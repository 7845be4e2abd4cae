import { readdirSync, readFileSync } from 'node:fs'
import { importRecords, parseInstrument } from '../../src/store/own/import.ts'
import { changeOwnStore, rebuildFromTrades } from '../../src/store/own/own-store.ts'
import { Store } from '../../src/store/store.ts'
import { operations, urlOf } from '../harness/operations.ts'
import { serve, serveOwn, unlimited } from '../harness/server.ts'
import { faultsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'

interface Listed extends Record<string, unknown> {
  list_pools?: { address: string }[]
}

const foo = parseInstrument('myex/spot/foo-usd')
const csv = `record,code,name,kind,asset_class,asset_classes,exchange_code,class,price_decimals,listed
instrument,foo-usd,,,,,myex,spot,4,2026-01-01
exchange,MyEx,My Exchange,,,,,,,
asset,foo,"Foo, the coin",,cryptocurrency,layer-1;meme,,,,
asset,usd,,,,"[""fiat""]",,,,
`
const trades = { name: 'trades.csv', text: 'timestamp,price,amount\n2026-01-30T10:00:00Z,100.50,1\n' }

/** The address that ends with a number. */
const addressOf = (end: number) => `0x${String(end).padStart(40, '0')}`

const file = (text: string, name = 'reference.csv') => ({ name, text })

function lines(records: readonly object[]): string {
  return records.map(record => `${JSON.stringify(record)}\n`).join('')
}

function imported(t: Test, text = csv): string {
  const path = `${t.testdir()}/own.sqlite`
  importRecords(path, null, { reference: file(text) })
  return path
}

t.test('imported reference data are served, in whatever order the lines are', async t => {
  const path = imported(t)
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  t.same((await json('/v1/exchanges')).data, [{ code: 'myex', name: 'My Exchange', vendor_legacy_slug: 'myex' }])
  t.same((await json('/v1/assets')).data, [
    { code: 'foo', name: 'Foo, the coin', asset_class: 'cryptocurrency', asset_classes: ['layer-1', 'meme'] },
    { code: 'usd', name: 'USD', asset_class: 'fiat', asset_classes: ['fiat'] },
  ])
  t.match((await json('/v1/instruments')).data, [
    { exchange_code: 'myex', class: 'spot', code: 'foo-usd', base_asset: 'foo', quote_asset: 'usd', trade_count: 0 },
  ])
  t.same((await json('/v3/data/trades.v1/exchanges/myex/spot/foo-usd/trades')).data, [])
})

t.test('the lists of a server, imported, are the lists of the new store', async t => {
  const source = await serve(t, unlimited)
  const paths = {
    exchange: '/v1/exchanges',
    asset: '/v1/assets',
    pool: '/v1/pools',
    instrument: '/v1/instruments?with_list_pools=true',
  }
  const lists: Record<string, Listed[]> = {}
  for (const [record, path] of Object.entries(paths)) lists[record] = (await source.json(path)).data
  const protocols: string[] = (await source.json('/v1/pools-protocols')).data
  const records = [
    ...protocols.map(code => ({ record: 'protocol', code })),
    ...Object.entries(lists).flatMap(([record, list]) => list.map(one => ({ record, ...one }))),
  ]
  const { json } = await serveOwn(t, imported(t, lines(records)))
  // The order of an instrument's pools has no meaning.
  const plain = ({ list_pools, ...fields }: Listed) => [
    Object.entries(fields).filter(([name]) => !name.startsWith('trade_')),
    (list_pools ?? []).map(({ address }) => address).sort(),
  ]
  for (const [record, path] of Object.entries(paths)) {
    t.same((await json(path)).data.map(plain), lists[record]!.map(plain), record)
  }
  t.same((await json('/v1/pools-protocols')).data, protocols)
})

t.test('pools have their tokens, and instruments their pools', async t => {
  const token = (symbol: string, decimals: number) => ({ symbol, address: addressOf(decimals), decimals })
  const records = [
    { record: 'asset', code: 'foo' },
    { record: 'asset', code: 'usd' },
    { record: 'exchange', code: 'mydex', kind: 'decentralised' },
    {
      ...{
        record: 'pool',
        blockchain: 'ethereum',
        address: addressOf(1),
        protocol: 'mydex',
        type: 'weighted',
        fee: 0.003,
      },
      ...{ tokens: [token('FOO', 18), token('USD', 6)], weights: [0.8, 0.2] },
    },
    {
      ...{ record: 'instrument', exchange_code: 'mydex', class: 'spot', code: 'foo-usd', blockchain: 'ethereum' },
      list_pools: [{ blockchain: 'Ethereum', address: addressOf(1).replace('x', 'X') }],
    },
  ]
  const path = imported(t, lines(records))
  importRecords(path, null, { reference: file(lines(records.slice(3))) })
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const { data, count } = await json('/v1/pools?tokens=foo')
  t.equal(count, 1)
  t.match(data[0], { address: addressOf(1), name: 'FOO-USD', protocol: 'mydex', weights: [0.8, 0.2], fee: 0.003 })
  t.match(data[0].tokens, [{ symbol: 'FOO', address: addressOf(18), decimals: 18 }, { symbol: 'USD' }])
  const [instrument] = (await json('/v1/instruments?with_list_pools=true')).data
  t.same(instrument.list_pools, [{ blockchain: 'ethereum', address: addressOf(1) }])
  t.same((await json('/v1/pools-protocols')).data, ['mydex'])
})

t.test('a later import replaces the given fields alone, and trades keep their decimal places', async t => {
  const path = imported(t)
  importRecords(path, foo, { trades })
  const quarterly = { record: 'instrument', exchange_code: 'myex', class: 'future', code: 'march' }
  const change = [
    { record: 'exchange', code: 'myex', kind: 'decentralised' },
    {
      record: 'instrument',
      exchange_code: 'myex',
      class: 'spot',
      code: 'foo-usd',
      legacy_symbol: 'f',
      price_decimals: 0,
    },
    { ...quarterly, base_asset: 'foo', quote_asset: 'usd', ends: '2026-03-27' },
  ]
  importRecords(path, null, { reference: file(lines(change)) })
  importRecords(path, null, { reference: file(lines([{ ...quarterly, ended: true }])) })
  t.same([...faultsOf(path)], [])
  const store = Store.open(path, { readonly: true })
  t.same(store.all('SELECT name, kind FROM exchange'), [['My Exchange', 'decentralised']])
  t.same(
    store.all('SELECT class, legacy_symbol, price_decimals, trade_count, ended, ends FROM instrument ORDER BY id'),
    [
      ['spot', 'f', 4, 1, 0, null],
      ['future', 'march', 0, 0, 1, Date.UTC(2026, 2, 27)],
    ],
  )
  store.close()
})

t.test('the instrument of trades is not added without trades', async t => {
  const path = `${t.testdir()}/own.sqlite`
  importRecords(path, foo, { reference: file('record,code\nasset,bar\n') })
  const { json } = await serveOwn(t, path)
  t.same((await json('/v1/instruments')).data, [])
  t.same((await json('/v1/assets')).data.length, 1)
})

t.test('reference data and trades are imported at once', async t => {
  const path = `${t.testdir()}/own.sqlite`
  t.same(importRecords(path, foo, { reference: file(csv), trades }), { reference: 4, trades: 1, books: 0 })
  t.same([...faultsOf(path)], [])
  changeOwnStore(path, rebuildFromTrades)
  const { json } = await serveOwn(t, path)
  t.match((await json('/v1/instruments')).data, [
    { code: 'foo-usd', trade_count: 1, trade_start_time: '2026-01-30T10:00:00.000Z' },
  ])
})

t.test('every operation answers on an imported store, with data, without, or with a reason', async t => {
  const path = `${t.testdir()}/own.sqlite`
  const future =
    'instrument,foo-usd-260327,,,,,myex,future,4,2026-01-01\ninstrument,foo-usd,,,,,myex,perpetual-future,4,\n'
  const dex = 'instrument,foo-usd,,,,,usp3,spot,4,\nexchange,usp3,Uniswap,decentralised,,,,,,\n'
  importRecords(path, foo, { reference: file(`${csv}${future}${dex}`), trades })
  importRecords(path, parseInstrument('usp3/spot/foo-usd'), { trades })
  const { get } = await serveOwn(t, path)
  const own = {
    base: 'foo',
    bases: 'foo',
    asset: 'foo',
    instrument: 'foo-usd',
    exchange: 'myex',
    parameters_code: 'foo-usd:1d_10m',
  }
  for (const { operation, urls } of operations)
    for (const [from, to] of [
      [{}, {}],
      [{}, own],
      [{ ...own, exchange: 'usp3' }, own],
    ]) {
      const chosen: Record<string, string> = { ...to, ...from }
      const named = Object.keys(operation.example).filter(name => name in chosen)
      const values = Object.fromEntries(named.map(name => [name, String(chosen[name])]))
      const url = named.length === 0 ? urls[0]! : urlOf(operation.path, { ...operation.example, ...values })
      const answer = await get(url)
      if (answer.statusCode >= 500) t.fail(`${url}: ${answer.statusCode} ${answer.body}`)
    }
  const swap = (await get('/v3/data/trades.v1/exchanges/usp3/spot/foo-usd/trades')).json().data[0]
  t.match(swap, { price: '100.5', blockchain: null, pool_address: null, transaction_hash: null, user_address: null })
})

t.test('names may hold any characters', async t => {
  const path = `${t.testdir()}/own.sqlite`
  const name = 'The "first" <b>exchange</b> \\ \n\u2028'
  const reference = file(lines([{ record: 'exchange', code: 'myex', name }]))
  importRecords(path, foo, { reference, trades })
  const { json } = await serveOwn(t, path)
  t.match((await json('/v1/exchanges')).data, [{ name }])
  t.match((await json('/v2/data/trades.v1/principal_market_value?asset=foo')).data, [{ principal_market_name: name }])
})

const asset = '{"record":"asset","code":"foo"}\n'
const pool = `{"record":"pool","blockchain":"ethereum","address":"${addressOf(1)}","protocol":"p","tokens":[{"symbol":"foo","address":"${addressOf(2)}","decimals":18}]`

t.test('invalid lines are listed with their numbers, and nothing is written', async t => {
  const folder = t.testdir()
  const path = `${folder}/own.sqlite`
  const cases: [text: string, message: RegExp][] = [
    ['code,name\nfoo,Foo\n', /line 1: the header must name record, separated by commas, not "code,name"/],
    ['record,code\nasset,f o\n', /line 2: code must be a code of letters, .*"f o"/],
    ['record,name\n\nasset,Foo\n', /line 3: code is required for a record "asset"/],
    ['record,code,nmae\nasset,foo,Foo\n', /unknown field "nmae" of a record "asset" \(did you mean "name"\?\)/],
    ['record,code,kind\nexchange,a,both\n', /kind must be centralised or decentralised, not "both"/],
    [`${asset}${asset}`, /line 2: repeats the asset foo of line 1/],
    [
      `${asset}{"record":"asset","code":"usd","asset_classes":[1]}\n`,
      /line 2: asset_classes\[0\] must be a text, not 1/,
    ],
    [`${asset}${pool.replace('0x', '0y')},"type":"vault"}\n`, /line 2: address must be an address: 0x and 40 hex/],
    [`${asset}${pool},"type":"stable"}\n`, /line 2: tokens must be an array of 2 to 8 tokens/],
    [
      `${asset}${pool.replace(/\{"symbol.*(?=\])/, token => Array(9).fill(token).join())},"type":"stable"}\n`,
      /2 to 8 tokens/,
    ],
    [
      `${asset}${pool.replace(/\{"symbol.*(?=\])/, '$&,$&')},"type":"stable","base_position":1}\n`,
      /must be at most 0,/,
    ],
    [`record,code\n${'asset,f o\n'.repeat(102)}`, /line 101: [^\n]*\n {2}and 2 more lines$/],
    [`${pool},"type":"vault"}\n`, /line 1: tokens\[0\].asset "foo" is unknown; add a record "asset"/],
    [`${asset}${pool},"type":"vault","fee":1}\n`, /line 2: fee must be a fraction from 0 to 1, such as 0.003, not 1/],
    [
      csv.replace('exchange,MyEx', 'exchange,myexx'),
      /line 2: exchange_code "myex" is unknown \(did you mean "myexx"\?\)/,
    ],
    [csv.replace('asset,usd', 'asset,eur'), /line 2: quote_asset "usd" is unknown/],
    [csv.replace(',4,2026-01-01', ',4.5,2026-01-01'), /line 2: price_decimals must be a whole number from 0 to 40/],
    [csv.replace(',4,2026-01-01', ',4,soon'), /line 2: listed must be ISO 8601 or milliseconds/],
    ['', /the files have no records/],
  ]
  for (const [text, message] of cases)
    t.throws(() => importRecords(path, null, { reference: file(text) }), { message }, text)
  t.same(readdirSync(folder), [])
  const existing = imported(t)
  const before = readFileSync(existing)
  const half = `${lines([{ record: 'asset', code: 'bar' }])}${lines([{ record: 'instrument', exchange_code: 'x', class: 'spot', code: 'bar-usd' }])}`
  t.throws(() => importRecords(existing, null, { reference: file(half) }), { message: /line 2: exchange_code "x"/ })
  t.same(readFileSync(existing), before)
})
