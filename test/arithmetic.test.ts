import { amountAt } from '../src/market/books/book.ts'
import { levelTexts, packRecordedBook } from '../src/market/books/recorded-book.ts'
import { parseDuration } from '../src/market/duration.ts'
import { draw, mix, normal, Stream, unit } from '../src/market/numbers/hash.ts'
import { Mean } from '../src/market/numbers/mean.ts'
import { doubleAt, packedDoubles, packedPrices, priceAt } from '../src/market/numbers/packed.ts'
import { exp, expNearZero, log, magnitude, normalCdf, powerOfTen } from '../src/market/numbers/portable-math.ts'
import { rangeParts } from '../src/market/range-parts.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { BarFold } from '../src/market/trades/bar.ts'
import { inFirst, TradeColumns } from '../src/market/trades/trade-columns.ts'
import { merged } from '../src/operations/paging/merged.ts'
import { fc } from './harness/properties.ts'
import t from './harness/tap.ts'

const near = (a: number, b: number, share = 1e-14) => Math.abs(a - b) <= share * Math.abs(b)
const finite = { noNaN: true, noDefaultInfinity: true } as const

t.test('exponentials and logarithms match the engine to 14 digits', async t => {
  fc.assert(
    fc.property(
      fc.double({ min: -300, max: 300, ...finite }),
      fc.double({ min: -1, max: 1, ...finite }),
      (x, small) => {
        t.ok(near(exp(x), Math.exp(x), 1e-13), `exp(${x})`)
        t.ok(near(exp(small), Math.exp(small)), `exp(${small})`)
        t.ok(near(expNearZero(small / 15), Math.exp(small / 15), 1e-15), `expNearZero(${small / 15})`)
        t.ok(Math.abs(log(Math.exp(x)) - x) <= 2e-15 * Math.abs(x) + 1e-15, `log(e^${x})`)
      },
    ),
  )
  t.same([exp(0), expNearZero(0), log(1)], [1, 1, 0])
})

t.test('exponentials and logarithms of the largest and smallest numbers are those of the engine', async t => {
  const ends = [0, Number.MIN_VALUE, 1e-310, 746, 1e3, 1e300, Number.MAX_VALUE, Number.POSITIVE_INFINITY]
  for (const x of [...ends, ...ends.map(end => -end), Number.NaN]) {
    t.same([exp(x), expNearZero(x)], [Math.exp(x), Math.exp(x)], `exp(${x})`)
    const [own, theirs] = [log(x), Math.log(x)]
    t.ok(Object.is(own, theirs) || near(own, theirs), `log(${x})`)
  }
  t.same([normalCdf(-1e300), normalCdf(1e300)], [0, 1])
})

t.test('trades added together make the same bar as trades added one by one, whatever their size', async t => {
  const amount = fc.oneof(
    fc.integer({ min: 1, max: 2 ** 50 }),
    fc.integer({ min: 1, max: 2 ** 50 }).map(lots => 64 * lots),
  )
  const trade = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1 }), amount)
  fc.assert(
    fc.property(fc.array(trade), trades => {
      const [one, together] = [0, 1].map(() => new BarFold({ price: 2, amount: 8 })) as [BarFold, BarFold]
      const columns = new TradeColumns()
      for (const [versions, price, amount] of trades) {
        columns.add(0, 0, versions, price, amount, 0)
        if (versions & inFirst) one.add(price, amount)
      }
      together.addTrades(columns, inFirst)
      t.same(together.units, one.units)
      const amounts = trades.filter(([versions]) => versions & inFirst).map(([, , amount]) => BigInt(amount))
      t.equal(
        BigInt(one.units.volume),
        amounts.reduce((sum, amount) => sum + amount, 0n),
      )
    }),
  )
})

t.test('amounts of levels add up to their sums, whatever their size', t => {
  const amounts = fc.array(fc.integer({ min: 1, max: 2 ** 53 - 1 }).map(lots => 128 * lots))
  fc.assert(
    fc.property(amounts, amounts => {
      const sums = Float64Array.of(0, ...amounts)
      for (let n = 1; n < sums.length; n++) sums[n]! += sums[n - 1]!
      const side = { best: 1, worse: 1, count: amounts.length, prices: sums, sums, more: () => false } as const
      const total = amounts.reduce((sum, _, place) => sum + BigInt(amountAt(side, place)), 0n)
      t.equal(total, BigInt(sums.at(-1)!))
      const precision = { price: 2, amount: 8 }
      const asks = levelTexts({ ...side, prices: Float64Array.from(amounts.keys(), n => n + 1) }, 1, precision)
      t.equal(packRecordedBook({ polled: 0, timestamp: null }, { bids: [], asks }, precision).length, 4)
    }),
  )
  t.end()
})

t.test('powers of ten are the nearest doubles, and magnitudes their exponents', async t => {
  for (let n = -40; n <= 40; n++) t.equal(powerOfTen(n), Number(`1e${n}`))
  for (const [x, n] of [
    [95_000, 4],
    [100_000, 5],
    [0.035, -2],
    [1, 0],
    [0.01, -2],
  ] as const)
    t.equal(magnitude(x), n, `${x}`)
})

t.test('the normal distribution has its known quantiles, and both tails add up to 1', async t => {
  for (const [x, share] of [
    [0, 0.5],
    [1, 0.841344746],
    [1.959963985, 0.975],
    [3, 0.998650102],
  ] as const) {
    t.ok(Math.abs(normalCdf(x) - share) < 1e-7, `${x}`)
    t.ok(Math.abs(normalCdf(-x) + normalCdf(x) - 1) < 1e-7, `-${x}`)
  }
})

t.test('draws are uniform, their deviates nearly normal, and streams differ by key', async t => {
  const many = Array.from({ length: 20_000 }, (_, n) => draw(42, n))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const units = many.map(unit)
  t.ok(
    units.every(one => one >= 0 && one < 1),
    'fractions lie between 0 and 1',
  )
  for (let tenth = 0; tenth < 10; tenth++)
    t.ok(Math.abs(units.filter(one => Math.floor(one * 10) === tenth).length / 2000 - 1) < 0.1, `tenth ${tenth}`)
  const deviates = many.map(normal)
  t.ok(
    Math.abs(mean(deviates)) < 0.02 && Math.abs(mean(deviates.map(one => one * one)) - 1) < 0.03,
    'deviates have mean 0 and variance 1',
  )
  t.ok(Math.max(...deviates) < 3.46 && Math.min(...deviates) > -3.46, 'deviates stay within their bounds')
  t.equal(new Set(many).size > 19_990, true, 'draws rarely repeat')
  const [one, other] = [new Stream(1), new Stream(2)]
  t.not(one.bits(), other.bits())
  const again = new Stream(1)
  t.same([again.bits(), again.unit(), again.normal()].slice(1), [one.unit(), one.normal()])
  t.equal(mix(1), mix(1) | 0, 'a signed integer')
})

t.test('packed numbers are read by index, and an index beyond the last gives NaN', async t => {
  fc.assert(
    fc.property(fc.array(fc.float(finite)), fc.array(fc.double(finite)), (prices, doubles) => {
      const [own, others] = [Buffer.from(packedPrices(prices)), Buffer.from(packedDoubles(doubles))]
      t.same([own.length, others.length], [4 * prices.length, 8 * doubles.length])
      t.same(
        [...prices, undefined].map((_, n) => priceAt(own, n)),
        [...prices, Number.NaN],
      )
      t.same(
        [...doubles, undefined].map((_, n) => doubleAt(others, n)),
        [...doubles, Number.NaN],
      )
    }),
  )
  t.same([priceAt(Buffer.from(packedPrices([7, 8]))), doubleAt(Buffer.from(packedDoubles([0.5, 2])))], [7, 0.5])
})

t.test('a mean weights its values, and equal values have exactly that mean', async t => {
  const mean = new Mean()
  t.ok(Number.isNaN(mean.value), 'a mean without values is NaN')
  for (let n = 0; n < 10; n++) mean.add(0.1)
  t.equal(mean.value, 0.1)
  mean.clear()
  t.ok(Number.isNaN(mean.value), 'a cleared mean is NaN')
  mean.add(10, 3)
  mean.add(20)
  t.equal(mean.value, 12.5)
})

t.test('durations are read in every notation up to 100 years', async t => {
  for (const [text, milliseconds] of [
    ['PT1H', hour],
    ['PT0.2S', 200],
    ['PT1.234S', 1234],
    ['P7D', 7 * day],
    ['P2W', 14 * day],
    ['P1DT2H3M4S', day + 2 * hour + 3 * minute + 4000],
    ['250ms', 250],
    ['90s', 90_000],
    ['1h', hour],
    ['P36525D', 36_525 * day],
    ['P36526D', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['P1Y', undefined],
    ['PT1', undefined],
    ['PT0.1234S', undefined],
    ['xPT1H', undefined],
    ['PT1Hx', undefined],
    ['1000000000ms', undefined],
    ['x5ms', undefined],
    ['5msx', undefined],
  ] as const)
    t.equal(parseDuration(text), milliseconds, text)
})

t.test('sorted sequences merge into one, equal values in order of their sequences', async t => {
  const lines = fc.array(fc.array(fc.nat(20)).map(values => values.sort((a, b) => a - b)))
  fc.assert(
    fc.property(lines, lines => {
      const marked = lines.map((values, line) => values.map(value => ({ value, line })))
      t.same(
        [...merged(marked, (a, b) => a.value - b.value)],
        marked.flat().sort((a, b) => a.value - b.value),
      )
    }),
  )
})

t.test('a range splits into whole days, whole hours around them, and trades at its edges', async t => {
  const time = fc.oneof(
    fc.integer({ min: 0, max: 5 * day }),
    fc.nat(120).map(hours => hours * hour),
  )
  fc.assert(
    fc.property(time, time, (from, until) => {
      const parts = rangeParts(from, until)
      if (from >= until) return t.same(parts, [])
      const edges = parts.flatMap(part => [part.from, part.until])
      t.same(
        [from, ...parts.map(part => part.until)],
        [...parts.map(part => part.from), until],
        'without gaps or overlaps',
      )
      t.ok(
        parts.every(part => part.from < part.until && (part.width === 0 || part.from % part.width === 0)),
        'parts are not empty and begin at multiples of their width',
      )
      t.ok(
        edges.slice(1, -1).every(edge => edge % hour === 0),
        'inner edges are whole hours',
      )
      const [days] = parts.filter(({ width }) => width === day)
      t.equal(
        (days?.until ?? 0) - (days?.from ?? 0),
        Math.max(0, Math.floor(until / day) - Math.ceil(from / day)) * day,
      )
      t.ok(
        parts.every(({ width, from, until }) => width > 0 || Math.ceil(from / hour) >= Math.floor(until / hour)),
        'single parts hold no whole hour',
      )
    }),
  )
})
