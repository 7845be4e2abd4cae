import { year } from '../../../src/market/time.ts'
import { entriesOf } from '../../table-text.ts'

/** Volatilities are annual; a band is the usual deviation from a peg, as a fraction. */
export type PriceLaw =
  | { law: 'constant'; level: number }
  | { law: 'crypto'; level: number; beta: number; volatility: number }
  /** Traded from Sunday 22:00 to Friday 22:00 UTC. `beta` is relative to the dollar's path. */
  | { law: 'closes'; level: number; beta: number; volatility: number }
  /** To the other's price, divided by `parts` if there are any. */
  | { law: 'peg'; to: string; band: number; parts?: number }
  | Accrual
  | { law: 'leveraged'; to: string; level: number; reference: number; factor: 3 | -3 }

/** Worth the other on its first day; `rate` is what it gains in a year, in units of the other. */
export interface Accrual {
  law: 'accrues'
  to: string
  band: number
  rate: number
  since: number
}

/** Value in the asset that is followed. */
export function accrued({ rate, since }: Accrual, time: number): number {
  return 1 + (rate * Math.max(0, time - since)) / year
}

export interface Asset {
  code: string
  name: string
  assetClass: string
  assetClasses: string[]
  price: PriceLaw
  /** USD price at the end of 2025, about as published; sets the constant ticks and lots. */
  level: number
  /** Relative to bitcoin, which is 100. */
  popularity: number
  /** First day of trading; currencies and metals have none. */
  traded?: number
}

/** Code, price in USD, beta, the volatility that the market does not explain, popularity, first day, classes, name. */
const coinRows = `
btc 87500 1 0.18 100 2010-07-17 layer-1,proof-of-work Bitcoin
eth 2970 1.2 0.35 48 2015-08-07 layer-1,smart-contract Ether
sol 124.5 1.35 0.55 22 2020-04-10 layer-1,smart-contract Solana
xrp 1.84 1.05 0.6 20 2013-08-04 layer-1,payments XRP
doge 0.118 1.35 0.65 12 2013-12-15 layer-1,meme Dogecoin
bnb 863 0.9 0.35 9 2017-07-25 layer-1,exchange-token BNB
ada 0.335 1.25 0.55 8 2017-10-01 layer-1,smart-contract Cardano
ltc 76.5 1.05 0.45 7 2012-07-13 layer-1,proof-of-work Litecoin
link 12.3 1.3 0.5 7 2017-09-20 oracle Chainlink
avax 12.4 1.35 0.55 6 2020-09-22 layer-1,smart-contract Avalanche
sui 1.41 1.35 0.7 6 2023-05-03 layer-1,smart-contract Sui
trx 0.284 0.7 0.35 6 2017-10-09 layer-1,smart-contract TRON
dot 1.8 1.3 0.5 4.5 2020-08-19 layer-1,smart-contract Polkadot
bch 590 1.1 0.5 4 2017-08-01 layer-1,proof-of-work Bitcoin Cash
pol 0.101 1.3 0.6 4 2023-10-25 layer-2,smart-contract Polygon
uni 5.8 1.3 0.6 4 2020-09-17 defi,governance Uniswap
aave 147 1.3 0.6 4 2020-10-05 defi,lending,governance Aave
xlm 0.2 1.1 0.6 3.5 2014-08-05 layer-1,payments Stellar
near 1.5 1.35 0.6 3 2020-10-14 layer-1,smart-contract NEAR Protocol
atom 1.95 1.25 0.5 3 2019-04-22 layer-1 Cosmos
arb 0.187 1.35 0.65 3 2023-03-23 layer-2,governance Arbitrum
op 0.266 1.35 0.65 2.5 2022-05-31 layer-2,governance Optimism
apt 1.7 1.35 0.6 2.5 2022-10-19 layer-1,smart-contract Aptos
etc 11.4 1.15 0.5 2 2016-07-24 layer-1,proof-of-work Ethereum Classic
fil 1.3 1.25 0.6 2 2020-10-15 storage Filecoin
xtz 0.5 1.15 0.5 1.5 2018-07-02 layer-1,smart-contract Tezos
algo 0.112 1.2 0.6 1.5 2019-06-20 layer-1,smart-contract Algorand
ldo 0.57 1.4 0.7 1.8 2021-01-05 defi,governance Lido DAO
crv 0.37 1.35 0.8 1.8 2020-08-14 defi,governance Curve DAO
mkr 1490 1.1 0.55 1.5 2017-12-17 defi,governance Maker
comp 25.5 1.25 0.6 1.2 2020-06-16 defi,lending,governance Compound
snx 0.43 1.35 0.75 1 2018-03-14 defi,governance Synthetix
sushi 0.28 1.4 0.75 0.8 2020-08-28 defi,governance SushiSwap
bal 0.55 1.25 0.65 0.7 2020-06-24 defi,governance Balancer
cake 1.85 1.2 0.6 0.8 2020-09-29 defi,governance PancakeSwap
gmx 7.7 1.3 0.65 0.7 2021-09-06 defi,governance GMX
quick 0.012 1.3 0.75 0.4 2022-03-24 defi,governance QuickSwap
orca 1.05 1.35 0.8 0.6 2021-08-09 defi,governance Orca
ray 0.95 1.4 0.8 0.8 2021-02-21 defi,governance Raydium
cc 0.15 0.9 0.7 0.6 2024-07-01 layer-1,institutional Canton Coin
dash 38 1.1 0.6 1.4 2014-02-08 layer-1,proof-of-work,payments Dash
ar 3.5 1.3 0.75 1.2 2020-05-05 layer-1,storage Arweave
agix 0.089 1.35 0.8 1 2021-05-28 artificial-intelligence,governance SingularityNET`

/** Coins of games, memes and utilities: code, price in USD, first day of trading, name. */
const smallCoinRows = `
pepe 0.000004 2023-04-17 Pepe
shib 0.0000069 2021-05-08 Shiba Inu
floki 0.00004 2021-06-25 Floki
bonk 0.0000078 2022-12-25 Bonk
wif 0.275 2023-12-18 dogwifhat
gala 0.006 2020-09-16 Gala
chz 0.042 2019-07-02 Chiliz
enj 0.026 2017-11-01 Enjin Coin
bat 0.2 2017-06-01 Basic Attention Token
zrx 0.115 2017-08-16 0x
knc 0.2 2017-09-27 Kyber Network
storj 0.12 2017-07-02 Storj
grt 0.036 2020-12-17 The Graph
ankr 0.0062 2019-03-06 Ankr
celr 0.0028 2019-03-25 Celer Network
skl 0.0097 2020-12-01 SKALE
mask 0.55 2021-02-24 Mask Network
imx 0.225 2021-11-05 Immutable
axs 0.82 2020-11-04 Axie Infinity
mana 0.115 2017-09-17 Decentraland
sand 0.11 2020-08-14 The Sandbox
ape 0.195 2022-03-17 ApeCoin
band 0.33 2019-09-18 Band Protocol
lrc 0.055 2017-08-30 Loopring`

/** What rows of assets end with: popularity, first day of trading, classes, name. */
export function described(code: string, [popularity, first = '', classes = '', ...name]: string[]) {
  const assetClasses = classes.split(',')
  return { code, name: name.join(' '), assetClasses, popularity: Number(popularity), traded: Date.parse(first) }
}

export function coin([code = '', price, beta, volatility, ...rest]: string[]): Asset {
  const level = Number(price)
  const law: PriceLaw = { law: 'crypto', level, beta: Number(beta), volatility: Number(volatility) }
  return { ...described(code, rest), assetClass: 'cryptocurrency', price: law, level }
}

/** Whether it is a coin of its own, not backed by others or a currency. */
export function isCoin({ assetClass, price }: Asset): boolean {
  return price.law === 'crypto' || (price.law === 'peg' && price.parts !== undefined && assetClass !== 'commodity')
}

export const cryptoAssets: Asset[] = [
  ...entriesOf(coinRows),
  ...entriesOf(smallCoinRows).map(([code = '', price = '', first = '', ...name], rank) => {
    return [code, price, '1.35', '0.8', `${2.4 / (1 + rank * 0.15)}`, first, 'meme-or-utility', ...name]
  }),
].map(coin)
