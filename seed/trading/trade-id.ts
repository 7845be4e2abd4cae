import type { Exchange } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { keyOf, unit } from '../hash.ts'

/** No instrument trades more often within an hour. */
export const idsPerHour = 10_000

/** Names the n-th trade of an hour: ids rise with time and need no count of all trades before. */
export type NameTrade = (hour: number, n: number) => string

/** More than the lines of any exchange. */
const linesPerHour = 2_048

/**
 * How an exchange names the trades of one instrument: no two of its trades share an id. The ids of an hour are equally
 * long, so that they sort as text.
 */
export function tradeIds(seed: string, exchange: Exchange, { base, line }: Instrument): NameTrade {
  const first = 200_000 + Math.floor(unit(keyOf(seed, 'trade id', exchange.code)) * 200_000)
  const lineHour = (hour: number) => (hour - first) * linesPerHour + line
  // Put together from two small numbers, since to write a large one takes three times as long.
  const decimal = (hour: number, n: number) => `${lineHour(hour)}${String(idsPerHour + n).slice(1)}`
  if (exchange.idStyle === 'hex') return (hour, n) => hexadecimal(lineHour(hour) * idsPerHour + n)
  if (exchange.idStyle === 'prefixed') return (hour, n) => `${base}-${decimal(hour, n)}`
  return decimal
}

const fiveDigits = 0x10_0000
const sixDigits = 0x100_0000

/** In eleven digits. */
function hexadecimal(number: number): string {
  const high = Math.floor(number / fiveDigits)
  const low = number - high * fiveDigits
  return (sixDigits + high).toString(16).slice(1) + (fiveDigits + low).toString(16).slice(1)
}
