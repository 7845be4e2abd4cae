import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { type Pool, poolsAhead } from '../pools/pool-list.ts'

/** Kind of balances in a protocol's `metadata`. */
type LendingBalances = 'debts' | 'reserves' | 'none'

export interface LendingMarket {
  pool: Pool
  asset: string
  deposits: number
  utilisation: number
  /** Approximate changes per six hours. */
  pace: number
}

/** Deposits in million USD and utilisation in percent, by market. */
const table: [group: string, markets: string[]][] = [
  ['aav1 ethereum', ['weth 4 51', 'usdc 1 66', 'dai 0.8 63']],
  ['aav2 ethereum', ['weth 90 60', 'usdc 36 69', 'usdt 32 70', 'dai 12 66', 'wbtc 60 14']],
  ['aav3 ethereum', ['weth 1250 80', 'wsteth 820 12', 'usdc 780 82', 'usdt 860 81', 'wbtc 720 11']],
  ['aav3 arbitrum', ['weth 84 74', 'usdc 62 77', 'arb 5 31']],
  ['aav3 polygon', ['wpol 4 48', 'usdc 24 76']],
  ['cmpd ethereum', ['weth 96 38', 'usdc 125 70', 'dai 42 64', 'uni 9 8']],
  ['crem ethereum', ['weth 1.2 41', 'usdc 0.6 61', 'crv 0.25 35']],
  ['aav2 ethereum', ['link 8 30', 'crv 2 45', 'lusd 2 60']],
  [
    'aav3 ethereum',
    [
      'dai 120 78',
      'link 95 22',
      'cbeth 60 5',
      'reth 110 4',
      'pyusd 80 60',
      'crvusd 25 75',
      'lusd 12 70',
      'eurc 15 50',
      'paxg 20 6',
    ],
  ],
  ['aav3 arbitrum', ['usdt 45 72', 'wbtc 60 20', 'wsteth 75 6', 'dai 8 60']],
  ['aav3 polygon', ['usdt 28 74', 'weth 32 58', 'wbtc 26 15', 'dai 7 62']],
  ['sprk ethereum', ['weth 420 72', 'wsteth 610 3', 'dai 300 85', 'usdc 110 80', 'usdt 260 82', 'wbtc 140 8']],
  ['mrpb ethereum', ['usdc 380 88', 'weth 210 86', 'usdt 150 87', 'dai 60 85', 'wbtc 30 70']],
  ['cmp3 ethereum', ['usdc 320 78', 'weth 140 68', 'usdt 190 76']],
  ['cmp3 arbitrum', ['usdc 60 74']],
  ['cmp3 polygon', ['usdc 18 70']],
  ['flud ethereum', ['usdc 190 82', 'usdt 160 83', 'weth 90 70']],
]

/** One market per vault. @throws if one list lacks it: a mistake in the lists. */
export const lendingMarkets: readonly LendingMarket[] = table.flatMap(([group, rows]) =>
  rows.map(row => {
    const [asset = '', millions = '', percent = ''] = row.split(' ')
    const pool = vaultOf(`${group} ${asset}`)
    const deposits = (Number(millions) * 1e6) / assetOf(asset).level
    return { pool, asset, deposits, utilisation: Number(percent) / 100, pace: 1 + Math.sqrt(Number(millions)) / 3.1 }
  }),
)

function vaultOf(name: string): Pool {
  const found = poolsAhead.find(
    ({ type, protocol, blockchain, tokens }) => type === 'vault' && `${protocol} ${blockchain} ${tokens[0]}` === name,
  )
  if (!found) throw new Error(`no vault ${name}`)
  return found
}

interface LendingProtocol {
  balances: LendingBalances
  prefix: string
  suffix?: string
  /** Infix of receipt symbols by chain, if the protocol uses one. */
  chainMarks?: Record<string, string>
  /** Decimals of the receipt token; null: as the asset. */
  decimals: number | null
}

const lendingProtocols: Record<string, LendingProtocol> = {
  aav1: { balances: 'debts', prefix: 'a', decimals: null },
  aav2: { balances: 'debts', prefix: 'a', decimals: null },
  aav3: {
    balances: 'none',
    prefix: 'a',
    chainMarks: { ethereum: 'Eth', arbitrum: 'Arb', polygon: 'Pol' },
    decimals: null,
  },
  cmpd: { balances: 'reserves', prefix: 'c', decimals: 8 },
  crem: { balances: 'reserves', prefix: 'cr', decimals: 8 },
  sprk: { balances: 'none', prefix: 'sp', decimals: null },
  mrpb: { balances: 'none', prefix: 'gt', decimals: 18 },
  cmp3: { balances: 'none', prefix: 'c', suffix: 'v3', decimals: null },
  flud: { balances: 'none', prefix: 'f', decimals: null },
}

export function lendingProtocol(code: string): LendingProtocol {
  const protocol = lendingProtocols[code]
  if (!protocol) throw new Error(`no lending protocol ${code}`)
  return protocol
}

/** "aWETH", "aEthWETH", "cWETH". */
export function receiptSymbol({ protocol, blockchain }: Pool, symbol: string): string {
  const { prefix, chainMarks, suffix = '' } = lendingProtocol(protocol)
  return prefix + (chainMarks?.[blockchain] ?? '') + symbol + suffix
}
