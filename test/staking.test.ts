import { writeFileSync } from 'node:fs'
import { liquidStakings, stakingChains } from '../seed/supply/staking-list.ts'
import { chainDay, liquidDay } from '../seed/supply/staking-rates.ts'
import { withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'

const path = '/v2/data/staking.v1/protocols'
const day = 86_400_000

interface Rate {
  date: string
  protocol: string
  apr: number
  validators: number
  methodology: string
}

interface Price {
  pair: string
  ref_price: number
  date: string
}

const server = await serve(t, unlimited)
const protocols: { protocol: string; methodologies: string[] }[] = (await server.json(path)).data

async function rates(protocol: string, query: Record<string, string> = {}, on: Pick<typeof server, 'json'> = server) {
  return (await on.json(withQuery(`${path}/${protocol}`, { sort: 'asc', ...query }))).data as Rate[]
}

const near = (a: number, b: number, within: number) => Math.abs(a - b) <= within

t.test(
  'without a protocol all protocols are listed with their methodologies, with and without a trailing slash',
  async t => {
    t.ok(protocols.length >= 5, 'there are several protocols')
    t.same(
      protocols.map(({ protocol }) => protocol).toSorted(),
      protocols.map(({ protocol }) => protocol),
    )
    t.same((await server.json(`${path}/`)).data, protocols)
    for (const { methodologies } of protocols) t.ok(methodologies.length > 1, 'a chain has several methodologies')
  },
)

t.test('every finished day has a rate by each methodology, and the number of validators', async t => {
  const days = ['2026-01-28', '2026-01-29', '2026-01-30']
  for (const { protocol, methodologies } of protocols) {
    const all = await rates(protocol)
    t.same(
      all.map(({ date, methodology }) => `${date} ${methodology}`),
      days.flatMap(date => methodologies.toSorted().map(methodology => `${date} ${methodology}`)),
    )
    for (const one of all) {
      t.equal(one.protocol, protocol)
      t.ok(one.apr > 0 && one.apr < 30 && one.validators > 0, JSON.stringify(one))
    }
    t.same((await rates(protocol, { sort: 'desc' })).toReversed(), all)
  }
})

t.test('the total rate is issuance plus fees, and Ethereum issues by its formula', async t => {
  for (const { protocol, methodologies } of protocols.filter(({ methodologies }) => methodologies.includes('total'))) {
    const all = await rates(protocol)
    for (const date of new Set(all.map(one => one.date))) {
      const by = new Map(all.filter(one => one.date === date).map(one => [one.methodology, one]))
      t.same([...by.keys()], methodologies.toSorted())
      t.ok(
        near(by.get('total')!.apr, by.get('issuance')!.apr + by.get('fees')!.apr, 1e-6),
        'the total is issuance and fees',
      )
      if (protocol !== 'eth') continue
      const { apr, validators } = by.get('issuance')!
      t.ok(near(apr / 100, 166.322 / Math.sqrt(32 * validators), 1e-6), '64 × 82,181.25 epochs ÷ √10⁹ ÷ √staked ether')
    }
  }
})

t.test('users of Ethereum paid miners for priority until the merge', async t => {
  const chain = stakingChains.find(({ code }) => code === 'eth')!
  const on = (date: string) => chainDay('test', chain, Date.parse(date) / day).rates
  const { issuance, fees, total } = on('2022-09-14')
  t.same([fees, total], [0, issuance])
  t.ok(on('2022-09-15').fees! > 0.003, 'validators get them from then on')
})

t.test('the net rate is the growth of the price of the staking token', async t => {
  const tokens = [
    ['lido', 'wsteth', 'eth', 0.1],
    ['rocketpool', 'reth', 'eth', 0.14],
    ['coinbase', 'cbeth', 'eth', 0.25],
    ['marinade', 'msol', 'sol', 0.06],
    ['jito', 'jitosol', 'sol', 0.04],
  ] as const
  for (const [protocol, token, coin, commission] of tokens) {
    const [gross, net] = (await rates(protocol)).slice(-2)
    t.ok(near(gross!.apr * (1 - commission), net!.apr, 2e-6), `${protocol} keeps its commission`)
    const { data } = await server.json(
      withQuery('/v2/data/analytics.v2/expected_shortfall', {
        bases: `${token},${coin}`,
        quote: 'usd',
        quantities: '1,1',
        risk_level: 0.975,
        stress_parameter: 1,
        start_time: new Date(end - day).toISOString(),
        end_time: new Date(end - day).toISOString(),
        sources: 'true',
      }),
    )
    const prices: Price[] = data[0].sources
    const ratioAt = (date: string) => {
      const of = (base: string) => prices.find(one => one.date === date && one.pair === `${base}-usd`)!.ref_price
      return of(token) / of(coin)
    }
    const dates = [...new Set(prices.map(({ date }) => date))].sort()
    t.ok(dates.length > 700, 'two years have rates')
    const [first, last] = [dates[0]!, dates.at(-1)!]
    const years = (Date.parse(last) - Date.parse(first)) / day / 365.25
    const growth = (ratioAt(last) - ratioAt(first)) / years / ratioAt(last)
    t.ok(
      near(100 * growth, net!.apr, 0.04 * net!.apr),
      `${token} grew by ${growth} a year, and ${net!.apr} % is reported`,
    )
  }
})

t.test('days are selected by date, or by a time at or before their start', async t => {
  const datesOf = async (query: Record<string, string>) => [
    ...new Set((await rates('sol', query)).map(one => one.date)),
  ]
  const last = ['2026-01-29', '2026-01-30']
  t.same(await datesOf({ start_date: '20260129' }), last)
  t.same(await datesOf({ start_time: '2026-01-29T00:00:00Z' }), last)
  t.same(await datesOf({ start_time: '2026-01-29T00:00:00.001Z' }), ['2026-01-30'])
  t.same(await datesOf({ start_date: '20260129', start_time: '2026-01-29' }), last)
  for (const name of ['end_date', 'end_sate']) t.same(await datesOf({ [name]: '20260129' }), ['2026-01-28'], name)
  t.same(await datesOf({ end_time: '2026-01-29T23:59:59Z' }), ['2026-01-28', '2026-01-29'])
  t.same(await datesOf({ start_date: '20260129', end_sate: '20260130' }), ['2026-01-29'])
  t.same(await datesOf({ start_date: '20260129', end_date: '20260129' }), [])
})

t.test('a key sees the days that ended within its range', async t => {
  const keys = `${t.testdir()}/keys.json`
  const range = (end: string) => ({ key: end, name: end, data_range: { start: '2026-01-28T07:00:00Z', end } })
  const ends = ['2026-01-30T00:00:00Z', '2026-01-30T13:37:00Z', '2026-01-31T00:00:00Z']
  writeFileSync(keys, JSON.stringify(ends.map(range)))
  const server = await serve(t, { SANDBOX_KEYS: keys })
  for (const [n, expected] of [['2026-01-29'], ['2026-01-29'], ['2026-01-29', '2026-01-30']].entries()) {
    const url = withQuery(`${path}/sol`, { sort: 'asc', methodology: 'total' })
    const { data } = await server.json(url, { 'x-api-key': ends[n]! })
    t.same(
      data.map(({ date }: Rate) => date),
      expected,
      ends[n]!,
    )
  }
})

t.test('invalid parameters are refused by name', async t => {
  const cases: [query: string, status: number, message: RegExp][] = [
    ['/lidoo', 404, /"lidoo" \(did you mean "lido"\?\).*rocketpool/],
    ['/wstethh', 404, /"wstethh" \(did you mean "lido"\?\)/],
    ['/sol?methodology=net', 404, /methodology of sol "net"; known are issuance, fees, total/],
    ['/sol?start_date=20260231', 400, /^start_date must be a day as YYYYMMDD/],
    ['/sol?end_sate=2026-31-01', 400, /^end_sate must be a day as YYYYMMDD/],
    ['/sol?start_date=20260130&end_date=20260129', 400, /start_date must not be after end_date/],
    ['/sol?start_date=20260130&start_time=2026-01-30T01:00Z', 400, /start_time and start_date must be the same time/],
    ['/sol?end_date=20260130&end_sate=20260129', 400, /end_sate is an alias of end_date/],
    ['/sol?page_size=1001', 400, /^page_size must be an integer from 1 to 1000/],
  ]
  for (const [query, status, message] of cases) {
    const answer = await server.get(path + query)
    t.equal(answer.statusCode, status, query)
    t.match(answer.json().message, message, query)
  }
})

t.test('chains answer to their name and to the code of their coin, and liquid staking to its token', async t => {
  const names = {
    ethereum: 'eth',
    solana: 'sol',
    nearprotocol: 'near',
    cardano: 'ada',
    polkadot: 'dot',
    cosmos: 'atom',
    avalanche: 'avax',
    matic: 'pol',
    jitosol: 'jito',
    steth: 'lido',
    wsteth: 'lido',
    reth: 'rocketpool',
    weeth: 'etherfi',
  }
  for (const [other, listed] of Object.entries(names)) {
    const [one, same] = await Promise.all([listed, other].map(code => server.json(`${path}/${code}`)))
    t.ok(one.data.length > 0, 'the page has rows')
    t.same(same.data, one.data, other)
  }
})

t.test('liquid staking yields from its first day, also where its token trades later', t => {
  for (const one of liquidStakings) {
    const { rates } = liquidDay('market', one, Date.parse(one.since) / day)
    t.ok(rates.net! > 0.005 && rates.gross! >= rates.net!, `${one.code} yields ${rates.net}`)
  }
  t.end()
})
