import { type Book, type Side, twiceMid } from '../src/market/books/book.ts'
import { bands, bandWidths, wholePrice } from '../src/market/books/book-bands.ts'
import {
  blockHours,
  bookBlockStart,
  bookHourEnd,
  bookHourSpace,
  type Condition,
  factorOf,
  minutes,
  packBookHour,
  packedFactor,
  widenessAt,
} from '../src/market/books/book-block.ts'
import { BookHour } from '../src/market/books/book-hour.ts'
import { type BookShape, finerShape, shapeOf, shapeRow } from '../src/market/books/book-shape.ts'
import { addDepth } from '../src/market/books/depth.ts'
import { DepthNoise } from '../src/market/books/depth-noise.ts'
import { LiveBook } from '../src/market/books/live-book.ts'
import { slippageOf } from '../src/market/books/slippage.ts'
import { levelOf, Tiers } from '../src/market/books/tiers.ts'
import { Quotes, quotedMiddle, spreadAt } from '../src/market/books/touch.ts'
import { hour, minute } from '../src/market/time.ts'
import { ofRecords } from './harness/of-records.ts'
import { fc } from './harness/properties.ts'
import t from './harness/tap.ts'

const shape: BookShape = {
  key: 305_139_981,
  tick: 100,
  lot: 10,
  price: 95_000,
  cells: 23,
  width: 0.000024,
  reach: 0.1,
  spread: 0.0002,
  tight: 0.4,
  near: 5e9,
  far: 2e10,
  nearWithin: 0.0009,
  unevenness: 0.8,
  timed: 1,
}
const usual = packedFactor(1)
const level = levelOf(shape.price)
const condition: Condition = {
  ...{ start: usual, end: packedFactor(2), digits: 0 },
  ...{ level, depth: usual, levelBefore: level + 1, depthBefore: packedFactor(0.5) },
}
const noon = Date.UTC(2026, 0, 30, 12)
/** Of the day of the condition. */
const times = fc.integer({ min: noon - 12 * hour, max: noon + 12 * hour - 1 })
const byte = fc.integer({ min: 0, max: 255 })
const bits = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
/** Twice the mid price in ticks. */
const middle = fc.integer({ min: 180_000, max: 200_000 })

/** All levels of a side, and the sums up to them. */
function wholeSide(side: Side) {
  while (side.more()) {}
  return {
    best: side.best,
    prices: [...side.prices.slice(0, side.count)],
    sums: [...side.sums.slice(0, side.count + 1)],
  }
}

function sideOf(worse: 1 | -1, levels: [price: number, amount: number][]): Side {
  const sums = [0]
  for (const [, amount] of levels) sums.push(sums.at(-1)! + amount)
  const prices = Float64Array.from(levels, ([price]) => price)
  return {
    best: prices[0] ?? Number.NaN,
    worse,
    count: levels.length,
    prices,
    sums: Float64Array.from(sums),
    more: () => false,
  }
}

t.test(
  'a packed hour has the mid prices of its minutes, and ends where the next one begins',
  ofRecords(t => {
    const conditions = fc.record({
      start: byte,
      end: byte,
      level: byte,
      depth: byte,
      levelBefore: byte,
      depthBefore: byte,
    })
    const digits = fc.integer({ min: 0, max: 4 })
    const found = fc.array(fc.option(middle, { nil: 0 }), { minLength: minutes, maxLength: minutes })
    fc.assert(
      fc.property(
        conditions,
        digits,
        found,
        fc.integer({ min: 0, max: blockHours - 1 }),
        (packed, digits, found, place) => {
          const bytes = new Uint8Array(3 + bookHourSpace)
          const start = bookBlockStart(noon) + place * hour
          const end = packBookHour(bytes, 3, start / hour, { ...packed, digits }, Float64Array.from(found))
          const [live, direct] = [new LiveBook(shape), new LiveBook(shape).finer(digits)]
          const books = new BookHour(live)
          t.equal(books.open(bookBlockStart(noon), bytes.subarray(0, end), 3), end)
          t.equal(bookHourEnd(bytes, 3), end)
          t.equal(books.start, start)
          t.equal(books.tick, shape.tick / 10 ** digits)
          const present = found.flatMap((middle, n) => (middle === 0 ? [] : [{ middle, start: start + n * minute }]))
          t.equal(books.length, present.length)
          for (const [n, { middle, start }] of present.entries()) {
            const book = books.book(n)
            direct.open(book.polled, middle, { ...packed, digits })
            t.same([book.bids.best, book.asks.best], [direct.bids.best, direct.asks.best])
            t.equal(twiceMid(book), middle)
            t.equal(book.polled, books.polled(n))
            t.ok(book.polled >= start + 3000 && book.polled < start + 57_000, 'polled within its minute')
            t.ok(book.timestamp! < book.polled && book.timestamp! >= book.polled - 270, 'of a moment before')
          }
          const opens = (bytes: Uint8Array, at: number) => {
            try {
              return books.open(0, bytes, at)
            } catch (error) {
              return (error as Error).name
            }
          }
          t.equal(opens(bytes.subarray(0, end - 1), 3), 'RangeError')
          t.equal(opens(Uint8Array.of(blockHours, ...bytes), 0), 'RangeError')
        },
      ),
    )
  }),
)

t.test('a factor keeps its root to a 128th, and a spread moves in a straight line through its hour', async t => {
  for (const factor of [0.001, 0.3, 0.99, 1, 1.5, 4, 15.8])
    t.ok(Math.abs(Math.sqrt(factorOf(packedFactor(factor))) - Math.sqrt(factor)) <= 1 / 128, `${factor}`)
  t.same([packedFactor(0), packedFactor(1e9)], [1, 255])
  const at = (since: number) => widenessAt(condition, noon + 1, since)
  t.equal(at(noon), 1)
  t.equal(at(noon - minute), 1, 'quotes of the hour before')
  t.ok(Math.abs(at(noon + hour / 4) - (1 + (factorOf(condition.end) - 1) / 4)) < 1e-12, 'a quarter of the hour')
})

t.test(
  'levels of a generated book go outward in whole lots, whatever was shown before',
  ofRecords(t => {
    const book = new LiveBook(shape)
    const show = (name: 'bids' | 'asks', time: number, middle: number) => {
      book.open(time, middle, condition)
      return wholeSide(book[name])
    }
    fc.assert(
      fc.property(fc.array(fc.tuple(times, middle), { minLength: 2, maxLength: 4 }), shown => {
        for (const name of ['bids', 'asks'] as const) {
          const { worse } = book[name]
          const sides = shown.map(([time, middle]) => show(name, time, middle))
          t.same(
            shown.toReversed().map(([time, middle]) => show(name, time, middle)),
            sides.toReversed(),
          )
          for (const { best, prices, sums } of sides) {
            t.ok(prices.length > 100, `${prices.length} levels`)
            t.ok(
              prices.every((price, n) => n === 0 || worse * (price - prices[n - 1]!) > 0),
              'outward',
            )
            t.ok(
              sums.every((sum, n) => n === 0 || (sum > sums[n - 1]! && sum % shape.lot === 0)),
              'whole lots',
            )
            t.ok(worse * (prices.at(-1)! - best * (1 + worse * shape.reach)) <= 0, 'within reach')
            t.ok(prices.every(Number.isInteger), 'whole ticks')
          }
        }
        t.equal(book.bids.best + book.asks.best, shown[0]![1])
        t.ok(book.bids.best < book.asks.best, 'a spread')
      }),
      { numRuns: 20 },
    )
  }),
)

t.test(
  'the depth within a band is the sum of its levels',
  ofRecords(t => {
    const book = new LiveBook(shape)
    t.equal(bands.length, bandWidths.length)
    fc.assert(
      fc.property(times, middle, (time, middle) => {
        for (const name of ['bids', 'asks'] as const) {
          const depth = new Float64Array(bands.length)
          book.open(time, middle, condition)
          addDepth(book[name], depth)
          const { best, prices, sums } = wholeSide(book[name])
          for (const [n, width] of bandWidths.entries()) {
            const count = prices.filter(price => Math.abs(price - best) * wholePrice <= best * width).length
            t.equal(depth[n], sums[count])
          }
        }
      }),
      { numRuns: 30 },
    )
  }),
)

t.test('slippage is how much worse an order is filled than at its reference', t => {
  const bids = sideOf(-1, [
    [98, 5],
    [96, 5],
  ])
  const asks = sideOf(1, [
    [100, 5],
    [102, 5],
  ])
  const book: Book = { polled: 0, timestamp: null, tick: 10, bids, asks }
  const cases: [name: 'bids' | 'asks', size: number, fromBest: number | null, fromMid: number | null][] = [
    ['asks', 0, null, null],
    ['asks', 5000, 0, 1 / 99],
    ['asks', 10_100, 0.01, 2 / 99],
    ['asks', 10_101, null, null],
    ['bids', 4900, 0, 1 / 99],
    ['bids', 9700, 1 / 98, 2 / 99],
    ['bids', 9701, null, null],
  ]
  for (const [name, size, fromBest, fromMid] of cases)
    for (const [reference, expected] of [
      ['best', fromBest],
      ['mid_price', fromMid],
    ] as const) {
      const slippage = slippageOf(book, name, { size, reference })
      const isEqual = expected === null ? slippage === null : Math.abs(slippage! - expected) < 1e-15
      t.ok(isEqual, `${name} ${size} from ${reference}: ${slippage}`)
    }
  const oneSided = { ...book, bids: sideOf(-1, []) }
  t.equal(slippageOf(oneSided, 'asks', { size: 5000, reference: 'mid_price' }), null)
  t.equal(slippageOf(oneSided, 'asks', { size: 5000, reference: 'best' }), 0)
  t.end()
})

t.test(
  'quotes follow each other without gaps, and their spread is a whole number of ticks',
  ofRecords(t => {
    const wideness = fc.double({ min: 0.1, max: 10, noNaN: true })
    fc.assert(
      fc.property(bits, times, (key, time) => {
        const quotes = new Quotes(key)
        quotes.enter(time)
        const { since, until, bits } = quotes
        t.ok(since <= time && time < until, 'the quotes of the time')
        // Times are rounded down, so their first millisecond may belong to the quotes before.
        quotes.enter(until + 1)
        t.equal(quotes.since, until)
        const late = new Quotes(key)
        late.enter(until - 1)
        t.equal(late.since, since)
        quotes.enter(since - 1)
        t.equal(quotes.until, since)
        quotes.enter(time)
        t.equal(quotes.bits, bits)
      }),
    )
    fc.assert(
      fc.property(bits, middle, wideness, (bits, middle, wideness) => {
        const spread = spreadAt(shape, bits, middle, wideness)
        t.ok(spread >= 1 && (middle - spread) % 2 === 0, `a spread of ${spread} around ${middle}`)
        const fair = middle / 2 + 0.3
        const quoted = quotedMiddle(shape, bits, fair, wideness)
        t.ok(
          Number.isInteger(quoted) && Math.abs(quoted / 2 - fair) <= 1 + 6 * shape.spread * fair,
          `${quoted} of ${fair}`,
        )
      }),
    )
    t.equal(spreadAt(shape, 255, 3, 10), 1)
  }),
)

t.test('finer ticks keep prices and depths, and a row has all of a shape', async t => {
  t.same(shapeOf([1, ...shapeRow(shape)], shape.tick), shape)
  const { tick, price, near, far } = finerShape(shape, 2)
  t.same([tick, price, near, far], [1, 9_500_000, 5e11, 2e12])
  const book = new LiveBook(shape)
  t.equal(book.finer(0), book)
  t.equal(book.finer(2), book.finer(2))
})

t.test('a price that doubles takes the first tier away and leaves the widths of the others', async t => {
  const [at, doubled] = [level, level + 4].map(level => new Tiers(shape, level, usual)) as [Tiers, Tiers]
  t.equal(levelOf(2 * shape.price), level + 4)
  t.equal(doubled.exponent, at.exponent + 1)
  t.equal(at.usual(at.exponent - 3), at.usual(at.exponent))
  const twice = new Tiers(shape, level, packedFactor(4))
  for (let tier = 0; tier < 12; tier++) {
    const lots = at.usual(at.exponent + tier)
    t.ok(lots > 0, `${lots} lots in tier ${tier}`)
    t.ok(Math.abs(twice.usual(at.exponent + tier) / lots - 4) < 1e-12, `tier ${tier}`)
  }
})

t.test('depths vary around the usual by step of five minutes, whatever was asked before', async t => {
  const noise = new DepthNoise(1, 2)
  const depths = Array.from({ length: 600 }, (_, n) => noise.at(noon + 5 * n * minute))
  t.same(
    Array.from({ length: 600 }, (_, n) => noise.at(noon + (5 * n + 4) * minute)),
    depths,
  )
  t.ok(
    depths.every(depth => depth > 0.05 && depth < 20),
    'near the usual',
  )
  t.ok(new Set(depths).size > 500, 'they vary')
})
