import { day } from '../../src/market/time.ts'
import { exchanges } from '../catalogue/exchange-list.ts'
import { opensSince } from '../catalogue/instruments/beginnings.ts'
import { deposits } from '../lending/deposits.ts'
import { worldStart } from '../profiles.ts'
import { entriesOf } from '../table-text.ts'

type PoolType = 'constant_product' | 'concentrated' | 'weighted' | 'stable' | 'vault'

export interface Pool {
  id: number
  blockchain: string
  protocol: string
  type: PoolType
  /** Asset codes; the base precedes the quote, whatever the order of their addresses. */
  tokens: string[]
  /** Fee as a fraction of the swapped amount. */
  fee: number
  tickSpacing: number | null
  weights: number[] | null
  /** USD on each side of a two-token constant-product pool with the same price impact; sets the liquidity. */
  depth: number
  /** Day of its founding, a midnight UTC; null if it was before the world began. */
  since: number | null
}

/** Fee in basis points → tick spacing. */
const tickSpacings: Record<number, number> = { 1: 1, 2: 2, 4: 4, 5: 10, 25: 50, 30: 60, 100: 200 }

/** Group: protocol, chain and type. Pool: tokens, fee in basis points, depth in million USD, weights in percent. */
const table: [group: string, pools: string][] = [
  [
    'usp3 ethereum concentrated',
    `weth-usdc 5 96  weth-usdc 30 36  weth-usdt 30 42  weth-usdt 5 24  wbtc-weth 30 54  wbtc-usdc 30 24
     wbtc-usdt 30 12  weth-dai 30 7.2  link-weth 30 6  uni-weth 30 4.8  aave-weth 30 3.6  mkr-weth 30 3
     ldo-weth 30 1.8  crv-weth 100 0.9  wsteth-weth 1 540  reth-weth 5 120  cbeth-weth 5 72  usdc-usdt 1 2400
     dai-usdc 1 1200  paxg-usdc 30 2.4`,
  ],
  ['usp3 arbitrum concentrated', 'arb-weth 5 3.6  arb-usdc 5 2.4  gmx-weth 30 1.2'],
  ['usp3 polygon concentrated', 'wpol-usdc 5 1.8  wpol-weth 30 1.5'],
  [
    'usp2 ethereum constant_product',
    `weth-usdc 30 10.8  weth-usdt 30 9.6  weth-dai 30 3  wbtc-weth 30 3.6  uni-weth 30 1.2  link-weth 30 1.2
     paxg-weth 30 0.9`,
  ],
  [
    'sush ethereum constant_product',
    `sushi-weth 30 1.2  weth-usdc 30 3  wbtc-weth 30 2.4  weth-usdt 30 2.4  weth-dai 30 1.2`,
  ],
  [
    'curv ethereum stable',
    `dai-usdc-usdt 4 1800  steth-weth 4 720  frax-usdc 4 480  lusd-usdc 4 180  pyusd-usdc 2 300  crvusd-usdt 1 240`,
  ],
  ['cur2 ethereum stable', 'wbtc-weth-usdt 30 18  crv-weth 40 2.4  cbeth-weth 4 36  eurc-usdc 5 24'],
  [
    'bal2 ethereum weighted',
    `bal-weth 100 4.8 80/20  aave-weth 30 3.6 80/20  wbtc-weth 25 3 50/50  ldo-wsteth 30 1.2 50/50
     link-uni-aave-crv-comp-snx-wbtc-weth 50 1.8 12.5/12.5/12.5/12.5/12.5/12.5/12.5/12.5
     wbtc-weth-dai-usdc 30 2.4 25/25/25/25`,
  ],
  ['bal2 ethereum stable', 'reth-weth 4 156  wsteth-weth 1 180'],
  [
    'quik polygon constant_product',
    `quick-wpol 30 0.36  wpol-usdc 30 1.2  wpol-usdt 30 0.9  weth-usdc 30 1.8  wbtc-weth 30 1.2`,
  ],
  ['caml arbitrum concentrated', 'arb-weth 30 1.2  weth-usdc 5 4.8  gmx-weth 30 0.6'],
  ['orca solana concentrated', 'wsol-usdc 4 24  orca-usdc 30 0.6  msol-wsol 1 48  jitosol-wsol 1 54'],
  ['rayd solana constant_product', 'wsol-usdc 25 9  ray-usdc 25 2.4  ray-wsol 25 1.8  wsol-usdt 25 3.6'],
]

/** Pools that profiles fill ahead, and all vaults. An id is the position in the list and determines log indexes: only append vaults. */
export const poolsAhead: readonly Pool[] = [
  ...table.flatMap(([group, pools]) => entriesOf(pools).map(pool => [...group.split(' '), ...pool])),
  ...deposits.map(({ protocol, blockchain, asset }) => [protocol, blockchain, 'vault', asset]),
].map((fields, place) => poolOf(place + 1, fields))

export function poolOf(id: number, fields: string[]): Pool {
  const [protocol = '', blockchain = '', type = '', tokens = '', fee = '', depth = '', weights] = fields
  const codes = tokens.split('-')
  const opened = opensSince(protocol, blockchain, codes)
  return {
    id,
    blockchain,
    protocol,
    type: type as PoolType,
    tokens: codes,
    fee: Number(fee) / 10_000,
    tickSpacing: type === 'concentrated' ? (tickSpacings[Number(fee)] ?? null) : null,
    weights: weights ? weights.split('/').map(percent => Number(percent) / 100) : null,
    depth: Number(depth) * 1_000_000,
    since: opened > worldStart ? opened : null,
  }
}

/** Pools without founding day trade when the world begins, others from the day after it. @returns a midnight UTC */
export function swappedSince({ since }: Pool): number {
  return since === null ? worldStart : since + day
}

interface Protocol {
  code: string
  name: string
  /** Codes of the versions that a protocol without pools groups. */
  versions?: readonly string[]
}

export const protocols: readonly Protocol[] = [
  ...exchanges.filter(({ kind }) => kind === 'decentralised'),
  { code: 'aave', name: 'Aave', versions: ['aav1', 'aav2', 'aav3'] },
  { code: 'aav1', name: 'Aave V1' },
  { code: 'aav2', name: 'Aave V2' },
  { code: 'aav3', name: 'Aave V3' },
  { code: 'cmpd', name: 'Compound' },
  { code: 'crem', name: 'C.R.E.A.M.' },
  { code: 'sprk', name: 'Spark' },
  { code: 'mrpb', name: 'Morpho' },
  { code: 'cmp3', name: 'Compound V3' },
  { code: 'flud', name: 'Fluid' },
  { code: 'unis', name: 'Uniswap', versions: ['usp2', 'usp3'] },
  { code: 'pnck', name: 'PancakeSwap', versions: ['pcs2', 'pcs3'] },
  { code: 'cmpa', name: 'Compound (all versions)', versions: ['cmpd', 'cmp3'] },
  { code: 'crva', name: 'Curve (all versions)', versions: ['curv', 'cur2'] },
]
