import { powerOfTen } from '../../src/market/portable-math.ts'
import { hour as hourMs, minute, type Range } from '../../src/market/time.ts'
import { tradeId } from '../../src/market/trade-form.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { draw, keyOf, unit } from '../hash.ts'
import type { Prices } from '../prices/prices.ts'
import type { Appender, Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { ordersPerDay } from './density.ts'
import type { Follower } from './follower.ts'
import { inBoth, type Tape } from './tape.ts'
import { type TradeIds, tradeIds } from './trade-id.ts'

const columns = [
  'instrument',
  'timestamp',
  'trade_id',
  'position_side',
  'price',
  'amount',
  'amount_quote',
  'amount_usd',
  'rate',
]

/** How far back a price move counts. */
const reach = 5 * minute
/** Orders a day beyond which a single trade is the less likely a liquidation. */
const fewOrders = 1_200
/** A move at which a trade that follows it is a liquidation with `chance`; that grows with the square of the move. */
const usualMove = 0.0012
const chance = 0.12
const mostLikely = 0.4

/** Exchanges that say which of their trades are liquidations: those keep their ids. The others' are found by the service. */
const marking = new Set(['binc', 'bbit', 'okex'])

/** The table that liquidations go into. */
export function liquidationTable(sink: Sink): Appender {
  return sink.appender('liquidation', columns)
}

/** Whether positions in it are liquidated. */
export function isLiquidated({ class: kind }: Instrument): boolean {
  return kind === 'future' || kind === 'perpetual-future'
}

/**
 * Finds the trades of one contract by which an exchange closed a customer's position: sales that follow a fall close long
 * positions, purchases that follow a rise close short ones. They are trades of the tape, so they cluster where prices run.
 */
export class LiquidationFeed implements Follower {
  readonly #instrument: Instrument
  readonly #key: number
  readonly #ids: TradeIds['form']
  readonly #prices: Prices
  readonly #table: Appender
  readonly #marked: boolean
  readonly #chance: number

  constructor({ seed, prices }: World, instrument: Instrument, table: Appender) {
    this.#instrument = instrument
    this.#key = keyOf(seed, 'liquidations', instrument.exchange, instrument.class, instrument.code)
    this.#ids = tradeIds(seed, exchangeOf(instrument.exchange), instrument).form
    this.#prices = prices
    this.#table = table
    this.#chance = chance * Math.min(1, fewOrders / ordersPerDay(instrument))
    this.#marked = marking.has(instrument.exchange)
  }

  /** Those of an hour counted from 1970 that happened within the range. @param tape the hour's trades. */
  write(hour: number, tape: Tape, { from, to }: Range): void {
    const key = draw(this.#key, hour)
    let first = 0
    for (let i = 0; i < tape.length && tape.times[i]! < to; i++) {
      if (tape.times[i]! < from) continue
      while (tape.times[first]! < tape.times[i]! - reach) first++
      if (isForced(tape, first, i, unit(draw(key, i)) / this.#chance)) this.#writeOne(tape, i)
    }
  }

  #writeOne(tape: Tape, i: number): void {
    const { id, priceDecimals, amountDecimals } = this.#instrument
    const time = tape.times[i]!
    const rate = this.#rate(time)
    const price = tape.prices[i]! / powerOfTen(priceDecimals)
    const amount = tape.amounts[i]! / powerOfTen(amountDecimals)
    // Of whole numbers, so that it has no more digits than the two have.
    const quote = (tape.prices[i]! * tape.amounts[i]!) / powerOfTen(priceDecimals + amountDecimals)
    const side = tape.sides[i] === 1 ? 'long' : 'short'
    this.#table.add(
      id,
      time,
      this.#name(tradeId(this.#ids, tape.ids[i]!)),
      side,
      price * rate,
      amount,
      quote,
      quote * rate,
      rate,
    )
  }

  /** What the quote was worth in USD as the minute began. */
  #rate(time: number): number {
    const hour = Math.floor(time / hourMs)
    const marks = this.#prices.hour(this.#instrument.quote, hour)
    return Math.round(marks[Math.floor((time - hour * hourMs) / minute)]! * 1e8) / 1e8
  }

  #name(tradeId: string): string {
    if (this.#marked) return tradeId
    const parts = ['a', 'b', 'c', 'd'].map(part =>
      (keyOf(this.#key, tradeId, part) >>> 0).toString(16).padStart(8, '0'),
    )
    return parts.join('')
  }
}

/** A taker's trade whose direction is that of the move before it, the likelier the larger the move. */
function isForced(tape: Tape, first: number, i: number, luck: number): boolean {
  if (tape.versions[i] !== inBoth) return false
  const move = tape.sides[i] === 1 ? fall(tape, first, i) : rise(tape, first, i)
  const share = move / usualMove
  return luck < Math.min(mostLikely / chance, share * share)
}

/** How far a trade's price lies under the highest of those before it, as a fraction; 0 where it does not. */
function fall(tape: Tape, first: number, i: number): number {
  let highest = 0
  for (let n = first; n < i; n++) if (tape.versions[n] === inBoth) highest = Math.max(highest, tape.prices[n]!)
  return highest === 0 ? 0 : Math.max(0, 1 - tape.prices[i]! / highest)
}

/** How far a trade's price lies over the lowest of those before it, as a fraction; 0 where it does not. */
function rise(tape: Tape, first: number, i: number): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let n = first; n < i; n++) if (tape.versions[n] === inBoth) lowest = Math.min(lowest, tape.prices[n]!)
  return Math.max(0, tape.prices[i]! / lowest - 1)
}
