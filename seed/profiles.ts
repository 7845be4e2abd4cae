import { entriesOf } from './table-text.ts'

/** No instrument begins earlier: the first exchange opened then. */
export const firstBeginning = Date.UTC(2011, 8, 13)
/** From then on every pool that is there has its initial liquidity. */
export const worldStart = Date.UTC(2022, 0, 1)
/** No position is older. */
export const poolsFounded = Date.UTC(2021, 5, 1)
/** Some centuries later, the prices of staked coins outgrow their columns. */
export const worldEnd = Date.UTC(2500, 0, 1)

export interface Profile {
  /** Length of the store. */
  days: number
  /** Orders and swaps relative to the catalogue. */
  pace: number
  swapPace: number
  /** Days per scenario of each kind. */
  scenarioDays: number
  /** Instruments by exchange, class and code; of contracts that expire, only the next expiry and the middle strikes. */
  only: readonly string[] | null
}

export type ProfileName = 'tiny' | 'standard' | 'large'

/** Covers every class, several quotes, DEXes, daily expiries, and each way to report the taker side. */
const tinyInstruments = entriesOf(`
cbse spot btc-usd eth-usd link-usd avax-usd aave-usd
binc spot btc-usdt
bnce spot btc-usdt btc-usd eth-usdt ar-usdt
krkn spot btc-usd btc-eur eth-btc usdt-usd dash-usd tusd-usd eur-usd
stmp spot btc-usd
gmni spot btc-usd
itbi spot btc-usd
huob spot eth-btc aave-usdt
gate spot agix-usdt
bthb spot btc-krw
usp3 spot weth-usdc
usp2 spot weth-usdc
curv spot usdc-usdt
bal2 spot wbtc-weth
bbit perpetual-future btc-usdt
drbt perpetual-future btc-usd btc-usdt
drbt future btc-usd
drbt option btc-usd`).flatMap(([exchange, kind, ...pairs]) => pairs.map(pair => `${exchange} ${kind} ${pair}`))

export const profiles: Record<ProfileName, Profile> = {
  tiny: { days: 3, pace: 1, swapPace: 0.6, scenarioDays: 2, only: tinyInstruments },
  standard: { days: 120, pace: 1, swapPace: 0.6, scenarioDays: 10, only: null },
  large: { days: 180, pace: 1.6, swapPace: 0.9, scenarioDays: 10, only: null },
}
