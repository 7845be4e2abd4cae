import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { volatilities } from '../../src/market/past-years.ts'
import { hour as hourMs, minute, type Range } from '../../src/market/time.ts'
import { tradeId } from '../../src/market/trades/trade-form.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
import { carryTerms, type Prices } from '../prices/prices.ts'
import { type Incidents, lowOf, within } from '../scenarios/calendar.ts'
import type { Appender } from '../sink.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { inBoth, type Tape } from './tape.ts'
import { type TradeIds, tradeIds } from './trade-id.ts'

/** Window of the price move that a liquidation follows. */
const reach = 5 * minute
/** Above this many orders per day, a single trade is less likely to be a liquidation. */
const fewOrders = 1_200
/**
 * Move of bitcoin in the years from 2023 on, as a share of the price, after which a trade is a liquidation with `chance`. The
 * chance grows with the square of the move. More volatile coins and years need larger moves.
 */
const usualMove = 0.0012
const chance = 0.025
const mostLikely = 0.12
/** In place of `chance` while prices fall in a flash crash, also where there are many orders: forced sales make it. */
const chanceInFall = 0.06

/** Exchanges that mark liquidations and keep their trade ids; for others the service generates ids. */
const marking = new Set(['binc', 'bbit', 'okex'])

export function isLiquidated({ class: kind }: Instrument): boolean {
  return kind === 'future' || kind === 'perpetual-future'
}

/** Sells after a fall close longs, buys after a rise close shorts. They are trades of the tape. */
export class LiquidationFeed implements Follower {
  readonly #instrument: Instrument
  readonly #key: number
  readonly #ids: TradeIds['form']
  readonly #prices: Prices
  readonly #incidents: Incidents | null
  readonly #table: Appender
  readonly #marked: boolean
  readonly #chance: number
  readonly #volatility: number

  constructor({ seed, prices, calendar }: World, instrument: Instrument, table: Appender) {
    this.#instrument = instrument
    this.#incidents = calendar.ofInstrument(instrument)
    this.#key = keyOf(seed, 'liquidations', instrument.exchange, instrument.class, instrument.code)
    this.#ids = tradeIds(seed, exchangeOf(instrument.exchange), instrument).form
    this.#prices = prices
    this.#table = table
    this.#chance = chance * Math.min(1, fewOrders / instrument.rate)
    this.#volatility = carryTerms(seed, instrument.base).volatility
    this.#marked = marking.has(instrument.exchange)
  }

  write(hour: number, tape: Tape, { from, to }: Range): void {
    const key = draw(this.#key, hour)
    const usual = usualMove * this.#volatility * volatilities.at(hour * hourMs)
    const crash = this.#incidents?.(hour).find(({ kind }) => kind === 'flash-crash')
    let first = 0
    for (let i = 0; i < tape.length && tape.times[i]! < to; i++) {
      const time = tape.times[i]!
      if (time < from) continue
      const isInCrash = crash !== undefined && within(crash, time)
      // While prices recover, they are still below those of before: no short position has a loss.
      if (isInCrash && tape.sides[i] !== 1) continue
      while (tape.times[first]! < time - reach) first++
      const likely = isInCrash && time < lowOf(crash) ? chanceInFall : this.#chance
      if (isForced(tape, first, i, unit(draw(key, i)) / likely, usual)) this.#writeOne(tape, i)
    }
  }

  #writeOne(tape: Tape, i: number): void {
    const { id, priceDecimals, amountDecimals } = this.#instrument
    const time = tape.times[i]!
    const rate = this.#rate(time)
    const price = tape.prices[i]! / powerOfTen(priceDecimals)
    const amount = tape.amounts[i]! / powerOfTen(amountDecimals)
    // Integer arithmetic keeps the digits of both factors.
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

  /** Value of the quote in USD at the start of the minute. */
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

/** A trade in the direction of the preceding move; more likely for larger moves. @param usual move of the coin that has `chance` */
function isForced(tape: Tape, first: number, i: number, luck: number, usual: number): boolean {
  if (tape.versions[i] !== inBoth || luck >= mostLikely / chance) return false
  const share = moveTo(tape, first, i) / usual
  return luck < Math.min(mostLikely / chance, share * share)
}

/** Fall of a sale from the highest earlier price, or rise of a purchase from the lowest, as a fraction; 0 if none. */
function moveTo({ prices, sides, versions }: Tape, first: number, i: number): number {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, 0]
  for (let n = first; n < i; n++) {
    if (versions[n] !== inBoth) continue
    lowest = Math.min(lowest, prices[n]!)
    highest = Math.max(highest, prices[n]!)
  }
  if (highest === 0) return 0
  return Math.max(0, sides[i] === 1 ? 1 - prices[i]! / highest : prices[i]! / lowest - 1)
}
