import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { volatilities } from '../../src/market/past-years.ts'
import { hour as hourMs, minute, type Range } from '../../src/market/time.ts'
import { tradeId } from '../../src/market/trades/trade-form.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { draw, keyOf, unit } from '../hashed-draws.ts'
import type { HourPrices } from '../prices/marks.ts'
import { carryTerms, type Prices } from '../prices/prices.ts'
import { type Incidents, lowOf, within } from '../scenarios/calendar.ts'
import type { Appender } from '../sink.ts'
import type { World } from '../world.ts'
import type { Follower } from './follower.ts'
import { inBoth, type Tape } from './tape.ts'
import { type TradeIds, tradeIds } from './trade-id.ts'

/** Above this many orders per day, a single trade is less likely to be a liquidation. */
const fewOrders = 1_200
/**
 * Move of bitcoin within an hour, in the years from 2023 on, after which a trade is a liquidation with `chance`. The chance grows
 * with the fourth power of the move, because few positions are close to their limits. More volatile coins and years need larger
 * moves.
 */
const usualMove = 0.007
const chance = 0.05
const mostLikely = 0.5
/** Of sales while prices fall in a flash crash, also where there are many orders: forced sales make it. */
const chanceInFall = 0.25

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
  readonly #moves: RecentMoves

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
    this.#moves = new RecentMoves(prices.source(instrument.base), prices.source(instrument.quote))
  }

  write(hour: number, tape: Tape, { from, to }: Range): void {
    const key = draw(this.#key, hour)
    const usual = usualMove * this.#volatility * volatilities.at(hour * hourMs)
    const crash = this.#incidents?.(hour).find(({ kind }) => kind === 'flash-crash')
    if (tape.length > 0) this.#moves.enter(hour)
    for (let i = 0; i < tape.length && tape.times[i]! < to; i++) {
      const time = tape.times[i]!
      if (time < from || tape.versions[i] !== inBoth) continue
      const luck = unit(draw(key, i))
      if (crash === undefined || !within(crash, time)) {
        const share = this.#moves.before(time - hour * hourMs, tape.sides[i]!) / usual
        if (luck < this.#chance * Math.min(mostLikely / chance, share * share * share * share)) this.#writeOne(tape, i)
        // While prices recover, they are still below those of before: no short position has a loss.
      } else if (tape.sides[i] === 1 && time < lowOf(crash) && luck < chanceInFall) this.#writeOne(tape, i)
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

/** The largest moves of a pair in the hour before each minute of an hour, as fractions. */
class RecentMoves {
  readonly #base: HourPrices
  readonly #quote: HourPrices
  readonly #falls = new Float64Array(60)
  readonly #rises = new Float64Array(60)
  /** Extremes from each minute of the hour before to its end. */
  readonly #highs = new Float64Array(60)
  readonly #lows = new Float64Array(60)

  constructor(base: HourPrices, quote: HourPrices) {
    this.#base = base
    this.#quote = quote
  }

  enter(hour: number): void {
    this.#enterEarlier(hour - 1)
    const [base, quote] = [this.#base(hour), this.#quote(hour)]
    let [high, low] = [0, Number.POSITIVE_INFINITY]
    for (let n = 0; n < 60; n++) {
      const price = base[n]! / quote[n]!
      high = Math.max(high, price)
      low = Math.min(low, price)
      this.#falls[n] = 1 - price / Math.max(high, this.#highs[n]!)
      this.#rises[n] = price / Math.min(low, this.#lows[n]!) - 1
    }
  }

  /** Against a position that an order closes. @param offset after the start of the hour @param side of the tape */
  before(offset: number, side: number): number {
    return (side === 1 ? this.#falls : this.#rises)[Math.floor(offset / minute)]!
  }

  #enterEarlier(hour: number): void {
    const [base, quote] = [this.#base(hour), this.#quote(hour)]
    let [high, low] = [0, Number.POSITIVE_INFINITY]
    for (let n = 59; n >= 0; n--) {
      const price = base[n]! / quote[n]!
      this.#highs[n] = high = Math.max(high, price)
      this.#lows[n] = low = Math.min(low, price)
    }
  }
}
