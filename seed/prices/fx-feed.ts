import { packedIntegers } from '../../src/market/numbers/packed.ts'
import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { floorTo, hour, minute, type Range } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { currencies } from '../catalogue/assets/currency-list.ts'
import { type Appender, type Sink, writeRows } from '../sink.ts'
import type { World } from '../world.ts'
import { tradingTime } from './trading-week.ts'

/** Metals are quoted as currencies are. */
const quoted = [...currencies.filter(({ price }) => price.law !== 'constant'), assetOf('xau'), assetOf('xag')]

const minutesPerHour = hour / minute

/** A rate has six significant digits. */
function decimalsOf({ level }: Asset): number {
  return 5 - magnitude(level)
}

const scales = quoted.map(currency => powerOfTen(decimalsOf(currency)))

export function writeFxCurrencies(sink: Sink): void {
  writeRows(sink, 'fx_currency', quoted.entries(), ([place, asset]) => [asset.code, place, decimalsOf(asset)])
}

/** Missing minutes repeat the last rate. Keeps its hour, so small steps are cheap. */
export class FxFeed {
  readonly #sink: Sink
  readonly #world: World
  readonly #minutes: Appender
  readonly #hours: Appender
  #hour = Number.NaN
  readonly #rates = quoted.map(() => new Int32Array(minutesPerHour))
  readonly #changes = new Int32Array(quoted.length)

  constructor(sink: Sink, world: World) {
    this.#sink = sink
    this.#world = world
    this.#minutes = sink.appender('fx_minute')
    this.#hours = sink.appender('fx_hour')
  }

  write({ from, to }: Range, start: number): void {
    if (from === start) this.#begin(start)
    for (let h = Math.floor(from / hour); h * hour < to; h++)
      if (tradingTime(h).open) this.#write(h, { from, to }, start)
    this.#minutes.flush()
    this.#hours.flush()
  }

  #begin(start: number): void {
    writeFxCurrencies(this.#sink)
    const last = lastTradingMinute(start)
    this.#enter(Math.floor(last / hour))
    this.#add(last, true)
  }

  #write(h: number, { from, to }: Range, start: number): void {
    const first = Math.max(h * hour, floorTo(from, minute))
    const end = Math.min((h + 1) * hour, floorTo(to, minute))
    if (first >= end) return
    this.#enter(h)
    for (let time = first; time < end; time += minute) this.#add(time, time === h * hour)
    if (end === (h + 1) * hour && h * hour >= start) this.#close(h)
  }

  #enter(h: number): void {
    if (h === this.#hour) return
    this.#hour = h
    for (let n = 0; n < quoted.length; n++)
      fillRates(this.#rates[n]!, this.#world.prices.hour(quoted[n]!.code, h), scales[n]!)
  }

  #add(time: number, whole: boolean): void {
    const m = time / minute - this.#hour * minutesPerHour
    for (let n = 0; n < quoted.length; n++) {
      const rates = this.#rates[n]!
      this.#changes[n] = whole ? rates[m]! : rates[m]! - rates[m - 1]!
    }
    this.#minutes.add(time, packedIntegers(this.#changes))
  }

  #close(h: number): void {
    const totals = this.#rates.map(rates => rates.reduce((sum, rate) => sum + rate, 0))
    const lasts = this.#rates.map(rates => rates[minutesPerHour - 1]!)
    this.#hours.add(h * hour, JSON.stringify(totals), JSON.stringify(lasts))
  }
}

/** Mean of each minute; between marks the path is a straight line. */
function fillRates(rates: Int32Array, marks: Float64Array, scale: number): void {
  for (let m = 0; m < minutesPerHour; m++) rates[m] = Math.round(((marks[m]! + marks[m + 1]!) / 2) * scale)
}

function lastTradingMinute(time: number): number {
  const last = (Math.floor(time / minute) - 1) * minute
  for (let h = Math.floor(last / hour); ; h--) if (tradingTime(h).open) return Math.min(last, (h + 1) * hour - minute)
}
