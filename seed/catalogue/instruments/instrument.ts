export type InstrumentClass = 'spot' | 'perpetual-future' | 'future' | 'option'

export interface Instrument {
  id: number
  /** Number of an id range on the exchange, unique among instruments that trade at the same time. */
  line: number
  exchange: string
  class: InstrumentClass
  code: string
  base: string
  quote: string
  pairCode: string
  legacySymbol: string
  blockchain: string | null
  priceDecimals: number
  amountDecimals: number
  /** In units of the last decimal place, at present: 5 with one decimal is a step of 0.5. */
  tick: number
  /** Decimal digits by which the tick was finer in past years, from that of the first published price on; empty: never. */
  pastDigits: readonly number[]
  lot: number
  /** Whole hours; the end is exclusive. */
  listed: number
  ended: number
  expiry: number | null
  /** `away` counts strikes from the one nearest the price at listing. */
  option: { strike: number; call: boolean; away: number } | null
  /** Orders per day at the standard pace. */
  rate: number
  orderSize: number
  /** Half the usual spread, as a fraction of the price. */
  halfSpread: number
  /** Pools of a DEX instrument. */
  pools: number[]
}

/** First id of a series of contracts is its index × this, from 1 on; temporary listings follow, standing ones precede. */
export const idsPerSeries = 10_000_000

/** Instruments with ids from here on are in no profile: their rows are generated when they are asked for. */
export const firstIdWhenAsked = 1_000_000_000

/** Whether profiles fill an instrument, or a pool, of a generated store ahead; also for the whole market. */
export function isFilledAhead(id: number): boolean {
  return id < firstIdWhenAsked
}
