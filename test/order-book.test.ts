import { createHash } from 'node:crypto'
import { createWorld } from '../seed/index.ts'
import { day, hour, minute, second } from '../src/market/time.ts'
import { exact, plain, type Trade } from './harness/fold.ts'
import { ofRecords, type RecordChecks } from './harness/of-records.ts'
import { instrumentUrl, withQuery } from './harness/operations.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, start } from './harness/store.ts'
import t from './harness/tap.ts'
import { walk } from './harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any
interface Level {
  price: string
  amount: string
}

const server = await serve(t, unlimited)
const bandNames = '0_1 0_2 0_3 0_4 0_5 0_6 0_7 0_8 0_9 1 1_5 2 4 6 8 10'.split(' ')
const bandOf = (name: string) => exact(name.replace('_', '.')) / 100n
const sides = ['bid', 'ask'] as const

const bookUrl = (name: string, what: string, query: Record<string, string | number> = {}) => {
  const [exchange, kind, code] = name.split(' ')
  return withQuery(`/v2/data/order_book_snapshots.v1/exchanges/${exchange}/${kind}/${code}/${what}`, query)
}
const between = (from: number, until: number) => ({
  start_time: new Date(from).toISOString(),
  end_time: new Date(until).toISOString(),
})
const records = async (url: string): Promise<Row[]> =>
  (await walk(server, withQuery(url, { page_size: 100, sort: 'asc' }))).flatMap(({ body }) => body.data)

/** Instruments of every class: fine and coarse ticks, all reaches, with and without exchange timestamps. */
const names = [
  'cbse spot btc-usd',
  'bnce spot btc-usdt',
  'krkn spot usdt-usd',
  'bbit perpetual-future btc-usdt',
  'drbt future btc-usd-260327',
  'drbt future btc-usd-260206',
]
const instruments: Row[] = (await server.json('/v1/instruments')).data
const options = instruments.filter(one => one.class === 'option').map(one => `${one.exchange_code} option ${one.code}`)
const books = new Map<string, Row[]>()
/** All books of those that means are computed of, the last of others. */
const since = (name: string) => (['cbse spot btc-usd', 'drbt future btc-usd-260206'].includes(name) ? start : end - day)
for (const name of [...names, ...options]) {
  const range = name.includes(' option ') ? {} : between(since(name), end)
  const found = await records(bookUrl(name, 'snapshots/full', { limit_orders: 1, slippage: 3_000_000, ...range }))
  if (found.length > 0) books.set(name, found)
}

const bitcoin = 'cbse spot btc-usd'
const option = [...books.keys()].find(name => name.includes(' option '))!

/** Books with all their levels. */
function wholeBooks(name: string, from: number, until: number, query = {}): Promise<Row[]> {
  return records(bookUrl(name, 'snapshots/full', { limit_orders: 1000, ...between(from, until), ...query }))
}

/** Slippage of a market order that walks the levels, by definition. */
function slippageByWalk(levels: Level[], size: number, reference: number): number | null {
  let [left, bought] = [size, 0]
  for (const { price, amount } of levels) {
    const value = Number(price) * Number(amount)
    if (value >= left) return Math.abs(size / (bought + left / Number(price)) - reference) / reference
    left -= value
    bought += Number(amount)
  }
  return null
}

function near(t: RecordChecks, found: string | null, expected: number | null, what: string): void {
  if (found === null || expected === null) return void (found === expected || t.fail(`${what}: ${found}, ${expected}`))
  if (Math.abs(Number(found) - expected) > 1e-9 * Math.max(Math.abs(expected), 1e-4))
    t.fail(`${what}: ${found}, ${expected}`)
}

t.test('instruments of every class have a book in each minute', async t => {
  t.same(
    new Set([...books.keys()].map(name => name.split(' ')[1])),
    new Set(['spot', 'perpetual-future', 'future', 'option']),
  )
  for (const [name, own] of books) {
    const minutes = own.map(({ poll_timestamp }) => Math.floor(poll_timestamp / minute))
    t.equal(new Set(minutes).size, own.length, `${name} has one a minute`)
    for (const { poll_timestamp, poll_date, timestamp } of own) {
      if (Date.parse(poll_date) !== poll_timestamp) t.fail(poll_date)
      if (timestamp !== null && !(timestamp < poll_timestamp && timestamp > poll_timestamp - 1000))
        t.fail(`${timestamp}`)
    }
  }
  for (const name of names.slice(0, 4)) t.equal(books.get(name)!.length, (end - since(name)) / minute)
  const timed = (name: string) => new Set(books.get(name)!.map(({ timestamp }) => timestamp !== null))
  t.same([timed(bitcoin), timed('bnce spot btc-usdt')], [new Set([true]), new Set([false])])
})

t.test('books are identical on every engine and machine', async t => {
  const hash = createHash('sha256')
  for (const name of names)
    for (const book of await wholeBooks(name, end - 3 * minute, end)) hash.update(JSON.stringify(book))
  t.equal(hash.digest('hex').slice(0, 16), '686e588ce97f6ab6')
})

t.test('a book opens around its mid price, which lies within the range traded in its minute', async t => {
  let compared = 0
  for (const [name, own] of books) {
    const [exchange_code = '', kind = '', code = ''] = name.split(' ')
    const url = instrumentUrl({ exchange_code, class: kind, code }, 'trades')
    const trades: Trade[] = (await server.json(withQuery(url, { page_size: 100_000 }))).data
    const byMinute = Map.groupBy(trades, ({ timestamp }) => Math.floor(timestamp / minute))
    for (const { poll_timestamp, bids, asks, mid_price, spread } of own) {
      if (mid_price === null) continue
      const [bid, ask, mid] = [exact(bids[0].price), exact(asks[0].price), exact(mid_price)]
      if (!(bid > 0n && bid < mid && mid < ask)) t.fail(`${name} ${bids[0].price} ${mid_price} ${asks[0].price}`)
      if (bid + ask !== 2n * mid || exact(spread) !== ask - bid) t.fail(`${mid_price} ${spread}`)
      const paid = byMinute.get(Math.floor(poll_timestamp / minute))?.map(({ price }) => exact(price))
      if (!paid) continue
      compared++
      if (paid.every(price => price < mid) || paid.every(price => price > mid))
        t.fail(`${name} ${mid_price} of ${paid}`)
    }
  }
  t.ok(compared > 2000, `${compared}`)
})

t.test('orders within a second after a snapshot fill at the prices that it shows', async t => {
  // Other exchanges report the side of a trade inverted, constant or unknown.
  const busiest = ['bnce spot eth-usdt', 'bnce spot btc-usdt', 'cbse spot btc-usd', 'krkn spot btc-usd']
  const total = { all: 0, best: 0, wrong: 0 }
  for (const name of busiest) {
    const [exchange_code = '', kind = '', code = ''] = name.split(' ')
    const url = instrumentUrl({ exchange_code, class: kind, code }, 'trades', 'v2')
    const trades: Trade[] = (await server.json(withQuery(url, { page_size: 100_000, sort: 'asc' }))).data
    const bySecond = Map.groupBy(trades, ({ timestamp }) => Math.floor(timestamp / second))
    const own = { all: 0, best: 0, wrong: 0 }
    for (const { poll_timestamp, bids, asks } of await wholeBooks(name, start, end, { limit_orders: 1 })) {
      if (!bids[0] || !asks[0]) continue
      const [bid, ask] = [Number(bids[0].price), Number(asks[0].price)]
      const polled = Math.floor(poll_timestamp / second)
      const near = [...(bySecond.get(polled) ?? []), ...(bySecond.get(polled + 1) ?? [])]
      // The trades of an order lie beside each other: its first one counts.
      const orders = near.filter((one, n) => one.timestamp !== near[n - 1]?.timestamp)
      for (const { timestamp, price, taker_side_sell: sells } of orders) {
        if (timestamp <= poll_timestamp || timestamp > poll_timestamp + second) continue
        own.all++
        if (sells ? Number(price) <= bid : Number(price) >= ask) own.best++
        if (sells ? Number(price) >= ask : Number(price) <= bid) own.wrong++
      }
    }
    const found = `${name}: ${own.best} of ${own.all} orders at the best price or beyond, ${own.wrong} on the other side`
    if (own.all >= 50) t.ok(own.best > own.all / 2 && own.wrong < own.all / 6, found)
    for (const figure of ['all', 'best', 'wrong'] as const) total[figure] += own[figure]
  }
  t.ok(total.all > 300, `${total.all} orders`)
  t.ok(total.best > total.all / 2 && total.wrong < total.all / 6, JSON.stringify(total))
})

t.test('prices are multiples of the tick, and amounts of the lot', async t => {
  for (const one of createWorld({ seed: 'market', profile: 'tiny' }).instruments({ from: start, to: end })) {
    const own = books.get(`${one.exchange} ${one.class} ${one.code}`)
    if (!own) continue
    const [tick, lot] = [unitsOf(one.tick, one.priceDecimals), unitsOf(one.lot, one.amountDecimals)]
    const last = own.at(-1)!.poll_timestamp
    for (const book of [
      ...own,
      ...(await wholeBooks(`${one.exchange} ${one.class} ${one.code}`, last - 5 * minute, end)),
    ])
      for (const { price, amount } of [...book.bids, ...book.asks])
        if (exact(price) % tick !== 0n || exact(amount) % lot !== 0n) t.fail(`${one.code} ${amount} at ${price}`)
  }
})

function unitsOf(step: number, decimals: number): bigint {
  return exact((step / 10 ** decimals).toFixed(decimals))
}

t.test('depth is the sum of the levels within its band', async t => {
  for (const name of [...books.keys()]) {
    const last = books.get(name)!.at(-1)!.poll_timestamp
    for (const book of await wholeBooks(name, last - 8 * minute, last + 1))
      for (const side of sides) {
        const levels: Level[] = book[`${side}s`]
        const best = exact(levels[0]!.price)
        const distances = levels.map(({ price }) => {
          const away = exact(price) - best
          return (away < 0n ? -away : away) * exact('1')
        })
        let before = 0n
        for (const band of bandNames) {
          const widest = best * bandOf(band)
          const within = levels.filter((_, n) => distances[n]! <= widest)
          const volume = within.reduce((sum, { amount }) => sum + exact(amount), 0n)
          if (plain(volume) !== book[`${side}_volume${band}`]) t.fail(`${name} ${side} ${band}: ${plain(volume)}`)
          if (volume < before) t.fail('depth grows with the band')
          before = volume
        }
      }
  }
})

t.test(
  'levels get worse one by one, and none is empty',
  ofRecords(async t => {
    for (const book of await wholeBooks(bitcoin, end - hour, end))
      for (const side of sides) {
        const prices = book[`${side}s`].map(({ price }: Level) => Number(price))
        t.same(
          prices,
          prices.toSorted((a: number, b: number) => (side === 'bid' ? b - a : a - b)),
        )
        t.equal(new Set(prices).size, prices.length)
        t.ok(
          book[`${side}s`].every(({ amount }: Level) => Number(amount) > 0),
          'every level has an amount',
        )
      }
    const [ten, three, whole, more] = await Promise.all(
      [{}, { limit_orders: 3 }, { limit_orders: 1000 }, { limit_orders: 99_999 }].map(query =>
        server.json(bookUrl(bitcoin, 'snapshots/raw', { page_size: 1, ...query })),
      ),
    )
    t.same([ten.data[0].asks.length, ten.data[0].bids.length], [10, 10])
    t.same(three.data[0].bids, ten.data[0].bids.slice(0, 3))
    t.same(more.data, whole.data, 'a limit beyond the book gives the whole book')
  }),
)

t.test('parameters of full records are accepted where they have no effect', async t => {
  const order = { slippage: 1_000_000, slippage_ref: 'best' }
  for (const [what, query] of [
    ['ob_aggregations/depth', order],
    ['snapshots/depth', { ...order, limit_orders: 0 }],
    ['snapshots/raw', order],
    ['snapshots/slippage', { limit_orders: 2 }],
  ] as const) {
    const [plain, all] = await Promise.all([{}, query].map(some => server.get(bookUrl(bitcoin, what, some))))
    t.notOk(all!.headers['x-sandbox-hint'], `${what} knows them`)
    t.same(all!.json().data, plain!.json().data, what)
    t.match(all!.json().query, query)
  }
})

t.test('raw books echo their metric', async t => {
  t.equal((await server.json(bookUrl(bitcoin, 'snapshots/raw'))).query.metric, 'raw')
})

t.test('books of some exchanges end before 10 %, and their depth is constant from there', async t => {
  for (const [name, reach] of [
    ['bnce spot btc-usdt', 4],
    ['bbit perpetual-future btc-usdt', 2],
    [bitcoin, 10],
  ] as const)
    for (const book of await wholeBooks(name, end - 5 * minute, end))
      for (const side of sides) {
        const bands = bandNames.filter(band => Number(band.replace('_', '.')) >= reach)
        const depths = new Set(bands.map(band => book[`${side}_volume${band}`]))
        t.equal(depths.size, 1)
        if (reach < 10) t.not(book[`${side}_volume1_5`], book[`${side}_volume2`])
      }
})

t.test('slippage is the cost of the order in the book, and null if the book is too thin', async t => {
  const width = 10 * minute
  for (const name of [bitcoin, 'bnce spot btc-usdt', 'drbt future btc-usd-260327', option])
    for (const slippage_ref of ['mid_price', 'best']) {
      const until = Math.min(end, books.get(name)!.at(-1)!.poll_timestamp + 1)
      let before: Row[] = []
      for (const size of [0.01, 500, 20_000, 300_000, 1_000_000, 100_000_000_000]) {
        const query = { slippage: size, slippage_ref }
        const full = await wholeBooks(name, until - width, until, query)
        full.forEach((book, n) => {
          const mid = Number(book.mid_price)
          for (const side of sides) {
            const levels: Level[] = book[`${side}s`]
            const reference = slippage_ref === 'best' ? Number(levels[0]!.price) : mid
            near(
              t,
              book[`${side}_slippage`],
              slippageByWalk(levels, size, reference),
              `${name} ${size} ${slippage_ref}`,
            )
            const smaller = before[n]?.[`${side}_slippage`]
            if (smaller === null && book[`${side}_slippage`] !== null) t.fail('a larger order is filled')
            if (Number(book[`${side}_slippage`] ?? Number.POSITIVE_INFINITY) < Number(smaller ?? 0)) t.fail('it grows')
          }
        })
        const alone = await records(bookUrl(name, 'snapshots/slippage', { ...query, ...between(until - width, until) }))
        t.same(
          alone.map(({ ask_slippage, bid_slippage }) => [ask_slippage, bid_slippage]),
          full.map(({ ask_slippage, bid_slippage }) => [ask_slippage, bid_slippage]),
        )
        if (size === 100_000_000_000)
          t.ok(
            alone.every(book => book.ask_slippage === null && book.bid_slippage === null),
            'slippage of one side is null',
          )
        before = full
      }
    }
})

t.test('slippage by the hour is the mean over the snapshots, for orders of any size', async t => {
  for (const name of [bitcoin, 'krkn spot usdt-usd'])
    for (const slippage_ref of ['mid_price', 'best'])
      for (const slippage of [500, 300_000, 1_000_000, 100_000_000_000]) {
        const query = { slippage, slippage_ref, ...between(end - hour, end) }
        const alone = await records(bookUrl(name, 'snapshots/slippage', query))
        const [record] = await records(bookUrl(name, 'ob_aggregations/slippage', { ...query, interval: '1h' }))
        for (const side of ['ask_slippage', 'bid_slippage']) {
          const values = alone.map(book => book[side]).filter(value => value !== null)
          const mean = values.reduce((sum, value) => sum + Number(value), 0) / values.length
          near(t, record[side], values.length === 0 ? null : mean, `${name} ${slippage} ${slippage_ref} ${side}`)
        }
      }
})

t.test('an order of size 0 has no slippage', async t => {
  for (const what of ['snapshots/slippage', 'ob_aggregations/slippage'])
    for (const query of [{}, { slippage: 0, slippage_ref: 'best' }])
      for (const record of (await server.json(bookUrl(bitcoin, what, query))).data)
        t.strictSame([record.ask_slippage, record.bid_slippage], [null, null])
})

t.test(
  'the record of an interval is the mean over its books',
  ofRecords(async t => {
    for (const name of [bitcoin, 'drbt future btc-usd-260206', option])
      for (const [interval, width] of [
        ['7m', 7 * minute],
        ['1h', hour],
        ['1d', day],
      ] as const) {
        const query = { interval, slippage: 3_000_000, ...between(start, end) }
        const full = await records(bookUrl(name, 'ob_aggregations/full', query))
        const first = Math.ceil(start / width) * width
        t.equal(full.length, Math.ceil((end - first) / width), `${name} ${interval}`)
        const byInterval = Map.groupBy(books.get(name)!, book => Math.floor(book.poll_timestamp / width) * width)
        full.forEach((record, n) => {
          t.equal(record.poll_timestamp, first + n * width)
          const own = byInterval.get(record.poll_timestamp) ?? []
          for (const [field, value] of Object.entries<string | null>(record)) {
            if (field === 'poll_timestamp') continue
            const values = own.map(book => book[field]).filter(value => value !== null)
            const mean = values.reduce((sum, value) => sum + Number(value), 0) / values.length
            near(t, value, values.length === 0 ? null : mean, `${name} ${interval} ${field}`)
          }
        })
        const [depth, slippage] = [
          await records(bookUrl(name, 'ob_aggregations/depth', { interval, ...between(start, end) })),
          await records(bookUrl(name, 'ob_aggregations/slippage', query)),
        ]
        t.same(
          depth.map((record, n) => ({ ...full[n], ...record })),
          full,
        )
        t.same(
          slippage.map((record, n) => ({ ...full[n], ...record })),
          full,
        )
      }
  }),
)

t.test('intervals without books have null fields', async t => {
  const late = 'drbt future btc-usd-260206'
  const before = books.get(late)![0].poll_timestamp - day
  const url = bookUrl(late, 'ob_aggregations/full', { slippage: 1000, page_size: 1, ...between(before, before + hour) })
  const [record] = (await server.json(url)).data
  t.ok(
    Object.values(record).every((value, n) => (n === 0 ? value === Math.ceil(before / hour) * hour : value === null)),
    'the interval begins after the halt and has no values',
  )
})

t.test('an instrument without books has no records for any range', async t => {
  for (const query of [{}, { start_time: '2026-01-30' }, between(start, end)])
    for (const what of ['snapshots/raw', 'snapshots/full', 'ob_aggregations/depth', 'ob_aggregations/slippage'])
      t.same((await server.json(bookUrl('usp3 spot weth-usdc', what, { ...query, slippage: 1 }))).data, [], what)
})

t.test('invalid values are refused by name', async t => {
  const cases: [string, Record<string, string | number>, RegExp][] = [
    ['snapshots/slippage', { slippage: -1 }, /slippage must be a number of at least 0/],
    ['snapshots/slippage', { slippage: '1e400' }, /slippage must be a number/],
    ['ob_aggregations/slippage', { slippage_ref: 'mid' }, /slippage_ref must be mid_price or best/],
    ['ob_aggregations/depth', { interval: '2d' }, /interval must be .* from 1s to 1d/],
    ['ob_aggregations/depth', { page_size: 101 }, /page_size must be an integer from 1 to 100/],
    ['snapshots/depth', { page_size: 0 }, /page_size must be an integer from 1 to 100/],
    ['snapshots/raw', { limit_orders: 0 }, /limit_orders must be an integer from 1 to 100000, not/],
  ]
  for (const [what, query, message] of cases) {
    const answer = await server.get(bookUrl(bitcoin, what, query))
    t.equal(answer.statusCode, 400)
    t.match(answer.json().message, message)
  }
})
