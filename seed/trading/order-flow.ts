import { burstsOf } from '../../src/market/books/depth-noise.ts'
import { pressureOf } from '../../src/market/books/touch.ts'
import { exp, log, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { day as dayMs, hour as hourMs, second } from '../../src/market/time.ts'
import { bookShape } from '../books/book-shapes.ts'
import { QuotedMiddles } from '../books/quoted-middles.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { tickOn } from '../catalogue/venues/past-steps.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { wasOffPeg } from '../prices/published/depegs.ts'
import { type Calendar, type Incident, type Incidents, lowOf, within } from '../scenarios/calendar.ts'
import type { World } from '../world.ts'
import { growthOn } from './growth.ts'
import { Arrivals } from './orders/arrivals.ts'
import { type OrderSizes, orderSizes, roundLot } from './orders/order-size.ts'
import { lowestMiddle, OrderWalk } from './orders/order-walk.ts'
import { TakerMood } from './orders/taker-mood.ts'
import { Rhythm } from './rhythm.ts'
import { reportedSide } from './taker-side.ts'
import { inBoth, inFirst, inSecond, type SideCode, Tape } from './tape.ts'
import { idsPerDay, type TradeIds, tradeIds } from './trade-id.ts'

const cancelled = 0.002
const repriced = 0.002
/** Factor applied to cancellations and corrections in a scenario of corrected trades. */
const corrections = 60
/** Median order of a maker in USD, at least, and in median orders of takers. */
const maker = { usd: 4_000, medians: 5 }

/** At one price. */
const mostMakers = 30

/**
 * Factors of the number of orders during a flash crash, and in hours in which the base loses its peg, or lost it in the published past;
 * share of buys in the crash before its lowest price and after.
 */
const panic = { crash: 24, depeg: 20, pastDepeg: 6, buysInFall: 0.12, buysAfter: 0.56 }

/** Below this many orders per hour, most minutes have none. */
const fewPerHour = 20

/** Scenarios without trades. */
const silent = new Set(['exchange-outage', 'halted-instrument', 'zero-volume-day'])

export class OrderFlow {
  readonly #instrument: Instrument
  readonly #key: number
  readonly #arrivals: Arrivals
  readonly #mood: TakerMood
  readonly #fair: FairPrice
  readonly #walk: OrderWalk
  readonly #quoted: QuotedMiddles
  readonly #prices: World['prices']
  readonly #activity: World['activity']
  readonly #ids: TradeIds
  readonly #side: (sell: boolean, bits: number) => SideCode
  readonly #lotsPerCoin: number
  readonly #maker: number
  readonly #sizes: OrderSizes
  readonly #perDay: number
  readonly #stream = new Stream(0)
  readonly #incidents: Incidents | null
  #day = Number.NaN
  /** The day's price step, in units of the last decimal place. */
  #tick = 0
  /** USD per lot at the start of the day. */
  #lotWorth = 0
  /** The day's median order in lots. */
  #median = 0
  /** Share of the tail of sizes that the day does not see. */
  #beyondLargest = 0
  #firstId = 0
  /** Trades of the day up to the end of the last hour. */
  #traded = 0
  #next = Number.NaN
  #silences: readonly Incident[] = []
  #corrected: Incident | null = null
  #crash: Incident | null = null
  readonly #opening: number
  readonly #closing: number

  constructor(world: World, instrument: Instrument) {
    const { seed, prices, profile, calendar, activity, crowds } = world
    const exchange = exchangeOf(instrument.exchange)
    const name = `${instrument.exchange}/${instrument.class}/${instrument.code}`
    const perDay = instrument.rate * profile.pace
    const rhythm = new Rhythm(seed, instrument, activity)
    const isListed = (hour: number) => hour * hourMs >= instrument.listed && hour * hourMs < instrument.ended
    const incidents = calendar.ofInstrument(instrument)
    const depegs = calendar.ofPeg(instrument.base)
    const surge = (hour: number) => {
      if (depegs !== null && depegs(hour).length > 0) return panic.depeg
      if (wasOffPeg(instrument.base, hour)) return panic.pastDepeg
      return incidents?.(hour).some(({ kind }) => kind === 'flash-crash') ? panic.crash : 1
    }
    const usual = (hour: number) => (isListed(hour) ? (perDay / 24) * rhythm.at(hour) * surge(hour) : 0)
    this.#instrument = instrument
    this.#key = keyOf(seed, 'orders', name)
    this.#prices = prices
    this.#activity = activity
    this.#fair = new FairPrice(seed, prices, instrument, { calendar, isSparse: perDay / 24 < fewPerHour })
    this.#incidents = incidents
    this.#opening = openingTrade(world, instrument)
    this.#closing = closingTrade(world, instrument)
    this.#ids = tradeIds(seed, exchange, instrument)
    this.#side = reportedSide(exchange)
    this.#maker = Math.max(maker.usd, maker.medians * instrument.orderSize)
    this.#sizes = orderSizes(instrument.exchange)
    this.#perDay = perDay
    const shape = bookShape(seed, instrument)
    this.#mood = new TakerMood(seed, prices, instrument, { fair: this.#fair, perDay, pressure: pressureOf(shape.key) })
    this.#arrivals = new Arrivals(seed, name, crowds.of(instrument.base), burstsOf(shape.key), usual)
    this.#quoted = new QuotedMiddles(shape, this.#fair, prices.regime, instrument)
    this.#walk = new OrderWalk(shape, this.#quoted.quotes)
    this.#lotsPerCoin = powerOfTen(instrument.amountDecimals) / instrument.lot
  }

  get idForm(): TradeIds['form'] {
    return this.#ids.form
  }

  /**
   * Includes orders that follow from those of the hour before. Ids continue from the day's earlier hours, which are generated too
   * unless they came before. @param traded trades of the day before the hour
   */
  fill(hour: number, tape: Tape, traded = this.#tradedBefore(hour)): void {
    const orders = this.#arrivals.of(hour)
    this.#traded = traded
    this.#next = hour + 1
    const opened = this.#opening - hour * hourMs
    const closed = this.#closing - hour * hourMs
    if (orders.length === 0 && !isInHour(opened) && !isInHour(closed)) return
    if (Math.floor(hour / 24) !== this.#day) this.#enterDay(Math.floor(hour / 24))
    const incidents = this.#incidents?.(hour) ?? []
    const of = (wanted: Incident['kind']) => incidents.find(({ kind }) => kind === wanted) ?? null
    this.#corrected = of('corrected-trades')
    this.#crash = of('flash-crash')
    this.#silences = incidents.filter(({ kind }) => silent.has(kind))
    this.#walk.begin()
    if (isInHour(opened)) this.#order(hour, opened, 0, tape)
    for (let n = 0; n < orders.length; n++) {
      const offset = orders.offset(n)
      const tag = orders.tag(n)
      if (offset >= opened && offset < closed && this.#comes(hour * hourMs + offset, tag))
        this.#order(hour, offset, tag, tape)
    }
    if (isInHour(closed)) this.#order(hour, closed, 1, tape)
    for (const incident of incidents) this.#disturb(incident, tape)
  }

  #tradedBefore(hour: number): number {
    const midnight = hour - (hour % 24)
    if (hour === midnight) return 0
    if (hour === this.#next) return this.#traded
    const tape = new Tape()
    for (let earlier = midnight; earlier < hour; earlier++) {
      tape.clear()
      this.fill(earlier, tape, earlier === midnight ? 0 : this.#traded)
    }
    return this.#traded
  }

  #enterDay(day: number): void {
    this.#day = day
    this.#tick = tickOn(this.#instrument, day)
    this.#firstId = this.#ids.first(day)
    this.#lotWorth = this.#prices.opening(this.#instrument.base, day * 24) / this.#lotsPerCoin
    this.#median = (this.#instrument.orderSize * this.#activity.appetite(day)) / this.#lotWorth
    this.#beyondLargest = this.#sizes.beyondLargest(this.#perDay * growthOn(day))
  }

  #disturb({ kind, from, until }: Incident, tape: Tape): void {
    if (kind !== 'stale-feed') return
    const [first, end] = [tape.firstFrom(from), tape.firstFrom(until)]
    const hour = Math.floor(from / hourMs)
    const perUnit = powerOfTen(this.#instrument.priceDecimals) / this.#tick
    const ticks = Math.round(this.#fair.at(hour, from - hour * hourMs) * perUnit)
    tape.prices.fill(ticks * this.#tick, first, end)
  }

  #order(hour: number, offset: number, tag: number, tape: Tape): void {
    const time = hour * hourMs + offset
    if (this.#silences.length > 0 && this.#silences.some(one => within(one, time))) return
    const stream = this.#stream
    stream.restart(draw(this.#key, tag))
    const { lot } = this.#instrument
    const medians = this.#sizes.draw(stream, this.#beyondLargest)
    const lots = roundLot(this.#median * medians, stream)
    const sell = stream.unit() >= this.#buys(hour, offset, medians)
    const walk = this.#walk
    const middle = Math.max(lowestMiddle, this.#quoted.met(time, walk.polledIn(time), tape))
    walk.fill(time, sell, lots * lot, middle, this.#quoted.conditions.of(hour))
    for (let n = 0; n < walk.filled; n++) this.#fills(time, sell, walk.prices[n]!, walk.amounts[n]! / lot, stream, tape)
  }

  /** Chance that an order buys. @param size in medians */
  #buys(hour: number, offset: number, size: number): number {
    const time = hour * hourMs + offset
    if (this.#crash === null || !within(this.#crash, time)) return this.#mood.buys(hour, offset, gripOf(size))
    return time < lowOf(this.#crash) ? panic.buysInFall : panic.buysAfter
  }

  /** The arrivals of an hour with a flash crash are as many as if it lasted all hour, so those outside it are thinned. */
  #comes(time: number, tag: number): boolean {
    return this.#crash === null || within(this.#crash, time) || unit(draw(this.#key + 1, tag)) * panic.crash < 1
  }

  /** What an order takes at a price fills the orders of several makers. */
  #fills(time: number, sell: boolean, ticks: number, lots: number, stream: Stream, tape: Tape): void {
    const makers = Math.min(lots, mostMakers, Math.max(1, Math.round(Math.sqrt((lots * this.#lotWorth) / this.#maker))))
    let left = lots
    for (let n = makers; n > 0; n--) {
      const filled = n === 1 ? left : Math.max(1, Math.floor(((left - n + 1) * (0.4 + stream.unit())) / n))
      this.#trade(time, sell, ticks, filled, stream, tape)
      left -= filled
    }
  }

  #trade(time: number, sell: boolean, ticks: number, lots: number, stream: Stream, tape: Tape): void {
    if (this.#traded === idsPerDay) return
    const { lot } = this.#instrument
    const tick = this.#tick
    const id = this.#firstId + this.#traded++
    const side = this.#side(sell, stream.bits())
    const fate = stream.unit() / (this.#corrected && within(this.#corrected, time) ? corrections : 1)
    const versions = fate < cancelled ? inFirst : fate < cancelled + repriced ? inSecond : inBoth
    if (versions === inSecond) tape.add(time, id, inFirst, misprint(ticks, stream) * tick, lots * lot, side)
    tape.add(time, id, versions, ticks * tick, lots * lot, side)
  }
}

/**
 * Trading opens with an order in the first second, or in that after an outage, so the time of the first trade is known without
 * generating any.
 */
export function openingTrade({ seed, calendar }: World, instrument: Instrument): number {
  const { exchange, class: kind, code, listed } = instrument
  const after = Math.floor(second * unit(keyOf(seed, 'opening', exchange, kind, code)))
  const silence = silenceAt(calendar, instrument, listed + after)
  return (silence?.until ?? listed) + after
}

/**
 * The last trade comes before the end of trading by a wait between trades of the instrument's rate, of those within its life, or
 * before an outage then, so its time is known too; infinity for an instrument that has no end.
 */
export function closingTrade(world: World, instrument: Instrument): number {
  const { exchange, class: kind, code, rate, listed, ended } = instrument
  if (!Number.isFinite(ended)) return Number.POSITIVE_INFINITY
  const meanWait = dayMs / (rate * world.profile.pace)
  const waitsWithin = 1 - exp((listed - ended) / meanWait)
  const wait = -log(1 - waitsWithin * unit(keyOf(world.seed, 'closing', exchange, kind, code))) * meanWait
  const time = ended - 1 - Math.floor(wait)
  const silence = silenceAt(world.calendar, instrument, time)
  return Math.max(silence ? silence.from - 1 : time, openingTrade(world, instrument))
}

function silenceAt(calendar: Calendar, instrument: Instrument, time: number): Incident | undefined {
  const incidents = calendar.ofInstrument(instrument)?.(Math.floor(time / hourMs)) ?? []
  return incidents.find(one => silent.has(one.kind) && within(one, time))
}

function isInHour(offset: number): boolean {
  return offset >= 0 && offset < hourMs
}

/** Large orders follow the price more: small ones are many, and of every kind. @param size in medians */
function gripOf(size: number): number {
  return Math.min(8, Math.max(0.12, -0.3 + 0.9 * log(size)))
}

/** Off by 0.1 to 0.5 %, at least one tick. */
function misprint(ticks: number, stream: Stream): number {
  const off = Math.max(1, Math.round(ticks * (0.001 + 0.004 * stream.unit())))
  return stream.unit() < 0.5 && ticks > off ? ticks - off : ticks + off
}
