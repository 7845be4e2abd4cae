import { liquidStakings, stakingChains } from '../supply/staking-list.ts'
import { entriesOf } from '../table-text.ts'

/** What people type besides codes, names and their beginnings: code, then other names without spaces or signs. */
const table = {
  exchange: `
cbse gdax
huob huobi huobiglobal
itbi paxos
kcon kucoinspot
orca whirlpool
xtcm xt`,
  asset: `
btc xbt bitcoins
eth ethereum
doge xdg
usd dollar usdollar
usdc circle
gbp sterling
eur euros
krw wons
cny rmb
bch bcc
xlm lumens
xrp ripple
pol polygon
matic polygon
lunc lunaclassic
luna terraluna
luna2 lunanew
sky makerdao
mkr makerdao
ton gram
fet asi
steth stakedether lidosteth
wbtc wrappedbtc
weth wrappedeth`,
} as const

interface Alias {
  entity: 'exchange' | 'asset' | 'staking'
  name: string
  code: string
}

const staking = [...stakingChains, ...liquidStakings].flatMap(({ code, others }) =>
  others.map((name): Alias => ({ entity: 'staking', name, code })),
)

export const aliases: readonly Alias[] = [
  ...Object.entries(table).flatMap(([entity, rows]) =>
    entriesOf(rows).flatMap(([code = '', ...names]) =>
      names.map((name): Alias => ({ entity: entity as Alias['entity'], name, code })),
    ),
  ),
  ...staking,
]
