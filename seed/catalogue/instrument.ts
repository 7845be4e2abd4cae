export type InstrumentClass = 'spot' | 'perpetual-future' | 'future' | 'option'

/** What is traded where, on which grid. Nothing here depends on the range that a store covers. */
export interface Instrument {
  id: number
  /** Its place among the instruments of its exchange, which no other of them has that trades at the same time. */
  line: number
  exchange: string
  class: InstrumentClass
  code: string
  base: string
  quote: string
  pairCode: string
  legacySymbol: string
  /** Where a DEX instrument trades. */
  blockchain: string | null
  priceDecimals: number
  amountDecimals: number
  /** The price's step, in units of its last decimal place: 5 with one decimal is a tick of 0.5. */
  tick: number
  /** The amount's step, in units of its last decimal place. */
  lot: number
  /** First and last instant (exclusive) of trading, on whole hours. */
  listed: number
  ended: number
  /** When a future or an option is settled. */
  expiry: number | null
  /** `multiple` is the strike against the price when it was listed. */
  option: { strike: number; call: boolean; multiple: number } | null
  /** Orders per day at the standard profile's pace. */
  rate: number
  /** Median order, in USD. */
  orderSize: number
  /** Half the usual spread, as a fraction of the price. */
  halfSpread: number
  /** Ids of the pools that a DEX instrument trades in. */
  pools: number[]
}

/** Listed before any store begins, with no end in sight. */
export const always = { listed: 0, ended: Number.POSITIVE_INFINITY } as const
