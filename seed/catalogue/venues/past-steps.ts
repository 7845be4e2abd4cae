import { powerOfTen } from '../../../src/market/numbers/portable-math.ts'
import { day as dayMs } from '../../../src/market/time.ts'
import { firstClose, lastClose, publishedClose } from '../../prices/closes.ts'
import { assetOf } from '../assets/asset-catalogue.ts'
import type { Instrument } from '../instruments/instrument.ts'

/** Exchanges review their steps as prices move: in a past year, a price had at least so many, or as many as today if they are fewer. */
const fewestSteps = 500
const mostDecimals = 15

/** Years that differ from today, in order: the last one leads from a published price to today's. */
const years = Array.from({ length: lastClose + 2 - firstClose }, (_, n) => firstClose + n)

/**
 * Gives an instrument the finer price steps of years in which its price was a fraction of today's. Its prices then have the
 * decimal places of the finest.
 */
export function refinePastSteps(one: Instrument): void {
  if (isToday(one.base) && isToday(one.quote)) return
  const listed = new Date(one.listed).getUTCFullYear()
  const today = stepsOf(one, lastClose + 1)
  const digits = years.map(year => (year < listed ? 0 : digitsFor(one, year, Math.min(today, fewestSteps))))
  const most = Math.max(...digits)
  if (most === 0 || one.priceDecimals + most > mostDecimals) return
  one.pastDigits = digits
  one.priceDecimals += most
  one.tick *= powerOfTen(most)
}

function digitsFor(one: Instrument, year: number, wanted: number): number {
  const steps = Math.min(stepsOf(one, year - 1), stepsOf(one, year))
  let digits = 0
  while (steps * powerOfTen(digits) < wanted) digits++
  return digits
}

/** Steps of a price at the end of a year. */
function stepsOf({ base, quote, priceDecimals, tick }: Instrument, year: number): number {
  return ((levelOf(base, year) / levelOf(quote, year)) * powerOfTen(priceDecimals)) / tick
}

function levelOf(code: string, year: number): number {
  return publishedClose(code, year) ?? assetOf(code).level
}

/** Whether an asset has today's level in all years. */
function isToday(code: string): boolean {
  return publishedClose(code, firstClose) === undefined
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
