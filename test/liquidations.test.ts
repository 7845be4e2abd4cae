import { minute } from '../src/market/time.ts'
import type { Trade } from './harness/fold.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

interface Liquidation {
  amount: number
  amount_quote: number
  amount_usd: number
  price: number
  rate: number
  position_side: 'long' | 'short'
  timestamp: number
  trade_id: string
}

const server = await serve(t, unlimited)

const urlOf = (exchange: string, kind: string, code: string) =>
  `/v2/data/liquidation.v1/trades/${exchange}/${kind}/${code}`
const bybit = urlOf('bbit', 'perpetual-future', 'btc-usdt')

interface Contract {
  exchange_code: string
  class: string
  code: string
}

const contracts: Contract[] = (await server.json('/v1/instruments')).data.filter((one: Contract) =>
  ['future', 'perpetual-future'].includes(one.class),
)

async function liquidationsOf({ exchange_code, class: kind, code }: Contract): Promise<Liquidation[]> {
  const pages = await walk(server, withQuery(urlOf(exchange_code, kind, code), { sort: 'asc', page_size: 1000 }))
  return pages.flatMap(({ body }) => body.data)
}

const all: { contract: Contract; trades: Trade[]; found: Liquidation[] }[] = []
for (const contract of contracts) {
  const trades = withQuery(instrumentUrl(contract, 'trades'), { sort: 'asc', page_size: 100_000 })
  all.push({ contract, trades: (await server.json(trades)).data, found: await liquidationsOf(contract) })
}

const close = (a: number, b: number) => Math.abs(a - b) <= 1e-12 * Math.abs(b)

t.test('a liquidation is a trade of the tape on the side that closes the position', async t => {
  for (const { contract, trades, found } of all)
    for (const { timestamp, amount, price, rate, position_side } of found) {
      const trade = trades.find(
        one => one.timestamp === timestamp && Number(one.amount) === amount && close(Number(one.price) * rate, price),
      )
      if (!trade) t.fail(`${contract.code} ${timestamp} is not a trade`)
      else if (trade.taker_side_sell !== (position_side === 'long')) t.fail(`${timestamp} closes a ${position_side}`)
    }
  t.ok(all.flatMap(({ found }) => found).length > 100, 'there are many liquidations')
})

t.test('amounts in three currencies agree', async t => {
  for (const { contract, found } of all)
    for (const { amount, amount_quote, amount_usd, price, rate } of found) {
      if (!close(amount_quote * rate, amount_usd) || !close(amount * price, amount_usd)) t.fail(`${amount_usd}`)
      if (contract.code.includes('-usd-') ? rate !== 1 : Math.abs(rate - 1) > 0.01) t.fail(`a rate of ${rate}`)
    }
})

t.test('the price of a liquidation is within the range traded in its minute', async t => {
  for (const { contract, found } of all) {
    const bars = new Map<number, { low: string; high: string }>()
    const url = withQuery(instrumentUrl(contract, 'ohlcv'), { interval: '1m', page_size: 100_000 })
    for (const bar of (await server.json(url)).data) bars.set(bar.timestamp, bar)
    for (const { timestamp, price, rate } of found) {
      const { low, high } = bars.get(timestamp - (timestamp % minute))!
      const paid = price / rate
      if (paid < Number(low) * (1 - 1e-12) || paid > Number(high) * (1 + 1e-12)) t.fail(`${paid} of ${low} to ${high}`)
    }
  }
})

t.test('both sides are liquidated, longs after falls, and more after larger moves', async t => {
  const { trades, found } = all.find(({ contract }) => contract.exchange_code === 'bbit')!
  const move = (time: number) => {
    const recent = trades.filter(({ timestamp }) => timestamp > time - 5 * minute && timestamp <= time)
    return Number(recent.at(-1)!.price) / Number(recent[0]!.price) - 1
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const moves = (side: string) => found.filter(one => one.position_side === side).map(one => move(one.timestamp))
  t.ok(moves('long').length > 10 && moves('short').length > 10, 'both sides are liquidated')
  t.ok(mean(moves('long')) < 0 && mean(moves('short')) > 0, 'longs are liquidated as prices fall, shorts as they rise')
  const sampled = trades.filter((_, n) => n % 20 === 0)
  const usual = mean(sampled.map(({ timestamp }) => Math.abs(move(timestamp))))
  t.ok(
    mean(found.map(({ timestamp }) => Math.abs(move(timestamp)))) > 1.5 * usual,
    'liquidations come with large moves',
  )
  const gaps = found.slice(1).map(({ timestamp }, n) => timestamp - found[n]!.timestamp)
  t.ok(gaps.filter(gap => gap < 2 * minute).length > gaps.length / 3, 'they come in clusters')
})

t.test('an exchange that marks liquidations provides their ids; others are generated', async t => {
  for (const { contract, trades, found } of all) {
    const known = new Set(trades.map(({ trade_id }) => trade_id))
    const marked = contract.exchange_code === 'bbit'
    for (const { trade_id } of found) {
      if (known.has(trade_id) !== marked) t.fail(trade_id)
      if (!marked && !/^[0-9a-f]{32}$/.test(trade_id)) t.fail(trade_id)
    }
  }
  const ids = all.flatMap(({ found }) => found.map(({ trade_id }) => trade_id))
  t.equal(new Set(ids).size, ids.length)
  t.ok(
    all.some(({ contract, found }) => contract.exchange_code === 'drbt' && found.length > 0),
    'a contract in coin is liquidated, too',
  )
})

t.test('the envelope contains the time of the response', async t => {
  const answer = await server.json(`${bybit}?page_size=1`)
  t.same(Object.keys(answer).slice(0, 4), ['query', 'answer_time', 'answer_timestamp', 'data'])
  t.same([answer.answer_time, answer.answer_timestamp], [new Date(end).toISOString(), end])
  t.match(answer.query, { commodity: 'liquidation', data_version: 'v1', page_size: 1, sort: 'desc' })
})

t.test('a key without the add-on gets 403, and other classes and invalid pages are named', async t => {
  const plain = await serve(t)
  const refused = await plain.get(bybit, { 'x-api-key': 'sandbox-no-liquidations' })
  t.equal(refused.statusCode, 403)
  t.match(refused.json().message, /liquidation/)
  const spot = await server.get(urlOf('cbse', 'spot', 'btc-usd'))
  t.equal(spot.statusCode, 404)
  t.match(spot.json().message, /instrument_class must be future or perpetual-future here, not "spot"/)
  const size = await server.get(`${bybit}?page_size=1001`)
  t.equal(size.statusCode, 400)
  t.match(size.json().message, /page_size must be an integer from 1 to 1000/)
  const lenient = await serve(t, { ...unlimited, SANDBOX_VALIDATION: 'lenient' })
  t.same((await lenient.json(urlOf('cbse', 'spot', 'btc-usd'))).data, [])
})

interface Sums {
  total_trades: number
  total_amount: number
  long_trades: number
  long_amount: number
  short_trades: number
  short_amount: number
}
type TokenRow = Sums & { interval_timestamp: number; exchanges: (Sums & { exchange: string })[] }

const tokenUrl = (asset: string, query: Record<string, string | number> = {}) =>
  withQuery(`/v2/data/liquidation.v1/token/${asset}`, { page_size: 1000, ...query })
const ofToken = async (asset: string, query = {}): Promise<TokenRow[]> =>
  (await server.json(tokenUrl(asset, query))).data

function sumsOf(found: readonly Liquidation[]): Sums {
  const [longs, shorts] = ['long', 'short'].map(side => found.filter(one => one.position_side === side))
  const amount = (some: readonly Liquidation[]) => some.reduce((sum, { amount_usd }) => sum + amount_usd, 0)
  return {
    total_trades: found.length,
    total_amount: amount(found),
    long_trades: longs!.length,
    long_amount: amount(longs!),
    short_trades: shorts!.length,
    short_amount: amount(shorts!),
  }
}

const sumNames = Object.keys(sumsOf([])) as (keyof Sums)[]
const differs = (one: Sums, other: Sums) =>
  sumNames.some(name => Math.abs(one[name] - other[name]) > 1e-12 * (one[name] + other[name]))

t.test('the liquidations of a token are those of its contracts, by interval and exchange', async t => {
  for (const [asset, interval, hours] of [
    ['btc', '1h', 1],
    ['btc', '7h', 7],
    ['btc', '24h', 24],
  ] as const) {
    const own = all.filter(({ contract }) => contract.code.startsWith(`${asset}-`))
    const rows = await ofToken(asset, { interval, sort: 'asc' })
    for (const row of rows) {
      const until = row.interval_timestamp + hours * 60 * minute
      const within = own.map(({ contract, found }) => ({
        exchange: contract.exchange_code,
        found: found.filter(({ timestamp }) => timestamp >= row.interval_timestamp && timestamp < until),
      }))
      if (differs(row, sumsOf(within.flatMap(({ found }) => found)))) t.fail(`${asset} ${interval} ${until}`)
      const byExchange = [...Map.groupBy(within, ({ exchange }) => exchange)]
        .map(([exchange, some]) => ({ exchange, ...sumsOf(some.flatMap(({ found }) => found)) }))
        .filter(({ total_trades }) => total_trades > 0)
        .sort((a, b) => (a.exchange < b.exchange ? -1 : 1))
      t.same(
        row.exchanges.map(({ exchange }) => exchange),
        byExchange.map(({ exchange }) => exchange),
      )
      for (const [n, one] of row.exchanges.entries())
        if (differs(one, byExchange[n]!)) t.fail(`${asset} ${one.exchange} ${until}`)
    }
    t.ok(
      rows.some(({ total_trades }) => total_trades > 0),
      'some hours have liquidations',
    )
  }
})

t.test('24 hours of a token are its day, and longs and shorts are the total', async t => {
  const hours = await ofToken('btc')
  for (const day of await ofToken('btc', { interval: '1d' })) {
    const start = day.interval_timestamp
    const own = hours.filter(({ interval_timestamp: at }) => at >= start && at < start + 1440 * minute)
    const sums = sumsOf([])
    for (const name of sumNames) sums[name] = own.reduce((sum, one) => sum + one[name], 0)
    t.notOk(differs(day, sums), String(start))
    t.equal(day.long_trades + day.short_trades, day.total_trades)
    t.ok(close(day.long_amount + day.short_amount, day.total_amount), 'longs and shorts make up the total')
  }
})

t.test('an asset without futures has zeros, and an unknown one is 404', async t => {
  for (const row of await ofToken('weth', { page_size: 3 })) t.match(row, { ...sumsOf([]), exchanges: { length: 0 } })
  const refused = await server.get(tokenUrl('btcc'))
  t.match([refused.statusCode, refused.json().message], [404, /unknown asset "btcc" \(did you mean "btc"/])
  for (const interval of ['30m', '2d', '90m'])
    t.match((await server.get(tokenUrl('btc', { interval }))).json().message, /^interval must be .* from 1h to 1d/)
})
