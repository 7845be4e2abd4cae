import { exp, log, magnitude, powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { assetOf, assets, assetsAhead } from '../catalogue/assets/asset-catalogue.ts'
import { type Asset, isCoin } from '../catalogue/assets/asset-list.ts'
import { assetEnd, successors } from '../catalogue/assets/wider-assets.ts'
import { tradedSince } from '../catalogue/instruments/beginnings.ts'
import { firstClose, lastClose, publishedClose } from '../prices/published/closes.ts'
import { entriesOf } from '../table-text.ts'
import { mostPublished } from './demand.ts'
import { halvingsOf, publishedEnds } from './published-supplies.ts'
import type { SupplySource } from './supply-list.ts'

/** Approximate supplies at the end of 2025: asset, chain, whole supply, circulating percent. */
const rows = `
hype hyperliquid 1e9 34  pi pi-network 1.29e10 65  core core 2.1e9 48  0g 0g 1e9 21  leo ethereum 9.85e8 94  xmr monero 1.845e7 100  zec zcash 1.65e7 100  ton ton 5.14e9 48
hbar hedera 5e10 85  wlfi ethereum 1e11 25  cro cronos 9.8e10 39  mnt mantle 6.22e9 52  tao bittensor 1.05e7 92
m memecore 5.3e9 32  okb x-layer 2.1e7 100  bgb ethereum 9.2e8 76  icp internet-computer 5.43e8 100  ena ethereum 1.5e10 52
ondo ethereum 1e10 32  kas kaspa 2.7e10 100  aster bsc 8e9 31  wld world-chain 1e10 25  trump solana 1e9 20
pump solana 1e12 59  vet vechain 8.6e10 100  qnt ethereum 1.49e7 81  kcs ethereum 1.42e8 91  flr flare 1.05e11 76
sky ethereum 2.35e10 98  render solana 5.33e8 97  sei sei 1e10 65  gt gatechain 1.2e8 100  nexo ethereum 1e9 100
jup solana 7e9 46  pengu solana 8.88e10 71  stx stacks 1.82e9 100  xdc xdc 3.78e10 48  fet ethereum 2.71e9 85
virtual base 1e9 66  inj injective 1e8 100  lunc terra-classic 6.5e12 85  xpl plasma 1e10 20  ip story 1e9 34
s sonic 3.2e9 90  tia celestia 1.14e9 74  bsv bitcoin-sv 2e7 100  spx ethereum 9.31e8 100  dexe ethereum 9.65e7 87
pyth solana 1e10 58  iota iota 4.2e9 100  jasmy ethereum 5e10 99  2z solana 1e10 35  morpho ethereum 1e9 54
aero base 1.8e9 50  syrup ethereum 1.2e9 94  pendle ethereum 2.81e8 60  mon monad 1e11 20  theta theta 1e9 100
neo neo 1e8 71  zro ethereum 1e9 20  strk ethereum 1e10 48  flow flow 1.63e9 100  zk ethereum 2.1e10 42
ens ethereum 1e8 37  cfx conflux 5.7e9 90  bttc tron 9.9e14 99  rune thorchain 4.25e8 82  w solana 1e10 52
eigen ethereum 1.75e9 25  ethfi ethereum 1e9 65  gno ethereum 3e6 88  twt bsc 1e9 42  dcr decred 1.72e7 100
a vaulta 2.1e9 76  bdx beldex 9.9e9 75  kaia kaia 5.85e9 100  egld multiversx 2.87e7 100  jst tron 9.9e9 96
sun tron 1.99e10 96  cvx ethereum 1e8 92  fartcoin solana 1e9 100  1inch ethereum 1.5e9 93  jto solana 1e9 40
hnt solana 2.23e8 84  axl axelar 1.2e9 88  dydx ethereum 1e9 80  bera berachain 5.1e8 26  kaito base 1e9 25
mina mina 1.25e9 100  turbo ethereum 6.9e10 100  brett base 1e10 99  safe ethereum 1e9 64  cow ethereum 1e9 54
rsr ethereum 1e11 62  glm ethereum 1e9 100  amp ethereum 9.97e10 85  xec ecash 1.99e13 100  yfi ethereum 3.67e4 92
om mantra 1.72e9 64  ksm kusama 1.8e7 100  lpt arbitrum 4.8e7 100  rose oasis 1e10 75  fluid ethereum 1e8 77
nmr ethereum 1.1e7 68  zil zilliqa 1.97e10 100  ordi bitcoin 2.1e7 100  sats bitcoin 2.1e15 100  celo celo 1e9 60
qtum qtum 1.06e8 100  xno nano 1.33e8 100  rpl ethereum 2.2e7 100  uma ethereum 1.29e8 70  rlc ethereum 8.7e7 83
api3 ethereum 1.57e8 55  bnt ethereum 1.14e8 100  ogn ethereum 1e9 70  mln ethereum 3.1e6 97  badger ethereum 2.1e7 97
alcx ethereum 3.1e6 97  kp3r ethereum 4.8e5 90  rep ethereum 1.1e7 73  srm solana 1e10 26  ht ethereum 2.05e8 79
ftt ethereum 3.29e8 100  ren ethereum 1e9 100  omg ethereum 1.4e8 100  ocean ethereum 2.7e8 75  lqty ethereum 1e8 95
fxs ethereum 9.98e7 91  perp ethereum 1.5e8 48  spell ethereum 1.96e11 84  farm ethereum 6.9e5 97  ampl ethereum 1.3e8 100
ant ethereum 4.32e7 93  matic ethereum 1e10 99  ftm fantom 3.18e9 90  luna terra 3.8e8 91  eos eos 2.1e9 72
rndr ethereum 5.32e8 73  lend ethereum 1.3e9 100  klay klaytn 5.8e9 63  xem nem 9e9 100  waves waves 1.18e8 100
ust terra 1.1e10 100  ustc terra-classic 5.6e9 100  luna2 terra-2 1.1e9 65  hot ethereum 1.77e11 100  dent ethereum 1e11 96
usde ethereum 6.5e9 100  usds ethereum 5.6e9 100  usd1 bsc 2.7e9 100  rlusd ethereum 1.05e9 100  usdg solana 1e9 100
usdd tron 5.2e8 100  usdy ethereum 6.8e8 100  usd0 ethereum 5.6e8 100  usdf bsc 2.1e9 100  usdtb ethereum 8.6e8 100
gho ethereum 4.1e8 100  frxusd ethereum 1e8 100  dola ethereum 1.9e8 100  mim ethereum 4e7 100  susd ethereum 4.3e7 100
busd ethereum 1.6e10 100  sai ethereum 9e7 100  eurt ethereum 3.6e7 100  eurs ethereum 1.2e8 100  eurcv ethereum 5e7 100
cbbtc base 7.2e4 100  tbtc ethereum 5.6e3 100  btcb bsc 6.5e4 100  lbtc ethereum 1.2e4 100  solvbtc bsc 1e4 100
night cardano 2.4e10 69  jlp solana 2.2e8 100  lit ethereum 1e9 25  ctc creditcoin 6e8 85  mx ethereum 9.3e7 100  beam ethereum 5.2e10 95
wbt ethereum 3.2e8 67  htx tron 9.17e14 100  rain arbitrum 1.15e12 30  myx bsc 1e9 19  beat bsc 1e9 16  vsn ethereum 4.2e9 81
river bsc 1e8 20  usyc bsc 1.4e9 100
cati ton 1e9 42  buidl ethereum 1.7e9 100  gnt ethereum 1e9 100  mpl ethereum 1.2e7 94  pax ethereum 9.45e8 100
fbtc ethereum 1.1e4 100  wbnb bsc 1.3e6 100  wavax avalanche 1.2e7 100  weeth ethereum 2.2e6 100  eeth ethereum 2.5e6 100
ezeth ethereum 2.4e5 100  rseth ethereum 3.4e5 100  meth ethereum 2.3e5 100  wbeth ethereum 3.4e6 100  sfrxeth ethereum 7e4 100
bnsol solana 9.5e6 100  jupsol solana 4.6e6 100  sdai ethereum 1.1e8 100  susds ethereum 3.6e9 100  susde ethereum 3.4e9 100
bts bitshares 3e9 90  bcn bytecoin 1.84e11 100  strat stratis 9.9e7 100  mona monacoin 6.57e7 100  ppt ethereum 5.33e7 84  hc hypercash 4.45e7 100
ark ark 1.9e8 61  nxt nxt 9.99e8 100  vtc vertcoin 6.5e7 72  qash ethereum 1e9 48  salt ethereum 1.2e8 54  maid omni 4.53e8 100
pivx pivx 9e7 69  pay ethereum 2.05e8 61  snt ethereum 6.8e9 61  wtc waltonchain 7e7 48  fct factom 1e7 90  dgd ethereum 2e6 100
gbyte obyte 1e6 72  xzc zcoin 2.14e7 100  firo firo 2.14e7 100  ven ethereum 1e9 42  icn ethereum 9.98e7 100  rdn ethereum 1e8 60
ae aeternity 2.74e8 88  mco ethereum 3.16e7 60  sub ethereum 3.52e8 71  rhoc ethereum 8.71e8 53  bcd bitcoin-diamond 2.1e8 79
drgn ethereum 4.33e8 64  rdd reddcoin 3.2e10 92  etn electroneum 1.79e10 47  nas nebulas 1e8 48  nuls nuls 1e8 52  aion aion 4.65e8 30
eng ethereum 1.5e8 60  npxs ethereum 2.75e11 70  xin mixin 1e6 56  vsys v-systems 3.83e9 60  kda kadena 1e9 33  tel ethereum 1e11 55
kmd komodo 1.4e8 90  icx icon 1.06e9 50  lsk lisk 1.3e8 90  btg bitcoin-gold 1.75e7 100  steem steem 4.9e8 61  sc sia 5.6e10 64
xvg verge 1.65e10 100  dgb digibyte 1.8e10 100  ardr ardor 9.99e8 100  ont ontology 1e9 92  sys syscoin 8.1e8 72`

/** Tokens elsewhere than on Ethereum whose supply is estimated. */
const tokensByChain: Record<string, string> = {
  solana:
    'popcat zbcn drift kmno bome moodeng pnut mew io me goat act ai16z met mplx mngo step mobile honey layer bsol inf stsol',
  bsc: 'sfp xvs lista edu hook bake burger alpaca babydoge high id hft c98 bidr euri',
  base: 'toshi degen vvv aixbt zora avnt prime',
  arbitrum: 'magic rdnt gns xai usdx',
  polygon: 'ghst maticx',
  ton: 'not dogs hmstr',
  tron: 'win nft usdj',
  sui: 'deep cetus navx haedal wal',
  avalanche: 'joe png qi savax',
  near: 'rad',
  vechain: 'vtho',
  neo: 'gas',
  theta: 'tfuel',
  ontology: 'ong',
  cardano: 'snek',
  fantom: 'fusd',
  celo: 'cusd',
  kujira: 'usk',
}

interface Known {
  chain: string
  total: number
  circulating: number
}

const known = new Map<string, Known>(
  entriesOf(rows).map(([code = '', chain = '', total, percent]) => [
    code,
    { chain, total: Number(total), circulating: Number(percent) / 100 },
  ]),
)

const chainOfToken = new Map(
  Object.entries(tokensByChain).flatMap(([chain, codes]) => codes.split(' ').map(code => [code, chain] as const)),
)

/** Coins of chains that began without any. */
const minedFromNothing = new Set(['xmr', 'bsv', 'zec', 'kas', 'dcr', 'rvn', 'dgb', 'ckb', 'xzc', 'firo'])

/** Months over which what is locked is released, and those gone by at the end of 2025. */
const [release, gone] = [120, 24]
/** More is never locked. */
const mostLocked = 0.95
/** Supplies of followers change at most twice a day. */
const elasticHours = 12

/** Supplies of assets that have none in the first list, in the order of the catalogue. Estimated where nothing is published. */
export function widerSupplies(): SupplySource[] {
  const before = new Set(assetsAhead.map(({ code }) => code))
  return assets.filter(({ code }) => !before.has(code)).map(supplyOfAsset)
}

function supplyOfAsset(asset: Asset): SupplySource {
  const { code } = asset
  const { chain, total, circulating } = known.get(code) ?? estimated(asset)
  const share = Math.min(mostLocked, (1 - circulating) / (1 - gone / release))
  const isOwn = isCoin(asset) || (successors.has(code) && mostPublished(code) === 0)
  const mined = halvingsOf(code) ? 'halved' : 'emitted'
  const own = { law: minedFromNothing.has(code) ? mined : 'capped' } as const
  const law = isOwn ? own : ({ law: 'elastic', hours: elasticHours } as const)
  return {
    asset: code,
    blockchain: chain,
    since: tradedSince(code),
    supply: total,
    law,
    locked: { share, months: share > 0 ? release : 0 },
  }
}

/** Market cap of the hundredth asset, and how caps fall with the rank. */
const [hundredth, fall] = [3.3e8, 1.62]
const usualFollower = 4e7

function estimated({ code, name, assetClasses, price, level, popularity }: Asset): Known {
  const cap = price.law === 'crypto' ? hundredth * exp(fall * log(popularity / popularityOfHundredth)) : usualFollower
  const own = assetClasses.includes('layer-1') ? name.toLowerCase().replace(/[^a-z0-9]+/g, '-') : 'ethereum'
  const total = publishedEnds(code)?.at(-1)?.supply ?? twoDigits(cap / level)
  return { chain: chainOfToken.get(code) ?? own, total, circulating: 1 }
}

/** As of coins by rank. */
const popularityOfHundredth = 0.85

function twoDigits(value: number): number {
  const unit = powerOfTen(magnitude(value) - 1)
  return Math.round(value / unit) * unit
}

/** More than the hundred that a ranking has by default, because their supplies were other ones. */
const comparedOfYear = 150

/** The codes of some supplies that were among the largest of all at the end of a year, at the published prices. */
export function largestOfPast(some: readonly SupplySource[], all: readonly SupplySource[]): Set<string> {
  const years = Array.from({ length: lastClose + 1 - firstClose }, (_, n) => firstClose + n)
  const largest = new Set(
    years.flatMap(year => {
      const end = Date.UTC(year + 1, 0, 1)
      const traded = all.filter(({ asset, since }) => since < end && !(assetEnd(asset)! < end))
      const caps = traded.map(({ asset, supply, locked }) => {
        const circulating =
          publishedEnds(asset)?.find(({ time }) => time === end)?.supply ?? supply * (1 - locked.share)
        return { asset, cap: circulating * (publishedClose(asset, year) ?? assetOf(asset).level) }
      })
      caps.sort((a, b) => b.cap - a.cap)
      return caps.slice(0, comparedOfYear).map(({ asset }) => asset)
    }),
  )
  return new Set(some.map(({ asset }) => asset).filter(code => largest.has(code)))
}

/** The codes with the largest usual market caps at the end of 2025, of those that still trade. */
export function largestOf(sources: readonly SupplySource[], count: number): Set<string> {
  const cap = ({ asset, supply, locked }: SupplySource) =>
    supply * (1 - locked.share * (1 - gone / release)) * assetOf(asset).level
  const alive = sources.filter(({ asset }) => assetEnd(asset) === undefined)
  const sorted = alive.sort((a, b) => cap(b) - cap(a) || (a.asset < b.asset ? -1 : 1))
  return new Set(sorted.slice(0, count).map(({ asset }) => asset))
}
