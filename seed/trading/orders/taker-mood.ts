import { Noise } from '../../../src/market/numbers/noise.ts'
import { log } from '../../../src/market/numbers/portable-math.ts'
import { day, minute as minuteMs, second } from '../../../src/market/time.ts'
import type { Instrument } from '../../catalogue/instruments/instrument.ts'
import { keyOf } from '../../hashed-draws.ts'
import type { FairPrice } from '../../prices/fair-price.ts'
import type { HourPrices } from '../../prices/marks.ts'
import type { Prices } from '../../prices/prices.ts'

/** Takers follow the move of the seconds around them. */
const near = { reach: 12 * second, weight: 0.35 }
/** Moves that takers follow: from minutes before an order's minute to minutes after its start. */
const spans = [
  { before: 0, after: 1, weight: 1.8 },
  { before: 3, after: 1, weight: 2.6 },
  { before: 50, after: 1, weight: 1.8 },
] as const
const dayWeight = 0.7
/** Moods of takers: spans in mean gaps between orders, and weights. Memory falls as a power. */
const moodSpans = [2, 10, 50, 250, 1_250, 6_250]
const moods = [0.16, 0.14, 0.12, 0.11, 0.1, 0.08]
/** How much takers follow what presses on the book that they meet. */
const pressed = 0.45
/** The moods that change within a minute. */
const quick = 2
const longestGap = 10 * minuteMs

/** Which side takers prefer: moods that last, and moves of the price around, which large orders follow more. */
export class TakerMood {
  readonly #fair: FairPrice
  readonly #base: HourPrices
  readonly #quote: HourPrices
  readonly #moods: readonly Noise[]
  readonly #pressure: Noise | undefined
  /** Rare orders follow longer moves. */
  readonly #patience: number
  readonly #direction: 1 | -1
  readonly #slow = new Float64Array(60)
  readonly #drift = new Float64Array(60)
  readonly #known = new Uint8Array(60)
  #hour = Number.NaN
  /** Marks of the hour before, the hour, the hour after, and the same hour a day before. */
  readonly #bases: Float64Array[] = []
  readonly #quotes: Float64Array[] = []
  #perRoot = 0
  #perRootMinute = 0

  constructor(
    seed: string,
    prices: Prices,
    instrument: Instrument,
    { fair, perDay, pressure }: { fair: FairPrice; perDay: number; pressure?: Noise },
  ) {
    const { exchange, class: kind, code, base, quote, option } = instrument
    const key = keyOf(seed, 'mood', exchange, kind, code)
    const gap = Math.min(longestGap, day / perDay)
    this.#fair = fair
    this.#base = prices.source(base)
    this.#quote = prices.source(quote)
    this.#moods = moodSpans.map((span, n) => new Noise(key + n, span * gap))
    this.#pressure = pressure
    this.#patience = Math.max(0.5, Math.min(2.2, 1 + 0.26 * log(gap / minuteMs)))
    this.#direction = option && !option.call ? -1 : 1
  }

  /** Chance that an order buys. @param grip how much it follows the price */
  buys(hour: number, offset: number, grip: number): number {
    if (hour !== this.#hour) this.#enter(hour)
    const minute = Math.floor(offset / minuteMs)
    if (this.#known[minute] === 0) this.#prepare(hour, minute)
    const time = hour * 60 * minuteMs + offset
    let mood = this.#slow[minute]!
    for (let n = 0; n < quick; n++) mood += moods[n]! * this.#moods[n]!.at(time)
    if (this.#pressure) mood += pressed * this.#pressure.at(time)
    const move = near.weight * this.#perRoot * this.#fair.moveAround(hour, offset, near.reach)
    const x = this.#direction * grip * (move + this.#drift[minute]!) + mood
    return 0.5 + (0.5 * x) / Math.sqrt(1 + x * x)
  }

  #enter(hour: number): void {
    this.#hour = hour
    this.#known.fill(0)
    for (let n = 0; n < 4; n++) {
      const other = n === yesterday ? hour - 24 : hour - 1 + n
      this.#bases[n] = this.#base(other)
      this.#quotes[n] = this.#quote(other)
    }
    let squares = 0
    let before = this.#mark(0)
    for (let i = 5; i <= 120; i += 5) {
      const after = this.#mark(i)
      squares += (after / before - 1) * (after / before - 1)
      before = after
    }
    const volatility = Math.sqrt(squares / 120)
    this.#perRootMinute = volatility < 1e-9 ? 0 : 1 / volatility
    this.#perRoot = this.#perRootMinute / Math.sqrt((2 * near.reach) / minuteMs)
  }

  /** Price of the cross. @param minute after the start of the hour before; most hours need few */
  #mark(minute: number): number {
    const n = minute < 60 ? 0 : minute < 120 ? 1 : 2
    return this.#bases[n]![minute - 60 * n]! / this.#quotes[n]![minute - 60 * n]!
  }

  #prepare(hour: number, minute: number): void {
    this.#known[minute] = 1
    const at = 60 + minute
    let drift = 0
    for (let n = 0; n < spans.length; n++) {
      const { before, after, weight } = spans[n]!
      const move = this.#mark(at + after) / this.#mark(at - before) - 1
      drift += weight * (n === 0 ? 1 : this.#patience) * move * perRootOf[n]!
    }
    const earlier = this.#bases[yesterday]![minute]! / this.#quotes[yesterday]![minute]!
    drift += (dayWeight * this.#patience * (this.#mark(at) / earlier - 1)) / rootOfDay
    this.#drift[minute] = drift * this.#perRootMinute
    let mood = 0
    for (let n = quick; n < moods.length; n++) mood += moods[n]! * this.#moods[n]!.at((hour * 60 + minute) * minuteMs)
    this.#slow[minute] = mood
  }
}

const yesterday = 3
const perRootOf = spans.map(({ before, after }) => 1 / Math.sqrt(before + after))
const rootOfDay = Math.sqrt(1440)
