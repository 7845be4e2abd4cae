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
  | 'sBTCUSD'

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

/** Exchanges with instruments that profiles fill ahead. */
export const exchangesAhead: readonly Exchange[] = [
  centralised('cbse', 'Coinbase', 'cb', 'BTC-USD', 1.13, 180, 7),
  centralised('bnce', 'Binance', 'bn', 'BTCUSD', 1.3, 1_000, 7, { eastward: 3 }),
  centralised('krkn', 'Kraken', 'kk', 'XXBTZUSD', 0.42, 70, 6),
  centralised('bfnx', 'Bitfinex', 'bf', 'tBTCUSD', 0.26, { spot: 15, 'perpetual-future': 10 }, 5),
  centralised('stmp', 'Bitstamp', 'bs', 'btcusd', 0.24, 18, 5),
  centralised('gmni', 'Gemini', 'gm', 'btcusd', 0.12, 10, 7, { takerSide: 'with_unknown' }),
  centralised('okex', 'OKX', 'ok', 'BTC-USD', 0.6, { spot: 160, 'perpetual-future': 1_500, future: 50, option: 5 }, 6, {
    eastward: 5,
  }),
  centralised('huob', 'HTX', 'hb', 'btcusd', 0.2, { spot: 110, 'perpetual-future': 250 }, 7, {
    takerSide: 'inverted',
    eastward: 6,
  }),
  centralised('kcon', 'KuCoin', 'kc', 'BTC-USD', 0.2, { spot: 60, 'perpetual-future': 150 }, 6, {
    eastward: 5,
    idStyle: 'hex',
  }),
  centralised('gate', 'Gate.io', 'gt', 'BTC_USD', 0.17, { spot: 140, 'perpetual-future': 700 }, 6, { eastward: 5 }),
  centralised('crco', 'Crypto.com', 'cc', 'BTC_USD', 0.15, { spot: 130, 'perpetual-future': 60 }, 7, { eastward: 2 }),
  centralised('upbt', 'Upbit', 'ub', 'USD-BTC', 0.34, 150, 6, { eastward: 8, fives: true }),
  centralised('bthb', 'Bithumb', 'bt', 'BTC_USD', 0.14, 55, 6, { takerSide: 'always_false', eastward: 8 }),
  centralised('bfly', 'bitFlyer', 'bl', 'BTC_USD', 0.14, 8, 8, { eastward: 8 }),
  centralised('itbi', 'itBit', 'it', 'XBTUSD', 0.07, 2, 6, { takerSide: 'null', fives: true }),
  centralised('lmax', 'LMAX Digital', 'lm', 'BTC/USD', 0.09, 20, 6, { idStyle: 'hex', fives: true }),
  centralised(
    'bbit',
    'Bybit Derivatives',
    'bybt',
    'BTCUSD',
    0.8,
    { 'perpetual-future': 1_700, future: 15, option: 6 },
    6,
    {
      eastward: 5,
      idStyle: 'hex',
    },
  ),
  centralised(
    'binc',
    'Binance V2',
    'bnf',
    'btcusd',
    1.2,
    { spot: 500, 'perpetual-future': 4_000, future: 60, option: 4 },
    6,
    {
      eastward: 3,
    },
  ),
  centralised('drbt', 'Deribit', 'dr', 'BTC-USD', 0.3, { 'perpetual-future': 70, future: 40, option: 45 }, 6, {
    idStyle: 'prefixed',
    fives: true,
  }),
  centralised('btmx', 'BitMEX', 'bm', 'XBTUSD', 0.15, { 'perpetual-future': 35, future: 3 }, 6, {
    idStyle: 'hex',
    fives: true,
    takerSide: 'taker',
  }),
  centralised('cmef', 'CME', 'cme', 'BTCUSD', 0.3, { future: 300 }, 5, { fives: true }),
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

/** Exchanges whose instruments are all filled when they are asked for. */
const others: readonly Exchange[] = [
  centralised('bbsp', 'Bybit', 'by', 'BTCUSD', 0.5, 300, 6, { eastward: 5 }),
  centralised('btgt', 'Bitget', 'bg', 'BTCUSD', 0.4, { spot: 200, 'perpetual-future': 1_300 }, 6, { eastward: 5 }),
  centralised('mexc', 'MEXC', 'mx', 'BTCUSD', 0.4, { spot: 200, 'perpetual-future': 1_100 }, 6, { eastward: 6 }),
  centralised('bnus', 'Binance.US', 'bu', 'BTCUSD', 0.05, 1, 7),
  centralised('btso', 'Bitso', 'bo', 'btc_usd', 0.06, 3, 7),
  centralised('mbtc', 'Mercado Bitcoin', 'mb', 'BTC-USD', 0.06, 3, 8),
  centralised('ccck', 'Coincheck', 'ck', 'btc_usd', 0.1, 10, 8, { eastward: 8 }),
  centralised('zaif', 'Zaif', 'zf', 'btc_usd', 0.02, 0.5, 7, { eastward: 8, fives: true }),
  centralised('btbk', 'bitbank', 'bb', 'btc_usd', 0.08, 8, 8, { eastward: 8 }),
  centralised('cone', 'Coinone', 'co', 'USD-BTC', 0.08, 8, 6, { eastward: 8 }),
  centralised('krbt', 'Korbit', 'kb', 'btc_usd', 0.04, 2, 6, { eastward: 8 }),
  centralised('btrk', 'BtcTurk', 'bk', 'BTCUSD', 0.1, 12, 7, { eastward: 2 }),
  centralised('prbu', 'Paribu', 'pb', 'btc_usd', 0.08, 8, 7, { eastward: 2 }),
  centralised('indo', 'Indodax', 'ix', 'btc_usd', 0.04, 2, 8, { eastward: 6 }),
  centralised('btcm', 'BTC Markets', 'bc', 'BTC-USD', 0.03, 1, 7, { eastward: 9 }),
  centralised('inrs', 'Independent Reserve', 'ir', 'XBTUSD', 0.03, 1, 7, { eastward: 9 }),
  centralised('luno', 'Luno', 'ln', 'XBTUSD', 0.03, 2, 7, { eastward: 1 }),
  centralised('cexi', 'CEX.IO', 'ce', 'BTC-USD', 0.03, 1, 6),
  centralised('exmo', 'EXMO', 'ex', 'BTC_USD', 0.05, 3, 7, { eastward: 2 }),
  centralised('hitb', 'HitBTC', 'hi', 'BTCUSD', 0.1, 15, 7),
  centralised('polo', 'Poloniex', 'po', 'BTC_USD', 0.1, 20, 7, { eastward: 4 }),
  centralised('btrx', 'Bittrex', 'bx', 'BTC-USD', 0.08, 4, 8, { idStyle: 'hex' }),
  centralised('ftxx', 'FTX', 'ft', 'BTC/USD', 0.5, { spot: 60, 'perpetual-future': 400 }, 6, { eastward: 3 }),
  centralised('okcn', 'OKCoin', 'oc', 'BTC-USD', 0.04, 1, 7),
  centralised('btvo', 'Bitvavo', 'bv', 'BTC-USD', 0.15, 15, 5, { idStyle: 'hex' }),
  centralised('wtbt', 'WhiteBIT', 'wb', 'BTC_USD', 0.2, { spot: 80, 'perpetual-future': 150 }, 7, { eastward: 1 }),
  centralised('cnex', 'CoinEx', 'cx', 'BTCUSD', 0.1, { spot: 10, 'perpetual-future': 15 }, 7, { eastward: 5 }),
  centralised('lbnk', 'LBank', 'lb', 'btc_usd', 0.2, 80, 7, { eastward: 6, idStyle: 'hex' }),
  centralised('bmrt', 'BitMart', 'bmt', 'BTC_USD', 0.25, { spot: 130, 'perpetual-future': 500 }, 6, { eastward: 6 }),
  centralised('bngx', 'BingX', 'bgx', 'BTC-USD', 0.25, { spot: 50, 'perpetual-future': 600 }, 6, { eastward: 5 }),
  centralised('phmx', 'Phemex', 'px', 'sBTCUSD', 0.12, { spot: 20, 'perpetual-future': 120 }, 6, {
    eastward: 4,
    idStyle: 'hex',
  }),
  centralised('xtcm', 'XT.com', 'xt', 'btc_usd', 0.25, { spot: 150, 'perpetual-future': 400 }, 6, { eastward: 5 }),
  centralised('btkb', 'Bitkub', 'bkb', 'BTC_USD', 0.08, 5, 7, { eastward: 7 }),
  centralised('blsh', 'Bullish', 'bh', 'BTCUSD', 0.2, 80, 6),
  centralised('hypl', 'Hyperliquid', 'hl', 'BTC/USD', 0.6, { spot: 15, 'perpetual-future': 600 }, 5),
  centralised('dydx', 'dYdX', 'dx', 'BTC-USD', 0.1, { 'perpetual-future': 15 }, 6),
  centralised('krft', 'Kraken Futures', 'kf', 'XBTUSD', 0.1, { 'perpetual-future': 40 }, 6, {
    idStyle: 'hex',
    fives: true,
  }),
  decentralised('pcs2', 'PancakeSwap V2', 0.5),
  decentralised('pcs3', 'PancakeSwap V3', 0.8),
  decentralised('rclm', 'Raydium CLMM', 0.5),
  decentralised('metr', 'Meteora', 0.4),
  decentralised('sus3', 'SushiSwap V3', 0.15),
  decentralised('sabr', 'Saber', 0.05),
  decentralised('lfny', 'Lifinity', 0.1),
  decentralised('fxsw', 'Fraxswap', 0.05),
  decentralised('shsw', 'ShibaSwap', 0.05),
  decentralised('mavr', 'Maverick', 0.1),
  decentralised('thna', 'THENA', 0.1),
  decentralised('bisw', 'Biswap', 0.1),
  decentralised('wmbt', 'Wombat', 0.05),
  decentralised('apes', 'ApeSwap', 0.05),
  decentralised('mdex', 'MDEX', 0.05),
  decentralised('rams', 'Ramses', 0.05),
]

export const exchanges: readonly Exchange[] = [...exchangesAhead, ...others]

const byCode = new Map(exchanges.map(exchange => [exchange.code, exchange]))

/** @throws for an unknown code: a mistake in the lists. */
export function exchangeOf(code: string): Exchange {
  const exchange = byCode.get(code)
  if (!exchange) throw new Error(`no exchange ${code}`)
  return exchange
}
