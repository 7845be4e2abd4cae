import { remembered } from '../../../src/market/made-once.ts'
import { powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { day as dayMs } from '../../../src/market/time.ts'
import { firstClose, lastClose, publishedClose } from '../../prices/published/closes.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import type { Instrument } from '../instruments/instrument.ts'

/** Exchanges review their steps as prices move: in a past year, a price had at least so many, or as many as today if they are fewer. */
const fewestSteps = 2_000
const mostDecimals = 15

/** Years that differ from today, in order: the last one leads from a published price to today's. */
const years = Array.from({ length: lastClose + 2 - firstClose }, (_, n) => firstClose + n)

/**
 * Gives an instrument the finer price steps of years in which its price was a fraction of today's. Its prices then have the
 * decimal places of the finest.
 */
export function refinePastSteps(one: Instrument): void {
  const { lows, lowest } = pastOf(one.base)(one.quote)
  const today = (levelOf(one.base) / levelOf(one.quote)) * (powerOfTen(one.priceDecimals) / one.tick)
  const wanted = Math.min(today, fewestSteps)
  if (today * lowest >= wanted) return
  const listed = new Date(one.listed).getUTCFullYear()
  const digits = years.map((year, n) => (year < listed ? 0 : digitsFor(today * lows[n]!, wanted)))
  const most = Math.max(...digits)
  if (most === 0 || one.priceDecimals + most > mostDecimals) return
  one.pastDigits = digits
  one.priceDecimals += most
  one.tick *= powerOfTen(most)
}

function digitsFor(steps: number, wanted: number): number {
  let digits = 0
  while (steps * powerOfTen(digits) < wanted) digits++
  return digits
}

/** Of a pair, by year, the lower of its prices at the ends of the year, relative to today's. */
const pastOf = remembered((base: string) =>
  remembered((quote: string) => {
    if (isToday(base) && isToday(quote)) return { lows: [], lowest: 1 }
    const price = (year: number) => levelOf(base, year) / levelOf(quote, year)
    const today = price(lastClose + 1)
    const lows = years.map(year => Math.min(price(year - 1), price(year)) / today)
    return { lows, lowest: Math.min(...lows) }
  }),
)

/** Whether an asset has today's level in all years. */
function isToday(code: string): boolean {
  return publishedClose(followed(code), firstClose) === undefined
}

/** What a pegged or staked asset follows, directly or not; others follow nothing but themselves. */
function followed(code: string): string {
  const { price } = assetOf(code)
  return price.law === 'peg' || price.law === 'accrues' ? followed(price.to) : code
}

/** Price in USD at the end of a year, or else today. Currencies count from twice their value of today on. */
function levelOf(code: string, year = lastClose + 1): number {
  const to = followed(code)
  const { level, price } = assetOf(to)
  if (to !== code) return (levelOf(to, year) * assetOf(code).level) / level
  const close = publishedClose(code, year) ?? level
  return price.law === 'closes' && close < 2 * level ? level : close
}

/** Decimal digits by which the price step was finer on a day, counted from 1970, than it is today. */
export function pastDigitsOn({ pastDigits }: Instrument, day: number): number {
  return pastDigits.length === 0 ? 0 : (pastDigits[new Date(day * dayMs).getUTCFullYear() - firstClose] ?? 0)
}

/** The price step of a day, counted from 1970, in units of the last decimal place. */
export function tickOn(one: Instrument, day: number): number {
  return one.tick / powerOfTen(pastDigitsOn(one, day))
}

/** The finest price step of any year, in units of the last decimal place. */
export function finestTick({ tick, pastDigits }: Instrument): number {
  return pastDigits.length === 0 ? tick : tick / powerOfTen(Math.max(...pastDigits))
}
