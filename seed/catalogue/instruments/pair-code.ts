import type { PairStyle } from '../exchange-list.ts'

/** Kraken's prefixes of its oldest codes: X for coins, Z for currencies. */
const krakenPrefix: Record<string, string> = {
  ...Object.fromEntries(['xbt', 'eth', 'xrp', 'ltc', 'xlm', 'etc', 'doge'].map(code => [code, 'X'])),
  ...Object.fromEntries(['usd', 'eur', 'gbp', 'cad', 'jpy'].map(code => [code, 'Z'])),
}
const bitfinexCode: Record<string, string> = { usdt: 'UST', ust: 'TERRAUST', usdc: 'UDC', algo: 'ALG' }

const styles: Record<PairStyle, (base: string, quote: string) => string> = {
  'BTC-USD': (base, quote) => `${base}-${quote}`.toUpperCase(),
  BTC_USD: (base, quote) => `${base}_${quote}`.toUpperCase(),
  'BTC/USD': (base, quote) => `${base}/${quote}`.toUpperCase(),
  BTCUSD: (base, quote) => `${base}${quote}`.toUpperCase(),
  btcusd: (base, quote) => base + quote,
  btc_usd: (base, quote) => `${base}_${quote}`,
  XXBTZUSD: (base, quote) => kraken(base, quote),
  XBTUSD: (base, quote) => `${xbt(base)}${xbt(quote)}`.toUpperCase(),
  tBTCUSD: (base, quote) => bitfinex(base, quote),
  sBTCUSD: (base, quote) => `s${(base + quote).toUpperCase()}`,
  'USD-BTC': (base, quote) => `${quote}-${base}`.toUpperCase(),
}

export function pairCode(style: PairStyle, base: string, quote: string): string {
  return styles[style](base, quote)
}

function xbt(code: string): string {
  return code === 'btc' ? 'xbt' : code
}

/** Kraken uses prefixes only if both codes have one. */
function kraken(base: string, quote: string): string {
  const [left, right] = [krakenPrefix[xbt(base)], krakenPrefix[xbt(quote)]]
  const prefixed = left && right ? left + xbt(base) + right + xbt(quote) : xbt(base) + xbt(quote)
  return prefixed.toUpperCase()
}

/** A colon separates codes of more than three letters. */
function bitfinex(base: string, quote: string): string {
  const [left, right] = [bitfinexCode[base] ?? base.toUpperCase(), bitfinexCode[quote] ?? quote.toUpperCase()]
  return left.length > 3 || right.length > 3 ? `t${left}:${right}` : `t${left}${right}`
}
