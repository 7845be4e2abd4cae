import { type BookShape, shapeRow } from '../../../src/market/books/book-shape.ts'
import { power } from '../../../src/market/numbers/portable-math.ts'
import type { Range } from '../../../src/market/time.ts'
import { bookShape, hasBooks, hasBooksAhead, lotWorth } from '../../books/book-shapes.ts'
import { openingSwap } from '../../pools/pool-moves.ts'
import type { Profile } from '../../profiles.ts'
import { type Sink, writeRows } from '../../sink.ts'
import { closingTrade, openingTrade } from '../../trading/order-flow.ts'
import { orderSizes } from '../../trading/orders/order-size.ts'
import type { World } from '../../world.ts'
import { exchangeOf } from '../exchange-list.ts'
import { poolWith } from '../pool-catalogue.ts'
import { derivativeRow, isDerivative } from './derivative-terms.ts'
import { type Instrument, isFilledAhead } from './instrument.ts'

/**
 * Trades per order, as counted in stores of 120 days: the more, the larger orders are beside the depth near the price. Factor and
 * power; for contracts that expire, about as many in all books.
 */
const perDepth = { factor: 3.3, power: 0.18 }
const perContract = { future: 1.43, option: 1.49 } as const
const swapsPerTrader = 1.07

/** Adds instruments that are new in the range, and marks those that ended by `now`. */
export function writeListings(sink: Sink, world: World, range: Range, now = range.to): void {
  const rows = sink.all('SELECT id, ended, trade_start FROM instrument')
  const known = new Map(rows.map(([id, ended, start]) => [id, { ended, start }]))
  const trading = world.listed(range)
  add(
    sink,
    world,
    trading.filter(one => !known.has(one.id)),
  )
  for (const one of trading) {
    const { ended, start } = known.get(one.id) ?? { ended: 0, start: null }
    if (!isFilledAhead(one.id) && start === null) writeStart(sink, world, one, now)
    else if (!known.has(one.id)) writeStart(sink, world, one, range.from)
    if (one.ended <= now && ended !== 1)
      sink.run('UPDATE instrument SET ended = 1, trade_end = ? WHERE id = ?', closingTrade(world, one), one.id)
  }
}

/** Lookups by index: what a history lists grows with the time that it has. */
const knownIds = 'SELECT instrument.id FROM json_each(?) CROSS JOIN instrument ON instrument.id = value'
const knownNames = `SELECT exchange_code, class, code FROM json_each(?)
  CROSS JOIN instrument ON exchange_code = value ->> 0 AND class = value ->> 1 AND code = value ->> 2`

function namesOf({ exchange, class: kind, code }: Instrument): string[] {
  return [exchange, kind, code]
}

/** Adds the instruments of any time that are not known, with their first and last trades. */
export function writeAllListings(sink: Sink, world: World, instruments: readonly Instrument[]): void {
  const ids = JSON.stringify(instruments.map(one => one.id))
  const known = new Set(sink.all(knownIds, ids).map(([id]) => id))
  const others = instruments.filter(one => !known.has(one.id))
  const names = new Set(sink.all(knownNames, JSON.stringify(others.map(namesOf))).map(codes => codes.join()))
  const added = others.filter(one => {
    const name = namesOf(one).join()
    return !names.has(name) && names.add(name)
  })
  add(sink, world, added)
  for (const one of added) {
    const last = Number.isFinite(one.ended) ? closingTrade(world, one) : null
    sink.run('UPDATE instrument SET trade_start = ?, trade_end = ? WHERE id = ?', firstTrade(world, one), last, one.id)
  }
}

function add(sink: Sink, world: World, listed: readonly Instrument[]): void {
  const shapes = new Map(listed.filter(hasBooks).map(one => [one, bookShape(world.seed, one)]))
  writeRows(sink, 'instrument', listed, one => row(one, world, shapes.get(one)))
  writeRows(sink, 'order_book_shape', [...shapes], ([one, shape]) => {
    return [one.id, ...shapeRow(shape), hasBooksAhead(one) ? 1 : 0]
  })
  writeRows(sink, 'derivative', listed.filter(isDerivative), one => derivativeRow(world.seed, one))
  const held = listed.flatMap(({ id, pools }) => pools.map(pool => [id, pool]))
  writeRows(sink, 'instrument_pool', held, row => row)
}

/** Trades per day, within some tens of percent: fashions are left out. */
function usualTrades(one: Instrument, { pace, swapPace }: Profile, shape: BookShape | undefined): number {
  return one.rate * (shape === undefined ? swapPace * swapsPerTrader : pace * tradesPerOrder(one, shape))
}

function tradesPerOrder(one: Instrument, shape: BookShape): number {
  if (one.class === 'future' || one.class === 'option') return perContract[one.class]
  const meanOrder = one.orderSize * orderSizes(one.exchange).mean
  const near = (shape.near / shape.price) * lotWorth(one)
  return Math.max(1, perDepth.factor * power(meanOrder / near, perDepth.power))
}

/** The first trade, if it is before a time: others are not there yet. */
function writeStart(sink: Sink, world: World, one: Instrument, before: number): void {
  if (one.listed >= before) return
  const first = firstTrade(world, one)
  if (first < before) sink.run('UPDATE instrument SET trade_start = ? WHERE id = ?', first, one.id)
}

function row(one: Instrument, { profile }: World, shape: BookShape | undefined) {
  const { id, exchange, base, quote, pairCode, legacySymbol, blockchain } = one
  const names = [pairCode, exchangeOf(exchange).legacySlug, legacySymbol, blockchain]
  const grid = [one.amountDecimals, one.priceDecimals, one.tick]
  const dates = [one.listed > 0 ? one.listed : null, Number.isFinite(one.ended) ? one.ended : null]
  return [id, exchange, one.class, one.code, base, quote, ...names, ...grid, ...dates, usualTrades(one, profile, shape)]
}

/** Time of an instrument's first trade. */
export function firstTrade(world: World, instrument: Instrument): number {
  const { pools } = instrument
  if (pools.length === 0) return openingTrade(world, instrument)
  return Math.min(...pools.map(id => openingSwap(world, poolWith(id)!)))
}
