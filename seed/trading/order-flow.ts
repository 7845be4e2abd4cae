import { powerOfTen } from '../../src/market/portable-math.ts'
import { hour as hourMs, second } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/asset-catalogue.ts'
import { exchangeOf } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { draw, keyOf, normal, Stream } from '../hash.ts'
import { FairPrice } from '../prices/fair-price.ts'
import { type Incident, type Incidents, within } from '../scenarios/calendar.ts'
import type { World } from '../world.ts'
import { Arrivals, evenOrders, orderCount } from './arrivals.ts'
import { isSteady, medianOrder, ordersPerDay } from './density.ts'
import { roundLot, size } from './order-size.ts'
import { Rhythm } from './rhythm.ts'
import { reportedSide } from './taker-side.ts'
import { inBoth, inFirst, inSecond, type SideCode, Tape } from './tape.ts'
import { idsPerHour, type TradeIds, tradeIds } from './trade-id.ts'

const cancelled = 0.002
const repriced = 0.002
/** Factor applied to cancellations and corrections in a scenario of corrected trades. */
const corrections = 60
/** How long takers prefer one side. */
const moodLasts = 30 * second
/** Share of orders that fill against several makers. */
const sweeps = 0.45

/** Below this many orders per hour, most minutes have none. */
const fewPerHour = 20

/** Scenarios without trades. */
const silent = new Set(['exchange-outage', 'halted-instrument', 'zero-volume-day'])

export class OrderFlow {
  readonly #instrument: Instrument
  readonly #key: number
  readonly #perHour: number
  readonly #evenly: number
  readonly #rhythm: Rhythm
  readonly #arrivals: Arrivals
  readonly #fair: FairPrice
  readonly #ids: TradeIds
  readonly #side: (sell: boolean, bits: number) => SideCode
  readonly #ticksPerUnit: number
  readonly #medianLots: number
  #late = new Tape()
  #spare = new Tape()
  #nextHour = Number.NaN
  readonly #incidents: Incidents | null
  #moodPeriod = Number.NaN
  #mood = 0
  #nextId = 0
  #idsLeft = 0
  #corrected: Incident | null = null

  constructor({ seed, prices, profile, calendar, activity }: World, instrument: Instrument) {
    const exchange = exchangeOf(instrument.exchange)
    this.#instrument = instrument
    this.#key = keyOf(seed, 'orders', instrument.exchange, instrument.class, instrument.code)
    this.#perHour = (ordersPerDay(instrument) * profile.pace) / 24
    this.#evenly = evenOrders(this.#perHour, isSteady(instrument))
    this.#rhythm = new Rhythm(seed, instrument, activity)
    this.#arrivals = new Arrivals(seed, prices, instrument.base)
    this.#fair = new FairPrice(seed, prices, instrument, { calendar, isSparse: this.#perHour < fewPerHour })
    this.#incidents = calendar.ofInstrument(instrument)
    this.#ids = tradeIds(seed, exchange, instrument)
    this.#side = reportedSide(exchange)
    this.#ticksPerUnit = powerOfTen(instrument.priceDecimals) / instrument.tick
    const lotsPerCoin = powerOfTen(instrument.amountDecimals) / instrument.lot
    this.#medianLots = (medianOrder(instrument) / assetOf(instrument.base).level) * lotsPerCoin
  }

  get idForm(): TradeIds['form'] {
    return this.#ids.form
  }

  /** Includes the last trades of groups begun in the hour before. */
  fill(hour: number, tape: Tape): void {
    if (this.#nextHour !== hour) this.#findLate(hour)
    const [late, later] = [this.#late, this.#spare]
    later.clear()
    this.#place(hour, late, tape, later)
    for (const incident of this.#incidents?.(hour) ?? []) this.#disturb(incident, tape)
    this.#late = later
    this.#spare = late
    this.#nextHour = hour + 1
  }

  /** None if the instrument was not listed then. */
  #findLate(hour: number): void {
    this.#late.clear()
    this.#spare.clear()
    if ((hour - 1) * hourMs >= this.#instrument.listed) this.#place(hour - 1, this.#spare, new Tape(), this.#late)
  }

  /** Trades beyond the end of the hour go to `later`. */
  #place(hour: number, late: Tape, tape: Tape, later: Tape): void {
    const stream = new Stream(draw(this.#key, hour))
    const orders = orderCount(this.#perHour, this.#evenly, this.#rhythm.at(hour), stream)
    this.#nextId = this.#ids.first(hour)
    this.#idsLeft = idsPerHour
    const offsets = this.#arrivals.of(hour, orders, stream)
    this.#corrected = this.#incidents?.(hour).find(({ kind }) => kind === 'corrected-trades') ?? null
    let next = 0
    for (let n = 0; n < orders.all; n++) {
      const offset = offsets[n]!
      for (; next < late.length && late.times[next]! <= hour * hourMs + offset; next++) tape.take(late, next)
      this.#order(hour, offset, stream, offset < hourMs ? tape : later)
    }
    for (; next < late.length; next++) tape.take(late, next)
  }

  #disturb({ kind, from, until }: Incident, tape: Tape): void {
    const [first, end] = [tape.firstFrom(from), tape.firstFrom(until)]
    if (silent.has(kind)) tape.remove(first, end)
    if (kind !== 'stale-feed') return
    const hour = Math.floor(from / hourMs)
    const ticks = Math.round(this.#fair.at(hour, from - hour * hourMs) * this.#ticksPerUnit)
    tape.prices.fill(ticks * this.#instrument.tick, first, end)
  }

  #order(startHour: number, delay: number, stream: Stream, tape: Tape): void {
    const hour = delay < hourMs ? startHour : startHour + 1
    const offset = delay < hourMs ? delay : delay - hourMs
    const time = hour * hourMs + offset
    const sell = stream.unit() < 0.5 + 0.13 * this.#moodAt(time)
    const away = (sell ? -1 : 1) * this.#instrument.halfSpread * (0.5 + 0.5 * stream.unit())
    const price = this.#fair.at(hour, offset) * (1 + away) * this.#ticksPerUnit
    const ticks = Math.max(1, sell ? Math.floor(price) : Math.ceil(price))
    const lots = roundLot(size(this.#medianLots, stream), stream)
    const fills = stream.unit() < sweeps ? 2 + Math.floor(4 * stream.unit() * stream.unit()) : 1
    this.#fills(time, sell, ticks, lots, Math.min(fills, lots), stream, tape)
  }

  #moodAt(time: number): number {
    const period = Math.floor(time / moodLasts)
    if (period !== this.#moodPeriod) this.#mood = normal(draw(this.#key + 1, period))
    this.#moodPeriod = period
    return this.#mood
  }

  /** One taker order fills levels, each no better than the one before. */
  #fills(time: number, sell: boolean, best: number, lots: number, fills: number, stream: Stream, tape: Tape): void {
    let ticks = best
    let left = lots
    const stride = Math.max(1, Math.round(best * this.#instrument.halfSpread * 0.4))
    for (let n = fills; n > 0; n--) {
      const filled = n === 1 ? left : Math.max(1, Math.floor(((left - n + 1) * (0.4 + stream.unit())) / n))
      this.#trade(time, sell, ticks, filled, stream, tape)
      left -= filled
      ticks = Math.max(1, ticks + (sell ? -1 : 1) * Math.floor(stream.unit() * (stride + 1)))
    }
  }

  #trade(time: number, sell: boolean, ticks: number, lots: number, stream: Stream, tape: Tape): void {
    if (this.#idsLeft-- === 0) return
    const { tick, lot } = this.#instrument
    const id = this.#nextId++
    const side = this.#side(sell, stream.bits())
    const fate = stream.unit() / (this.#corrected && within(this.#corrected, time) ? corrections : 1)
    const versions = fate < cancelled ? inFirst : fate < cancelled + repriced ? inSecond : inBoth
    if (versions === inSecond) tape.add(time, id, inFirst, misprint(ticks, stream) * tick, lots * lot, side)
    tape.add(time, id, versions, ticks * tick, lots * lot, side)
  }
}

/** Off by 0.1 to 0.5 %, at least one tick. */
function misprint(ticks: number, stream: Stream): number {
  const off = Math.max(1, Math.round(ticks * (0.001 + 0.004 * stream.unit())))
  return stream.unit() < 0.5 && ticks > off ? ticks - off : ticks + off
}
