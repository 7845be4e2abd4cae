import { createHash } from 'node:crypto'
import { Blocks, chains } from '../seed/blocks.ts'
import { assets } from '../seed/catalogue/assets/asset-catalogue.ts'
import { exchanges } from '../seed/catalogue/exchange-list.ts'
import type { Instrument } from '../seed/catalogue/instruments/instrument.ts'
import { firstTrade } from '../seed/catalogue/instruments/listings.ts'
import { pools } from '../seed/catalogue/pool-catalogue.ts'
import { widerPools } from '../seed/catalogue/wider-pools.ts'
import {
  type Appender,
  type Cell,
  createWorld,
  type Sink,
  WorldFeed,
  writeCatalogue,
  writeWorld,
} from '../seed/index.ts'
import { lineOf } from '../seed/pools/log-index.ts'
import { poolFeed } from '../seed/pools/pool-feed.ts'
import { PoolHistory } from '../seed/pools/pool-history.ts'
import { liquidityOf } from '../seed/pools/pool-liquidity.ts'
import { protocols } from '../seed/pools/pool-list.ts'
import { PoolTables } from '../seed/pools/pool-tables.ts'
import { Spans } from '../seed/pools/spans.ts'
import { closingTrade, OrderFlow } from '../seed/trading/order-flow.ts'
import { inFirst, Tape } from '../seed/trading/tape.ts'
import { idsPerDay, tradeIds } from '../seed/trading/trade-id.ts'
import { onePart } from '../seed/world.ts'
import type { LiveBook } from '../src/market/books/live-book.ts'
import { readBars } from '../src/market/trades/bar-block.ts'
import { readTrades } from '../src/market/trades/trade-block.ts'
import { StoredTrades, takerSides } from '../src/market/trades/trade-columns.ts'
import { tradeId } from '../src/market/trades/trade-form.ts'
import { booksOf } from './harness/books-at.ts'
import { ofRecords } from './harness/of-records.ts'
import t, { type Test } from './harness/tap.ts'

const hour = 3_600_000
const day = 24 * hour
const end = Date.UTC(2026, 0, 31)
const tinyRange = { from: end - 3 * day, to: end }

/** A store in arrays: rows by table, and counters by instrument id. */
class MemorySink implements Sink {
  readonly tables = new Map<string, Cell[][]>()
  readonly ended = new Set<Cell>()
  readonly counters = new Map<Cell, { start: number; end: number; count: number }>()

  rows(table: string): Cell[][] {
    if (!this.tables.has(table)) this.tables.set(table, [])
    return this.tables.get(table)!
  }

  appender(table: string): Appender {
    return {
      add: (...values) => void this.rows(table).push(values),
      replace: (stored, row) => void this.rows(table).splice(this.rows(table).indexOf(stored as Cell[]), 1, [...row]),
      flush: () => {},
    }
  }

  run(sql: string, ...values: Cell[]): void {
    if (sql.includes('ended = 1')) this.ended.add(values[0]!)
    else if (sql.includes('trade_count')) this.#count(values as number[])
  }

  all(sql: string, ...values: Cell[]): unknown[][] {
    if (sql.includes('FROM bar_block'))
      return [this.rows('bar_block').findLast(([id, width]) => id === values[0] && width === values[1])].filter(
        row => row !== undefined,
      )
    if (sql.includes('FROM trade_block'))
      return [this.rows('trade_block').findLast(([id]) => id === values[0])].filter(row => row !== undefined)
    if (sql.includes('FROM order_book_block'))
      return this.rows('order_book_block').filter(([id, start]) => id === values[0] && start === values[1])
    if (sql.includes('FROM exchange')) return [[this.rows('exchange').length]]
    if (!sql.includes('FROM instrument')) return []
    return this.rows('instrument').map(([id]) => [id, this.ended.has(id!) ? 1 : 0])
  }

  #count([first, last, count, id]: number[]): void {
    const known = this.counters.get(id!) ?? { start: first!, end: 0, count: 0 }
    this.counters.set(id!, { start: known.start, end: last!, count: known.count + count! })
  }

  /** Digest of all written rows in a fixed order. */
  digest(tables = [...this.tables.keys()].sort()): string {
    const sorted = tables.map(table =>
      this.rows(table)
        .map(row =>
          JSON.stringify(row.map(one => (one instanceof Uint8Array ? Buffer.from(one).toString('hex') : one))),
        )
        .sort(),
    )
    const counters = [...this.counters].map(entry => JSON.stringify(entry)).sort()
    return createHash('sha256')
      .update(JSON.stringify([sorted, counters, [...this.ended].sort()]))
      .digest('hex')
  }
}

function build(steps: number[], seed = 'test'): MemorySink {
  const world = createWorld({ seed, profile: 'tiny' })
  const sink = new MemorySink()
  const [first = 0, second = 0] = steps
  writeCatalogue(sink, world, { from: first, to: second })
  const feed = new WorldFeed(sink, world)
  for (let i = 1; i < steps.length; i++) feed.write({ from: steps[i - 1]!, to: steps[i]! }, first)
  return sink
}

const tiny = new MemorySink()
const tinyWorld = createWorld({ seed: 'test', profile: 'tiny' })
writeCatalogue(tiny, tinyWorld, tinyRange)
writeWorld(tiny, tinyWorld, tinyRange)
const instruments = new Map(tinyWorld.instruments(tinyRange).map(one => [one.id, one]))

interface Trade {
  instrument: Instrument
  time: number
  id: string
  versions: number
  price: number
  amount: number
  side: (typeof takerSides)[number]
}

/** Trades of a sink in block order. */
function tradesIn(sink: MemorySink): Trade[] {
  const read = new StoredTrades()
  return sink.rows('trade_block').flatMap(([id, , , block]) => {
    const instrument = instruments.get(id as number)!
    readTrades(block as Uint8Array, read)
    return Array.from({ length: read.length }, (_, i) => ({
      instrument,
      time: read.times[i]!,
      id: tradeId(read.form!, read.ids[i]!),
      versions: read.versions[i]!,
      price: read.prices[i]! / 10 ** instrument.priceDecimals,
      amount: read.amounts[i]! / 10 ** instrument.amountDecimals,
      side: takerSides[read.sides[i]!]!,
    }))
  })
}

const trades = tradesIn(tiny)

/** The bars of a sink. */
function barsIn(sink: MemorySink) {
  return sink.rows('bar_block').flatMap(([instrument, width, , , block]) =>
    readBars(block as Uint8Array, { price: 0, amount: 0 }).map(({ timestamp, versions, count }) => ({
      instrument: instrument as number,
      width: width as number,
      start: timestamp,
      versions,
      count,
    })),
  )
}

function tape(exchange: string, code: string, kind = 'spot'): Trade[] {
  return trades.filter(({ instrument: one }) => one.exchange === exchange && one.code === code && one.class === kind)
}

t.test('a range written in pieces, even at odd milliseconds, equals the range written at once', async t => {
  const { to } = tinyRange
  const from = to - 27 * hour
  const midnight = to - day
  const whole = build([from, to]).digest()
  t.equal(build([from, from + 1, from + 7_654_321, midnight - 1, midnight, midnight + 1, to - 3, to]).digest(), whole)
  const expiry = to - 16 * hour
  const before = expiry - 2 * hour
  t.equal(build([before, expiry - 1, expiry]).digest(), build([before, expiry]).digest(), 'expired contracts are ended')
  const sink = new MemorySink()
  const world = () => createWorld({ seed: 'test', profile: 'tiny' })
  writeCatalogue(sink, world(), { from, to: from + 17 * hour + 5 })
  writeWorld(sink, world(), { from, to: from + 17 * hour + 5 })
  const feed = new WorldFeed(sink, world())
  feed.write({ from: from + 17 * hour + 5, to: from + 18 * hour }, from)
  for (let time = from + 18 * hour; time < to; time += hour) feed.write({ from: time, to: time + hour }, from)
  t.equal(sink.digest(), whole, 'a feed restarted within a day writes the same bars, also by the hour')
})

t.test('instruments that are listed together differ in id and code', async t => {
  const world = createWorld({ seed: 'test', profile: 'standard' })
  for (let from = Date.UTC(2024, 0); from < Date.UTC(2200, 0); from += 9781 * day) {
    const listed = world.instruments({ from, to: from + 120 * day })
    const codes = listed.map(({ exchange, class: kind, code }) => `${exchange} ${kind} ${code}`)
    const ids = listed.map(({ id }) => id)
    if (new Set([...codes, ...ids]).size < 2 * listed.length) t.fail(new Date(from).toISOString())
  }
  t.pass()
})

t.test('one-second steps give the same rows as one step', async t => {
  const from = end - 9 * hour - 30_000
  const seconds = Array.from({ length: 1801 }, (_, n) => from + n * 1_000)
  t.equal(build(seconds).digest(), build([from, seconds.at(-1)!]).digest())
})

t.test('another seed gives another world', async t => {
  const steps = [end - hour, end]
  t.not(build(steps, 'other').digest(), build(steps).digest())
})

const engineTables = [
  'instrument',
  'trade_block',
  'bar_block',
  'reference_price',
  'fx_minute',
  'order_book_shape',
  'order_book_block',
  'liquidation',
  'pool_state',
  'pool_event',
]

t.test('the world is identical on every engine and machine', async t => {
  const digest = build([Date.UTC(2025, 10, 15, 6), Date.UTC(2025, 10, 15, 9)], 'golden').digest(engineTables)
  t.equal(digest, 'b1f21834b7fab2600885818dbaa630bf17f39dbd033edbd59c31b7198bc20d93')
})

t.test(
  'only hours and days wholly within the store have bars',
  ofRecords(async t => {
    const from = end - 2 * day + 90 * 60_000
    const bars = barsIn(build([from, end]))
    for (const { width, start } of bars) t.ok(start >= from && start + width <= end, 'the bar lies in the store')
    t.same(new Set(bars.filter(({ width }) => width === day).map(({ start }) => start)), new Set([end - day]))
  }),
)

t.test('bars count the trades of their interval, by version', async t => {
  const tapes = Map.groupBy(trades, ({ instrument }) => instrument.id)
  for (const { instrument, width, start, versions, count } of barsIn(tiny)) {
    const version = versions & 1 || 2
    const within = tapes
      .get(instrument)!
      .filter(one => one.time >= start && one.time < start + width && one.versions & version)
    if (within.length !== count) t.fail(`${instrument} ${width} ${start}: ${count} counted, ${within.length} there`)
  }
  t.pass()
})

t.test('an instrument counts its trades of version 1', async t => {
  for (const [id, { start, end, count }] of tiny.counters) {
    const own = trades.filter(one => one.instrument.id === id && one.versions & 1)
    t.same([start, end, count], [own[0]!.time, own.at(-1)!.time, own.length])
  }
})

t.test('trades are in listing order, and ids are unique and rising', async t => {
  const ascending = trades.every((one, i) => {
    const before = trades[i - 1]
    if (before?.instrument !== one.instrument) return true
    if (before.id === one.id) return before.time === one.time && before.versions === 1 && one.versions === 2
    return before.time < one.time || (before.time === one.time && before.id < one.id)
  })
  t.ok(ascending, 'blocks follow each other')
  for (const one of instruments.values()) {
    const own = trades.filter(({ instrument, versions }) => instrument === one && versions & 1)
    t.equal(new Set(own.map(({ id }) => id)).size, own.length)
    t.ok(
      own.every(({ id }) => id.length <= 19),
      'ids are numbers of 64 bits',
    )
  }
})

t.test('no two trades of an exchange share an id, in any instrument or day', async t => {
  const range = { from: end - 40 * day, to: end }
  const listed = createWorld({ seed: 'market', profile: 'standard' }).instruments(range)
  const named = Map.groupBy(listed, one => one.exchange)
  for (const exchange of exchanges.filter(({ kind }) => kind === 'centralised')) {
    const ids = new Set<string>()
    let days = 0
    for (const one of named.get(exchange.code) ?? []) {
      const { form, first } = tradeIds('market', exchange, one)
      const name = (today: number, n: number) => tradeId(form, first(today) + n)
      const until = Math.min(one.ended, range.to)
      const midnight = Math.floor(Math.max(one.listed, range.from) / day)
      for (let today = midnight; today * day < until; today++, days++) {
        ids.add(name(today, 0))
        if (name(today, 0).length !== name(today, idsPerDay - 1).length) t.fail(one.code)
      }
    }
    t.equal(ids.size, days, exchange.code)
  }
})

t.test(
  'ids of an instrument are contiguous within a UTC day, never run backwards, and are the same from any hour',
  async t => {
    const world = createWorld({ seed: 'market', profile: 'standard' })
    const from = end - 3 * day
    for (const code of ['btc-usd', 'sol-usd']) {
      const one = world
        .instruments({ from, to: end })
        .find(each => each.exchange === 'cbse' && each.class === 'spot' && each.code === code)!
      const tape = new Tape()
      const flow = new OrderFlow(world, one)
      for (let time = from; time < end; time += hour) flow.fill(time / hour, tape)
      let jumps = 0
      for (let i = 1; i < tape.length; i++) {
        const step = tape.ids[i]! - tape.ids[i - 1]!
        const sameDay = Math.floor(tape.times[i]! / day) === Math.floor(tape.times[i - 1]! / day)
        if (step < 0 || (sameDay && step > 1)) t.fail(`${code}: ${step} at ${new Date(tape.times[i]!).toISOString()}`)
        if (step > 1) jumps++
      }
      t.equal(jumps, 2, 'at the two midnights')
      for (const n of [5, 30, 71]) {
        const alone = new Tape()
        new OrderFlow(world, one).fill(from / hour + n, alone)
        const first = tape.firstFrom(from + n * hour)
        t.same([...alone.ids.subarray(0, alone.length)], [...tape.ids.subarray(first, first + alone.length)])
      }
    }
  },
)

t.test('an instrument that is listed during an outage has its first trade after it', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const isThis = (one: Instrument) => one.exchange === 'krkn' && one.code === 'usdt-usd'
  const one = world.instruments({ from: Date.UTC(2015, 4, 3), to: Date.UTC(2015, 4, 4) }).find(isThis)!
  t.ok(world.calendar.ofInstrument(one)?.(one.listed / hour).length, 'there is an outage')
  const first = firstTrade(world, one)
  t.ok(first > one.listed + hour, 'it lasts')
  const tape = new Tape()
  const flow = new OrderFlow(world, one)
  for (let time = one.listed; time <= first; time += hour) flow.fill(time / hour, tape)
  t.equal(tape.times[0], first)
})

t.test('the last trade is known without those before it', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const range = { from: Date.UTC(2024, 5, 28), to: Date.UTC(2024, 5, 29) }
  const expired = world
    .listed(range)
    .filter(one => one.class !== 'spot' && one.ended > range.from && one.ended <= range.to)
  const left = world.standing().filter(one => Number.isFinite(one.ended))
  const some = [...expired.filter((_, n) => n % 9 === 0), ...left.filter((_, n) => n % 10 === 0)]
  t.same(Object.keys(Object.groupBy(some, one => one.class)).sort(), ['future', 'option', 'perpetual-future', 'spot'])
  for (const one of some) {
    const flow = new OrderFlow(world, one)
    const tape = new Tape()
    const closing = closingTrade(world, one)
    for (let h = Math.floor(closing / hour); h * hour < one.ended; h++) flow.fill(h, tape, 0)
    const last = tape.versions.subarray(0, tape.length).findLastIndex(versions => (versions & inFirst) > 0)
    if (tape.times[last] !== closing) t.equal(tape.times[last], closing, `${one.exchange} ${one.class} ${one.code}`)
  }
  t.ok(some.length > 80, `${some.length} instruments`)
})

t.test('prices are multiples of ticks and amounts of lots', async t => {
  for (const { instrument: one, price, amount } of trades) {
    const ticks = (price * 10 ** one.priceDecimals) / one.tick
    const lots = (amount * 10 ** one.amountDecimals) / one.lot
    if (
      Math.abs(ticks - Math.round(ticks)) > 1e-4 ||
      Math.abs(lots - Math.round(lots)) > 1e-4 + lots * 1e-15 ||
      lots < 0.5
    )
      t.fail(`${one.exchange} ${one.code}: ${amount} at ${price}`)
  }
  t.pass()
})

t.test('every meaning of the taker side occurs', async t => {
  const reported = (exchange: string, code: string) => new Set(tape(exchange, code).map(({ side }) => side))
  t.same(reported('cbse', 'btc-usd'), new Set([false, true]))
  t.same(reported('gmni', 'btc-usd'), new Set([false, true, 'unknown']))
  t.same(reported('itbi', 'btc-usd'), new Set([null]))
  t.same(reported('bthb', 'btc-krw'), new Set([false]))
  t.same(reported('huob', 'eth-btc'), new Set([false, true]))
})

t.test('version 2 cancels or reprices a few trades', async t => {
  const share = (versions: number) => trades.filter(one => one.versions === versions).length / trades.length
  t.ok(share(1) > 0.002 && share(1) < 0.007, 'some trades are in the first version only')
  t.ok(share(2) > 0.001 && share(2) < 0.004, 'some trades are in the second version only')
})

t.test('exchanges agree within basis points', async t => {
  const mean = (exchange: string, code: string) => {
    const own = tape(exchange, code).filter(({ versions, time }) => versions & 2 && time % day < 6 * hour)
    return own.reduce((sum, { price, time }) => sum + price / tinyWorld.prices.at('btc', time), 0) / own.length
  }
  for (const exchange of ['cbse', 'krkn', 'stmp', 'gmni'])
    t.ok(Math.abs(mean(exchange, 'btc-usd') - 1) < 0.001, exchange)
  t.ok(Math.abs(mean('cbse', 'btc-usd') - mean('krkn', 'btc-usd')) > 1e-7, 'but differ')
})

t.test('takers pay more when they buy than they receive when they sell', async t => {
  const instrument = [...instruments.values()].find(one => one.exchange === 'stmp' && one.code === 'btc-usd')!
  const { at } = booksOf(tinyWorld, instrument)
  const cost = (side: boolean) => {
    const own = tape('stmp', 'btc-usd').filter(one => one.side === side && one.versions & 2)
    const middle = ({ bids, asks }: LiveBook) => (bids.best + asks.best) / 2
    return (
      own.reduce(
        (sum, { price, time }) => sum + (price * 10 ** instrument.priceDecimals) / (middle(at(time)) * instrument.tick),
        0,
      ) / own.length
    )
  }
  t.ok(cost(false) > cost(true), `${cost(false)} and ${cost(true)}`)
})

t.test('swaps of a pool are at blocks of its chain, on every day', async t => {
  for (const [exchange, code] of [
    ['curv', 'usdc-usdt'],
    ['usp2', 'weth-usdc'],
  ] as const) {
    const own = tape(exchange, code)
    t.ok(
      own.every(({ id }) => /^\d{8}-\d{4}$/.test(id)),
      'ids are block and log index',
    )
    t.ok(
      own.every(({ time }) => tinyWorld.blocks.time('ethereum', tinyWorld.blocks.number('ethereum', time)) === time),
      'swaps are at times of blocks',
    )
    t.same([...new Set(own.map(({ time }) => Math.floor(time / day)))].length, 3)
  }
})

t.test('trade sizes have a heavy tail', async t => {
  const amounts = tape('cbse', 'btc-usd')
    .map(({ amount }) => amount)
    .sort((a, b) => a - b)
  const quantile = (q: number) => amounts[Math.floor(q * amounts.length)]!
  t.ok(quantile(0.99) > 15 * quantile(0.5), 'the tail of sizes is heavy')
  t.ok(amounts.at(-1)! < 5_000 * quantile(0.5), 'the tail of sizes is cut')
})

t.test('prices vary like those of real assets', async t => {
  const { prices } = createWorld({ seed: 'test', profile: 'standard' })
  const volatility = (code: string, step: number) => {
    let sum = 0
    const days = 400
    for (let time = end - days * day; time < end; time += step)
      sum += Math.log(prices.at(code, time + step) / prices.at(code, time)) ** 2
    return Math.sqrt(sum * (365.25 / days))
  }
  const bands: Record<string, [number, number]> = {
    btc: [0.3, 0.8],
    doge: [0.6, 1.7],
    xau: [0.08, 0.3],
    eur: [0.04, 0.14],
    usdt: [0, 0.02],
  }
  for (const [code, [low, high]] of Object.entries(bands)) {
    const daily = volatility(code, day)
    t.ok(daily > low && daily < high, `${code} ${daily}`)
    if (code !== 'usdt') t.ok(Math.abs(volatility(code, 4 * hour) / daily - 1) < 0.5, `${code} is a random walk`)
  }
})

t.test(
  'followers follow',
  ofRecords(async t => {
    const { prices } = tinyWorld
    for (let time = end - 700 * day; time < end; time += 17.3 * day) {
      const near = (a: string, b: string, factor: [number, number]) => {
        const ratio = prices.at(a, time) / prices.at(b, time)
        t.ok(ratio > factor[0] && ratio < factor[1], `${a} ÷ ${b} is ${ratio}`)
      }
      near('usdt', 'usd', [0.998, 1.002])
      near('eurc', 'eur', [0.997, 1.003])
      near('wbtc', 'btc', [0.997, 1.003])
      near('wsteth', 'eth', [1.04, 1.2])
      near('paxg', 'xau', [0.993, 1.007])
      near('kau', 'paxg', [0.98 / 31.1035, 1.02 / 31.1035])
      near('paxg', 'usd', [2_000, 6_000])
    }
  }),
)

t.test(
  'currencies and metals do not trade from Friday to Sunday, 22:00 UTC',
  ofRecords(async t => {
    const friday = Date.UTC(2026, 0, 23, 22)
    const { prices } = tinyWorld
    for (const code of ['eur', 'jpy', 'xau']) {
      const close = prices.at(code, friday)
      for (let time = friday; time <= friday + 48 * hour; time += 1_234_567) t.equal(prices.at(code, time), close)
      t.not(prices.at(code, friday + 49 * hour), close)
      t.not(prices.at(code, friday - hour), close)
    }
    t.not(prices.at('btc', friday + 5 * hour), prices.at('btc', friday + 6 * hour))
  }),
)

t.test('a price does not depend on earlier calls', async t => {
  const times = Array.from({ length: 50 }, (_, n) => end - n * 7.77 * day)
  const forward = createWorld({ seed: 'test', profile: 'tiny' }).prices
  const backward = createWorld({ seed: 'test', profile: 'tiny' }).prices
  const expected = times.map(time => forward.at('btc3l', time))
  t.same(
    times.toReversed().map(time => backward.at('btc3l', time)),
    expected.toReversed(),
  )
})

t.test('the opening price of an hour is bit-identical to its first mark', async t => {
  const { prices } = createWorld({ seed: 'test', profile: 'tiny' })
  for (const { code } of assets)
    for (let hour = 490_000; hour < 493_000; hour += 171)
      if (prices.opening(code, hour) !== prices.hour(code, hour)[0]) t.fail(`${code} ${hour}`)
})

t.test(
  'the five-minute prices of an hour are bit-identical to its marks',
  ofRecords(async t => {
    const { prices } = createWorld({ seed: 'test', profile: 'tiny' })
    for (const { code } of assets)
      for (const hour of [430_000, 460_000, 490_000, 490_171, 490_342, 490_513, 490_684, 490_855]) {
        const marks = prices.hour(code, hour).filter((_, minute) => minute % 5 === 0 && minute < 60)
        t.strictSame(prices.fives(code, hour), marks, code)
      }
  }),
)

t.test('block numbers and times rise together', async t => {
  const blocks = new Blocks('test')
  for (const chain of chains) {
    const first = blocks.number(chain, end)
    for (let n = first; n < first + 500; n++)
      if (blocks.time(chain, n + 1) < blocks.time(chain, n)) t.fail(`${chain} ${n}`)
    for (let time = end; time < end + 3 * hour; time += 61_007) {
      const number = blocks.number(chain, time)
      if (!(blocks.time(chain, number) <= time && blocks.time(chain, number + 1) > time)) t.fail(`${chain} at ${time}`)
    }
    t.ok(blocks.number(chain, end + 30 * day) > first, 'later blocks have higher numbers')
  }
})

/** Of exponential gaps, e^-x exceed x times their mean. */
function checkRandomGaps(t: Test, times: Float64Array, span: number, seed: string): void {
  const gaps = [...times.slice(1)].map((time, n) => (time - times[n]!) / span)
  t.ok(
    gaps.every(gap => gap >= 0),
    'gaps are never negative',
  )
  for (const x of [0.5, 1, 3]) {
    const share = gaps.filter(gap => gap > x).length / gaps.length
    t.ok(Math.abs(share / Math.exp(-x) - 1) < 0.12, `${seed}: ${share} of gaps exceed ${x} spans`)
  }
}

t.test('blocks before the merge were mined, and the laws of a chain join without a seam', async t => {
  const [merge, first, nitro] = [1_663_224_179_000, 15_537_394, Date.UTC(2022, 7, 31)]
  for (const seed of ['market', 'alpha', 'beta']) {
    const blocks = new Blocks(seed)
    t.equal(blocks.time('ethereum', first), merge)
    t.equal(blocks.number('ethereum', merge - 1), first - 1)
    for (const [number, time] of [
      [14_000_000, '2022-01-13T22:59:55Z'],
      [15_000_000, '2022-06-21T02:28:20Z'],
    ] as const)
      t.ok(Math.abs(blocks.number('ethereum', Date.parse(time)) - number) < 15_000, `${seed}: ${number}`)
    t.ok(Math.abs(blocks.number('arbitrum', nitro) - 22_207_817) < 500_000, `${seed}: the first block of Nitro`)
    checkRandomGaps(t, blocks.times('ethereum', first - 20_000, 20_000), 13_750, seed)
    for (const at of [merge, nitro, Date.UTC(2024, 0, 1)])
      for (const chain of ['ethereum', 'arbitrum'])
        for (let time = at - hour; time < at + hour; time += 61_007) {
          const number = blocks.number(chain, time)
          if (!(blocks.time(chain, number) <= time && blocks.time(chain, number + 1) > time))
            t.fail(`${chain} at ${time}`)
        }
  }
})

t.test('slots without a block come by chance, and busy hours have more blocks', async t => {
  const expected: Record<string, [mean: number, low: number, high: number]> = {
    ethereum: [7_200 * 0.993, 5.5, 8.5],
    polygon: [43_200 * 0.93, 45, 62],
    solana: [216_000 * 0.96, 75, 110],
    bsc: [28_800 * 0.99, 14, 20],
    arbitrum: [334_080, 4_000, 12_000],
    canton: [144 * 0.98, 1.2, 2.2],
  }
  for (const seed of ['market', 'alpha', 'beta'])
    for (const [chain, [usual, low, high]] of Object.entries(expected)) {
      const blocks = new Blocks(seed)
      const days = Array.from(
        { length: 365 },
        (_, n) => blocks.number(chain, end - n * day) - blocks.number(chain, end - (n + 1) * day),
      )
      const mean = days.reduce((sum, count) => sum + count) / days.length
      const deviation = Math.sqrt(days.reduce((sum, count) => sum + (count - mean) ** 2, 0) / days.length)
      t.ok(Math.abs(mean / usual - 1) < (chain === 'arbitrum' ? 0.03 : 0.003), `${seed} ${chain}: ${mean} a day`)
      t.ok(deviation > low && deviation < high, `${seed} ${chain}: deviation ${deviation}`)
      // Eras and cells join without a seam.
      for (const from of [end - 10 * day, Date.UTC(2024, 0, 1) - 3 * hour, Date.UTC(2024, 0, 1) + 2_047 * hour]) {
        const first = blocks.number(chain, from)
        const times = blocks.times(chain, first, 5_000)
        t.ok(
          times.every((time, n) => n === 0 || (time >= times[n - 1]! && time - times[n - 1]! < 2 * 600_001)),
          'samples are in order and close together',
        )
        for (const n of [0, 1, 777, 4_900]) {
          t.equal(new Blocks(seed).time(chain, first + n), times[n], 'a block alone')
          t.equal(new Blocks(seed).number(chain, times[n]!), first + times.lastIndexOf(times[n]!), 'and by its time')
        }
      }
    }
  const first = new Blocks('market').number('ethereum', end)
  const times = new Blocks('market').times('ethereum', first, 20_000)
  const slots = new Set([...times.slice(1)].map((time, n) => (time - times[n]!) / 12_000))
  t.same([...slots].sort(), [1, 2], 'a gap is one slot or two')
})

t.test('bitcoin blocks come at random, 144 per day on average, and heights are contiguous at any time', async t => {
  for (const seed of ['market', 'alpha', 'beta']) {
    const blocks = new Blocks(seed)
    const sinceHalving = Math.floor((end - Date.UTC(2024, 3, 20)) / day)
    const days = Array.from({ length: sinceHalving }, (_, n) => {
      const midnight = end - n * day
      return blocks.number('bitcoin', midnight) - blocks.number('bitcoin', midnight - day)
    })
    for (const [height, time] of [
      [210_000, '2012-11-28T15:24:38Z'],
      [420_000, '2016-07-09T16:46:13Z'],
      [630_000, '2020-05-11T19:23:43Z'],
      [840_000, '2024-04-20T00:09:27Z'],
    ] as const) {
      t.equal(blocks.time('bitcoin', height), Date.parse(time), `${seed}: the halving at ${height}`)
      t.equal(blocks.number('bitcoin', Date.parse(time)), height)
      t.equal(blocks.number('bitcoin', Date.parse(time) - 1), height - 1)
    }
    const mean = days.reduce((sum, count) => sum + count, 0) / days.length
    const deviation = Math.sqrt(days.reduce((sum, count) => sum + (count - mean) ** 2, 0) / days.length)
    t.ok(Math.abs(mean - 144) < 1, `${seed}: ${mean}`)
    t.ok(deviation > 11 && deviation < 13, `${seed}: deviation ${deviation}`)
    const last = blocks.number('bitcoin', end)
    const times = blocks.times('bitcoin', last - 20_000, 20_001)
    checkRandomGaps(t, times, 600_000, seed)
    const far = new Blocks(seed).time('bitcoin', last - 10_000)
    t.equal(far, times[10_000], 'a block alone')
    // Eras and cells join without a seam: the halving of 2024 begins one.
    const era = Date.UTC(2024, 3, 20, 0, 9, 27)
    for (const edge of [era, era + 16_384 * hour, era - 24 * hour, Date.UTC(2024, 0, 1)])
      for (let number = blocks.number('bitcoin', edge - hour); blocks.time('bitcoin', number) < edge + hour; number++)
        t.ok(blocks.time('bitcoin', number + 1) >= blocks.time('bitcoin', number), 'blocks rise with time')
  }
})

t.test(
  'options have strikes near the price at any time, and most orders there',
  ofRecords(async t => {
    for (const seed of ['market', 'alpha', 'beta']) {
      const world = createWorld({ seed, profile: 'standard' })
      const range = { from: end - 120 * day, to: end }
      const all = world.instruments(range).filter(one => one.class === 'option')
      t.equal(new Set(all.map(({ id }) => id)).size, all.length)
      t.equal(new Set(all.map(({ exchange, code }) => `${exchange} ${code}`)).size, all.length)
      t.ok(all.length < 10_500, `${seed}: ${all.length} options`)
      let [chains, far] = [0, 0]
      for (let time = range.from; time < range.to; time += 5 * day + 7 * hour) {
        const listed = all.filter(one => one.listed <= time && one.ended > time)
        const near = world.instruments({ from: time, to: time + 1 }).filter(one => one.class === 'option')
        t.same(
          near.map(({ id }) => id),
          listed.map(({ id }) => id),
          'as in a longer range',
        )
        const busiest = listed.filter(one => one.exchange === 'drbt' && one.base === 'btc')
        const expiries = new Set(busiest.map(one => one.expiry)).size
        t.ok(expiries >= 8 && expiries <= 14, `${expiries} expiries`)
        for (const chain of Map.groupBy(listed, one => `${one.exchange} ${one.base} ${one.expiry}`).values()) {
          const strikes = [...new Set(chain.map(({ option }) => option!.strike))]
          t.ok(strikes.length >= 20 && strikes.length <= 64, `${strikes.length} strikes`)
          t.equal(chain.length, 2 * strikes.length, 'a call and a put each')
          const rates = chain.map(one => one.rate).sort((a, b) => a - b)
          t.ok(rates.at(-1)! > 8 * rates[0]!, 'orders come where the price is')
          const price = world.prices.at(chain[0]!.base, time)
          chains++
          if (!strikes.some(strike => Math.abs(strike / price - 1) < 0.05)) far++
        }
      }
      // Strikes are added once a day.
      t.ok(far <= 0.005 * chains, `${seed}: ${far} of ${chains} chains without a strike near the price`)
      const lines = all
        .filter(one => one.listed < end && one.ended > end - day)
        .map(one => `${one.exchange} ${one.line}`)
      t.equal(new Set(lines).size, lines.length, 'no line serves two contracts on a day')
    }
  }),
)

t.test(
  'the catalogue is large, and all its codes resolve',
  ofRecords(async t => {
    const world = createWorld({ seed: 'test', profile: 'standard' })
    const listed = world.instruments({ from: end - 120 * day, to: end })
    const codes = new Set(assets.map(({ code }) => code))
    const venues = new Map(exchanges.map(one => [one.code, one]))
    t.ok(
      exchanges.length >= 24 && assets.length >= 60 && pools.length >= 60 && listed.length >= 400,
      'the lists are long',
    )
    t.equal(new Set(listed.map(({ id }) => id)).size, listed.length)
    t.equal(new Set(listed.map(one => `${one.exchange} ${one.class} ${one.code}`)).size, listed.length)
    t.same(new Set(listed.map(one => one.class)), new Set(['spot', 'perpetual-future', 'future', 'option']))
    t.ok(
      listed.some(one => one.class === 'spot' && one.ended < end),
      'a spot pair was delisted',
    )
    for (const one of listed) {
      t.ok(codes.has(one.base) && codes.has(one.quote) && venues.has(one.exchange), `${one.exchange} ${one.code}`)
      t.equal(one.blockchain !== null, venues.get(one.exchange)!.kind === 'decentralised')
      t.ok(one.class !== 'spot' || one.code === `${one.base}-${one.quote}`, 'the code of a pair is base and quote')
    }
    const known = new Set(protocols.map(({ code }) => code))
    t.ok(
      pools.every(pool => known.has(pool.protocol) && pool.tokens.every(code => codes.has(code))),
      'protocols and tokens of pools exist',
    )
    t.ok(
      pools.every(pool => !pool.weights || Math.abs(pool.weights.reduce((a, b) => a + b) - 1) < 1e-12),
      'weights of a pool sum to 1',
    )
    t.ok(
      pools.some(pool => pool.tokens.length === 1) && pools.some(pool => pool.tokens.length === 8),
      'pools have one to eight tokens',
    )
    t.same(
      new Set(exchanges.map(one => one.takerSide)),
      new Set(['taker', 'with_unknown', 'always_false', 'null', 'inverted']),
    )
  }),
)

t.test(
  'the properties of an instrument do not depend on the range',
  ofRecords(async t => {
    const world = createWorld({ seed: 'test', profile: 'standard' })
    const long = new Map(world.instruments({ from: end - 300 * day, to: end + 10 * day }).map(one => [one.id, one]))
    for (const one of world.instruments({ from: end - day, to: end })) t.same(one, long.get(one.id))
  }),
)

t.test('a store with any start contains the mints behind its pools', async t => {
  const world = createWorld({ seed: 'market', profile: 'standard' })
  const traded = world.instruments({ from: end - day, to: end }).filter(({ pools }) => pools.length > 0)
  for (let start = end; start < end + 300 * day; start += 40 * day) {
    const sink = new MemorySink()
    const tables = new PoolTables(sink)
    for (const instrument of traded) {
      const feed = poolFeed(world, instrument, tables)
      feed.write(start / hour, new Tape(), { from: start, to: start }, start)
      feed.finish!()
    }
    const events = Map.groupBy(sink.rows('pool_event') as number[][], ([pool]) => pool)
    const wrong = (sink.rows('pool_state') as (number | null)[][]).filter(state => {
      const [pool, , , , , , , tick, liquidity] = state
      if (tick === null) return false
      const there = events.get(pool!)!.filter(([, , , , , , , , , , lower, upper]) => lower! <= tick! && tick! < upper!)
      const held = there.reduce((sum, event) => sum + event.at(-1)!, 0)
      return Math.abs(held - liquidity!) > 1e-9 * liquidity!
    })
    t.same(wrong, [], `from ${new Date(start).toISOString()}`)
  }
})

t.test(
  'a token has one address on its chain, in every pool',
  ofRecords(async t => {
    const byPool = Map.groupBy(tiny.rows('pool_token') as string[][], ([pool]) => pool)
    const addresses = new Map<string, string>()
    for (const [pool, tokens] of byPool) {
      const [, chain] = tiny.rows('pool').find(([id]) => id === (pool as unknown))!
      const own = tokens.map(([, , asset, , address]) => ({ asset, address: address! }))
      for (const { asset, address } of own) t.equal(addresses.get(`${chain} ${asset}`) ?? address, address)
      for (const { asset, address } of own) addresses.set(`${chain} ${asset}`, address)
    }
  }),
)

t.test('an hour of a pool is the same after months of walking as at the start of a walk', t => {
  const range = { from: end - day, to: end }
  const pool = () => {
    const world = createWorld({ seed: 'market', profile: 'standard' })
    const own = world.instruments(range).find(({ exchange, code }) => exchange === 'bal2' && code === 'aave-weth')!
    return world.pools.of(own)[0]!
  }
  const [walked, fresh] = [pool(), pool()]
  for (let h = end / hour - 120 * 24; h < (end - day) / hour; h++) walked.of(h)
  for (let h = (end - day) / hour; h < end / hour; h++) t.strictSame(walked.of(h).swaps, fresh.of(h).swaps)
  t.end()
})

t.test('the first days of a pool are the same in any order, and so is what it holds', async t => {
  const { id, since } = widerPools.find(({ protocol, tokens }) => protocol === 'orca' && tokens.includes('2z'))!
  const opened = () => {
    const world = createWorld({ seed: 'market', profile: 'standard' })
    return world.pools.of(world.traded(id)!).find(({ pool }) => pool.id === id)!
  }
  const [walked, jumping] = [opened(), opened()]
  const hours = Array.from({ length: 96 }, (_, n) => since! / hour + n)
  const shown = ({ swaps, events, states }: ReturnType<PoolHistory['of']>) =>
    structuredClone({ swaps, events: events.map(({ event: { block }, ...held }) => ({ block, ...held })), states })
  const inOrder = hours.map(h => shown(walked.of(h)))
  t.strictSame(
    hours.toReversed().map(h => shown(jumping.of(h))),
    inOrder.toReversed(),
  )
  t.ok(
    inOrder.slice(0, 24).some(({ events }) => events.length > 0) && inOrder.some(({ swaps }) => swaps.length > 0),
    'it is founded, and swapped later',
  )
  for (const [n, h] of hours.entries()) {
    const last = inOrder
      .slice(0, n)
      .findLast(({ states }) => states.length > 0)
      ?.states.at(-1)
    if (last) t.match(jumping.heldAt(h), { base: last.base, quote: last.quote, others: last.others })
  }
})

t.test('founders of a concentrated pool stay close to its price if its tokens share a peg', async t => {
  const { prices } = tinyWorld
  const halves = (name: string) => {
    const pool = pools.find(({ type, tokens }) => type === 'concentrated' && tokens.join('-') === name)!
    return new Spans(pool, prices).ofFounders().map(({ lower, upper }) => (upper - lower) / 2)
  }
  for (const name of ['usdc-usdt', 'wsteth-weth', 'cbeth-weth', 'jitosol-wsol', 'weth-usdc', 'paxg-usdc'])
    t.ok(halves(name)[0]! > 880_000, `${name}: there is liquidity at every price`)
  for (const name of ['usdc-usdt', 'dai-usdc']) t.ok(Math.max(...halves(name).slice(1)) <= 600, name)
  for (const name of ['wsteth-weth', 'cbeth-weth', 'reth-weth', 'msol-wsol'])
    t.ok(halves(name)[2]! > 500 && halves(name)[2]! < 700, `${name} covers the yield of a year`)
  for (const name of ['weth-usdc', 'arb-weth', 'paxg-usdc']) t.ok(halves(name)[2]! > 3000, name)
})

t.test('a tiny swap is reported at the price of its pool', async t => {
  const world = createWorld({ seed: 'market', profile: 'large', part: onePart })
  const time = Date.UTC(2026, 6, 24, 10)
  const instrument = world
    .instruments({ from: time, to: time + hour })
    .find(one => one.code === 'weth-dai' && one.exchange === 'usp3')!
  const { pool, positions } = world.pools.of(instrument)[0]!
  // Between the second and the third swap, the holdings change by their last digit, and after it not at all.
  const prices = [3_000, 3_010, 3_010 * (1 + 2e-16), 3_010 * (1 + 2e-16), 3_005]
  const moves = prices.map((price, n) => ({ block: n, logIndex: lineOf(pool.id), time: time + n, price }))
  const [liquidity] = liquidityOf(pool, world.prices, 1)
  const history = new PoolHistory(
    pool,
    { of: () => moves, isQuiet: () => false, priceBefore: () => 2_990 },
    positions,
    liquidity,
  )
  const { swaps } = history.of(time / hour)
  t.equal(swaps.length, prices.length)
  for (const [n, { price }] of swaps.entries()) {
    const before = prices[n - 1] ?? 2_990
    if (!(price >= Math.min(before, prices[n]!) && price <= Math.max(before, prices[n]!)))
      t.fail(`swap ${n} is at ${price}, between ${before} and ${prices[n]}`)
  }
})
