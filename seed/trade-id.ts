import type { Exchange } from './exchange-list.ts'
import { keyOf, unit } from './hash.ts'

/** No instrument trades more often within an hour. */
export const idsPerHour = 10_000

/** Names the n-th trade of an hour: ids rise with time and need no count of all trades before. */
export type NameTrade = (hour: number, n: number) => string

/** How an exchange names the trades of one instrument. The ids of an hour are equally long, so that they sort as text. */
export function tradeIds(seed: string, exchange: Exchange, base: string, code: string): NameTrade {
  const first = 200_000 + Math.floor(unit(keyOf(seed, 'trade id', exchange.code, code)) * 200_000)
  const number = (hour: number, n: number) => (hour - first) * idsPerHour + n
  if (exchange.idStyle === 'hex') return (hour, n) => number(hour, n).toString(16).padStart(10, '0')
  if (exchange.idStyle === 'prefixed') return (hour, n) => `${base}-${number(hour, n)}`
  return (hour, n) => String(number(hour, n))
}
