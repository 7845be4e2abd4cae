/** A chain whose validators are paid by new coins and by what users pay. */
export interface StakingChain {
  code: string
  name: string
  asset: string
  /** Usually. */
  validators: number
  /** New coins a year, as a fraction of those that are staked, usually; null: by Ethereum's rule. */
  issuance: number | null
  /** What users pay, as the same fraction. */
  fees: number
}

/** Who stakes for others, and gives them a token whose worth grows by what is left of the rewards. */
export interface LiquidStaking {
  code: string
  name: string
  token: string
  validators: number
  /** The part of the rewards that is kept. */
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

/** By which an annual rate is measured. */
export const chainMethodologies = ['issuance', 'fees', 'total'] as const
export const liquidMethodologies = ['gross', 'net'] as const
