export type PoolType = 'constant_product' | 'concentrated' | 'weighted' | 'stable' | 'vault'

export interface Pool {
  id: number
  blockchain: string
  protocol: string
  type: PoolType
  /** Asset codes in the order of the contract; of two, the first is the base. */
  tokens: string[]
  /** Fraction of the swapped amount. */
  fee: number
  tickSpacing: number | null
  weights: number[] | null
  /** USD of each of two tokens that a constant-product pool would need to move as little: sets its liquidity. */
  depth: number
}

/** Basis points of fee to ticks between usable prices. */
const tickSpacings: Record<number, number> = { 1: 1, 2: 2, 4: 4, 5: 10, 30: 60, 100: 200 }

/** Protocol, chain and type; then for each pool its tokens, fee in basis points, depth in $ 100,000, and weights in percent. */
const table: [group: string, pools: string[]][] = [
  [
    'usp3 ethereum concentrated',
    [
      'weth-usdc 5 160',
      'weth-usdc 30 60',
      'weth-usdt 30 70',
      'weth-usdt 5 40',
      'wbtc-weth 30 90',
      'wbtc-usdc 30 40',
      'wbtc-usdt 30 20',
      'weth-dai 30 12',
      'link-weth 30 10',
      'uni-weth 30 8',
      'aave-weth 30 6',
      'mkr-weth 30 5',
      'ldo-weth 30 3',
      'crv-weth 100 1.5',
      'wsteth-weth 1 900',
      'reth-weth 5 200',
      'cbeth-weth 5 120',
      'usdc-usdt 1 4000',
      'dai-usdc 1 2000',
      'paxg-usdc 30 4',
    ],
  ],
  ['usp3 arbitrum concentrated', ['arb-weth 5 6', 'arb-usdc 5 4', 'gmx-weth 30 2']],
  ['usp3 polygon concentrated', ['wpol-usdc 5 3', 'wpol-weth 30 2.5']],
  [
    'usp2 ethereum constant_product',
    [
      'weth-usdc 30 18',
      'weth-usdt 30 16',
      'weth-dai 30 5',
      'wbtc-weth 30 6',
      'uni-weth 30 2',
      'link-weth 30 2',
      'paxg-weth 30 1.5',
    ],
  ],
  [
    'sush ethereum constant_product',
    ['sushi-weth 30 2', 'weth-usdc 30 5', 'wbtc-weth 30 4', 'weth-usdt 30 4', 'weth-dai 30 2'],
  ],
  [
    'curv ethereum stable',
    [
      'dai-usdc-usdt 4 3000',
      'steth-weth 4 1200',
      'frax-usdc 4 800',
      'lusd-usdc 4 300',
      'pyusd-usdc 2 500',
      'crvusd-usdt 1 400',
    ],
  ],
  ['cur2 ethereum stable', ['wbtc-weth-usdt 30 30', 'crv-weth 40 4', 'cbeth-weth 4 60', 'eurc-usdc 5 40']],
  [
    'bal2 ethereum weighted',
    [
      'bal-weth 100 8 80/20',
      'aave-weth 30 6 80/20',
      'wbtc-weth 25 5 50/50',
      'ldo-wsteth 30 2 50/50',
      'link-uni-aave-crv-comp-snx-wbtc-weth 50 3 12.5/12.5/12.5/12.5/12.5/12.5/12.5/12.5',
      'wbtc-weth-dai-usdc 30 4 25/25/25/25',
    ],
  ],
  ['bal2 ethereum stable', ['reth-weth 4 260', 'wsteth-weth 1 300']],
  [
    'quik polygon constant_product',
    ['quick-wpol 30 0.6', 'wpol-usdc 30 2', 'wpol-usdt 30 1.5', 'weth-usdc 30 3', 'wbtc-weth 30 2'],
  ],
  ['caml arbitrum concentrated', ['arb-weth 30 2', 'weth-usdc 5 8', 'gmx-weth 30 1']],
  ['orca solana concentrated', ['wsol-usdc 4 40', 'orca-usdc 30 1', 'msol-wsol 1 80', 'jitosol-wsol 1 90']],
  ['rayd solana constant_product', ['wsol-usdc 25 15', 'ray-usdc 25 4', 'ray-wsol 25 3', 'wsol-usdt 25 6']],
  ['aav1 ethereum vault', ['weth 0 0', 'usdc 0 0', 'dai 0 0']],
  ['aav2 ethereum vault', ['weth 0 0', 'usdc 0 0', 'usdt 0 0', 'dai 0 0', 'wbtc 0 0']],
  ['aav3 ethereum vault', ['weth 0 0', 'wsteth 0 0', 'usdc 0 0', 'usdt 0 0', 'wbtc 0 0']],
  ['aav3 arbitrum vault', ['weth 0 0', 'usdc 0 0', 'arb 0 0']],
  ['aav3 polygon vault', ['wpol 0 0', 'usdc 0 0']],
  ['cmpd ethereum vault', ['weth 0 0', 'usdc 0 0', 'dai 0 0', 'uni 0 0']],
  ['crem ethereum vault', ['weth 0 0', 'usdc 0 0', 'crv 0 0']],
]

/** A pool's place in the list is its id, and gives its swaps their log indexes: add at the end only. */
export const pools: readonly Pool[] = table
  .flatMap(([group, rows]) => rows.map(row => `${group} ${row}`))
  .map((line, place) => pool(place + 1, line.split(' ')))

function pool(id: number, fields: string[]): Pool {
  const [protocol = '', blockchain = '', type = '', tokens = '', fee = '', depth = '', weights] = fields
  return {
    id,
    blockchain,
    protocol,
    type: type as PoolType,
    tokens: tokens.split('-'),
    fee: Number(fee) / 10_000,
    tickSpacing: type === 'concentrated' ? (tickSpacings[Number(fee)] ?? null) : null,
    weights: weights ? weights.split('/').map(percent => Number(percent) / 100) : null,
    depth: Number(depth) * 100_000,
  }
}

/** Codes of pools and vaults. */
export const protocols: readonly { code: string; name: string }[] = [
  { code: 'usp2', name: 'Uniswap V2' },
  { code: 'usp3', name: 'Uniswap V3' },
  { code: 'sush', name: 'SushiSwap' },
  { code: 'curv', name: 'Curve' },
  { code: 'cur2', name: 'Curve V2' },
  { code: 'bal2', name: 'Balancer V2' },
  { code: 'quik', name: 'QuickSwap' },
  { code: 'caml', name: 'Camelot' },
  { code: 'orca', name: 'Orca' },
  { code: 'rayd', name: 'Raydium' },
  { code: 'aav1', name: 'Aave V1' },
  { code: 'aav2', name: 'Aave V2' },
  { code: 'aav3', name: 'Aave V3' },
  { code: 'cmpd', name: 'Compound' },
  { code: 'crem', name: 'C.R.E.A.M.' },
]
