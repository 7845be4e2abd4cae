import { TradeLines } from '../routes/trades/trade-lines.ts'
import { formatDecimal } from '../src/market/numbers/decimal.ts'
import { writeDecimal, writeHex, writeWhole } from '../src/market/numbers/decimal-bytes.ts'
import { VarintReader, writeVarint, zigzag } from '../src/market/numbers/varint.ts'
import { readTrades, TradeBlockWriter } from '../src/market/trades/trade-block.ts'
import { StoredTrades } from '../src/market/trades/trade-columns.ts'
import { type TradeForm, tradeId } from '../src/market/trades/trade-form.ts'
import { fc, runs } from './harness/properties.ts'
import t from './harness/tap.ts'

const form: TradeForm = { prefix: 'btc-', radix: 10, digits: 0, split: 0, priceStep: 5, amountStep: 10 }
const most = 2 ** 50

type Record = [time: number, id: number, versions: number, price: number, amount: number, side: number]

const record = fc.tuple(
  fc.oneof(fc.constant(0), fc.nat(70_000), fc.nat(1e12)),
  fc.oneof(fc.constant(1), fc.nat(1e12)),
  fc.integer({ min: 1, max: 3 }),
  fc.oneof(fc.nat(1000), fc.nat(most)),
  fc.oneof(fc.nat(1000), fc.nat(most)),
  fc.integer({ min: 0, max: 3 }),
)

/** Records in order of time, on the steps of the form. */
function inOrder(parts: Record[]): Record[] {
  let [time, id] = [0, 0]
  return parts.map(([wait, change, versions, price, amount, side]) => {
    time += wait
    id = change === 1 ? id + 1 : change
    return [time, id, versions, price * form.priceStep, amount * form.amountStep, side]
  })
}

function packed(records: readonly Record[]): Uint8Array {
  const writer = new TradeBlockWriter()
  writer.use(form)
  writer.begin()
  for (const one of records) writer.add(...one)
  return writer.bytes
}

function unpacked(block: Uint8Array | string): { records: Record[]; trades: StoredTrades } {
  const trades = new StoredTrades()
  readTrades(block, trades)
  const { times, ids, versions, prices, amounts, sides, length } = trades
  const at = (i: number): Record => [times[i]!, ids[i]!, versions[i]!, prices[i]!, amounts[i]!, sides[i]!]
  return { records: Array.from({ length }, (_, i) => at(i)), trades }
}

t.test('a block contains the packed trades', async t => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 700 }), parts => {
      const records = inOrder(parts)
      const { records: found, trades } = unpacked(packed(records))
      t.same(trades.form, form)
      t.strictSame(found, records)
    }),
    runs(60),
  )
})

t.test('a continued block has the bytes of one packed at once', async t => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 60 }), fc.nat(60), (parts, cut) => {
      const records = inOrder(parts)
      const writer = new TradeBlockWriter()
      writer.resume(packed(records.slice(0, cut)))
      for (const one of records.slice(cut)) writer.add(...one)
      t.same(Buffer.from(writer.bytes), Buffer.from(packed(records)))
      t.equal(writer.count, records.length)
    }),
    runs(60),
  )
})

t.test('a full block takes the trades of its last millisecond and no later ones', async t => {
  const writer = new TradeBlockWriter()
  writer.use(form)
  writer.begin()
  let time = 1e12
  for (; !writer.isFull(time); time += 1000) writer.add(time, time, 3, 5 * time, 10, 1)
  t.notOk(writer.isFull(time - 1000), 'one more of the same millisecond')
  t.ok(writer.bytes.length > 1900 && writer.bytes.length < 2000, 'the block is full')
})

t.test('a text block holds decimals of any length', async t => {
  const rows = [
    [5, 'ä"1', 3, '1234567890123.0000000001', '0.000000000000000001', 'unknown'],
    [5, 'b', 1, '2', '3', null],
    [6, 'c', 2, '2', '3', 1],
  ]
  const { trades, records } = unpacked(JSON.stringify(rows))
  t.equal(trades.form, null)
  t.same(trades.texts?.[0], { id: 'ä"1', price: '1234567890123.0000000001', amount: '0.000000000000000001' })
  t.same(trades.units(0, { price: 10, amount: 18 }), [12345678901230000000001n, 1])
  t.same(
    records.map(([time, , versions, , , side]) => [time, versions, side]),
    [
      [5, 3, 2],
      [5, 1, 3],
      [6, 2, 1],
    ],
  )
  t.throws(() => unpacked(Uint8Array.of(7, 1, 2)), /cannot begin with the byte 7/)
})

t.test('ids are written with their prefix, digits and hyphen', async t => {
  t.equal(tradeId(form, 12), 'btc-12')
  t.equal(tradeId({ ...form, prefix: '', radix: 16, digits: 6 }, 0xabc), '000abc')
  t.equal(tradeId({ ...form, prefix: '', split: 4 }, 215_000_007), '21500-0007')
})

t.test('numbers of up to 53 bits keep their value as varints', async t => {
  const bytes = new Uint8Array(16)
  const reader = new VarintReader()
  reader.bytes = bytes
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: -most, max: most }), (whole, signed) => {
      const middle = writeVarint(bytes, 0, whole)
      reader.at = 0
      t.equal(reader.next(), whole)
      t.equal(reader.at, middle)
      writeVarint(bytes, 0, zigzag(signed))
      reader.at = 0
      t.equal(reader.nextSigned(), signed)
    }),
  )
})

t.test('numbers written as bytes equal numbers formatted as text', async t => {
  const view = new DataView(new ArrayBuffer(64))
  const text = (end: number) => Buffer.from(view.buffer, 0, end).toString('latin1')
  fc.assert(
    fc.property(fc.oneof(fc.nat(1e6), fc.nat(2 ** 51)), fc.nat(15), (units, decimals) => {
      t.equal(text(writeDecimal(view, 0, Float64Array.of(units), 0, decimals)), formatDecimal(units, decimals))
      t.equal(text(writeWhole(view, 0, Float64Array.of(units), 0)), String(units))
      t.equal(text(writeHex(view, 0, Float64Array.of(units), 0, 13)), units.toString(16).padStart(13, '0'))
    }),
  )
})

const idForm = fc.record({
  prefix: fc.constantFrom('', 'btc-'),
  radix: fc.constantFrom(10 as const, 16 as const),
  digits: fc.integer({ min: 13, max: 16 }),
  padded: fc.boolean(),
  split: fc.nat(8),
})

t.test('a page has the ids, prices and amounts of its trades', async t => {
  const lines = new TradeLines()
  const decimals = { price: 4, amount: 9 }
  fc.assert(
    fc.property(idForm, fc.array(fc.nat(2 ** 43), { minLength: 1, maxLength: 20 }), (parts, numbers) => {
      // Hexadecimal ids always have a number of digits.
      const digits = parts.padded || parts.radix === 16 ? parts.digits : 0
      const trades = new StoredTrades()
      trades.form = { ...form, ...parts, digits }
      for (const number of numbers) trades.add(number, number, 1, number, number, 0)
      lines.begin(decimals)
      const end = Math.ceil(numbers.length / 2)
      t.equal(lines.add(trades, 1, 0, end, 20), end)
      t.equal(lines.add(trades, 1, numbers.length - 1, end - 1, 20), end - 1, 'backward')
      const listed = [...numbers.slice(0, end), ...numbers.slice(end).reverse()]
      t.same(
        JSON.parse(`[${lines.json}]`),
        listed.map(number => ({
          timestamp: number,
          trade_id: tradeId(trades.form!, number),
          price: formatDecimal(number, decimals.price),
          amount: formatDecimal(number, decimals.amount),
          taker_side_sell: false,
        })),
      )
    }),
  )
})
