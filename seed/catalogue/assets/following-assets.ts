import { entriesOf } from '../../table-text.ts'
import { type Asset, accrued, cryptoAssets, described, type PriceLaw } from './asset-list.ts'
import { currencies } from './currency-list.ts'

/** Code, what it follows, usual deviation in basis points, yearly yield, popularity, first day, classes, name. */
const stablecoinRows = `
usdt usd 2.5 0 24 2015-02-25 usd-pegged,fiat-backed Tether
usdc usd 0.6 0 16 2018-09-26 usd-pegged,fiat-backed USD Coin
dai usd 3 0 3 2019-11-18 usd-pegged,crypto-backed Dai
fdusd usd 4 0 2 2023-06-01 usd-pegged,fiat-backed First Digital USD
pyusd usd 2 0 1.2 2023-08-07 usd-pegged,fiat-backed PayPal USD
tusd usd 7 0 0.8 2018-03-05 usd-pegged,fiat-backed TrueUSD
usdp usd 3 0 0.5 2021-08-24 usd-pegged,fiat-backed Pax Dollar
gusd usd 4 0 0.4 2018-09-10 usd-pegged,fiat-backed Gemini Dollar
frax usd 8 0 0.5 2020-12-21 usd-pegged,crypto-backed Frax
lusd usd 9 0 0.3 2021-04-05 usd-pegged,crypto-backed Liquity USD
crvusd usd 6 0 0.5 2023-05-14 usd-pegged,crypto-backed Curve USD
eurc eur 4 0 0.8 2022-06-30 eur-pegged,fiat-backed Euro Coin`

const wrappedRows = `
wbtc btc 4 0 15 2019-01-30 wrapped Wrapped Bitcoin
weth eth 0.3 0 45 2017-12-12 wrapped Wrapped Ether
wsol sol 0.3 0 30 2020-08-11 wrapped Wrapped SOL
wpol pol 0.5 0 1 2020-06-01 wrapped Wrapped POL`

const liquidStakingRows = `
steth eth 5 0 2.5 2020-12-18 wrapped-yield,rebasing Lido Staked Ether
wsteth eth 5 0.037 2.5 2021-02-19 wrapped-yield Wrapped stETH
reth eth 9 0.032 1.2 2021-11-09 wrapped-yield Rocket Pool ETH
cbeth eth 8 0.028 1 2022-08-24 wrapped-yield Coinbase Wrapped Staked ETH
msol sol 9 0.07 0.8 2021-08-02 wrapped-yield Marinade Staked SOL
jitosol sol 8 0.068 1 2022-11-01 wrapped-yield Jito Staked SOL`

const goldRows = `
paxg xau 9 0 1.5 2019-09-26 gold-backed PAX Gold
xaut xau 11 0 0.9 2020-02-07 gold-backed Tether Gold`

/** Code, what it follows, factor, level, popularity, first day, classes, name. */
const leveragedRows = `
btc3l btc 3 8 0.9 2024-01-01 long BTC 3x Long
btc3s btc -3 2.4 0.7 2024-01-01 short BTC 3x Short
eth3l eth 3 5 0.7 2024-01-01 long ETH 3x Long
eth3s eth -3 3.1 0.5 2024-01-01 short ETH 3x Short`

const metals = [
  metal('xau', 'Gold (troy ounce)', { law: 'closes', level: 4_320, beta: 0.4, volatility: 0.145 }),
  metal('xag', 'Silver (troy ounce)', { law: 'closes', level: 71.5, beta: 0.6, volatility: 0.26 }),
]

function metal(code: string, name: string, price: Extract<PriceLaw, { law: 'closes' }>): Asset {
  return { code, name, assetClass: 'commodity', assetClasses: ['metal'], price, level: price.level, popularity: 0 }
}

const levels = new Map([...cryptoAssets, ...currencies, ...metals].map(({ code, level }) => [code, level]))

const bp = 0.0001
const endOf2025 = Date.UTC(2026, 0, 1)

/** Tokens of a gram, and grams in a troy ounce. */
const [grams, perOunce] = [new Set(['kau', 'dgx']), 31.103_476_8]

/** What follows another asset. @param levels at the end of 2025, to which its own is added */
export function following(
  levels: Map<string, number>,
  assetClass: string,
  [code = '', to = '', points, yearly, ...rest]: string[],
): Asset {
  const [band, rate, followed] = [Number(points) * bp, Number(yearly), levels.get(to)!]
  const parts = grams.has(code) ? { parts: perOunce } : {}
  const own = described(code, rest)
  const price: PriceLaw =
    rate > 0 ? { law: 'accrues', to, band, rate, since: own.traded } : { law: 'peg', to, band, ...parts }
  const level = price.law === 'accrues' ? followed * accrued(price, endOf2025) : followed / (parts.parts ?? 1)
  levels.set(code, level)
  return { ...own, assetClass, price, level }
}

function followers(assetClass: string, rows: string): Asset[] {
  return entriesOf(rows).map(row => following(levels, assetClass, row))
}

function leveraged([code = '', to = '', factor, price, ...rest]: string[]): Asset {
  const level = Number(price)
  const law: PriceLaw = { law: 'leveraged', to, level, reference: levels.get(to)!, factor: Number(factor) as 3 | -3 }
  return { ...described(code, rest), assetClass: 'leveraged-token', price: law, level }
}

/** Assets whose price follows another: pegged, wrapped, staked, backed or leveraged. */
export const followingAssets: Asset[] = [
  ...followers('stablecoin', stablecoinRows),
  ...followers('cryptocurrency', wrappedRows),
  ...followers('liquid-staking', liquidStakingRows),
  ...metals,
  ...followers('commodity', goldRows),
  ...entriesOf(leveragedRows).map(leveraged),
]
