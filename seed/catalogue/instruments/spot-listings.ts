import { entriesOf } from '../../table-text.ts'

/** Spot pairs: exchange, then quote, then bases. The first quote of an exchange is the one that trades most. */
export const spotListings: Record<string, Record<string, string>> = {
  cbse: {
    usd: 'btc eth sol xrp doge ada ltc link avax sui dot bch pol uni aave xlm near atom arb op apt etc fil xtz algo ldo crv comp snx usdt paxg cbeth msol cc',
    eur: 'btc eth sol xrp ltc usdc eurc',
    gbp: 'btc eth sol',
    usdt: 'btc eth sol usdc',
    btc: 'eth ltc',
    usdc: 'eurc',
  },
  bnce: {
    usdt: 'btc eth sol xrp doge bnb ada ltc link avax sui trx dot bch pol uni aave xlm near atom arb op apt etc fil algo ldo crv cake wbtc paxg eur dash ar agix tusd shib pepe',
    usdc: 'btc eth sol xrp doge bnb',
    fdusd: 'btc eth sol bnb',
    btc: 'eth sol bnb ltc wbtc',
    try: 'btc eth usdt xrp',
    brl: 'btc usdt',
    eur: 'btc eth',
    usd: 'btc eth',
  },
  binc: {
    usdt: 'btc eth sol xrp doge bnb ada link avax ltc trx',
    usdc: 'btc eth',
    btc: 'eth',
  },
  krkn: {
    usd: 'btc eth sol xrp doge ada ltc link avax sui dot bch trx usdt usdc dai paxg atom etc xtz algo aave tusd pyusd dash eur',
    eur: 'btc eth sol xrp doge ada ltc dot usdt usdc',
    gbp: 'btc eth usdt',
    btc: 'eth ltc xrp',
    cad: 'btc eth usdt',
    chf: 'btc eth usdt',
    aud: 'btc eth usdt',
    usdt: 'btc eth',
  },
  bfnx: {
    usd: 'btc eth sol xrp ltc doge etc xlm link dot xaut usdt',
    usdt: 'btc eth sol',
    eur: 'btc eth',
    gbp: 'btc',
    jpy: 'btc',
    btc: 'eth ltc xrp',
  },
  stmp: {
    usd: 'btc eth sol xrp ltc bch link xlm usdt usdc paxg uni aave',
    eur: 'btc eth xrp ltc usdt',
    gbp: 'btc eth',
    btc: 'eth xrp ltc',
    usdt: 'btc eth',
  },
  gmni: { usd: 'btc eth sol ltc bch doge link gusd paxg', eur: 'btc eth', gbp: 'btc', sgd: 'btc', btc: 'eth' },
  okex: {
    usdt: 'btc eth sol xrp doge ada ltc link avax sui trx dot bch uni etc fil near op arb steth',
    usdc: 'btc eth sol',
    btc: 'eth ltc',
    aed: 'btc usdt',
  },
  huob: {
    usdt: 'btc eth sol xrp doge trx ada ltc etc bch aave dash ar btc3l btc3s eth3l eth3s',
    usdc: 'btc',
    btc: 'eth',
  },
  kcon: { usdt: 'btc eth sol xrp doge ada sui ltc link pol btc3l btc3s eth3l eth3s', usdc: 'btc eth', btc: 'eth' },
  gate: { usdt: 'btc eth sol xrp doge sui ltc cc ray orca gmx agix btc3l btc3s eth3l eth3s wsteth', usdc: 'btc' },
  crco: { usd: 'btc eth sol xrp doge ada ltc', usdt: 'btc eth sol' },
  upbt: { krw: 'btc eth xrp sol doge ada usdt trx etc sui', btc: 'eth xrp', usdt: 'btc eth' },
  bthb: { krw: 'btc eth xrp sol doge usdt ada' },
  bfly: { jpy: 'btc eth xrp xlm', btc: 'eth', eur: 'btc', usd: 'btc' },
  itbi: { usd: 'btc eth sol ltc paxg usdp', eur: 'btc', sgd: 'btc' },
  lmax: { usd: 'btc eth sol xrp ltc bch', eur: 'btc eth', gbp: 'btc eth', jpy: 'btc' },
}

/** Coins that exchanges list for some quarters and then delist. */
export const passingCoins =
  'hook high loka tlm slp pyr burger bel phb utk lina x2y2 gst png yfii stmx oxt dodo bake pols ctk rdnt hft gns'.split(
    ' ',
  )

/** Slots with changing coins: each listing lasts about three quarters. */
export const passingSlots = entriesOf('kcon usdt  gate usdt  bnce usdt  cbse usd  bfnx usd  huob usdt').map(
  ([exchange = '', quote = '']) => ({ exchange, quote }),
)
