import fc from 'fast-check'
import t from 'tap'
import { formatDecimal, parseDecimal } from '../src/market/decimal.ts'

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

t.test('a decimal is written with all its digits and no trailing zeros, whatever its size', async t => {
  fc.assert(
    fc.property(units, decimals, (units, decimals) => {
      const text = written(units, decimals)
      t.equal(formatDecimal(units, decimals), text)
      t.equal(formatDecimal(Number(units), decimals), text)
      t.equal(BigInt(parseDecimal(text, decimals)), units)
    }),
    { numRuns: 500 },
  )
})

t.test('a negative decimal equals its absolute value with a sign, whatever its length', async t => {
  for (const units of [1n, 25n, 7_000n, 2n ** 53n - 1n, 12_345_678_901_234_567_890n])
    for (const decimals of [0, 3, 18])
      t.equal(formatDecimal(-units, decimals), `-${formatDecimal(units, decimals)}`, `${units} ${decimals}`)
})
