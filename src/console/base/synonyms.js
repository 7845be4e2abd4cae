/** Topics: the page that shows each, and common words for it. */
const topics = [
  ['Candles, OHLCV bars, VWAP', 'market', 'candle candles ohlc ohlcv bar bars kline vwap chart'],
  ['Trades, ticker, tape', 'market', 'trade trades tick ticks ticker tape last price'],
  ['Order books, depth, slippage', 'market', 'order book orderbook depth slippage level l2 spread bid ask'],
  ['Liquidations', 'market', 'liquidation liquidations perpetual future'],
  ['Option chain and smile', 'families/chain', 'option options chain call put strike expiry smile iv greeks delta'],
  ['Funding and open interest', 'families/funding', 'funding rate open interest oi perpetual swap'],
  ['Futures basis', 'families/basis', 'basis carry future futures contango premium'],
  ['Volatility surface', 'families/surface', 'volatility surface implied iv smile option'],
  ['Realised volatility', 'families/volatility', 'realised realized historical volatility'],
  ['Index rates', 'families/index', 'index rate benchmark fixing composition'],
  ['Coverage by day', 'coverage', 'coverage heat map gaps holes missing'],
  ['Pools, swaps, liquidity', 'families/pool', 'pool pools amm dex liquidity swap mint burn'],
  ['Value locked (TVL)', 'families/tvl', 'tvl value locked protocol defi'],
  ['Lending rates', 'families/lending', 'lending borrow interest apy rate'],
  ['Staking rates', 'families/staking', 'staking stake apr validator validators'],
  ['Supply and market cap', 'families/supply', 'supply market cap circulating ranking'],
  ['FX rates', 'families/fx', 'fx forex currency exchange rate eur usd'],
  ['Spot rates', 'families/rate', 'spot rate reference price'],
  ['State prices', 'families/state', 'state price fair value lst'],
  ['Exchange and asset metrics', 'families/exchange', 'metrics volume exchange asset analytics'],
  ['Expected shortfall', 'families/shortfall', 'risk expected shortfall es portfolio'],
  ['Value at risk', 'families/var', 'value at risk var portfolio'],
  ['Bitcoin transactions', 'families/bitcoin', 'bitcoin wallet transaction utxo block'],
  ['Requests of your client', 'requests', 'request requests journal log history'],
  ['Clock, faults, scenarios, limits', 'controls', 'clock time fault faults error 429 503 limit tenant reset key'],
  [
    'Scenarios: flash crash, outage, depeg',
    'scenarios',
    'scenario scenarios crash outage depeg halt listing delisting',
  ],
].map(([title, page, words]) => {
  const [view, family] = page.split('/')
  return { title, view, family, words: words.split(' ') }
})

export function topicsFor(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return topics.filter(topic => words.every(word => topic.words.some(one => one.startsWith(word))))
}

/** What people call classes besides their codes. */
const classes = {
  'perpetual-future': 'perp perps swap perpetual futures',
  future: 'futures dated',
  option: 'options call put',
}

/** Other names of the server's catalogue, by what is named and its code. */
const others = new Map()

/** @param aliases each an entity (asset or exchange), a code and another name */
export function knowNames(aliases) {
  for (const { entity, code, name } of aliases) {
    const known = `${entity} ${code}`
    others.set(known, `${others.get(known) ?? ''} ${name}`)
  }
}

const otherNames = (entity, code) => others.get(`${entity} ${code}`) ?? ''

export function alsoCalled({ base_asset: base, quote_asset: quote, exchange_code: exchange, class: kind }) {
  const named = [otherNames('asset', base), otherNames('asset', quote), otherNames('exchange', exchange)]
  return [...named, classes[kind] ?? ''].join(' ')
}

export const assetAlsoCalled = code => otherNames('asset', code)
