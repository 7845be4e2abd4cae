import { day, hour, minute } from '../../src/market/time.ts'

/** Kinds of unusual market events in the calendar. Listings and delistings come from the catalogue. */
export type ScenarioKind =
  | 'exchange-outage'
  | 'flash-crash'
  | 'stablecoin-depeg'
  | 'halted-instrument'
  | 'one-sided-book'
  | 'stale-feed'
  | 'corrected-trades'
  | 'zero-volume-day'
  | 'full-utilisation'

interface ScenarioTerms {
  title: string
  /** Usual duration; a whole day is always one. */
  lasts: number
  /** Usual share of the price that is lost. */
  depth?: number
  /** In the profile `tiny`: `exchange/class/code`; for lending, protocol, chain and asset. */
  subjects: readonly string[]
}

export const scenarioTerms: Record<ScenarioKind, ScenarioTerms> = {
  'exchange-outage': {
    title: 'Exchange outage: no trades and no order books on any instrument of the exchange',
    lasts: 3 * hour,
    subjects: ['stmp/spot/btc-usd', 'itbi/spot/btc-usd'],
  },
  'flash-crash': {
    title: 'Flash crash: the price on one exchange falls steeply within minutes and recovers',
    lasts: 40 * minute,
    depth: 0.12,
    subjects: ['bbit/perpetual-future/btc-usdt', 'bnce/spot/eth-usdt'],
  },
  'stablecoin-depeg': {
    title: 'Depegged stablecoin: its price falls below one USD everywhere and recovers',
    lasts: 8 * hour,
    depth: 0.09,
    subjects: ['krkn/spot/tusd-usd'],
  },
  'halted-instrument': {
    title: 'Halted instrument: no trades, and a constant mid price',
    lasts: 3 * hour,
    subjects: ['bthb/spot/btc-krw', 'krkn/spot/btc-eur'],
  },
  'one-sided-book': {
    title: 'One-sided order book: no bids',
    lasts: 20 * minute,
    subjects: ['krkn/spot/usdt-usd', 'bnce/spot/btc-usd'],
  },
  'stale-feed': {
    title: 'Stale feed: all trades repeat one price while the market moves',
    lasts: 3 * hour,
    subjects: ['gmni/spot/btc-usd'],
  },
  'corrected-trades': {
    title: 'Corrected and cancelled trades: many trades of v1 have another price in v2 or are missing there',
    lasts: 2 * hour,
    subjects: ['cbse/spot/eth-usd', 'krkn/spot/btc-usd'],
  },
  'zero-volume-day': {
    title: 'Day without volume: an instrument has no trades on a UTC day',
    lasts: day,
    subjects: ['huob/spot/eth-btc'],
  },
  'full-utilisation': {
    title: 'Lending market at full utilisation: everything is borrowed, nothing can be withdrawn',
    lasts: 8 * hour,
    subjects: ['aav3/ethereum/usdc', 'aav3/ethereum/usdt'],
  },
}

export const scenarioKinds = Object.keys(scenarioTerms) as ScenarioKind[]
