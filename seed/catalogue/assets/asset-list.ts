/** Volatilities are annual; a band is the usual deviation from a peg, as a fraction. */
export type PriceLaw =
  | { law: 'constant'; level: number }
  | { law: 'crypto'; level: number; beta: number; volatility: number }
  /** Traded from Sunday 22:00 to Friday 22:00 UTC. `beta` is relative to the dollar's path. */
  | { law: 'closes'; level: number; beta: number; volatility: number }
  /** To the other's price, divided by `parts` if there are any. */
  | { law: 'peg'; to: string; band: number; parts?: number }
  | { law: 'accrues'; to: string; band: number; rate: number }
  | { law: 'leveraged'; to: string; level: number; reference: number; factor: 3 | -3 }

export interface Asset {
  code: string
  name: string
  assetClass: string
  assetClasses: string[]
  price: PriceLaw
  /** Approximate USD price; sets the constant ticks and lots. */
  level: number
  /** Relative to bitcoin, which is 100. */
  popularity: number
  /** First day of trading, if beginnings.ts does not know it. */
  traded?: number
}

type CoinRow = [
  code: string,
  name: string,
  level: number,
  beta: number,
  volatility: number,
  popularity: number,
  classes: string,
]

/** `volatility` is the part that the market does not explain. */
const cryptoRows: CoinRow[] = [
  ['btc', 'Bitcoin', 95_000, 1, 0.18, 100, 'layer-1,proof-of-work'],
  ['eth', 'Ether', 3_400, 1.2, 0.35, 48, 'layer-1,smart-contract'],
  ['sol', 'Solana', 185, 1.35, 0.55, 22, 'layer-1,smart-contract'],
  ['xrp', 'XRP', 2.2, 1.05, 0.6, 20, 'layer-1,payments'],
  ['doge', 'Dogecoin', 0.24, 1.35, 0.65, 12, 'layer-1,meme'],
  ['bnb', 'BNB', 680, 0.9, 0.35, 9, 'layer-1,exchange-token'],
  ['ada', 'Cardano', 0.72, 1.25, 0.55, 8, 'layer-1,smart-contract'],
  ['ltc', 'Litecoin', 108, 1.05, 0.45, 7, 'layer-1,proof-of-work'],
  ['link', 'Chainlink', 17.5, 1.3, 0.5, 7, 'oracle'],
  ['avax', 'Avalanche', 26, 1.35, 0.55, 6, 'layer-1,smart-contract'],
  ['sui', 'Sui', 3.1, 1.35, 0.7, 6, 'layer-1,smart-contract'],
  ['trx', 'TRON', 0.28, 0.7, 0.35, 6, 'layer-1,smart-contract'],
  ['dot', 'Polkadot', 4.6, 1.3, 0.5, 4.5, 'layer-1,smart-contract'],
  ['bch', 'Bitcoin Cash', 470, 1.1, 0.5, 4, 'layer-1,proof-of-work'],
  ['pol', 'Polygon', 0.31, 1.3, 0.6, 4, 'layer-2,smart-contract'],
  ['uni', 'Uniswap', 8.9, 1.3, 0.6, 4, 'defi,governance'],
  ['aave', 'Aave', 265, 1.3, 0.6, 4, 'defi,lending,governance'],
  ['xlm', 'Stellar', 0.33, 1.1, 0.6, 3.5, 'layer-1,payments'],
  ['near', 'NEAR Protocol', 3.2, 1.35, 0.6, 3, 'layer-1,smart-contract'],
  ['atom', 'Cosmos', 5.1, 1.25, 0.5, 3, 'layer-1'],
  ['arb', 'Arbitrum', 0.44, 1.35, 0.65, 3, 'layer-2,governance'],
  ['op', 'Optimism', 0.78, 1.35, 0.65, 2.5, 'layer-2,governance'],
  ['apt', 'Aptos', 5.3, 1.35, 0.6, 2.5, 'layer-1,smart-contract'],
  ['etc', 'Ethereum Classic', 20.5, 1.15, 0.5, 2, 'layer-1,proof-of-work'],
  ['fil', 'Filecoin', 2.9, 1.25, 0.6, 2, 'storage'],
  ['xtz', 'Tezos', 0.74, 1.15, 0.5, 1.5, 'layer-1,smart-contract'],
  ['algo', 'Algorand', 0.23, 1.2, 0.6, 1.5, 'layer-1,smart-contract'],
  ['ldo', 'Lido DAO', 1.05, 1.4, 0.7, 1.8, 'defi,governance'],
  ['crv', 'Curve DAO', 0.71, 1.35, 0.8, 1.8, 'defi,governance'],
  ['mkr', 'Maker', 1_720, 1.1, 0.55, 1.5, 'defi,governance'],
  ['comp', 'Compound', 46, 1.25, 0.6, 1.2, 'defi,lending,governance'],
  ['snx', 'Synthetix', 0.68, 1.35, 0.75, 1, 'defi,governance'],
  ['sushi', 'SushiSwap', 0.72, 1.4, 0.75, 0.8, 'defi,governance'],
  ['bal', 'Balancer', 1.15, 1.25, 0.65, 0.7, 'defi,governance'],
  ['cake', 'PancakeSwap', 2.4, 1.2, 0.6, 0.8, 'defi,governance'],
  ['gmx', 'GMX', 15.8, 1.3, 0.65, 0.7, 'defi,governance'],
  ['quick', 'QuickSwap', 0.025, 1.3, 0.75, 0.4, 'defi,governance'],
  ['orca', 'Orca', 2.3, 1.35, 0.8, 0.6, 'defi,governance'],
  ['ray', 'Raydium', 2.7, 1.4, 0.8, 0.8, 'defi,governance'],
  ['cc', 'Canton Coin', 0.15, 0.9, 0.7, 0.6, 'layer-1,institutional'],
  ['dash', 'Dash', 34, 1.1, 0.6, 1.4, 'layer-1,proof-of-work,payments'],
  ['ar', 'Arweave', 9.4, 1.3, 0.75, 1.2, 'layer-1,storage'],
  ['agix', 'SingularityNET', 0.34, 1.35, 0.8, 1, 'artificial-intelligence,governance'],
]

/** Coins of games, memes and utilities. */
const smallCoinRows: CoinRow[] = (
  [
    ['pepe', 'Pepe', 0.0000118],
    ['shib', 'Shiba Inu', 0.0000132],
    ['floki', 'Floki', 0.000092],
    ['bonk', 'Bonk', 0.0000225],
    ['wif', 'dogwifhat', 0.92],
    ['gala', 'Gala', 0.0172],
    ['chz', 'Chiliz', 0.041],
    ['enj', 'Enjin Coin', 0.073],
    ['bat', 'Basic Attention Token', 0.15],
    ['zrx', '0x', 0.25],
    ['knc', 'Kyber Network', 0.36],
    ['storj', 'Storj', 0.27],
    ['grt', 'The Graph', 0.094],
    ['ankr', 'Ankr', 0.0155],
    ['celr', 'Celer Network', 0.0083],
    ['skl', 'SKALE', 0.0245],
    ['mask', 'Mask Network', 1.28],
    ['imx', 'Immutable', 0.55],
    ['axs', 'Axie Infinity', 2.4],
    ['mana', 'Decentraland', 0.29],
    ['sand', 'The Sandbox', 0.27],
    ['ape', 'ApeCoin', 0.61],
    ['band', 'Band Protocol', 0.66],
    ['lrc', 'Loopring', 0.095],
  ] as const
).map(([code, name, level], rank) => [code, name, level, 1.35, 0.8, 2.4 / (1 + rank * 0.15), 'meme-or-utility'])

function crypto([code, name, level, beta, volatility, popularity, classes]: CoinRow): Asset {
  const price: PriceLaw = { law: 'crypto', level, beta, volatility }
  return { code, name, assetClass: 'cryptocurrency', assetClasses: classes.split(','), price, level, popularity }
}

/** Whether it is a coin of its own, not backed by others or a currency. */
export function isCoin({ assetClass, price }: Asset): boolean {
  return price.law === 'crypto' || (price.law === 'peg' && price.parts !== undefined && assetClass !== 'commodity')
}

export const cryptoAssets: Asset[] = [...cryptoRows, ...smallCoinRows].map(crypto)
