import { day } from '../../src/market/time.ts'
import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
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

/**
 * Group: protocol, chain and type. Pool: tokens, fee in basis points, depth in million USD, weights in percent. With these depths, the
 * largest pools hold about half of what they held in 2025, or more.
 */
const table: [group: string, pools: string][] = [
  [
    'usp3 ethereum concentrated',
    `weth-usdc 5 200  weth-usdc 30 100  weth-usdt 30 140  weth-usdt 5 48  wbtc-weth 30 180  wbtc-usdc 30 135
     wbtc-usdt 30 75  weth-dai 30 20  link-weth 30 40  uni-weth 30 35  aave-weth 30 30  mkr-weth 30 10
     ldo-weth 30 4  crv-weth 100 2  wsteth-weth 1 720  reth-weth 5 120  cbeth-weth 5 60  usdc-usdt 1 3600
     dai-usdc 1 2400  paxg-usdc 30 10`,
  ],
  ['usp3 arbitrum concentrated', 'arb-weth 5 14  arb-usdc 5 10  gmx-weth 30 4'],
  ['usp3 polygon concentrated', 'wpol-usdc 5 6  wpol-weth 30 5'],
  [
    'usp2 ethereum constant_product',
    `weth-usdc 30 41  weth-usdt 30 39  weth-dai 30 11  wbtc-weth 30 37  uni-weth 30 10  link-weth 30 10
     paxg-weth 30 7`,
  ],
  [
    'sush ethereum constant_product',
    `sushi-weth 30 2.4  weth-usdc 30 6  wbtc-weth 30 6  weth-usdt 30 5  weth-dai 30 2.4`,
  ],
  [
    'curv ethereum stable',
    `dai-usdc-usdt 4 8000  steth-weth 4 1440  frax-usdc 4 480  lusd-usdc 4 180  pyusd-usdc 2 900  crvusd-usdt 1 1200`,
  ],
  ['cur2 ethereum stable', 'wbtc-weth-usdt 30 90  crv-weth 40 6  cbeth-weth 4 12  eurc-usdc 5 24'],
  [
    'bal2 ethereum weighted',
    `bal-weth 100 4.8 80/20  aave-weth 30 3.6 80/20  wbtc-weth 25 3 50/50  ldo-wsteth 30 1.2 50/50
     link-uni-aave-crv-comp-snx-wbtc-weth 50 1.8 12.5/12.5/12.5/12.5/12.5/12.5/12.5/12.5
     wbtc-weth-dai-usdc 30 2.4 25/25/25/25`,
  ],
  ['bal2 ethereum stable', 'reth-weth 4 156  wsteth-weth 1 180'],
  [
    'quik polygon constant_product',
    `quick-wpol 30 0.6  wpol-usdc 30 2  wpol-usdt 30 1.5  weth-usdc 30 3  wbtc-weth 30 2`,
  ],
  ['caml arbitrum concentrated', 'arb-weth 30 6  weth-usdc 5 24  gmx-weth 30 3'],
  ['orca solana concentrated', 'wsol-usdc 4 110  orca-usdc 30 2.4  msol-wsol 1 140  jitosol-wsol 1 240'],
  ['rayd solana constant_product', 'wsol-usdc 25 32  ray-usdc 25 12  ray-wsol 25 10  wsol-usdt 25 10'],
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

/** How the prices of its tokens move: each for itself, with one peg, or with a peg and the yield of one of them. */
export function relationIn({ tokens }: Pool): 'apart' | 'pegged' | 'growing' {
  if (new Set(tokens.map(followed)).size > 1) return 'apart'
  return tokens.some(code => assetOf(code).price.law === 'accrues') ? 'growing' : 'pegged'
}

function followed(code: string): string {
  const { price } = assetOf(code)
  return price.law === 'peg' || price.law === 'accrues' ? followed(price.to) : code
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
