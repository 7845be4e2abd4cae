import {
  ExactSum,
  formatDecimal,
  nearestDouble,
  parseDecimal,
  plainNumber,
  product,
  quotient,
  sum,
} from '../src/market/numbers/decimal.ts'
import { nearestQuotient } from './harness/fold.ts'
import { ofRecords } from './harness/of-records.ts'
import { fc, runs } from './harness/properties.ts'
import t from './harness/tap.ts'

const decimals = fc.integer({ min: 0, max: 18 })
const units = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 53n }),
  // Whole numbers, and fractions that end in zeros.
  fc.tuple(fc.bigInt({ min: 0n, max: 999_999n }), fc.integer({ min: 0, max: 9 })).map(([n, k]) => n * 10n ** BigInt(k)),
)

/** A decimal written by hand. */
function written(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${whole}.${fraction}`.replace(/\.?0*$/, '')
}

t.test(
  'a decimal is written with all its digits and no trailing zeros, whatever its size',
  ofRecords(async t => {
    fc.assert(
      fc.property(units, decimals, (units, decimals) => {
        const text = written(units, decimals)
        t.equal(formatDecimal(units, decimals), text)
        t.equal(formatDecimal(Number(units), decimals), text)
        t.equal(BigInt(parseDecimal(text, decimals)), units)
      }),
      runs(500),
    )
  }),
)

t.test('a negative decimal equals its absolute value with a sign, whatever its length', async t => {
  for (const units of [1n, 25n, 7_000n, 2n ** 53n - 1n, 12_345_678_901_234_567_890n])
    for (const decimals of [0, 3, 18])
      t.equal(formatDecimal(-units, decimals), `-${formatDecimal(units, decimals)}`, `${units} ${decimals}`)
})

t.test('a double is written as plain digits that parse to the same double', async t => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
      const text = plainNumber(value)
      t.match(text, /^-?\d+(\.\d+)?$/)
      t.ok(Object.is(Number(text), value) || value === 0, text)
    }),
  )
  for (const [value, text] of [
    [1e-7, '0.0000001'],
    [-1.25e-9, '-0.00000000125'],
    [1e21, '1000000000000000000000'],
    [-1.25e22, '-12500000000000000000000'],
    [0.5, '0.5'],
  ] as const)
    t.equal(plainNumber(value), text)
})

const wholes = fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 1000n }))

t.test('a quotient is the nearest double of the exact one, sums and products are exact', async t => {
  fc.assert(
    fc.property(wholes, wholes, fc.integer({ min: -9, max: 9 }), (a, b, places) => {
      const [up, down] = [10n ** BigInt(Math.max(0, -places)), 10n ** BigInt(Math.max(0, places))]
      const found = Number(quotient(a, b, places))
      const expected = nearestQuotient(a * up, b * down)
      t.ok(Math.abs(found - expected) <= Number.EPSILON * expected, `${a} / ${b} e${-places}: ${found}, ${expected}`)
      const whole = (units: bigint) => (units <= 2n ** 51n ? Number(units) : units)
      t.equal(quotient(whole(a), whole(b), places), plainNumber(found))
      t.equal(BigInt(sum(whole(a), whole(b))), a + b)
      t.equal(BigInt(product(whole(a), whole(b))), a * b)
    }),
  )
  t.equal(quotient(3n, 3n, 0), '1')
  t.equal(quotient(1n, 8n, 2), '0.00125')
})

t.test('units of any size become the nearest double', async t => {
  fc.assert(
    fc.property(wholes, decimals, (units, decimals) => {
      const expected = Number(`${units}e-${decimals}`)
      t.equal(nearestDouble(units, decimals), expected)
      if (units < 2n ** 51n) t.equal(nearestDouble(Number(units), decimals), expected)
    }),
  )
})

t.test('a sum stays exact beyond the integers of a double, and a cleared one is 0', async t => {
  const number = fc.oneof(
    fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
    // Whole numbers that are far apart.
    fc.integer({ min: 1, max: 2 ** 51 }).map(units => 4096 * units),
  )
  fc.assert(
    fc.property(fc.array(number), fc.array(wholes), fc.array(fc.tuple(number, number)), (small, large, products) => {
      const [total, other] = [new ExactSum(), new ExactSum()]
      for (const one of small) total.add(one)
      for (const one of large) other.add(one)
      for (const [a, b] of products) other.addProduct(a, b)
      for (const one of large) other.addProduct(one, 3)
      total.merge(other)
      const all = [
        ...small.map(BigInt),
        ...large.map(one => 4n * one),
        ...products.map(([a, b]) => BigInt(a) * BigInt(b)),
      ]
      t.equal(
        BigInt(total.total),
        all.reduce((total, one) => total + one, 0n),
      )
      total.clear()
      t.equal(total.total, 0)
    }),
  )
  const few = new ExactSum()
  for (const [a, b] of [
    [3, 4],
    [5, 6],
  ] as const)
    few.addProduct(a, b)
  t.equal(few.total, 42, 'a number while it is safe')
})
