import { datesOf, entriesOf } from '../../table-text.ts'
import { type Asset, coin, type PriceLaw } from './asset-list.ts'
import { following } from './following-assets.ts'
import { widerCoinRows } from './wider-coins.ts'

/** A coin's popularity by rank, as of coins that profiles fill ahead. */
const popularityOfFirst = 85
/** Annual volatility beside the market's: larger coins are steadier. */
const [steadiest, wildest] = [0.5, 1]

/** Days on which codes ended, because the asset was renamed, merged or given up. */
const ends = datesOf(`
  matic 2024-09-10  ftm 2025-01-13  luna 2022-05-13  ust 2022-05-13  klay 2024-10-28  eos 2025-05-28  lend 2020-10-26
  erd 2020-09-08  btt 2022-01-18  rndr 2024-07-22  gal 2024-07-31  nu 2022-06-30  keep 2022-06-30  poly 2023-05-04
  front 2024-10-15  tribe 2022-12-20  srm 2022-11-28  mkr 2025-09-15  anc 2022-09-30  mir 2022-11-16  busd 2023-12-15
  husd 2022-10-28  fei 2022-12-20  usdk 2023-06-30  stsol 2024-02-05  renbtc 2022-12-20  hbtc 2023-02-28  sai 2020-05-12
  ant 2024-12-10  orn 2024-11-05  bit 2023-07-17  ern 2025-02-10  pla 2024-02-26
  ageur 2024-03-11  bidr 2024-01-31  mpl 2025-04-30  gnt 2020-11-19  pax 2021-08-24
  strat 2020-11-12  maid 2025-02-11  dgd 2020-04-30  xzc 2020-10-27  ven 2018-07-30  icn 2019-01-31  mco 2020-11-02  rhoc 2020-05-01
  eng 2020-07-31  npxs 2021-04-05`)

/** Codes whose coins were exchanged for those of another code, as announced: code, its successor, coins given for one unless one. */
const exchanges = entriesOf(`
matic pol  rndr render  ftm s  klay kaia  eos a  ageur eura  mkr sky 24000  lend aave 0.01  erd egld 0.001  btt bttc 1000
gal g 60  nu t 3.259  keep t 4.783  bit mnt  poly polyx  mpl syrup 100  gnt glm  pax usdp  ven vet 100  xzc firo  npxs pundix 0.001`)

export const successors: ReadonlyMap<string, string> = new Map(exchanges.map(([code = '', to = '']) => [code, to]))

/** When the last of the codes that a code replaced ended; undefined if it replaced none. */
export function replacedAt(code: string): number | undefined {
  const replaced = exchanges.flatMap(([old = '', to]) => (to === code ? [assetEnd(old)!] : []))
  return replaced.length > 0 ? Math.max(...replaced) : undefined
}

/** Coins of a successor that were given for one. */
export function ratioOf(code: string): number {
  return Number(exchanges.find(([ended]) => ended === code)?.[2] ?? 1)
}

/** Pegged to a currency or a coin: code, what it follows, usual deviation in basis points, first day, classes, name. */
const peggedRows = `
usde usd 6 2024-02-19 usd-pegged,synthetic Ethena USDe
usds usd 4 2024-09-18 usd-pegged,crypto-backed USDS
usd1 usd 4 2025-04-12 usd-pegged,fiat-backed World Liberty Financial USD
rlusd usd 3 2024-12-17 usd-pegged,fiat-backed Ripple USD
usdg usd 3 2024-11-01 usd-pegged,fiat-backed Global Dollar
usdd usd 12 2022-05-05 usd-pegged,crypto-backed USDD
usdy usd 9 2023-08-01 usd-pegged,treasury-backed Ondo US Dollar Yield
usd0 usd 8 2024-07-10 usd-pegged,treasury-backed Usual USD
usdf usd 6 2025-04-30 usd-pegged,synthetic Falcon USD
usdtb usd 4 2024-12-16 usd-pegged,treasury-backed USDtb
buidl usd 1 2024-03-20 usd-pegged,treasury-backed BlackRock USD Institutional Digital Liquidity Fund
usdb usd 8 2024-02-29 usd-pegged,crypto-backed USDB
gho usd 8 2023-07-15 usd-pegged,crypto-backed GHO
susd usd 40 2019-06-01 usd-pegged,crypto-backed sUSD
mim usd 30 2021-06-01 usd-pegged,crypto-backed Magic Internet Money
dola usd 20 2021-02-19 usd-pegged,crypto-backed DOLA
alusd usd 20 2021-02-27 usd-pegged,crypto-backed Alchemix USD
ousd usd 15 2020-09-23 usd-pegged,crypto-backed Origin Dollar
musd usd 15 2020-05-30 usd-pegged,crypto-backed mStable USD
pax usd 4 2018-09-10 usd-pegged,fiat-backed Paxos Standard
usdk usd 12 2019-06-05 usd-pegged,fiat-backed USDK
husd usd 10 2019-07-22 usd-pegged,fiat-backed HUSD
busd usd 3 2019-09-19 usd-pegged,fiat-backed Binance USD
fei usd 15 2021-04-03 usd-pegged,crypto-backed Fei USD
ust usd 12 2020-09-21 usd-pegged,algorithmic TerraUSD
sai usd 30 2017-12-18 usd-pegged,crypto-backed Sai
usdj usd 25 2020-04-01 usd-pegged,crypto-backed USDJ
usdx usd 40 2020-06-01 usd-pegged,crypto-backed Kava USDX
zusd usd 10 2021-02-10 usd-pegged,fiat-backed ZUSD
usdq usd 10 2024-11-18 usd-pegged,fiat-backed Quantoz USDQ
usdr usd 10 2024-11-18 usd-pegged,fiat-backed StablR USD
fusd usd 20 2024-12-18 usd-pegged,crypto-backed fUSD
ausd usd 5 2024-07-17 usd-pegged,fiat-backed Agora Dollar
frxusd usd 5 2025-02-01 usd-pegged,treasury-backed Frax USD
vai usd 40 2020-11-24 usd-pegged,crypto-backed Vai
bold usd 10 2025-05-19 usd-pegged,crypto-backed Liquity BOLD
cusd usd 15 2020-08-28 usd-pegged,crypto-backed Mento Dollar
eurt eur 12 2021-07-01 eur-pegged,fiat-backed Tether EURt
eurs eur 15 2018-07-01 eur-pegged,fiat-backed STASIS EURO
euri eur 6 2024-08-27 eur-pegged,fiat-backed Eurite
eurcv eur 6 2023-12-06 eur-pegged,fiat-backed EUR CoinVertible
eurr eur 8 2024-11-18 eur-pegged,fiat-backed StablR Euro
eurq eur 8 2024-11-18 eur-pegged,fiat-backed Quantoz EURQ
eura eur 12 2024-03-11 eur-pegged,crypto-backed EURA
ageur eur 12 2021-11-03 eur-pegged,crypto-backed agEUR
seur eur 30 2019-06-01 eur-pegged,crypto-backed Synthetix sEUR
gbpt gbp 12 2022-06-22 gbp-pegged,fiat-backed poundtoken
tgbp gbp 8 2025-06-01 gbp-pegged,fiat-backed Tokenised GBP
xsgd sgd 8 2020-10-01 sgd-pegged,fiat-backed XSGD
gyen jpy 12 2021-03-01 jpy-pegged,fiat-backed GYEN
jpyc jpy 15 2021-01-27 jpy-pegged,fiat-backed JPY Coin
idrt idr 20 2019-06-01 idr-pegged,fiat-backed Rupiah Token
bidr idr 10 2020-06-10 idr-pegged,fiat-backed Binance IDR
brz brl 15 2019-10-01 brl-pegged,fiat-backed Brazilian Digital Token
tryb try 12 2019-09-01 try-pegged,fiat-backed BiLira
audd aud 10 2023-01-31 aud-pegged,fiat-backed Novatti Australian Digital Dollar
zchf chf 12 2023-10-28 chf-pegged,crypto-backed Frankencoin
cnht cny 20 2019-09-09 cny-pegged,fiat-backed CNH Tether
mxnt mxn 20 2022-05-26 mxn-pegged,fiat-backed Tether MXNt
qcad cad 15 2020-02-12 cad-pegged,fiat-backed QCAD
nzds nzd 15 2020-11-01 nzd-pegged,fiat-backed NewZealand Stablecoin
`

/** Yearly yields of stablecoins whose price gains them. */
const yields: Partial<Record<string, string>> = { usdy: '0.046' }

/** Wrapped, staked and restaked coins, and shares of vaults and funds: code, what it follows, basis points, yearly yield, first day, classes, name. */
const wrappedRows = `
cbbtc btc 4 0 2024-09-12 wrapped Coinbase Wrapped BTC
tbtc btc 8 0 2020-09-22 wrapped tBTC
renbtc btc 12 0 2020-05-27 wrapped renBTC
hbtc btc 10 0 2020-02-14 wrapped Huobi BTC
btcb btc 5 0 2019-06-17 wrapped Bitcoin BEP2
lbtc btc 6 0 2024-08-20 wrapped Lombard Staked BTC
solvbtc btc 8 0 2024-04-01 wrapped Solv Protocol BTC
fbtc btc 8 0 2024-07-01 wrapped Ignition FBTC
wbnb bnb 1 0 2020-09-03 wrapped Wrapped BNB
wavax avax 1 0 2020-09-22 wrapped Wrapped AVAX
weeth eth 8 0.033 2023-11-10 wrapped-yield,restaking Wrapped eETH
eeth eth 6 0 2023-11-10 wrapped-yield,rebasing ether.fi Staked ETH
ezeth eth 12 0.03 2023-12-10 wrapped-yield,restaking Renzo Restaked ETH
rseth eth 12 0.03 2023-12-12 wrapped-yield,restaking Kelp DAO Restaked ETH
pufeth eth 14 0.029 2024-02-01 wrapped-yield,restaking pufETH
meth eth 7 0.032 2023-12-01 wrapped-yield Mantle Staked Ether
oseth eth 8 0.03 2023-11-28 wrapped-yield StakeWise Staked ETH
sfrxeth eth 8 0.034 2022-10-08 wrapped-yield Staked Frax Ether
frxeth eth 10 0 2022-10-08 wrapped-yield Frax Ether
ankreth eth 12 0.028 2020-11-26 wrapped-yield Ankr Staked ETH
sweth eth 14 0.03 2023-04-12 wrapped-yield Swell Staked Ether
wbeth eth 4 0.029 2023-04-27 wrapped-yield Wrapped Beacon ETH
beth eth 5 0 2020-12-03 wrapped-yield Beacon ETH
seth eth 30 0 2019-06-01 wrapped,synthetic Synthetix sETH
aleth eth 20 0 2021-06-01 wrapped,synthetic Alchemix ETH
bnsol sol 6 0.06 2024-09-26 wrapped-yield Binance Staked SOL
jupsol sol 6 0.072 2024-04-01 wrapped-yield Jupiter Staked SOL
bsol sol 8 0.068 2022-12-01 wrapped-yield BlazeStake Staked SOL
inf sol 8 0.07 2023-12-01 wrapped-yield Infinity
stsol sol 10 0.065 2021-09-08 wrapped-yield Lido Staked SOL
savax avax 9 0.055 2022-02-10 wrapped-yield BENQI Liquid Staked AVAX
stmatic matic 9 0 2022-03-01 wrapped-yield Lido Staked MATIC
maticx matic 9 0 2022-04-14 wrapped-yield Liquid Staking Matic
sdai dai 4 0.068 2023-05-09 vault-share Savings Dai
susds usds 4 0.06 2024-09-18 vault-share Savings USDS
susde usde 8 0.112 2024-02-19 vault-share Ethena Staked USDe
usyc usd 1 0.0435 2023-07-10 fund-share,real-world-assets Circle USYC
sfrax frax 8 0.05 2023-10-01 vault-share Staked Frax
kau xau 40 0 2019-02-01 gold-backed Kinesis Gold
dgx xau 60 0 2018-03-30 gold-backed Digix Gold
`

const coinRows = widerCoinRows
  .trim()
  .split('\n')
  .map(row => row.split(' @ '))

/** The exchanges that alone list a coin, of coins that few list. */
export const soleExchanges: ReadonlyMap<string, readonly string[]> = new Map(
  coinRows.flatMap(([coin = '', exchanges]) => (exchanges ? [[coin.split(' ')[1]!, exchanges.split(' ')]] : [])),
)

/** Its beta and volatility, as texts, follow from its rank. */
function rankedCoin([rank, code = '', price = '', ...rest]: string[]): Asset {
  const place = Number(rank)
  const own = steadiest + (wildest - steadiest) * Math.min(1, place / 300)
  const [volatility, popularity] = [own, popularityOfFirst / place].map(value => String(Math.round(value * 100) / 100))
  return coin([code, price, place < 30 ? '1.15' : '1.3', volatility!, popularity!, ...rest])
}

/** Popularity of what follows another asset. */
const follower = '0.3'

function wrappedClass([, , , , , classes = '']: string[]): string {
  if (classes.startsWith('wrapped-yield')) return 'liquid-staking'
  return classes.endsWith('-backed') ? 'commodity' : 'cryptocurrency'
}

/** @param parts how many are worth one of the other */
function exchanged(asset: Asset, to: string, parts: number, levels: ReadonlyMap<string, number>): Asset {
  const price: PriceLaw = { law: 'peg', to, band: 0.0002, ...(parts !== 1 && { parts }) }
  return { ...asset, price, level: levels.get(to)! / parts }
}

/** What was exchanged has one price: the code that profiles do not fill ahead follows the other. */
function renamed(asset: Asset, before: ReadonlySet<string>, levels: ReadonlyMap<string, number>): Asset {
  const to = successors.get(asset.code)
  if (to) return exchanged(asset, to, 1 / ratioOf(asset.code), levels)
  const [from] = exchanges.find(([code = '', to]) => to === asset.code && before.has(code)) ?? []
  return from ? exchanged(asset, from, ratioOf(from), levels) : asset
}

/** Assets whose instruments are filled when they are asked for. @param before the assets that they may follow */
export function widerAssets(before: readonly Asset[]): Asset[] {
  const rows = coinRows.map(([coin = '']) => rankedCoin(coin.split(' ')))
  const levels = new Map([...before, ...rows].map(({ code, level }) => [code, level]))
  const known = new Set(before.map(({ code }) => code))
  const coins = rows.map(asset => renamed(asset, known, levels))
  return [
    ...coins,
    ...entriesOf(peggedRows).map(([code = '', to = '', points = '', ...rest]) =>
      following(levels, 'stablecoin', [code, to, points, yields[code] ?? '0', follower, ...rest]),
    ),
    ...entriesOf(wrappedRows).map(row => following(levels, wrappedClass(row), row.toSpliced(4, 0, follower))),
  ]
}

/** When the code of any asset ended; undefined if it has not. */
export function assetEnd(code: string): number | undefined {
  return ends.get(code)
}
