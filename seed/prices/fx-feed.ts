import { packedIntegers } from '../../src/market/numbers/packed.ts'
import { magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { floorTo, hour, minute, type Range } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import type { Asset } from '../catalogue/assets/asset-list.ts'
import { currencies } from '../catalogue/assets/currency-list.ts'
import { type Sink, writeRows } from '../sink.ts'
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
export function fxFeed(sink: Sink, world: World) {
  let current = Number.NaN
  const ratesOf = quoted.map(() => new Int32Array(minutesPerHour))
  const changes = new Int32Array(quoted.length)
  const minutes = sink.appender('fx_minute')
  const hours = sink.appender('fx_hour')

  function write({ from, to }: Range, start: number): void {
    if (from === start) begin(start)
    for (let h = Math.floor(from / hour); h * hour < to; h++) if (tradingTime(h).open) writeHour(h, { from, to }, start)
    minutes.flush()
    hours.flush()
  }

  function begin(start: number): void {
    writeFxCurrencies(sink)
    const last = lastTradingMinute(start)
    enter(Math.floor(last / hour))
    add(last, true)
  }

  function writeHour(h: number, { from, to }: Range, start: number): void {
    const first = Math.max(h * hour, floorTo(from, minute))
    const end = Math.min((h + 1) * hour, floorTo(to, minute))
    if (first >= end) return
    enter(h)
    for (let time = first; time < end; time += minute) add(time, time === h * hour)
    if (end === (h + 1) * hour && h * hour >= start) close(h)
  }

  function enter(h: number): void {
    if (h === current) return
    current = h
    for (let n = 0; n < quoted.length; n++) fillRates(ratesOf[n]!, world.prices.hour(quoted[n]!.code, h), scales[n]!)
  }

  function add(time: number, whole: boolean): void {
    const m = time / minute - current * minutesPerHour
    for (let n = 0; n < quoted.length; n++) {
      const rates = ratesOf[n]!
      changes[n] = whole ? rates[m]! : rates[m]! - rates[m - 1]!
    }
    minutes.add(time, packedIntegers(changes))
  }

  function close(h: number): void {
    const totals = ratesOf.map(rates => rates.reduce((sum, rate) => sum + rate, 0))
    const lasts = ratesOf.map(rates => rates[minutesPerHour - 1]!)
    hours.add(h * hour, JSON.stringify(totals), JSON.stringify(lasts))
  }

  return { write }
}

/** Mean of each minute; between marks the path is a straight line. */
function fillRates(rates: Int32Array, marks: Float64Array, scale: number): void {
  for (let m = 0; m < minutesPerHour; m++) rates[m] = Math.round(((marks[m]! + marks[m + 1]!) / 2) * scale)
}

function lastTradingMinute(time: number): number {
  const last = (Math.floor(time / minute) - 1) * minute
  for (let h = Math.floor(last / hour); ; h--) if (tradingTime(h).open) return Math.min(last, (h + 1) * hour - minute)
}
