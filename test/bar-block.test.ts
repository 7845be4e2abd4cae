import { BarBlockWriter, readBars, type StoredBar } from '../src/market/trades/bar-block.ts'
import t from './harness/tap.ts'

const width = 3_600_000
const start = 490_000 * width
const precision = { price: 2, amount: 3 }

/** Every third hour without trades, every tenth with two versions, and notionals beyond 2^53. */
const bars = Array.from({ length: 40 }, (_, n) => n)
  .filter(n => n % 3 !== 2)
  .flatMap(n => (n % 10 === 0 ? [barAt(n, 1), barAt(n, 2)] : [barAt(n, 3)]))

function barAt(n: number, versions: number): StoredBar {
  const open = 8_400_000 + 1_000 * ((n * 7) % 11) + versions * 10
  const prices = { open, high: open + 500, low: open - 300, close: open + 100 }
  const notional = n % 4 === 0 ? 10n ** 18n + BigInt(n) * 10n : 84_000 * (n + 1) * 10
  return { timestamp: start + n * width, versions, ...prices, volume: 70 * n, notional, count: n + 1, usd: n + 0.5 }
}

function packed(): Uint8Array {
  const writer = new BarBlockWriter()
  writer.use({ priceStep: 10, amountStep: 1, width })
  writer.begin()
  for (const bar of bars) writer.add(bar)
  return writer.bytes
}

const text = JSON.stringify([
  [start, 3, '84000.1', '84010', '83999', '84000', '0.025', '2100.0025', 2, null],
  [start + width, 3, '84000', '84001', '83000.5', '83001', '1', '84000', 1, 84_000],
])

t.test('a packed block returns the bars that were written', async t => {
  t.same(readBars(packed(), precision), bars)
})

t.test('only the bars that start in a range are read', async t => {
  const block = packed()
  for (const [from, until] of [
    [0, 0],
    [0, 40],
    [7, 8],
    [5, 6],
    [9.5, 21.5],
    [39, 60],
  ] as const) {
    const range = [start + from * width, start + until * width] as const
    const within = bars.filter(({ timestamp }) => timestamp >= range[0] && timestamp < range[1])
    t.same(readBars(block, precision, ...range), within, `${from} to ${until}`)
  }
  const [, second] = readBars(text, precision)
  t.same(readBars(text, precision, start + 1, start + 2 * width), [second])
  t.same(readBars(text, precision, start, start + width).length, 1)
})

t.test('a block of another form is refused', async t => {
  t.throws(() => readBars(new Uint8Array([9, 1, 1]), precision), { message: /cannot begin with the byte 9/ })
})
