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
  /** USD price at the end of 2025, about as published; sets the constant ticks and lots. */
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
  ['btc', 'Bitcoin', 87_500, 1, 0.18, 100, 'layer-1,proof-of-work'],
  ['eth', 'Ether', 2_970, 1.2, 0.35, 48, 'layer-1,smart-contract'],
  ['sol', 'Solana', 124.5, 1.35, 0.55, 22, 'layer-1,smart-contract'],
  ['xrp', 'XRP', 1.84, 1.05, 0.6, 20, 'layer-1,payments'],
  ['doge', 'Dogecoin', 0.118, 1.35, 0.65, 12, 'layer-1,meme'],
  ['bnb', 'BNB', 863, 0.9, 0.35, 9, 'layer-1,exchange-token'],
  ['ada', 'Cardano', 0.335, 1.25, 0.55, 8, 'layer-1,smart-contract'],
  ['ltc', 'Litecoin', 76.5, 1.05, 0.45, 7, 'layer-1,proof-of-work'],
  ['link', 'Chainlink', 12.3, 1.3, 0.5, 7, 'oracle'],
  ['avax', 'Avalanche', 12.4, 1.35, 0.55, 6, 'layer-1,smart-contract'],
  ['sui', 'Sui', 1.41, 1.35, 0.7, 6, 'layer-1,smart-contract'],
  ['trx', 'TRON', 0.284, 0.7, 0.35, 6, 'layer-1,smart-contract'],
  ['dot', 'Polkadot', 1.8, 1.3, 0.5, 4.5, 'layer-1,smart-contract'],
  ['bch', 'Bitcoin Cash', 590, 1.1, 0.5, 4, 'layer-1,proof-of-work'],
  ['pol', 'Polygon', 0.101, 1.3, 0.6, 4, 'layer-2,smart-contract'],
  ['uni', 'Uniswap', 5.8, 1.3, 0.6, 4, 'defi,governance'],
  ['aave', 'Aave', 147, 1.3, 0.6, 4, 'defi,lending,governance'],
  ['xlm', 'Stellar', 0.2, 1.1, 0.6, 3.5, 'layer-1,payments'],
  ['near', 'NEAR Protocol', 1.5, 1.35, 0.6, 3, 'layer-1,smart-contract'],
  ['atom', 'Cosmos', 1.95, 1.25, 0.5, 3, 'layer-1'],
  ['arb', 'Arbitrum', 0.187, 1.35, 0.65, 3, 'layer-2,governance'],
  ['op', 'Optimism', 0.266, 1.35, 0.65, 2.5, 'layer-2,governance'],
  ['apt', 'Aptos', 1.7, 1.35, 0.6, 2.5, 'layer-1,smart-contract'],
  ['etc', 'Ethereum Classic', 11.4, 1.15, 0.5, 2, 'layer-1,proof-of-work'],
  ['fil', 'Filecoin', 1.3, 1.25, 0.6, 2, 'storage'],
  ['xtz', 'Tezos', 0.5, 1.15, 0.5, 1.5, 'layer-1,smart-contract'],
  ['algo', 'Algorand', 0.112, 1.2, 0.6, 1.5, 'layer-1,smart-contract'],
  ['ldo', 'Lido DAO', 0.57, 1.4, 0.7, 1.8, 'defi,governance'],
  ['crv', 'Curve DAO', 0.37, 1.35, 0.8, 1.8, 'defi,governance'],
  ['mkr', 'Maker', 1_490, 1.1, 0.55, 1.5, 'defi,governance'],
  ['comp', 'Compound', 25.5, 1.25, 0.6, 1.2, 'defi,lending,governance'],
  ['snx', 'Synthetix', 0.43, 1.35, 0.75, 1, 'defi,governance'],
  ['sushi', 'SushiSwap', 0.28, 1.4, 0.75, 0.8, 'defi,governance'],
  ['bal', 'Balancer', 0.55, 1.25, 0.65, 0.7, 'defi,governance'],
  ['cake', 'PancakeSwap', 1.85, 1.2, 0.6, 0.8, 'defi,governance'],
  ['gmx', 'GMX', 7.7, 1.3, 0.65, 0.7, 'defi,governance'],
  ['quick', 'QuickSwap', 0.012, 1.3, 0.75, 0.4, 'defi,governance'],
  ['orca', 'Orca', 1.05, 1.35, 0.8, 0.6, 'defi,governance'],
  ['ray', 'Raydium', 0.95, 1.4, 0.8, 0.8, 'defi,governance'],
  ['cc', 'Canton Coin', 0.15, 0.9, 0.7, 0.6, 'layer-1,institutional'],
  ['dash', 'Dash', 38, 1.1, 0.6, 1.4, 'layer-1,proof-of-work,payments'],
  ['ar', 'Arweave', 3.5, 1.3, 0.75, 1.2, 'layer-1,storage'],
  ['agix', 'SingularityNET', 0.089, 1.35, 0.8, 1, 'artificial-intelligence,governance'],
]

/** Coins of games, memes and utilities. */
const smallCoinRows: CoinRow[] = (
  [
    ['pepe', 'Pepe', 0.000004],
    ['shib', 'Shiba Inu', 0.0000069],
    ['floki', 'Floki', 0.00004],
    ['bonk', 'Bonk', 0.0000078],
    ['wif', 'dogwifhat', 0.275],
    ['gala', 'Gala', 0.006],
    ['chz', 'Chiliz', 0.042],
    ['enj', 'Enjin Coin', 0.026],
    ['bat', 'Basic Attention Token', 0.2],
    ['zrx', '0x', 0.115],
    ['knc', 'Kyber Network', 0.2],
    ['storj', 'Storj', 0.12],
    ['grt', 'The Graph', 0.036],
    ['ankr', 'Ankr', 0.0062],
    ['celr', 'Celer Network', 0.0028],
    ['skl', 'SKALE', 0.0097],
    ['mask', 'Mask Network', 0.55],
    ['imx', 'Immutable', 0.225],
    ['axs', 'Axie Infinity', 0.82],
    ['mana', 'Decentraland', 0.115],
    ['sand', 'The Sandbox', 0.11],
    ['ape', 'ApeCoin', 0.195],
    ['band', 'Band Protocol', 0.33],
    ['lrc', 'Loopring', 0.055],
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
