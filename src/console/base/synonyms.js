/** Common words for a topic, and the page that shows it. */
const topics = [
  { title: 'Candles, OHLCV bars, VWAP', words: 'candle candles ohlc ohlcv bar bars kline vwap chart', view: 'market' },
  { title: 'Trades, ticker, tape', words: 'trade trades tick ticks ticker tape last price', view: 'market' },
  {
    title: 'Order books, depth, slippage',
    words: 'order book orderbook depth slippage level l2 spread bid ask',
    view: 'market',
  },
  { title: 'Liquidations', words: 'liquidation liquidations perpetual future', view: 'market' },
  {
    title: 'Option chain and smile',
    words: 'option options chain call put strike expiry smile iv greeks delta',
    view: 'families',
    family: 'chain',
  },
  {
    title: 'Funding and open interest',
    words: 'funding rate open interest oi perpetual swap',
    view: 'families',
    family: 'funding',
  },
  { title: 'Futures basis', words: 'basis carry future futures contango premium', view: 'families', family: 'basis' },
  {
    title: 'Volatility surface',
    words: 'volatility surface implied iv smile option',
    view: 'families',
    family: 'surface',
  },
  {
    title: 'Realised volatility',
    words: 'realised realized historical volatility',
    view: 'families',
    family: 'volatility',
  },
  { title: 'Index rates', words: 'index rate benchmark fixing composition', view: 'families', family: 'index' },
  { title: 'Coverage by day', words: 'coverage heat map gaps holes missing', view: 'coverage' },
  {
    title: 'Pools, swaps, liquidity',
    words: 'pool pools amm dex liquidity swap mint burn',
    view: 'families',
    family: 'pool',
  },
  { title: 'Value locked (TVL)', words: 'tvl value locked protocol defi', view: 'families', family: 'tvl' },
  { title: 'Lending rates', words: 'lending borrow interest apy rate', view: 'families', family: 'lending' },
  { title: 'Staking rates', words: 'staking stake apr validator validators', view: 'families', family: 'staking' },
  {
    title: 'Supply and market cap',
    words: 'supply market cap circulating ranking',
    view: 'families',
    family: 'supply',
  },
  { title: 'FX rates', words: 'fx forex currency exchange rate eur usd', view: 'families', family: 'fx' },
  { title: 'Spot rates', words: 'spot rate reference price', view: 'families', family: 'rate' },
  { title: 'State prices', words: 'state price fair value lst', view: 'families', family: 'state' },
  {
    title: 'Exchange and asset metrics',
    words: 'metrics volume exchange asset analytics',
    view: 'families',
    family: 'exchange',
  },
  { title: 'Expected shortfall', words: 'risk expected shortfall es portfolio', view: 'families', family: 'shortfall' },
  { title: 'Value at risk', words: 'value at risk var portfolio', view: 'families', family: 'var' },
  {
    title: 'Bitcoin transactions',
    words: 'bitcoin wallet transaction utxo block',
    view: 'families',
    family: 'bitcoin',
  },
  { title: 'Requests of your client', words: 'request requests journal log history', view: 'requests' },
  {
    title: 'Clock, faults, scenarios, limits',
    words: 'clock time fault faults error 429 503 limit tenant reset key',
    view: 'controls',
  },
  {
    title: 'Scenarios: flash crash, outage, depeg',
    words: 'scenario scenarios crash outage depeg halt listing delisting',
    view: 'scenarios',
  },
]

export function topicsFor(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return topics.filter(topic => words.every(word => topic.words.split(' ').some(one => one.startsWith(word))))
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
