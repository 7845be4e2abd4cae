import { Type } from '@sinclair/typebox'
import { wrongPart } from '../src/base/wrong-part.ts'
import { formatTime, minute, parseInterval, parseTime } from '../src/market/time.ts'
import { NoPath, operation, type Subject } from '../src/operations/operation.ts'
import { keyset } from '../src/operations/paging/keyset.ts'
import { emptySource, type Page } from '../src/operations/paging/page.ts'
import { compileParameters } from '../src/operations/parameters.ts'
import { instrumentUrl, operations, withQuery } from './harness/operations.ts'
import { fc } from './harness/properties.ts'
import { type Served, serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'

const server = await serve(t, unlimited)
const strict = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'strict' })
const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })

const instrument = { exchange_code: 'cbse', class: 'spot', code: 'btc-usd' }
const trades = instrumentUrl(instrument, 'trades')
const ohlcv = instrumentUrl(instrument, 'ohlcv')

/** Message of a refusal; null for a success. */
async function refusal(url: string, by: Served = server): Promise<string | null> {
  const answer = await by.get(url)
  if (answer.statusCode === 200) return null
  t.equal(answer.statusCode, 400, url)
  return answer.json().message
}

t.test('times are ISO 8601 in all common forms', async t => {
  const cases: [text: string, milliseconds: number | undefined][] = [
    ['2026-01-30', Date.UTC(2026, 0, 30)],
    ['2026-01-30T12:34', Date.UTC(2026, 0, 30, 12, 34)],
    ['2026-01-30T12:34:56', Date.UTC(2026, 0, 30, 12, 34, 56)],
    ['2026-01-30T12:34:56Z', Date.UTC(2026, 0, 30, 12, 34, 56)],
    ['2026-01-30t12:34:56z', Date.UTC(2026, 0, 30, 12, 34, 56)],
    ['2026-01-30 12:34:56', Date.UTC(2026, 0, 30, 12, 34, 56)],
    ['2026-01-30T12:34:56.7Z', Date.UTC(2026, 0, 30, 12, 34, 56, 700)],
    ['2026-01-30T12:34:56.789', Date.UTC(2026, 0, 30, 12, 34, 56, 789)],
    ['2026-01-30T12:34:56.789000000Z', Date.UTC(2026, 0, 30, 12, 34, 56, 789)],
    ['2026-01-30T12:34:56.789000001Z', Date.UTC(2026, 0, 30, 12, 34, 56, 789) + 0.5],
    ['2026-01-30T12:34:56+02:00', Date.UTC(2026, 0, 30, 10, 34, 56)],
    ['2026-01-30T12:34:56 02:00', Date.UTC(2026, 0, 30, 10, 34, 56)],
    ['2026-01-30T12:34:56-0530', Date.UTC(2026, 0, 30, 18, 4, 56)],
    ['2026-01-30T00:00:00.5+14:00', Date.UTC(2026, 0, 29, 10, 0, 0, 500)],
    ['2024-02-29', Date.UTC(2024, 1, 29)],
    ['2026-02-29', undefined],
    ['2026-02-30', undefined],
    ['2026-13-01', undefined],
    ['2026-00-10', undefined],
    ['2026-01-30T25:00:00Z', undefined],
    ['2026-01-30T12:60:00Z', undefined],
    ['2026-01-30T12:34:61Z', undefined],
    ['2026-01-30T12:34:56.1234567890Z', undefined],
    ['2026-01-30T12:34:56.Z', undefined],
    ['2026-01-30T12:34:56+24:00', undefined],
    ['2026-01-30T12:34:56+02:60', undefined],
    ['2026-01-30Z', undefined],
    ['20260130', Date.UTC(2026, 0, 30)],
    ['20260130T120000Z', Date.UTC(2026, 0, 30, 12)],
    ['20260130T1200-05', Date.UTC(2026, 0, 30, 17)],
    ['2026-01-30T24:00', Date.UTC(2026, 0, 31)],
    ['2026-01-30T24:01', undefined],
    ['2026-01-30T24:30:30', undefined],
    ['2026-01-30T24:00:00.1', undefined],
    ['2026-0130', undefined],
    ['20260130T12:00Z', Date.UTC(2026, 0, 30, 12)],
    ['1769817600', undefined],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
    ['9999-12-31T23:59:59-01:00', undefined],
    ['0000-01-01T00:00:00+01:00', undefined],
    ['0000-01-01', Date.parse('0000-01-01T00:00:00Z')],
    ['yesterday', undefined],
    ['', undefined],
    [' 2026-01-30', undefined],
    ['2026-01-30\n', undefined],
    ['２０２６-01-30', undefined],
  ]
  for (const [text, milliseconds] of cases) t.equal(parseTime(text), milliseconds, JSON.stringify(text))
})

t.test('the refusal of a time names the accepted forms', async t => {
  for (const wrong of ['2026-W05', '2026-030', '2026-01', '2026-01-30T12Z', '17698176'])
    t.match(await refusal(`${trades}?start_time=${wrong}`), /YYYY-MM-DD, or YYYY-MM-DDThh:mm with .* such as .*, not "/)
})

t.test('every time round-trips, in any zone and with any number of digits', async t => {
  const anyDate = fc.date({ min: new Date('0001-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(
      anyDate,
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: -23 * 60, max: 23 * 60 }),
      (date, digits, zone) => {
        const time = date.getTime()
        t.equal(parseTime(formatTime(time)), time)
        t.equal(parseTime(formatTime(time + 0.5)), time + 0.5)
        const local = new Date(time + zone * 60_000).toISOString().slice(0, -1)
        const offset = `${zone < 0 ? '-' : '+'}${[Math.abs(zone) / 60, Math.abs(zone) % 60].map(n => String(Math.floor(n)).padStart(2, '0')).join(':')}`
        const kept = digits === 0 ? local.slice(0, 19) : local.padEnd(29, '0').slice(0, 20 + digits)
        const lost = digits < 3 ? ((time % 1000) + 1000) % 10 ** (3 - digits) : 0
        t.equal(parseTime(kept + offset), time - lost, kept + offset)
      },
    ),
  )
})

t.test('the plus of an offset may arrive as a space or escaped', async t => {
  for (const offset of ['%2B02:00', '+02:00', '%2002:00'])
    t.equal(
      (await server.json(`${trades}?start_time=2026-01-30T00:00:00${offset}`)).query.start_time,
      '2026-01-29T22:00:00.000Z',
    )
})

t.test('a start is inclusive and an end exclusive, to the fraction of a millisecond', async t => {
  const all = (await server.json(`${trades}?page_size=50`)).data
  const { timestamp } = all[20]
  const text = formatTime(timestamp).slice(0, -1)
  const count = async (query: string) => (await server.json(`${trades}?page_size=50&${query}`)).data.length
  const from = all.filter((trade: { timestamp: number }) => trade.timestamp >= timestamp).length
  const same = all.filter((trade: { timestamp: number }) => trade.timestamp === timestamp).length
  t.equal(await count(`start_time=${text}Z`), from)
  t.equal(await count(`start_time=${text}000000Z`), from)
  t.equal(await count(`start_time=${text}000001Z`), from - same)
  t.equal(await count(`start_time=${text}Z&end_time=${text}Z`), 0)
  t.equal(await count(`start_time=${text}Z&end_time=${text}000001Z`), same)
})

t.test('a start after the end is refused with both names', async t => {
  t.match(await refusal(`${trades}?start_time=2026-01-30&end_time=2026-01-29`), /start_time .*end_time/)
  t.equal(await refusal(`${trades}?start_time=2026-01-30&end_time=2026-01-30`), null)
})

t.test('times are echoed and compared with all their digits', async t => {
  const at = '2026-01-30T00:00:00'
  for (const [sent, echoed] of [
    [`${at}.123456789Z`, `${at}.123456789Z`],
    [`${at}.1234500`, `${at}.12345Z`],
    [`${at}.123000000Z`, `${at}.123Z`],
    [`${at}.1Z`, `${at}.100Z`],
    ['2026-01-30T02:00:00,000001%2B0200', `${at}.000001Z`],
  ] as const) {
    const first = await server.json(`${trades}?start_time=${sent}&page_size=1`)
    t.equal(first.query.start_time, echoed, sent)
    t.equal(first.query.start_timestamp, Math.ceil(parseTime(echoed)!), sent)
    t.equal((await server.json(first.next_url)).query.start_time, echoed, 'on every page')
  }
  t.match(
    await refusal(`${trades}?start_time=${at}.0002Z&end_time=${at}.0001Z`),
    /start_time must not be after end_time: .*0002Z is after .*0001Z/,
  )
  t.match(await refusal(`${trades}?start_time=${at}.00015Z&end_time=${at}.0001Z`), /00015Z is after/)
  t.equal(await refusal(`${trades}?start_time=${at}.0001Z&end_time=${at}.00010Z`), null)
  t.equal(await refusal(`${trades}?start_time=${at}.0001Z&end_time=${at}.0002Z`), null)
  t.match(await refusal(`${trades}?end_time=9999-12-31T23:59:59-01:00`), /^end_time must be .*0000 to 9999 UTC/)
  t.match(await refusal(`${trades}?start_time=0000-01-01T00:00:00%2B01:00`), /^start_time must be .*0000 to 9999 UTC/)
})

t.test('intervals are a number and a unit, equivalent ones are equal, and bounds are stated', async t => {
  const data = async (interval: string) => (await server.json(withQuery(ohlcv, { interval }))).data
  for (const [one, other] of [
    ['24h', '1d'],
    ['60m', '1h'],
    ['90m', '5400s'],
    ['1440m', '86400s'],
    ['01h', '1h'],
  ] as const)
    t.same(await data(one), await data(other), `${one} ${other}`)
  for (const interval of ['1s', '59s', '86400s', '1440m', '24h', '1d'])
    t.equal(await refusal(`${ohlcv}?interval=${interval}&page_size=1`), null)
  for (const interval of [
    '0s',
    '0d',
    '2d',
    '25h',
    '1441m',
    '86401s',
    '1w',
    '1M',
    '1H',
    'h',
    '1',
    '',
    '-1h',
    '1.5h',
    '1e1h',
    '1 h',
    '1hh',
    '9999999999s',
  ])
    t.match(
      await refusal(`${ohlcv}?interval=${encodeURIComponent(interval)}`),
      /^interval must be .*1s to 1d/,
      interval,
    )
  t.match(await refusal(`${ohlcv}?interval=1D`), '1s to 1d, in lower case: 1d, not')
  t.notMatch(await refusal(`${ohlcv}?interval=1M`), 'lower case', 'which would be a minute')
  t.equal((await server.json(`${ohlcv}?interval=24h`)).query.interval, '24h', 'echoed as given')
})

t.test('any interval is parsed to its length', async t => {
  const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.constantFrom<keyof typeof units>('s', 'm', 'h', 'd'),
      (n, unit) => {
        t.equal(parseInterval(`${n}${unit}`), n * units[unit])
      },
    ),
  )
  fc.assert(fc.property(fc.string(), text => /^\d{1,9}[smhd]$/.test(text) || parseInterval(text) === undefined))
})

t.test('booleans are true and false in any case, and 1 and 0', async t => {
  const url = '/v1/instruments?exchange_code=usp3&with_list_pools='
  for (const text of ['true', 'TRUE', 'True', '1']) t.ok('list_pools' in (await server.json(url + text)).data[0], text)
  for (const text of ['false', 'FALSE', '0']) t.notOk('list_pools' in (await server.json(url + text)).data[0], text)
  for (const text of ['', 'yes', 'on', '2', 'tru', 'null', 'toString', '__proto__'])
    t.match(await refusal(url + text), /^with_list_pools must be true or false/, text)
})

t.test('lists work with commas, repetition, and both', async t => {
  const codes = async (query: string) => [
    ...new Set(
      (await server.json(`/v1/instruments?${query}`)).data.map((one: { exchange_code: string }) => one.exchange_code),
    ),
  ]
  t.same(await codes('exchange_code=cbse,krkn'), ['cbse', 'krkn'])
  t.same(await codes('exchange_code=krkn&exchange_code=cbse'), ['cbse', 'krkn'])
  t.same(await codes('exchange_code=krkn,gmni&exchange_code=cbse'), ['cbse', 'gmni', 'krkn'])
  t.same(await codes('exchange_code=krkn,%20cbse'), ['cbse', 'krkn'])
  t.match(await refusal('/v1/instruments?exchange_code=krkn,,cbse'), /exchange_code/)
})

t.test('page sizes and other integers have bounds', async t => {
  for (const [size, echoed] of [
    ['1', 1],
    ['100000', 100_000],
    ['007', 7],
    ['+5', 5],
    ['1e2', 100],
    ['1.5E+1', 15],
    ['.2e1', 2],
    ['300e-2', 3],
    ['5.0', 5],
    ['+005.', 5],
  ] as const)
    t.equal((await server.json(withQuery(ohlcv, { page_size: size }))).query.page_size, echoed, size)
  for (const size of [
    '0',
    '-1',
    '100001',
    '1.5',
    '1.0000000000000000000001',
    '.0',
    '1.55e1',
    '1e-1',
    '1e6',
    'e2',
    '1e',
    '0x10',
    'ten',
    '',
    ' 1',
    '١',
    '9'.repeat(400),
    'NaN',
    'Infinity',
  ])
    t.match(
      await refusal(`${ohlcv}?page_size=${encodeURIComponent(size)}`),
      /^page_size must be an integer from 1 to 100000/,
      size,
    )
})

t.test('standard ignores unknown parameters, and strict refuses them with a suggestion', async t => {
  t.equal(await refusal(`${ohlcv}?pagesize=1`), null)
  t.match(await refusal(`${ohlcv}?pagesize=1`, strict), /"pagesize" .*page_size/)
  t.match(await refusal('/v1/exchanges?code=cbse', strict), /"code"; there are none here$/)
  t.match(await refusal('/v1/instruments?exchange=cbse', strict), /"exchange"; known are exchange_code, base_asset, /)
  const unpaged = ['supply.v2/top', 'staking.v1/protocols', 'trades.v1/principal_market_value']
  for (const path of unpaged)
    t.match(await refusal(`/v2/data/${path}?zzz=1`, strict), /^(?!.*continuation_token).*; known are .*data_version/)
  t.match(await refusal(`${ohlcv}?zzz=1`, strict), /; known are .*page_size.*continuation_token/)
  t.match(await refusal(`${ohlcv}?__proto__=1`, strict), /__proto__/)
  t.equal(await refusal(`${ohlcv}?page_size=1&sort=asc`, strict), null)
  t.match(await refusal(`${ohlcv}?page_size=x`, strict), /^page_size/)
})

t.test('lenient clamps page sizes and has no data for unknown codes, as in production', async t => {
  const size = async (page_size: string) =>
    (await lenient.json(withQuery(ohlcv, { page_size, interval: '1h' }))).query.page_size
  t.same([await size('0'), await size('-5'), await size('1000000'), await size('3')], [1, 1, 100_000, 3])
  t.match(await refusal(`${ohlcv}?page_size=x`, lenient), /^page_size/)
  const { data } = await lenient.json(
    `${ohlcv}?interval=&interval=1h&start_time=&start_time=&continuation_token=&page_size=`,
  )
  t.same(data, (await lenient.json(`${ohlcv}?interval=1h`)).data, 'an empty value is none')
  t.match(await refusal(`${ohlcv}?interval=1h&start_time=`), /^start_time .*, not empty/)
  const blocks = `/v2/data/wallet.v1/transactions?page_size=1&end_block=${'9'.repeat(400)}`
  const { query, next_url } = await lenient.json(blocks)
  t.equal(query.end_block, Number.MAX_SAFE_INTEGER)
  t.equal(await refusal(next_url.replace(/^https?:\/\/[^/]+/, ''), lenient), null)
  for (const [from, to] of [
    ['cbse', 'nope'],
    ['spot', 'nope'],
    ['btc-usd', 'nope'],
  ] as const) {
    const url = ohlcv.replace(from, to)
    const { data, result, next_url } = await lenient.json(url)
    t.strictSame([data, result, next_url], [[], 'success', undefined])
    const refused = await server.get(url)
    t.equal(refused.statusCode, 404)
    t.match(refused.json().message, /"nope"/, 'otherwise the unknown code is named')
  }
})

t.test('lenient clamps page sizes in every operation, and their pages glue', async t => {
  const pool = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
  const first = await lenient.json(`/v2/data/liquidity.v1/snapshots/usp3?pool_address=${pool}&page_size=100`)
  t.strictSame([first.query.page_size, first.data.length], ['10', 10])
  t.equal((await lenient.json(first.next_url)).data.length, 10)
  for (const { family, operation, urls } of operations) {
    const maximum = operation.query.properties.page_size?.maximum
    if (maximum === undefined || family.host === 'reference') continue
    const short = 'start_time' in operation.query.properties ? { start_time: new Date(end - minute).toISOString() } : {}
    const { query } = await lenient.json(withQuery(urls[0]!, { ...short, page_size: '1e9' }))
    t.equal(Number(query.page_size), maximum, operation.id)
  }
})

t.test('messages state the pattern and the bounds of a parameter', async t => {
  const read = compileParameters(
    Type.Partial(
      Type.Object({
        letters: Type.String({ pattern: '^a+$' }),
        name: Type.String({ minLength: 2 }),
        share: Type.Number({ minimum: 0, exclusiveMaximum: 1 }),
        limit: Type.Integer({ minimum: 1 }),
        size: Type.Integer({ minimum: 1, maximum: 5 }),
        digits: Type.Integer(),
        list: Type.Array(Type.String(), { maxItems: 2 }),
      }),
    ),
    'standard',
  )
  const most = Number.MAX_SAFE_INTEGER
  for (const [name, value, message] of [
    ['letters', 'b', 'letters must be a string that matches ^a+$, not "b"'],
    ['name', 'x', 'name must be a string, not "x"'],
    ['share', '1', 'share must be a number from 0 to below 1, not "1"'],
    ['limit', '0', 'limit must be an integer of at least 1, not "0"'],
    ['limit', '9007199254740992', `limit must be an integer of at least 1 and at most ${most}, not "9007199254740992"`],
    ['size', '6', 'size must be an integer from 1 to 5, not "6"'],
    ['size', '9007199254740992', 'size must be an integer from 1 to 5, not "9007199254740992"'],
    ['digits', '1.5', 'digits must be an integer, not "1.5"'],
    ['digits', '-9007199254740993', 'digits must be an integer, not "-9007199254740993"'],
    ['list', 'a,b,c', 'list must have at most 2 values, not 3'],
  ] as const)
    t.throws(() => read({ [name]: value }), { message }, `${name} ${value}`)
  t.same(read({ letters: 'aa', name: 'xy', share: '0', limit: `${most}`, size: '5', digits: '-7', list: 'a,b' }), {
    letters: 'aa',
    name: 'xy',
    share: 0,
    limit: most,
    size: 5,
    digits: -7,
    list: ['a', 'b'],
  })
})

t.test('an operation whose page or subject reads other parameters than it declares does not compile', async t => {
  const declared = {
    id: 'listThings',
    summary: 'Things',
    description: 'Things.',
    path: '/v2/data/things.:data_version',
    row: { code: Type.String() },
    example: {},
  }
  const query = { code: Type.Optional(Type.String()), limit: Type.Integer() }
  const keys = { from: 'thing', by: ['code'], filters: { code: 'code = :code' } }
  const page: Page<unknown, { limit: number }> = { prepare: () => emptySource }
  operation({ ...declared, query, page })
  operation({ ...declared, query, page: keyset(keys) })
  // @ts-expect-error misspelled
  operation({ ...declared, query, page: keyset({ ...keys, filters: { cod: 'code = :cod' } }) })
  // @ts-expect-error not declared
  operation({ ...declared, query: {}, page })
  // @ts-expect-error another type
  operation({ ...declared, query: { limit: Type.String() }, page })
  // @ts-expect-error without a subject there is no entity
  operation({ ...declared, query, page: page as Page<string, { limit: number }> })
  const subject: Subject<typeof NoPath, string, { limit: number }> = {
    parameters: NoPath,
    prepare: () => () => ({ entity: '', bindings: {} }),
  }
  operation({ ...declared, query, page: page as Page<string>, subject })
  // @ts-expect-error the subject reads a parameter that is not declared
  operation({ ...declared, query: {}, page: page as Page<string>, subject })
  t.pass('checked by npm run types')
})

t.test('the bounds of a number are the same in a query and in a body', t => {
  const bounds = { minimum: 1, exclusiveMaximum: 9 }
  const read = compileParameters(Type.Object({ n: Type.Number(bounds) }), 'standard')
  for (const [value, isRefused] of [
    [0.5, true],
    [1, false],
    [8.5, false],
    [9, true],
  ] as const) {
    const message = isRefused ? 'must be a number from 1 to below 9' : undefined
    t.equal(wrongPart(Type.Number(bounds), value)?.message, message, `${value} in a body`)
    const ask = () => read({ n: String(value) })
    if (isRefused) t.throws(ask, { message: `n ${message}, not "${value}"` })
    else t.same(ask(), { n: value })
  }
  t.end()
})
