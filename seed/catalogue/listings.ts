import { shapeColumns, shapeRow } from '../../src/market/book-shape.ts'
import type { Range } from '../../src/market/time.ts'
import { bookShape, booksSince } from '../books/book-shapes.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { exchangeOf } from './exchange-list.ts'
import type { Instrument } from './instrument.ts'

const columns = [
  'id',
  'exchange_code',
  'class',
  'code',
  'base_asset',
  'quote_asset',
  'exchange_pair_code',
  'legacy_exchange_slug',
  'legacy_symbol',
  'blockchain',
  'amount_decimals',
  'price_decimals',
  'price_tick',
  'listed',
  'ends',
]

/** Adds instruments that are new in the range, and marks those that ended by `now`. */
export function writeListings(sink: Sink, world: World, range: Range, now = range.to): void {
  const known = new Map(sink.all('SELECT id, ended FROM instrument').map(([id, ended]) => [id, ended]))
  const trading = world.instruments(range)
  add(
    sink,
    world,
    trading.filter(one => !known.has(one.id)),
  )
  for (const { id, ended } of trading) {
    if (ended <= now && known.get(id) !== 1) sink.run('UPDATE instrument SET ended = 1 WHERE id = ?', id)
  }
}

function add(sink: Sink, world: World, listed: Instrument[]): void {
  const instruments = sink.appender('instrument', columns)
  const shapes = sink.appender('order_book_shape', ['instrument', ...shapeColumns])
  const held = sink.appender('instrument_pool', ['instrument', 'pool'])
  for (const one of listed) instruments.add(...row(one))
  instruments.flush()
  for (const one of listed) if (booksSince(one) !== null) shapes.add(one.id, ...shapeRow(bookShape(world.seed, one)))
  shapes.flush()
  for (const { id, pools } of listed) for (const pool of pools) held.add(id, pool)
  held.flush()
}

function row(one: Instrument) {
  const { id, exchange, base, quote, pairCode, legacySymbol, blockchain } = one
  const names = [pairCode, exchangeOf(exchange).legacySlug, legacySymbol, blockchain]
  const grid = [one.amountDecimals, one.priceDecimals, one.tick]
  const dates = [one.listed > 0 ? one.listed : null, Number.isFinite(one.ended) ? one.ended : null]
  return [id, exchange, one.class, one.code, base, quote, ...names, ...grid, ...dates]
}
