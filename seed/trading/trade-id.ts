import type { TradeForm } from '../../src/market/trade-form.ts'
import type { Exchange } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { keyOf, unit } from '../hash.ts'

/** Upper bound of an instrument's trades per hour. */
export const idsPerHour = 100_000

/** Upper bound of instruments per exchange and hour. */
const linesPerHour = 2_048

/**
 * Ids are unique on an exchange and rise with time without a count of earlier trades; within an hour they sort as text.
 */
export interface TradeIds {
  form: Pick<TradeForm, 'prefix' | 'radix' | 'digits' | 'split'>
  /** Later trades of the hour continue from it. */
  first(hour: number): number
}

export function tradeIds(
  seed: string,
  { code, idStyle }: Exchange,
  { base, line }: Pick<Instrument, 'base' | 'line'>,
): TradeIds {
  const start = 200_000 + Math.floor(unit(keyOf(seed, 'trade id', code)) * 200_000)
  const decimal = { prefix: idStyle === 'prefixed' ? `${base}-` : '', radix: 10, digits: 0, split: 0 } as const
  return {
    form: idStyle === 'hex' ? { prefix: '', radix: 16, digits: 12, split: 0 } : decimal,
    first: hour => ((hour - start) * linesPerHour + line) * idsPerHour,
  }
}

/** A swap's number combines block and log index; the constant exceeds every log index. */
const logsPerBlock = 10_000
export const swapIds: TradeIds['form'] = { prefix: '', radix: 10, digits: 0, split: 4 }

export function swapNumber(block: number, logIndex: number): number {
  return block * logsPerBlock + logIndex
}
