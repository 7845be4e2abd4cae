import { type Asset, cryptoAssets, type PriceLaw } from './asset-list.ts'
import { currencies } from './currency-list.ts'

type FollowerRow = [code: string, name: string, price: FollowerLaw, popularity: number, classes: string]
type FollowerLaw = Exclude<PriceLaw, { law: 'constant' | 'crypto' }>

const bp = 0.0001

const levels = new Map([...cryptoAssets, ...currencies].map(({ code, level }) => [code, level]))

const stablecoinRows: FollowerRow[] = [
  ['usdt', 'Tether', { law: 'peg', to: 'usd', band: 2.5 * bp }, 24, 'usd-pegged,fiat-backed'],
  ['usdc', 'USD Coin', { law: 'peg', to: 'usd', band: 0.6 * bp }, 16, 'usd-pegged,fiat-backed'],
  ['dai', 'Dai', { law: 'peg', to: 'usd', band: 3 * bp }, 3, 'usd-pegged,crypto-backed'],
  ['fdusd', 'First Digital USD', { law: 'peg', to: 'usd', band: 4 * bp }, 2, 'usd-pegged,fiat-backed'],
  ['pyusd', 'PayPal USD', { law: 'peg', to: 'usd', band: 2 * bp }, 1.2, 'usd-pegged,fiat-backed'],
  ['tusd', 'TrueUSD', { law: 'peg', to: 'usd', band: 7 * bp }, 0.8, 'usd-pegged,fiat-backed'],
  ['usdp', 'Pax Dollar', { law: 'peg', to: 'usd', band: 3 * bp }, 0.5, 'usd-pegged,fiat-backed'],
  ['gusd', 'Gemini Dollar', { law: 'peg', to: 'usd', band: 4 * bp }, 0.4, 'usd-pegged,fiat-backed'],
  ['frax', 'Frax', { law: 'peg', to: 'usd', band: 8 * bp }, 0.5, 'usd-pegged,crypto-backed'],
  ['lusd', 'Liquity USD', { law: 'peg', to: 'usd', band: 9 * bp }, 0.3, 'usd-pegged,crypto-backed'],
  ['crvusd', 'Curve USD', { law: 'peg', to: 'usd', band: 6 * bp }, 0.5, 'usd-pegged,crypto-backed'],
  ['eurc', 'Euro Coin', { law: 'peg', to: 'eur', band: 4 * bp }, 0.8, 'eur-pegged,fiat-backed'],
]

const wrappedRows: FollowerRow[] = [
  ['wbtc', 'Wrapped Bitcoin', { law: 'peg', to: 'btc', band: 4 * bp }, 15, 'wrapped'],
  ['weth', 'Wrapped Ether', { law: 'peg', to: 'eth', band: 0.3 * bp }, 45, 'wrapped'],
  ['wsol', 'Wrapped SOL', { law: 'peg', to: 'sol', band: 0.3 * bp }, 30, 'wrapped'],
  ['wpol', 'Wrapped POL', { law: 'peg', to: 'pol', band: 0.5 * bp }, 1, 'wrapped'],
]

const liquidStakingRows: FollowerRow[] = [
  ['steth', 'Lido Staked Ether', { law: 'peg', to: 'eth', band: 5 * bp }, 2.5, 'wrapped-yield,rebasing'],
  ['wsteth', 'Wrapped stETH', { law: 'accrues', to: 'eth', band: 5 * bp, rate: 0.037 }, 2.5, 'wrapped-yield'],
  ['reth', 'Rocket Pool ETH', { law: 'accrues', to: 'eth', band: 9 * bp, rate: 0.032 }, 1.2, 'wrapped-yield'],
  [
    'cbeth',
    'Coinbase Wrapped Staked ETH',
    { law: 'accrues', to: 'eth', band: 8 * bp, rate: 0.028 },
    1,
    'wrapped-yield',
  ],
  ['msol', 'Marinade Staked SOL', { law: 'accrues', to: 'sol', band: 9 * bp, rate: 0.07 }, 0.8, 'wrapped-yield'],
  ['jitosol', 'Jito Staked SOL', { law: 'accrues', to: 'sol', band: 8 * bp, rate: 0.068 }, 1, 'wrapped-yield'],
]

const commodityRows: FollowerRow[] = [
  ['xau', 'Gold (troy ounce)', { law: 'closes', level: 4_320, beta: 0.4, volatility: 0.145 }, 0, 'metal'],
  ['xag', 'Silver (troy ounce)', { law: 'closes', level: 71.5, beta: 0.6, volatility: 0.26 }, 0, 'metal'],
  ['paxg', 'PAX Gold', { law: 'peg', to: 'xau', band: 9 * bp }, 1.5, 'gold-backed'],
  ['xaut', 'Tether Gold', { law: 'peg', to: 'xau', band: 11 * bp }, 0.9, 'gold-backed'],
]

const leveragedRows: FollowerRow[] = [
  ['btc3l', 'BTC 3x Long', leveraged('btc', 8, 3), 0.9, 'long'],
  ['btc3s', 'BTC 3x Short', leveraged('btc', 2.4, -3), 0.7, 'short'],
  ['eth3l', 'ETH 3x Long', leveraged('eth', 5, 3), 0.7, 'long'],
  ['eth3s', 'ETH 3x Short', leveraged('eth', 3.1, -3), 0.5, 'short'],
]

function leveraged(to: string, level: number, factor: 3 | -3): FollowerLaw {
  return { law: 'leveraged', to, level, reference: levels.get(to)!, factor }
}

/** At the end of 2025. */
export function followedLevel(price: Extract<PriceLaw, { law: 'peg' | 'accrues' }>, levelOfOther: number): number {
  return price.law === 'accrues' ? levelOfOther * (1 + price.rate * 4) : levelOfOther / (price.parts ?? 1)
}

function levelOf(price: FollowerLaw): number {
  return 'level' in price ? price.level : followedLevel(price, levels.get(price.to)!)
}

function assets(assetClass: string, rows: FollowerRow[]): Asset[] {
  return rows.map(([code, name, price, popularity, classes]) => {
    const level = levelOf(price)
    levels.set(code, level)
    return { code, name, assetClass, assetClasses: classes.split(','), price, level, popularity }
  })
}

/** Assets whose price follows another: pegged, wrapped, staked, backed or leveraged. */
export const followingAssets: Asset[] = [
  ...assets('stablecoin', stablecoinRows),
  ...assets('cryptocurrency', wrappedRows),
  ...assets('liquid-staking', liquidStakingRows),
  ...assets('commodity', commodityRows),
  ...assets('leveraged-token', leveragedRows),
]
