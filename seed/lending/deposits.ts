import { entriesOf } from '../table-text.ts'

/** Deposits in million USD and utilisation in percent, by asset. */
const table: [group: string, markets: string][] = [
  ['aav1 ethereum', 'weth 4 51  usdc 1 66  dai 0.8 63'],
  ['aav2 ethereum', 'weth 90 60  usdc 36 69  usdt 32 70  dai 12 66  wbtc 60 14'],
  ['aav3 ethereum', 'weth 1250 80  wsteth 820 12  usdc 780 82  usdt 860 81  wbtc 720 11'],
  ['aav3 arbitrum', 'weth 84 74  usdc 62 77  arb 5 31'],
  ['aav3 polygon', 'wpol 4 48  usdc 24 76'],
  ['cmpd ethereum', 'weth 96 38  usdc 125 70  dai 42 64  uni 9 8'],
  ['crem ethereum', 'weth 1.2 41  usdc 0.6 61  crv 0.25 35'],
  ['aav2 ethereum', 'link 8 30  crv 2 45  lusd 2 60'],
  [
    'aav3 ethereum',
    `dai 120 78  link 95 22  cbeth 60 5  reth 110 4  pyusd 80 60  crvusd 25 75  lusd 12 70  eurc 15 50  paxg 20 6`,
  ],
  ['aav3 arbitrum', 'usdt 45 72  wbtc 60 20  wsteth 75 6  dai 8 60'],
  ['aav3 polygon', 'usdt 28 74  weth 32 58  wbtc 26 15  dai 7 62'],
  ['sprk ethereum', 'weth 420 72  wsteth 610 3  dai 300 85  usdc 110 80  usdt 260 82  wbtc 140 8'],
  ['mrpb ethereum', 'usdc 380 88  weth 210 86  usdt 150 87  dai 60 85  wbtc 30 70'],
  ['cmp3 ethereum', 'usdc 320 78  weth 140 68  usdt 190 76'],
  ['cmp3 arbitrum', 'usdc 60 74'],
  ['cmp3 polygon', 'usdc 18 70'],
  ['flud ethereum', 'usdc 190 82  usdt 160 83  weth 90 70'],
]

/** Of each lending market; its vault has the same place among the vaults. */
export const deposits = table.flatMap(([group, markets]) => {
  const [protocol = '', blockchain = ''] = group.split(' ')
  return entriesOf(markets).map(([asset = '', millions, percent]) => ({
    protocol,
    blockchain,
    asset,
    millions: Number(millions),
    utilisation: Number(percent) / 100,
  }))
})
