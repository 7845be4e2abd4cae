export interface StakingChain {
  code: string
  name: string
  asset: string
  validators: number
  /** Fraction of the stake per year; null: by Ethereum's rule. */
  issuance: number | null
  /** User fees, as the same fraction. */
  fees: number
}

/** The token grows by the rewards after commission. */
export interface LiquidStaking {
  code: string
  name: string
  token: string
  validators: number
  /** Commission, as a fraction of the rewards. */
  commission: number
}

export const stakingChains: readonly StakingChain[] = [
  { code: 'eth', name: 'Ethereum', asset: 'eth', validators: 1_050_000, issuance: null, fees: 0.0062 },
  { code: 'solana', name: 'Solana', asset: 'sol', validators: 1_280, issuance: 0.0492, fees: 0.0084 },
  { code: 'ada', name: 'Cardano', asset: 'ada', validators: 2_950, issuance: 0.0236, fees: 0.0003 },
  { code: 'dot', name: 'Polkadot', asset: 'dot', validators: 600, issuance: 0.115, fees: 0.0004 },
  { code: 'atom', name: 'Cosmos Hub', asset: 'atom', validators: 180, issuance: 0.146, fees: 0.0006 },
  { code: 'avax', name: 'Avalanche', asset: 'avax', validators: 1_120, issuance: 0.0715, fees: 0.0005 },
]

export const liquidStakings: readonly LiquidStaking[] = [
  { code: 'lido', name: 'Lido', token: 'wsteth', validators: 268_000, commission: 0.1 },
  { code: 'rocketpool', name: 'Rocket Pool', token: 'reth', validators: 38_500, commission: 0.14 },
  { code: 'coinbase', name: 'Coinbase', token: 'cbeth', validators: 117_000, commission: 0.25 },
  { code: 'marinade', name: 'Marinade', token: 'msol', validators: 145, commission: 0.06 },
  { code: 'jito', name: 'Jito', token: 'jitosol', validators: 210, commission: 0.04 },
]

export const chainMethodologies = ['issuance', 'fees', 'total'] as const
export const liquidMethodologies = ['gross', 'net'] as const
