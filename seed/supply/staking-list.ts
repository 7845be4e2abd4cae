export interface StakingChain {
  code: string
  /** When staking began, as published. */
  since: string
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
  /** When its token was launched. */
  since: string
  name: string
  token: string
  validators: number
  /** Commission, as a fraction of the rewards. */
  commission: number
}

export const stakingChains: readonly StakingChain[] = [
  {
    code: 'eth',
    since: '2020-12-01',
    name: 'Ethereum',
    asset: 'eth',
    validators: 1_050_000,
    issuance: null,
    fees: 0.0062,
  },
  {
    code: 'solana',
    since: '2020-03-16',
    name: 'Solana',
    asset: 'sol',
    validators: 1_280,
    issuance: 0.0492,
    fees: 0.0084,
  },
  {
    code: 'ada',
    since: '2020-07-29',
    name: 'Cardano',
    asset: 'ada',
    validators: 2_950,
    issuance: 0.0236,
    fees: 0.0003,
  },
  { code: 'dot', since: '2020-06-18', name: 'Polkadot', asset: 'dot', validators: 600, issuance: 0.115, fees: 0.0004 },
  {
    code: 'atom',
    since: '2019-03-13',
    name: 'Cosmos Hub',
    asset: 'atom',
    validators: 180,
    issuance: 0.146,
    fees: 0.0006,
  },
  {
    code: 'avax',
    since: '2020-09-21',
    name: 'Avalanche',
    asset: 'avax',
    validators: 1_120,
    issuance: 0.0715,
    fees: 0.0005,
  },
]

export const liquidStakings: readonly LiquidStaking[] = [
  { code: 'lido', since: '2020-12-18', name: 'Lido', token: 'wsteth', validators: 268_000, commission: 0.1 },
  { code: 'rocketpool', since: '2021-11-09', name: 'Rocket Pool', token: 'reth', validators: 38_500, commission: 0.14 },
  { code: 'coinbase', since: '2022-08-24', name: 'Coinbase', token: 'cbeth', validators: 117_000, commission: 0.25 },
  { code: 'marinade', since: '2021-08-02', name: 'Marinade', token: 'msol', validators: 145, commission: 0.06 },
  { code: 'jito', since: '2022-11-01', name: 'Jito', token: 'jitosol', validators: 210, commission: 0.04 },
]

export const chainMethodologies = ['issuance', 'fees', 'total'] as const
export const liquidMethodologies = ['gross', 'net'] as const
