import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { importRecords, parseInstrument } from '../../src/store/own/import.ts'
import { changeOwnStore, rebuildFromTrades, rebuildOwnStore } from '../../src/store/own/own-store.ts'
import { parseRecords } from '../../src/store/own/records.ts'
import { storeFailure } from '../../src/store/store-failure.ts'
import { fc } from '../harness/properties.ts'
import { serveOwn } from '../harness/server.ts'
import { storePath } from '../harness/store.ts'
import { faultsOf } from '../harness/store-checks.ts'
import t, { type Test } from '../harness/tap.ts'

const foo = parseInstrument('myex/spot/foo-usd')
const csv = `timestamp,price,amount,trade_id,taker_side_sell
2026-01-30T10:00:00Z,100.50,1,a1,true
2026-01-30T10:00:00Z,100.25,2.5,a2,false
2026-01-30T10:59:59.999Z,101,0.5,a3,
1769778000000,102.125,4,a4,true
`
const url = '/v2/data/trades.v1/exchanges/myex/spot/foo-usd'

const file = (name: string, text: string) => ({ name, text })

function imported(t: Test, text = csv): string {
  const path = `${t.testdir()}/own.sqlite`
  importRecords(path, foo, { trades: file('trades.csv', text), books: undefined })
  return path
}

t.test('imported trades answer the queries of a generated market', async t => {
  const path = imported(t)
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const range = 'start_time=2026-01-30T10:00:00Z&end_time=2026-01-30T14:00:00Z&interval=1h&sort=asc'
  const trades = (await json(`/v3/data/trades.v1/exchanges/myex/spot/foo-usd/trades?sort=asc`)).data
  t.same(
    trades.map((one: Record<string, unknown>) => [one.trade_id, one.price, one.amount, one.taker_side_sell]),
    [
      ['a1', '100.5', '1', true],
      ['a2', '100.25', '2.5', false],
      ['a3', '101', '0.5', null],
      ['a4', '102.125', '4', true],
    ],
  )
  const bars = (await json(`${url}/aggregations/ohlcv?${range}`)).data
  t.match(bars[0], { open: '100.5', high: '101', low: '100.25', close: '101', volume: '4' })
  t.match(bars[1], { open: null, volume: '0' })
  t.match((await json(`${url}/aggregations/vwap?${range}`)).data[0], { price: '100.40625' })
  const rates = (await json(`/v2/data/trades.v1/spot_exchange_rate/foo/usd?${range}`)).data
  t.match(rates[0], { price: '100.40625' })
  const [instrument] = (await json('/v1/instruments?exchange=myex')).data
  t.match(instrument, { code: 'foo-usd', trade_count: 4 })
  const hours = 'start_time=2026-01-30T10:00:00Z&end_time=2026-01-30T14:00:00Z&interval=1h&sort=asc'
  const metrics = (await json(`/v2/data/analytics.v2/exchange_metrics?exchange=myex&${hours}`)).data
  t.equal(Number(metrics[0].total_volume_usd ?? metrics[0].volume_usd), 401.625)
  const [principal] = (await json('/v2/data/trades.v1/principal_market_value?asset=foo')).data
  t.match(principal, { principal_market_code: 'myex', price: 102.125 })
})

t.test('the first field of a CSV row may be empty, quoted, or the only one', t => {
  const fieldsOf = (text: string) => parseRecords('a.csv', text, []).map(({ fields }) => Object.values(fields))
  t.same(fieldsOf('trade_id,timestamp,price\n,1,2\n,,\n"a,""b""",1,\n'), [
    ['', '1', '2'],
    ['', '', ''],
    ['a,"b"', '1', ''],
  ])
  t.same(fieldsOf('code\na\n'), [['a']])
  t.same(fieldsOf('\uFEFF{"code":"a"}\n'), [['a']], 'after the mark of a Windows editor')
  t.end()
})

t.test('CSV is read as RFC 4180 defines it', t => {
  const read = (text: string) =>
    parseRecords('a.csv', text, []).map(({ line, fields }) => [line, ...Object.values(fields)])
  t.same(read('a,b\r\n"1\r\n2","3,""4"""\r\n\r\n5,6'), [
    [2, '1\r\n2', '3,"4"'],
    [5, '5', '6'],
  ])
  t.same(read('a,b\n1,2\r\n\n3,4\n'), [
    [2, '1', '2'],
    [4, '3', '4'],
  ])
  t.same(read('a , b\n 1 , "2" \n'), [[2, '1', '2']], 'and with blanks around fields')
  t.same(read(''), [])
  const part = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'x', '\r\n', 'é') })
  const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.tuple(part, part)), rows => {
      const text = rows.map(row => row.map(quoted).join()).join('\n')
      t.same(
        read(`a,b\n${text}`).map(([, ...values]) => values),
        rows.map(row => row.map(value => value.trim())),
      )
    }),
  )
  t.end()
})

t.test('a misplaced quote is reported with its line and field, however long the file', t => {
  const path = `${t.testdir()}/own.sqlite`
  const header = 'timestamp,price,amount\n1769778000000,x,1\n'
  const cases: [text: string, message: RegExp][] = [
    [
      `1769778000000,"1,1\n${'1769778000000,1,1\n'.repeat(1_700_000)}`,
      /field 2 begins with a quote that is never closed/,
    ],
    ['1769778000000,"1"1,1\n', /field 2 continues after its closing quote; .*; the lines from here on were not read$/],
    ['1769778000000,1,1"\n', /field 3 contains a quote but does not begin with one/],
    [`"${'"x'.repeat(10_000_000)}`, /field 1 continues after its closing quote/],
  ]
  for (const [text, { source }] of cases)
    t.throws(() => importRecords(path, foo, { trades: file('bad.csv', header + text) }), {
      message: new RegExp(`line 2: price must .*"x"\n  bad.csv, line 3: ${source}`),
    })
  t.end()
})

t.test('a repeated or later import extends the store', async t => {
  const path = imported(t)
  const more = '{"timestamp":1769781600000,"price":"103","amount":0.00000001}\n'
  importRecords(path, foo, { trades: file('trades.csv', csv), books: undefined })
  importRecords(path, foo, { trades: file('more.ndjson', more), books: undefined })
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const { data } = await json('/v3/data/trades.v1/exchanges/myex/spot/foo-usd/trades')
  t.equal(data.length, 5)
  t.match(data[0], { trade_id: '1769781600000-0000', price: '103', amount: '0.00000001', taker_side_sell: null })
})

t.test('a new store does not take the log of an earlier one', async t => {
  const path = `${t.testdir({ 'earlier.sqlite': readFileSync(storePath) })}/own.sqlite`
  const earlier = new Database(path.replace('own', 'earlier'))
  earlier.pragma('journal_mode = WAL')
  earlier.exec("UPDATE store SET value = '0'")
  copyFileSync(`${earlier.name}-wal`, `${path}-wal`)
  earlier.close()
  importRecords(path, foo, { trades: file('trades.csv', csv) })
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  t.equal((await json('/v3/data/trades.v1/exchanges/myex/spot/foo-usd/trades')).data.length, 4)
})

t.test('several processes that import into the same new store lose nothing', async t => {
  const folder = t.testdir()
  const names = ['a', 'b', 'c', 'd']
  const importers = names.map(() => fork(new URL('../harness/importer.ts', import.meta.url)))
  for (const importer of importers) t.teardown(() => importer.kill())
  for (let round = 0; round < 8; round++) {
    const path = `${folder}/own-${round}.sqlite`
    const outcomes = importers.map((importer, n) => {
      const outcome = once(importer, 'message')
      importer.send({ path, name: names[n], fails: n === round % 5 })
      return outcome
    })
    for (const [n, [outcome]] of (await Promise.all(outcomes)).entries())
      t.match(outcome, n === round % 5 ? /"none" is unknown/ : /^imported 500$/)
    const database = new Database(path, { readonly: true })
    const counts = database.prepare('SELECT exchange_code, trade_count FROM instrument ORDER BY 1').raw().all()
    database.close()
    t.same(
      counts,
      names.filter((_, n) => n !== round % 5).map(name => [name, 500]),
    )
  }
  t.same(readdirSync(folder).length, 8)
})

t.test('a first import that fails leaves no file', t => {
  const folder = t.testdir()
  const unknown = file('reference.csv', 'record,code,class,exchange_code\ninstrument,a-b,spot,none\n')
  t.throws(() => importRecords(`${folder}/new/own.sqlite`, null, { reference: unknown }), {
    message: /"none" is unknown/,
  })
  t.same(readdirSync(`${folder}/new`), [])
  t.end()
})

t.test('any number of trades may share a millisecond', async t => {
  const path = imported(t, `timestamp,price,amount\n${'2026-01-30T10:00:00Z,100,1\n'.repeat(501)}`)
  t.same([...faultsOf(path)], [])
})

t.test('recorded order books are imported beside trades', async t => {
  const path = imported(t)
  const books = `{"poll_timestamp":"2026-01-30T10:00:05Z","bids":[["100.20",1e-8]],"asks":[["100.4","2.50"],["100.6","1"]]}\n`
  importRecords(path, foo, { trades: undefined, books: file('books.ndjson', books) })
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const [book] = (await json('/v2/data/order_book_snapshots.v1/exchanges/myex/spot/foo-usd/snapshots/raw')).data
  t.match(book, { bids: [{ price: '100.2', amount: '0.00000001' }], asks: [{ price: '100.4' }, { price: '100.6' }] })
})

t.test('invalid lines are listed with their numbers, and nothing is written', t => {
  const folder = t.testdir()
  const path = `${folder}/own.sqlite`
  const cases: [text: string, message: RegExp][] = [
    [
      'timestamp,price,amount\nyesterday,1,1\n',
      /bad\.csv, line 2: timestamp must be ISO 8601 or milliseconds .*"yesterday"/,
    ],
    ['timestamp,price,amount\n1769778000000000,1,1\n', /line 2: timestamp must be .*"1769778000000000"/],
    ['timestamp,price,amount\n\n1769778000000,-1,1\n', /line 3: price must be a positive decimal, not "-1"/],
    ['timestamp,price,amount\n1769778000000,1,1e5\n', /line 2: amount must be a positive decimal, not "1e5"/],
    ['timestamp,price,amount\n1769778000000,1\n', /line 2: 2 fields, but the header has 3/],
    [
      'timestamp,price\n1769778000000,1\n',
      /line 1: the header must name amount, separated by commas, not "timestamp,p/,
    ],
    ['timestamp;price;amount\n', /line 1: the header must name timestamp, price and amount, separated by commas/],
    ['[{"timestamp":1769778000000}]\n', /line 1: begins a JSON array; write one JSON object per line/],
    ['timestamp,price,amount\n1769778000,1,1\n', /line 2: timestamp must be .* milliseconds .* not "1769778000"/],
    ['{"timestamp":1769778000000,"price":1,"amount":1}\n{no\n', /line 2: must be a JSON object/],
    ['timestamp,price,amount,taker_side_sell\n1769778000000,1,1,sell\n', /line 2: taker_side_sell must be true, false/],
  ]
  for (const [text, message] of cases)
    t.throws(() => importRecords(path, foo, { trades: file('bad.csv', text), books: undefined }), { message }, text)
  t.same(readdirSync(folder), [])
  const existing = imported(t, `${csv}1769778000000,0.00000001,0.00000001,a5,\n`)
  const before = readFileSync(existing)
  const book = '{"poll_timestamp":1769778000000,"bids":[["2","1"]],"asks":[["1","1"]]}'
  const both = { trades: file('trades.csv', csv), books: file('books.ndjson', book) }
  t.throws(() => importRecords(existing, foo, both), { message: /books.ndjson, line 1: bid 2 must be below ask 1/ })
  const long = file('books.ndjson', book.replace('"1"', '"0.1234567890123456"'))
  t.throws(() => importRecords(existing, foo, { books: long }), {
    message: /line 1: ask price 1 with 0 decimal places/,
  })
  for (const [bids, message] of [
    ['[[1', /line 1: bids must be an array/],
    [[['1']], /line 1: bids\[0\] must be \[price, amount\]/],
    [[['1', '-2']], /line 1: amount of bids\[0\] must be a positive decimal, not "-2"/],
  ] as const) {
    const books = file('books.ndjson', JSON.stringify({ poll_timestamp: 1769778000000, bids, asks: [] }))
    t.throws(() => importRecords(existing, foo, { books }), { message })
  }
  const wide = file('books.ndjson', book.replace('"2"', '"0.5"').replace('"1"', '"1000000000"'))
  t.throws(() => importRecords(existing, foo, { books: wide }), {
    message: /line 1: bid price 0.5 with 8 .* with 8 toge/,
  })
  t.same(readFileSync(existing), before)
  t.end()
})

t.test('a store that a server reads is named, with advice', async t => {
  const path = imported(t)
  const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  const change = () => {
    throw locked
  }
  t.throws(() => changeOwnStore(path, change), {
    message: /^the store \S+own\.sqlite .* locked: stop the servers that use it$/,
  })
})

t.test('a live store in a folder that cannot be written is refused with what helps', t => {
  const failure = storeFailure(
    '/mnt/live.sqlite',
    Object.assign(new Error('unable to open'), { code: 'SQLITE_CANTOPEN' }),
  )
  t.match(
    failure.message,
    /^the store \/mnt\/live\.sqlite .*: unable to open: .* needs a writable folder.*; copy it into one$/,
  )
  t.end()
})

t.test('a generated store, another kind of file and an invalid instrument are refused', t => {
  const trades = file('trades.csv', csv)
  t.throws(() => importRecords(storePath, foo, { trades, books: undefined }), { message: /is a generated store/ })
  const other = `${t.testdir()}/other.sqlite`
  writeFileSync(other, 'something else')
  t.throws(() => importRecords(other, foo, { trades, books: undefined }))
  t.same(parseInstrument('MyEx/Spot/FOO-usd'), foo)
  t.throws(() => parseInstrument('myex/spot/foo-usd/1'), { message: /--instrument must be/ })
  t.throws(() => parseInstrument('foo-usd'), { message: /--instrument must be exchange\/class\/base-quote/ })
  t.ok(existsSync(other), 'the other file is there')
  t.end()
})

t.test('rebuild recomputes rows derived from edited trades', async t => {
  const path = imported(t)
  const database = new Database(path)
  database.prepare('UPDATE trade_block SET trades = replace(trades, \'"102.125"\', \'"99.0625"\')').run()
  database.close()
  t.not([...faultsOf(path)].length, 0)
  rebuildOwnStore(path)
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const [bar] = (await json(`${url}/aggregations/ohlcv?interval=1h&page_size=1`)).data
  t.match(bar, { close: '99.0625' })
  const missing = `${path}.missing`
  t.throws(() => rebuildOwnStore(missing), { message: /\.missing does not exist/ })
  t.notOk(existsSync(missing), 'the missing file was not made')
})

t.test('a changed row that leaves every bar and sum as it was is found', t => {
  const path = imported(t)
  const change = (sql: string) => new Database(path).exec(sql).close()
  change(`UPDATE trade_block SET trades = replace(trades, '"a3"', '"a4"')`)
  t.match([...faultsOf(path)], [/^trade_block has changed rows: .*; after changes of your own, run rebuild$/])
  rebuildOwnStore(path)
  t.same([...faultsOf(path)], [])
  change('DELETE FROM fingerprint')
  t.same([...faultsOf(path)], [], 'a store that was filled by hand has no digest')
  t.end()
})

t.test('trades of one dataset version are in the bars and counters of that version alone', async t => {
  const path = imported(t)
  new Database(path).exec(`UPDATE trade_block SET trades = replace(trades, '"a3",3', '"a3",2')`).close()
  changeOwnStore(path, rebuildFromTrades)
  t.same([...faultsOf(path)], [])
  const { json } = await serveOwn(t, path)
  const range = 'interval=1h&start_time=2026-01-30T10:00:00Z&end_time=2026-01-30T11:00:00Z'
  const [first] = (await json(`${url}/aggregations/ohlcv?${range}`)).data
  const [second] = (await json(`${url.replace('trades.v1', 'trades.v2')}/aggregations/ohlcv?${range}`)).data
  t.match(
    [first, second],
    [
      { close: '100.25', volume: '3.5' },
      { close: '101', volume: '4' },
    ],
  )
  t.match((await json('/v1/instruments?exchange=myex')).data, [{ trade_count: 3 }])
})
