import type { TradeForm } from '../../src/market/trades/trade-form.ts'
import type { Exchange } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { keyOf, unit } from '../hashed-draws.ts'

/** Upper bound of an instrument's trades per day: a power of ten, so the ids of a day have one length. */
export const idsPerDay = 1_000_000

/** Upper bound of instruments per exchange and day. */
const linesPerDay = 8_192

/** Ids are unique on an exchange, rise with time and are contiguous within a UTC day, where they sort as text. */
export interface TradeIds {
  form: Pick<TradeForm, 'prefix' | 'radix' | 'digits' | 'split'>
  /** Later trades of the day continue from it. @param day counted from 1970 */
  first(day: number): number
}

export function tradeIds(
  seed: string,
  { code, idStyle }: Exchange,
  { base, line }: Pick<Instrument, 'base' | 'line'>,
): TradeIds {
  const start = 3_000 + Math.floor(unit(keyOf(seed, 'trade id', code)) * 5_000)
  const decimal = { prefix: idStyle === 'prefixed' ? `${base}-` : '', radix: 10, digits: 0, split: 0 } as const
  return {
    form: idStyle === 'hex' ? { prefix: '', radix: 16, digits: 12, split: 0 } : decimal,
    first: today => ((today - start) * linesPerDay + line) * idsPerDay,
  }
}

/** Of swap numbers. */
export const swapIds: TradeIds['form'] = { prefix: '', radix: 10, digits: 0, split: 4 }
