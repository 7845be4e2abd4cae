import { hasBooksAhead } from '../../seed/books/book-shapes.ts'
import { createWorld, type ProfileName } from '../../seed/index.ts'
import { day, hour, minute } from '../../src/market/time.ts'
import { withQuery } from '../harness/operations.ts'
import { serve, unlimited } from '../harness/server.ts'
import { end, start } from '../harness/store.ts'
import t from '../harness/tap.ts'
import { mean } from '../harness/tape-measures.ts'
import { walk } from '../harness/walk.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read records without declaring their types
type Row = any

const server = await serve(t, unlimited)
const deep = ['cbse spot btc-usd', 'bnce spot btc-usdt', 'krkn spot btc-usd', 'bbit perpetual-future btc-usdt']
const names = [...deep, 'krkn spot usdt-usd', 'itbi spot btc-usd', 'bthb spot btc-krw', 'drbt future btc-usd-260327']

async function read(name: string, what: string, query: Record<string, string | number>): Promise<Row[]> {
  const [exchange, kind, code] = name.split(' ')
  const url = `/v2/data/order_book_snapshots.v1/exchanges/${exchange}/${kind}/${code}/${what}`
  const pages = await walk(server, withQuery(url, { page_size: 100, sort: 'asc', ...query }))
  return pages.flatMap(({ body }) => body.data)
}

/** Complete books of half a day. */
const books = new Map<string, Row[]>()
for (const name of names) {
  const range = { start_time: new Date(end - 6 * hour).toISOString(), limit_orders: 1000 }
  books.set(name, await read(name, 'snapshots/full', { ...range, slippage: 1_000_000 }))
}

const all = [...books.values()].flat()
const amounts = (levels: Row[]) => levels.map(({ amount }) => Number(amount))
const deviation = (values: number[]) => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map(value => (value - middle) ** 2)))
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

t.test(
  'standard stores have at least 150 instruments with order books, including all those of tiny stores',
  async t => {
    const recorded = (profile: ProfileName) => {
      const listed = createWorld({ seed: 'market', profile }).instruments({ from: end - hour, to: end })
      return listed.filter(hasBooksAhead).map(one => `${one.exchange} ${one.class} ${one.code}`)
    }
    const standard = new Set(recorded('standard'))
    t.ok(standard.size >= 150, `${standard.size} have books`)
    for (const name of ['krkn spot btc-usd', 'krkn spot eth-usd', ...recorded('tiny')]) t.ok(standard.has(name), name)
    for (const kind of ['spot', 'perpetual-future', 'future', 'option'])
      t.ok([...standard].filter(name => name.includes(` ${kind} `)).length >= 10, kind)
  },
)

t.test('level sizes follow no fixed pattern, between books or between venues', async t => {
  // Ratios of the first ten sizes to their sum, for every tenth book; two books are alike if no ratio differs by a
  // tenth.
  const profiles = all
    .filter((_, n) => n % 10 === 0)
    .map(({ bids }) => {
      const first = amounts(bids).slice(0, 10)
      const sum = first.reduce((a, b) => a + b)
      return first.map(amount => amount / sum)
    })
  let alike = 0
  profiles.forEach((one, n) => {
    for (const other of profiles.slice(n + 1))
      if (one.every((share, i) => Math.abs(share / other[i]! - 1) < 0.1)) alike++
  })
  const pairs = (profiles.length * (profiles.length - 1)) / 2
  t.ok(alike < pairs / 500, `${alike} of ${pairs} pairs are alike`)
  // Sizes of real books have long tails: a few large orders among many small ones.
  for (const [name, own] of books) {
    const tails = own.map(({ asks }) => Math.max(...amounts(asks).slice(0, 20)) / median(amounts(asks).slice(0, 20)))
    t.ok(deviation(tails) > 0.3, `${name}: the largest of twenty is ${mean(tails).toFixed(1)} times the median`)
  }
})

t.test('gaps between levels differ within a book and between books', async t => {
  for (const name of deep) {
    const gaps = books.get(name)!.map(({ asks }) => {
      const prices = asks.slice(0, 30).map(({ price }: Row) => Number(price))
      return prices.slice(1).map((price: number, n: number) => Math.round((price - prices[n]) * 100))
    })
    t.ok(median(gaps.map(own => new Set(own).size)) >= 6, `${name} has gaps of many widths`)
    t.ok(new Set(gaps.map(own => own.join())).size > gaps.length / 2, `${name} has different gaps in different minutes`)
  }
})

t.test('the number of levels differs by venue and from book to book', async t => {
  const counts = [...books].map(([, own]) => own.map(({ bids }) => bids.length))
  t.ok(new Set(counts.map(mean)).size === counts.length, 'books differ in their levels')
  t.ok(
    Math.max(...counts.map(mean)) > 4 * Math.min(...counts.map(mean)),
    'the deepest book has four times as many levels',
  )
  for (const own of counts) t.ok(new Set(own).size >= 4, `${new Set(own).size} different numbers of levels`)
})

t.test('liquid books often have a spread of one tick, thinly traded ones a wider spread', async t => {
  const relative = (name: string) => books.get(name)!.map(({ spread, mid_price }) => Number(spread) / Number(mid_price))
  const bitcoin = books.get('cbse spot btc-usd')!.map(({ spread }) => Number(spread))
  const ticks = bitcoin.filter(spread => spread === Math.min(...bitcoin)).length / bitcoin.length
  t.ok(ticks > 0.2 && ticks < 0.95, `${ticks} of the spreads are one tick`)
  t.ok(new Set(bitcoin).size > 30, 'the others vary')
  t.ok(mean(relative('cbse spot btc-usd')) < 0.00001, 'hundredths of a basis point')
  t.ok(
    median(relative('itbi spot btc-usd')) > 5 * median(relative('cbse spot btc-usd')),
    'a wide spread is several times a tight one',
  )
})

t.test('a million dollars fills at the top of bitcoin books, at a price that differs by venue', async t => {
  const costs = deep.map(name => {
    const own = books.get(name)!
    const filled = own.filter(({ ask_slippage, bid_slippage }) => ask_slippage !== null && bid_slippage !== null)
    t.ok(filled.length >= 0.99 * own.length, `${filled.length} of ${own.length} on ${name}`)
    return mean(filled.map(({ ask_slippage }) => Number(ask_slippage)))
  })
  for (const cost of costs) t.ok(cost > 0.000001 && cost < 0.005, `${cost}`)
  t.equal(new Set(costs.map(cost => cost.toFixed(6))).size, costs.length)
})

t.test('depth and imbalance move to either side over minutes and hours', async t => {
  const range = { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString() }
  for (const name of deep) {
    const hours = await read(name, 'ob_aggregations/depth', { ...range, interval: '1h' })
    const depths = hours.map(({ bid_volume1, ask_volume1 }) => Math.log(Number(bid_volume1) + Number(ask_volume1)))
    t.ok(deviation(depths) > 0.05 && deviation(depths) < 1, `${name}: ${deviation(depths)}`)
    const leans = hours.map(({ bid_volume0_1, ask_volume0_1 }) =>
      Math.log(Number(bid_volume0_1) / Number(ask_volume0_1)),
    )
    t.ok(Math.min(...leans) < -0.05 && Math.max(...leans) > 0.05, `${name} leans to both sides`)
  }
})

t.test('depth and spread do not depend on the minute of the hour', async t => {
  const range = { start_time: new Date(start).toISOString(), interval: '1m' }
  const minutes = await read('cbse spot btc-usd', 'ob_aggregations/full', range)
  t.equal(minutes.length, (3 * day) / minute)
  for (const field of ['bid_volume0_1', 'ask_volume1', 'spread']) {
    const logs = minutes.map(row => Math.log(Number(row[field])))
    const quarters = [0, 15, 30, 45].map(first => {
      const own = logs.filter((_, n) => n % 60 >= first && n % 60 < first + 15)
      return { mean: mean(own), error: deviation(own) / Math.sqrt(own.length) }
    })
    for (const { mean: own, error } of quarters)
      t.ok(Math.abs(own - mean(logs)) < 5 * error, `${field}: ${own} in a quarter, ${mean(logs)} in all`)
  }
})
