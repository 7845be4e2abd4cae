import { tradedSince } from '../catalogue/instruments/beginnings.ts'
import { entriesOf } from '../table-text.ts'

export interface SupplySource {
  asset: string
  blockchain: string
  /** A midnight UTC; there is none before. */
  since: number
  /** Approximate supply; for steady growth, as of the beginning of 2024; of elastic ones, as of today. */
  supply: number
  law: SupplyLaw
  /** Locked share at the beginning of 2024, and the months of its release. */
  locked: { share: number; months: number }
}

export type SupplyLaw =
  | { law: 'mined' }
  /** Mined evenly between halvings. */
  | { law: 'halved' }
  /** Annual growth as a fraction (negative: burning), in steps of hours. */
  | { law: 'issued'; yearly: number; hours: number }
  /** Issued and redeemed on demand, once per number of hours. */
  | { law: 'elastic'; hours: number }
  /** Mined from nothing, ever less of it each day, until all of the supply is there. */
  | { law: 'emitted' }
  | { law: 'capped' }

/** Days on which chains with contracts began. */
const chainsLaunched: Record<string, string> = {
  ethereum: '2015-07-30',
  tron: '2018-06-25',
  solana: '2020-03-16',
  polygon: '2020-05-31',
  bsc: '2020-09-01',
  arbitrum: '2021-08-31',
}

/** Native coins: supply, issuance in percent per year or its law, step in hours, locked percent, months until unlocked. */
const coinRows = `
btc bitcoin mined 0 0 0 0  eth ethereum 1.202e8 0.35 1 0 0  sol solana 5.65e8 4.8 48 12 60
xrp ripple 9.9988e10 -0.002 1 45 190  doge dogecoin 1.423e11 3.6 1 0 0  bnb bsc 1.5e8 -4 2190 0 0
ada cardano 3.64e10 1.9 120 4 120  ltc litecoin 7.41e7 halved 1 0 0  avax avalanche 4.35e8 1.4 24 8 70  sui sui 1e10 0 0 88 80
trx tron 9.5e10 -0.2 6 0 0  dot polkadot 1.42e9 8 24 1 90  bch bitcoin-cash 1.96e7 halved 1 0 0  pol polygon 1e10 1 24 5 48
xlm stellar 5.0001e10 0 0 43 120  near near 1.17e9 5 12 1 50  atom cosmos 4e8 11 6 0 0  op optimism 4.295e9 0 0 78 80
apt aptos 1.07e9 4 2 68 53  etc ethereum-classic 1.43e8 3.1 1 0 0  fil filecoin 1.96e9 0 0 74 158  xtz tezos 9.8e8 4.6 3 0 0
algo algorand 1e10 0 0 20 90  cc canton 2.1e10 28 1 6 60  dash dash 1.17e7 3.1 1 0 0  ar arweave 6.6e7 0 0 1 60`

/** Fixed-supply contracts: supply, locked percent, months until unlocked. */
const cappedRows = `
link ethereum 1e9 44 72  uni ethereum 1e9 40 200  aave ethereum 1.6e7 8 90  mkr ethereum 8.7e5 3 120  ldo ethereum 1e9 11 84
crv ethereum 2.2e9 50 70  comp ethereum 1e7 19 30  snx ethereum 3.3e8 1 90  sushi ethereum 2.9e8 14 70
bal ethereum 6.6e7 12 80  arb arbitrum 1e10 87 48  gmx arbitrum 1.02e7 4 60  quick polygon 9.5e8 30 70  orca solana 1e8 50 80
ray solana 5.55e8 53 90  cake bsc 3.8e8 25 90  pepe ethereum 4.2069e14 2 60  shib ethereum 5.8926e14 0 0
floki ethereum 4.6e12 3 50  floki bsc 5.1e12 2 50  bonk solana 8.88e13 26 48  wif solana 9.9884e8 0 0
gala ethereum 4.6e10 12 70  chz ethereum 8.888e9 9 60  enj ethereum 1e9 8 60  bat ethereum 1.5e9 1 90  zrx ethereum 1e9 15 90
knc ethereum 2.4e8 27 90  storj ethereum 4.25e8 66 110  grt ethereum 8.6e9 14 70  grt arbitrum 2.2e9 0 0
ankr ethereum 1e10 0 0  celr ethereum 1e10 24 60  skl ethereum 7e9 28 60  mask ethereum 1e8 10 40  imx ethereum 2e9 34 26
axs ethereum 2.7e8 52 90  mana ethereum 2.19e9 12 90  sand ethereum 2.6e9 28 40  sand polygon 4e8 15 40
ape ethereum 1e9 63 40  band ethereum 1.6e8 11 60  lrc ethereum 1.37e9 3 90  agix ethereum 1.28e9 4 60`

/** Contracts that issue and redeem: supply, and hours between changes. */
const elasticRows = `
weth ethereum 2.7e6 1  weth arbitrum 2.4e5 4  weth polygon 1.1e5 6  usdc ethereum 5.6e10 1  usdc solana 1e10 2
usdc arbitrum 6.6e9 3  usdc polygon 1.2e9 6  usdt ethereum 9.7e10 1  usdt tron 8.5e10 1  usdt solana 2.6e9 3  usdt polygon 1e9 6
dai ethereum 3.6e9 2  fdusd ethereum 1.4e9 8  fdusd bsc 4e8 12  pyusd ethereum 6.2e8 8  tusd ethereum 3.1e8 24
tusd tron 1.7e8 24  usdp ethereum 7e7 24  gusd ethereum 5.5e7 24  frax ethereum 3.5e8 12  lusd ethereum 5.5e7 12
crvusd ethereum 1.1e8 6  eurc ethereum 9.5e7 12  eurc solana 3.1e7 24  wbtc ethereum 1.28e5 4  wbtc polygon 3.2e3 24
wsol solana 1.4e7 2  wpol polygon 1.9e8 4  steth ethereum 9.4e6 2  wsteth ethereum 3.7e6 3  reth ethereum 4.1e5 8
cbeth ethereum 1.5e5 12  msol solana 4.6e6 6  jitosol solana 1.38e7 4  paxg ethereum 2.3e5 24  xaut ethereum 2.46e5 48
usdt arbitrum 1.3e9 6  wbtc arbitrum 1.1e4 24  wsteth arbitrum 1.3e5 12  dai arbitrum 9e7 12  dai polygon 1.4e8 12`

/** The index is an id in stores, so raise the schema version when the order changes. */
export const supplySources: readonly SupplySource[] = [
  ...entriesOf(coinRows).map(coin),
  ...entriesOf(cappedRows).map(([asset = '', blockchain = '', supply, share, months]) => ({
    ...contract(asset, blockchain, supply),
    law: { law: 'capped' } as const,
    locked: lockedShare(share, months),
  })),
  ...entriesOf(elasticRows).map(([asset = '', blockchain = '', supply, hours]) => ({
    ...contract(asset, blockchain, supply),
    law: { law: 'elastic', hours: Number(hours) } as const,
    locked: lockedShare('0', '0'),
  })),
]

function coin([asset = '', blockchain = '', supply = '', yearly, hours, share, months]: string[]): SupplySource {
  const locked = lockedShare(share, months)
  const since = tradedSince(asset)
  if (supply === 'mined') return { asset, blockchain, since, supply: 1.96e7, law: { law: 'mined' }, locked }
  if (yearly === 'halved') return { asset, blockchain, since, supply: Number(supply), law: { law: yearly }, locked }
  const issued = { law: 'issued', yearly: Number(yearly) / 100, hours: Number(hours) } as const
  const law = issued.yearly === 0 ? ({ law: 'capped' } as const) : issued
  return { asset, blockchain, since, supply: Number(supply), law, locked }
}

function contract(asset: string, blockchain: string, supply: string | undefined) {
  // A contract needs its chain.
  const since = Math.max(tradedSince(asset), Date.parse(chainsLaunched[blockchain] ?? '2009-01-03'))
  return { asset, blockchain, since, supply: Number(supply) }
}

function lockedShare(percent = '0', months = '0') {
  return { share: Number(percent) / 100, months: Number(months) }
}

const byName = new Map(supplySources.map((source, id) => [`${source.blockchain} ${source.asset}`, id]))

/** @throws if the lists have no such supply */
export function supplyId(blockchain: string, asset: string): number {
  const id = byName.get(`${blockchain} ${asset}`)
  if (id === undefined) throw new Error(`no supply of ${asset} on ${blockchain}`)
  return id
}
