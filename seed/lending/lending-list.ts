import { assetOf } from '../catalogue/assets/asset-catalogue.ts'
import { type Pool, poolsAhead } from '../pools/pool-list.ts'
import { deposits as allDeposits } from './deposits.ts'

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

const vaults = poolsAhead.filter(({ type }) => type === 'vault')

export const lendingMarkets: readonly LendingMarket[] = allDeposits.map(({ asset, millions, utilisation }, n) => ({
  pool: vaults[n]!,
  asset,
  deposits: (millions * 1e6) / assetOf(asset).level,
  utilisation,
  pace: 1 + Math.sqrt(millions) / 6,
}))

/** As scenarios name it. */
export function nameOfMarket({ pool, asset }: LendingMarket): string {
  return `${pool.protocol}/${pool.blockchain}/${asset}`
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
