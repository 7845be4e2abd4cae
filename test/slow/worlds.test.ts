import assert from 'node:assert/strict'
import { hasBooks } from '../../seed/books/book-shapes.ts'
import { assets } from '../../seed/catalogue/assets/asset-catalogue.ts'
import { tickOn } from '../../seed/catalogue/venues/past-steps.ts'
import { createWorld } from '../../seed/index.ts'
import { Prices } from '../../seed/prices/prices.ts'
import { OrderFlow } from '../../seed/trading/order-flow.ts'
import { Tape } from '../../seed/trading/tape.ts'
import { day, hour } from '../../src/market/time.ts'
import { booksOf, levelsOf } from '../harness/books-at.ts'
import { fc, runs } from '../harness/properties.ts'
import t from '../harness/tap.ts'
import { end } from '../harness/tape-measures.ts'

// Paths, tapes and books of markets with any seed, at any hour of nine years.

const seed = fc.string({ minLength: 1, maxLength: 12 })
const hours = fc.integer({ min: end / hour - 9 * 365 * 24, max: end / hour - 1 })
const anywhere = fc.nat()

t.test('prices of any seed are positive, and the last of an hour is the first of the next', t => {
  fc.assert(
    fc.property(seed, hours, anywhere, (seed, h, n) => {
      const { code } = assets[n % assets.length]!
      const [marks, later] = [0, 1].map(next => new Prices(seed, assets).hour(code, h + next))
      assert.ok(
        marks!.every(mark => mark > 0 && mark < 1e9),
        `${code} in hour ${h}: ${marks}`,
      )
      const step = marks!.at(-1)! / later![0]! - 1
      // Coins that accrue or rebalance do so at full hours.
      assert.ok(Math.abs(step) < 1e-4, `${code} steps by ${step} at the end of hour ${h}`)
    }),
    runs(100),
  )
  t.pass('all cases')
  t.end()
})

t.test(
  'trades of any seed, instrument and hour are in order, of ticks and lots, and the same in any order of hours',
  t => {
    fc.assert(
      fc.property(seed, hours, anywhere, (seed, h, n) => {
        const world = createWorld({ seed, profile: 'standard' })
        const listed = world.instruments({ from: h * hour, to: (h + 1) * hour }).filter(one => one.pools.length === 0)
        const instrument = listed[n % listed.length]!
        const tapeOf = (...order: number[]) => {
          const [flow, tape] = [new OrderFlow(world, instrument), new Tape()]
          for (const one of order) {
            tape.clear()
            flow.fill(one, tape)
          }
          return Array.from({ length: tape.length }, (_, i) =>
            [tape.times, tape.ids, tape.versions, tape.prices, tape.amounts, tape.sides].map(column => column[i]!),
          )
        }
        const trades = tapeOf(h)
        const name = `${instrument.exchange} ${instrument.class} ${instrument.code} in hour ${h}`
        assert.deepEqual(tapeOf(h + 5, h - 1, h), trades, name)
        let before = h * hour
        const tick = tickOn(instrument, Math.floor(h / 24))
        for (const [time, , , price, amount] of trades) {
          assert.ok(time! >= before && time! < (h + 1) * hour, `${name}: ${time} after ${before}`)
          assert.ok(price! > 0 && price! % tick === 0, `${name}: a price of ${price}`)
          assert.ok(amount! > 0 && amount! % instrument.lot === 0, `${name}: an amount of ${amount}`)
          before = time!
        }
      }),
      runs(100),
    )
    t.pass('all cases')
    t.end()
  },
)

t.test('books of any seed, instrument and millisecond are not crossed, and have levels of whole ticks and lots', t => {
  fc.assert(
    fc.property(seed, hours, fc.nat(hour - 1), anywhere, (seed, h, offset, n) => {
      const world = createWorld({ seed, profile: 'standard' })
      const time = h * hour + offset
      const listed = world
        .instruments({ from: time, to: time + day })
        .filter(one => hasBooks(one) && one.listed <= time)
      const instrument = listed[n % listed.length]!
      const { shape, at } = booksOf(world, instrument)
      const { bids, asks } = at(time)
      const name = `${instrument.exchange} ${instrument.class} ${instrument.code} at ${time}`
      assert.ok(bids.best < asks.best, `${name}: a bid of ${bids.best}, an ask of ${asks.best}`)
      for (const side of [bids, asks]) {
        const levels = [...levelsOf(side)]
        assert.ok(levels.length > 0, name)
        levels.forEach(([price, amount], i) => {
          assert.ok(Number.isInteger(price) && price > 0, `${name}: a level at ${price}`)
          assert.ok(amount > 0 && amount % shape.lot === 0, `${name}: an amount of ${amount}`)
          assert.ok(
            i === 0 || side.worse * (price - levels[i - 1]![0]) > 0,
            `${name}: a level out of order at ${price}`,
          )
        })
      }
    }),
    runs(100),
  )
  t.pass('all cases')
  t.end()
})
