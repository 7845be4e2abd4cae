import type { TradeForm } from '../../src/market/trade-form.ts'
import type { Exchange } from '../catalogue/exchange-list.ts'
import type { Instrument } from '../catalogue/instrument.ts'
import { keyOf, unit } from '../hash.ts'

/** No instrument trades more often within an hour. */
export const idsPerHour = 100_000

/** More than the lines of any exchange. */
const linesPerHour = 2_048

/**
 * How an exchange numbers the trades of one instrument: no two of its trades share an id. Ids rise with time and need no
 * count of all trades before. The ids of an hour are equally long, so that they sort as text.
 */
export interface TradeIds {
  /** How the numbers are written. */
  form: Pick<TradeForm, 'prefix' | 'radix' | 'digits' | 'split'>
  /** The number of the first trade of an hour counted from 1970; the others follow it. */
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

/** A swap is numbered by its block and its log index, of which no block has more. */
const logsPerBlock = 10_000
export const swapIds: TradeIds['form'] = { prefix: '', radix: 10, digits: 0, split: 4 }

export function swapNumber(block: number, logIndex: number): number {
  return block * logsPerBlock + logIndex
}
