import { YearlySeries } from '../../src/market/past-years.ts'
import { entriesOf, yearsOf } from '../table-text.ts'

export interface StakingChain {
  /** Of its coin. */
  code: string
  /** Accepted in place of the code. */
  others: readonly string[]
  /** When staking began, as published. */
  since: string
  name: string
  asset: string
  validators: number
  /** Percent of the stake per year; null: by Ethereum's rule. */
  issuance: YearlySeries | null
  /** User fees, as the same fraction. */
  fees: number
}

/** The token grows by the rewards after commission. */
export interface LiquidStaking {
  code: string
  /** Accepted in place of the code. */
  others: readonly string[]
  /** When its token was launched. */
  since: string
  name: string
  token: string
  validators: number
  /** Commission, as a fraction of the rewards. */
  commission: number
}

/**
 * Code of the coin, other codes, first day, validators, issuance and user fees in percent of the stake per year, name. Issuance that
 * differed by years is below.
 */
const chainRows = `
eth ethereum 2020-12-01 1050000 - 0.62 Ethereum
sol solana 2020-03-16 1280 * 0.84 Solana
ada cardano 2020-07-29 2950 * 0.03 Cardano
dot polkadot 2020-06-18 600 * 0.04 Polkadot
atom cosmos 2019-03-13 180 * 0.06 Cosmos Hub
avax avalanche 2020-09-21 1120 * 0.05 Avalanche
near nearprotocol 2020-10-13 265 * 0.15 NEAR Protocol
sui suinetwork 2023-05-03 121 * 0.25 Sui
apt aptos 2022-10-17 152 6.9 0.08 Aptos
xtz tezos 2018-09-17 298 * 0.06 Tezos
trx tron 2018-06-25 27 3.3 1.1 TRON
pol polygon,matic 2020-06-01 105 * 0.12 Polygon
bnb bsc 2020-09-01 45 0.1 1.8 BNB Smart Chain
ton toncoin 2021-11-10 380 3.2 0.2 Toncoin
tia celestia 2023-10-31 100 * 0.02 Celestia
inj injective 2021-11-08 60 * 0.3 Injective
sei seinetwork 2023-08-15 40 7.2 0.08 Sei
ksm kusama 2020-02-28 1000 * 0.05 Kusama
egld multiversx 2020-09-03 3200 * 0.04 MultiversX
hbar hedera 2022-07-21 31 * 0.05 Hedera`

/** Code, other codes besides its token, first day of its token, token, validators, commission in percent, name. */
const liquidRows = `
lido lidofinance,steth 2020-12-18 wsteth 268000 10 Lido
rocketpool rocket-pool 2021-11-09 reth 38500 14 Rocket Pool
coinbase cbeth 2022-08-24 cbeth 117000 25 Coinbase
marinade msol 2021-08-02 msol 145 6 Marinade
jito jitosol 2022-11-01 jitosol 210 4 Jito
etherfi weeth 2023-11-10 weeth 71000 10 ether.fi
binance wbeth 2023-04-27 wbeth 84000 10 Binance
mantle meth 2023-12-01 meth 12500 10 Mantle
frax sfrxeth 2022-10-08 sfrxeth 3100 10 Frax
stakewise oseth 2023-11-28 oseth 9200 5 StakeWise
benqi savax 2022-02-10 savax 96 10 BENQI
jupiter jupsol 2024-04-01 jupsol 1 0 Jupiter`

/** Issuance in percent of the stake in the middle of years, about as explorers had it; later years have the last one. */
const published = yearsOf(`
  sol  2020 11 10.2 8.7 7.4 6.3 5.3 4.5
  ada  2020 5.2 4.9 4.2 3.5 2.9 2.5 2.2
  dot  2020 13 14 14.5 14.8 15 11.5
  atom 2019 8.5 8.8 12 17 21 16 15 14.2
  avax 2020 12 10 9 8.3 7.9 7.3 7
  near 2020 12 11 10.5 9.8 9.2 8.6 4.4
  sui  2023 5 3.3 2.5 2.2
  xtz  2018 6 6.2 6 5.8 5.6 5.6 6.5 9.3 8.5
  pol  2020 14 9 6 5 4 3.2 3
  tia  2023 16 12 7.5 6.2
  inj  2021 12 14 16 11 6.8 5.6
  ksm  2020 14 16 18 17 15 14 13.6
  egld 2020 25 15 12 9 7.8 6.8 6.3
  hbar 2022 6.5 6.5 2.5 2.45`)

const issuances = new Map([...published].map(([code, { first, values }]) => [code, new YearlySeries(values, first)]))

export const stakingChains: readonly StakingChain[] = entriesOf(chainRows).map(
  ([code = '', others = '', since = '', validators, issuance, fees, ...name]) => ({
    code,
    others: others.split(','),
    since,
    name: name.join(' '),
    asset: code,
    validators: Number(validators),
    issuance: issuance === '-' ? null : (issuances.get(code) ?? new YearlySeries([Number(issuance)])),
    fees: Number(fees) / 100,
  }),
)

export const liquidStakings: readonly LiquidStaking[] = entriesOf(liquidRows).map(
  ([code = '', others = '', since = '', token = '', validators, commission, ...name]) => ({
    code,
    others: [...new Set([...others.split(','), token])],
    since,
    name: name.join(' '),
    token,
    validators: Number(validators),
    commission: Number(commission) / 100,
  }),
)

export const chainMethodologies = ['issuance', 'fees', 'total'] as const
export const liquidMethodologies = ['gross', 'net'] as const
