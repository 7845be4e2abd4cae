import { remembered } from '../../../src/market/made-once.ts'
import { log } from '../../../src/market/numbers/portable-math.ts'
import { volatilities } from '../../../src/market/past-years.ts'
import { hour as hourMs } from '../../../src/market/time.ts'
import type { Asset } from '../../catalogue/assets/asset-list.ts'
import { shareOfDay } from '../log-path.ts'
import { newMarks, type Path } from '../marks.ts'
import { hourOfTrading, tradingTime } from '../trading-week.ts'
import { firstClose, lastClose, published, publishedMonths, until } from './closes.ts'
import { publishedDays } from './daily-closes.ts'

/** The time in which the price of an asset moves, in hours, and what its volatility was in a year, and around a month, relative to now. */
export interface Trading {
  /** @param hour since 1970 */
  timeAt(hour: number): number
  hourAt(time: number): number
  volatilityIn(year: number): number
  /** @param month counted from January of year 0 */
  volatilityOf(month: number): number
}

export const coinTrading: Trading = {
  timeAt: hour => hour,
  hourAt: time => time,
  volatilityIn: year => volatilities.in(year),
  volatilityOf: month => volatilities.at((monthStart(month) + halfMonth) * hourMs),
}

export const currencyTrading: Trading = {
  timeAt: hour => tradingTime(hour).tradingHour,
  hourAt: hourOfTrading,
  volatilityIn: () => 1,
  volatilityOf: () => 1,
}

/** Hours. */
const halfMonth = 365
/** Hours of midnights on the first days of years and months. */
const yearStart = (year: number) => monthStart(12 * year)
const monthStart = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1) / hourMs

function monthOf(hour: number): number {
  const date = new Date(hour * hourMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Published prices in USD at the starts of months: of each year after the first with a price, and of others if they are known. */
function pricesAtMonths({ code, level }: Closing): (month: number) => number | undefined {
  const [{ first, values }, months] = [published.get(code)!, publishedMonths.get(code)]
  const closeOf = (year: number) => (year > lastClose ? level : (values[year - first] ?? values.at(-1)!))
  return month => (month % 12 === 0 ? closeOf(month / 12 - 1) : months?.get(month - 1))
}

type Closing = Pick<Asset, 'code' | 'level'>

/** Published values of what moves an asset. @param moved of the logarithm of a price relative to the level, and its hour since 1970 */
function publishedOf(asset: Closing, moved: (logarithm: number, hour: number) => number): Published {
  const { code, level } = asset
  const [priceAt, days] = [pricesAtMonths(asset), publishedDays.get(code)?.()]
  const at = (price: number | undefined, hour: number) => price && moved(log(price / level), hour)
  const atDay = (day: number) => at(days?.on(day - 1), 24 * day)
  const atMonth = (month: number) => atDay(monthStart(month) / 24) ?? at(priceAt(month), monthStart(month))
  const first = published.get(code)!.first
  return { first, since: firstKnown(code, first), atMonth, ...(days && { atDay }) }
}

/** The month whose start is the first known: that after the first year, or after a published month of that year. */
function firstKnown(code: string, year: number): number {
  return Math.min(12 * (year + 1), ...[...(publishedMonths.get(code)?.keys() ?? [])].map(month => month + 1))
}

/**
 * The market of a kind of assets: in the past, what moved its leading asset as published. @param part that the leader's volatility is of
 * the path's
 */
export function publishedMarket(
  leader: Closing & { beta: number },
  { path, part }: { path: Path; part: number },
  trading: Trading,
): Path {
  return alongPublished(
    path,
    publishedOf(leader, logarithm => logarithm / leader.beta),
    inPast(trading, part),
  )
}

/** What moves an asset beside its market, so that its prices are those that were published; undefined if none were. */
export function publishedBeside(
  asset: Closing & { beta: number; volatility: number },
  market: { path: Path; leader: string },
  own: Path,
  trading: Trading,
): Path | undefined {
  const years = published.get(asset.code)
  if (years === undefined) return undefined
  if (asset.code === market.leader) {
    const atMonth = (month: number) => (month > 12 * (until - 1) ? undefined : 0)
    return alongPublished(own, { first: years.first, atMonth }, inPast(trading, 0))
  }
  const shared = (hour: number) => asset.beta * market.path.opening(trading.timeAt(hour))
  const beside = publishedOf(asset, (logarithm, hour) => logarithm - shared(hour))
  return alongPublished(own, beside, asItsDays(beside, shared, asset.volatility, trading))
}

/** Least volatility of a coin beside the market, relative to its usual one. */
const leastOwn = 0.3

/**
 * In months whose days are published, prices are as volatile as these were. A coin that moved less than its part of the market did has
 * little of its own then. @param shared movement with the market @param volatility of the path, in a year
 */
function asItsDays(
  { atDay }: Published,
  shared: (hour: number) => number,
  volatility: number,
  trading: Trading,
): Trading {
  if (atDay === undefined) return trading
  const volatilityOf = (month: number) => {
    const [first, end] = [monthStart(month) / 24, monthStart(month + 1) / 24]
    let variance = 0
    for (let day = first; day < end; day++) {
      const [opening, close] = [atDay(day), atDay(day + 1)]
      if (opening === undefined || close === undefined) return trading.volatilityOf(month)
      const [own, common] = [close - opening, shared(24 * day + 24) - shared(24 * day)]
      variance += ((own + 2 * common) * own) / (end - first)
    }
    return Math.max(leastOwn, Math.sqrt(365 * Math.max(0, variance)) / volatility)
  }
  return { ...trading, volatilityOf: remembered(volatilityOf) }
}

/**
 * What an asset has lost of its peg, as a logarithm of the price, so that its last prices are those that were published: always below
 * the peg, and the less far from it, the less it moves. Undefined if none were. @param own a movement of the loss as a logarithm
 */
export function publishedLoss(code: string, own: () => Path): { since: number; path: Path } | undefined {
  const days = publishedDays.get(code)?.()
  if (days === undefined) return undefined
  const at = (day: number) => {
    const close = days.on(day - 1)
    return close && log(-log(close))
  }
  const last = at(days.end)
  const path = alongPublished(own(), { first: firstClose, atMonth: () => last, atDay: at }, coinTrading)
  return { since: 24 * (days.first + 1), path }
}

/** With a part of the volatility, until the published past leads to the path. */
function inPast(trading: Trading, part: number): Trading {
  const { volatilityIn, volatilityOf } = trading
  return {
    ...trading,
    volatilityIn: year => (year < until - 1 ? part : 1) * volatilityIn(year),
    volatilityOf: month => (month < 12 * (until - 1) ? part : 1) * volatilityOf(month),
  }
}

/** Published values of a movement. */
interface Published {
  /** The year whose end is the first known. */
  first: number
  /** The month whose start is the first known, if it is not the one after that year. */
  since?: number
  /** At the start of a month: of each year after the first, and of others if they are known. */
  atMonth: (month: number) => number | undefined
  /** At the start of a day, counted from 1970. */
  atDay?: (day: number) => number | undefined
}

/** A movement in a year, month or day: that of the path times a factor, plus a line from one end to the other. */
interface Line {
  factor: number
  /** Start in the time of trading, and the value of the line there. */
  from: number
  start: number
  perHour: number
}

/**
 * A movement through all published values. In between, it is as much more volatile than usual as the market was in that month or
 * year. Up to the first, it is displaced and amplified as there; a year after the last ones, it has led to the path.
 */
function alongPublished(
  path: Path,
  { first, since = 12 * (first + 1), atMonth, atDay }: Published,
  trading: Trading,
): Path {
  const end = trading.timeAt(yearStart(until))
  const usualIn = (year: number) => trading.volatilityIn(Math.max(first, year))
  const line = (factor: number, [from, start]: Mark, [to, next]: Mark): Line => {
    const [shift, nextShift] = [start - factor * path.opening(from), next - factor * path.opening(to)]
    return { factor, from, start: shift, perHour: to === from ? 0 : (nextShift - shift) / (to - from) }
  }
  const markOf = (month: number): Mark => {
    const time = trading.timeAt(monthStart(month))
    if (month === 12 * until) return [time, path.opening(time)]
    return [time, atMonth(month) ?? along(yearLine(Math.floor(month / 12)), time, path.opening(time))]
  }
  const yearLine = remembered((year: number) => line(usualIn(year), markOf(12 * year), markOf(12 * year + 12)))
  const monthLine = remembered((month: number): Line => {
    if (month >= since) return line(trading.volatilityOf(month), markOf(month), markOf(month + 1))
    const there = markOf(since)
    return line(usualIn(first), there, there)
  })
  const dayLine = remembered((day: number): Line | undefined => {
    const [opening, close] = [atDay?.(day), atDay?.(day + 1)]
    if (opening === undefined || close === undefined) return undefined
    return line(trading.volatilityOf(monthOf(24 * day)), [24 * day, opening], [24 * day + 24, close])
  })
  const lineAt = (time: number): Line => {
    const hour = trading.hourAt(time)
    const ofDay = atDay && dayLine(Math.floor(hour / 24))
    if (ofDay === undefined) return monthLine(monthOf(hour))
    // As much in each hour as its part in the day's variance: otherwise changes over a day would vary more from some hours than from others.
    const { from, start, perHour } = ofDay
    const before = shareOfDay[hour - from]!
    const share = shareOfDay[hour - from + 1]! - before
    return { ...ofDay, from: hour, start: start + 24 * perHour * before, perHour: 24 * perHour * share }
  }
  const changed = (time: number, value: number) => (time >= end ? value : along(lineAt(time), time, value))
  const each = (time: number, values: Float64Array, minutes: number) => {
    if (time >= end) return values
    const line = lineAt(time)
    const out = newMarks(values.length)
    for (let n = 0; n < values.length; n++) {
      const hours = (n * minutes) / 60
      out[n] = hours === 1 ? changed(time + 1, values[n]!) : along(line, time + hours, values[n]!)
    }
    return out
  }
  return {
    hour: time => each(time, path.hour(time), 1),
    fives: time => each(time, path.fives(time), 5),
    opening: time => changed(time, path.opening(time)),
  }
}

/** A time of trading and the value there. */
type Mark = readonly [time: number, value: number]

function along({ factor, from, start, perHour }: Line, time: number, value: number): number {
  return factor * value + start + perHour * (time - from)
}
