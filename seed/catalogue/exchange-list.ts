/** Million USD a day at the standard pace: about a fifteenth of what the venue reported in 2025. */
export type DailyTurnover = Partial<Record<'spot' | 'perpetual-future' | 'future' | 'option', number>>

export interface Exchange {
  code: string
  name: string
  legacySlug: string
  kind: 'centralised' | 'decentralised'
  /** What `taker_side_sell` means in its trades. */
  takerSide: 'taker' | 'with_unknown' | 'always_true' | 'always_false' | 'null' | 'inverted'
  pairStyle: PairStyle
  idStyle: 'number' | 'prefixed' | 'hex'
  /** Order frequency; Coinbase is about 1. */
  weight: number
  /** Empty for DEXes, whose trades follow from pool contents. */
  turnover: DailyTurnover
  /** Significant digits of prices. */
  digits: number
  /** Prices move in steps of five of their last digit. */
  fives: boolean
  /** Time zone of its customers, in hours ahead of Europe and America. */
  eastward: number
}

/** Named after what "btc" and "usd" become; see pair-code.ts. */
export type PairStyle =
  | 'BTC-USD'
  | 'BTC_USD'
  | 'BTCUSD'
  | 'btcusd'
  | 'btc_usd'
  | 'XXBTZUSD'
  | 'XBTUSD'
  | 'tBTCUSD'
  | 'USD-BTC'
  | 'BTC/USD'

const usual = { takerSide: 'taker', idStyle: 'number', fives: false, eastward: 0 } as const

function centralised(
  code: string,
  name: string,
  legacySlug: string,
  pairStyle: PairStyle,
  weight: number,
  turnover: number | DailyTurnover,
  digits: number,
  rest: Partial<Exchange> = {},
): Exchange {
  const own = typeof turnover === 'number' ? { spot: turnover } : turnover
  return { ...usual, code, name, legacySlug, kind: 'centralised', pairStyle, weight, turnover: own, digits, ...rest }
}

function decentralised(code: string, name: string, weight: number): Exchange {
  const fixed = { kind: 'decentralised', pairStyle: 'BTC-USD', digits: 9, legacySlug: code, turnover: {} } as const
  return { ...usual, ...fixed, code, name, weight }
}

export const exchanges: readonly Exchange[] = [
  centralised('cbse', 'Coinbase', 'cb', 'BTC-USD', 1.13, 180, 7),
  centralised('bnce', 'Binance', 'bn', 'BTCUSD', 1.3, 1_000, 7, { eastward: 3 }),
  centralised('krkn', 'Kraken', 'kk', 'XXBTZUSD', 0.42, 70, 6),
  centralised('bfnx', 'Bitfinex', 'bf', 'tBTCUSD', 0.26, 15, 5),
  centralised('stmp', 'Bitstamp', 'bs', 'btcusd', 0.24, 18, 5),
  centralised('gmni', 'Gemini', 'gm', 'btcusd', 0.12, 10, 7, { takerSide: 'with_unknown' }),
  centralised('okex', 'OKX', 'ok', 'BTC-USD', 0.6, { spot: 160, 'perpetual-future': 1_500, future: 50, option: 5 }, 6, {
    eastward: 5,
  }),
  centralised('huob', 'HTX', 'hb', 'btcusd', 0.2, 110, 7, { takerSide: 'inverted', eastward: 6 }),
  centralised('kcon', 'KuCoin', 'kc', 'BTC-USD', 0.2, 60, 6, { eastward: 5, idStyle: 'hex' }),
  centralised('gate', 'Gate.io', 'gt', 'BTC_USD', 0.17, 140, 6, { eastward: 5 }),
  centralised('crco', 'Crypto.com', 'cc', 'BTC_USD', 0.15, 130, 7, { eastward: 2 }),
  centralised('upbt', 'Upbit', 'ub', 'USD-BTC', 0.34, 150, 6, { eastward: 8, fives: true }),
  centralised('bthb', 'Bithumb', 'bt', 'BTC_USD', 0.14, 55, 6, { takerSide: 'always_false', eastward: 8 }),
  centralised('bfly', 'bitFlyer', 'bl', 'BTC_USD', 0.14, 8, 8, { eastward: 8 }),
  centralised('itbi', 'itBit', 'it', 'XBTUSD', 0.07, 2, 6, { takerSide: 'null', fives: true }),
  centralised('lmax', 'LMAX Digital', 'lm', 'BTC/USD', 0.09, 20, 6, { idStyle: 'hex', fives: true }),
  centralised('bbit', 'Bybit Derivatives', 'bybt', 'BTCUSD', 0.8, { 'perpetual-future': 1_700, future: 15 }, 6, {
    eastward: 5,
    idStyle: 'hex',
  }),
  centralised('binc', 'Binance V2', 'bnf', 'btcusd', 1.2, { spot: 600, 'perpetual-future': 4_000, future: 60 }, 6, {
    eastward: 3,
  }),
  centralised('drbt', 'Deribit', 'dr', 'BTC-USD', 0.3, { 'perpetual-future': 70, future: 40, option: 45 }, 6, {
    idStyle: 'prefixed',
    fives: true,
  }),
  centralised('btmx', 'BitMEX', 'bm', 'XBTUSD', 0.15, { 'perpetual-future': 35, future: 3 }, 6, {
    idStyle: 'hex',
    fives: true,
    takerSide: 'taker',
  }),
  decentralised('usp2', 'Uniswap V2', 0.3),
  decentralised('usp3', 'Uniswap V3', 0.8),
  decentralised('sush', 'SushiSwap', 0.15),
  decentralised('curv', 'Curve', 0.3),
  decentralised('cur2', 'Curve V2', 0.15),
  decentralised('bal2', 'Balancer V2', 0.2),
  decentralised('quik', 'QuickSwap', 0.15),
  decentralised('caml', 'Camelot', 0.15),
  decentralised('orca', 'Orca', 0.3),
  decentralised('rayd', 'Raydium', 0.3),
]

const byCode = new Map(exchanges.map(exchange => [exchange.code, exchange]))

/** @throws for an unknown code: a mistake in the lists. */
export function exchangeOf(code: string): Exchange {
  const exchange = byCode.get(code)
  if (!exchange) throw new Error(`no exchange ${code}`)
  return exchange
}
