export type InstrumentClass = 'spot' | 'perpetual-future' | 'future' | 'option'

/** An instrument and its grid, independent of the store's range. */
export interface Instrument {
  id: number
  /** Number of its id range on the exchange, unique among instruments that trade at the same time. */
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
  /** Price step in units of the last decimal place: 5 with one decimal is a tick of 0.5. */
  tick: number
  /** Amount step in units of the last decimal place. */
  lot: number
  /** Start and end (exclusive) of trading, on whole hours. */
  listed: number
  ended: number
  expiry: number | null
  /** `multiple` is the strike ÷ the price at listing. */
  option: { strike: number; call: boolean; multiple: number } | null
  /** Orders per day at the standard profile's pace. */
  rate: number
  orderSize: number
  /** Half the usual spread, as a fraction of the price. */
  halfSpread: number
  /** Ids of the pools that a DEX instrument trades in. */
  pools: number[]
}

/** Listed before any store begins, and never delisted. */
export const always = { listed: 0, ended: Number.POSITIVE_INFINITY } as const
