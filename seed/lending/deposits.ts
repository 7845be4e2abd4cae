import { entriesOf } from '../table-text.ts'

/**
 * Deposits in million USD and utilisation in percent, by asset, about as published at the end of 2025; those of `mrpb` in `wbtc` are
 * collateral. At most 3,000 million of a stablecoin: a double holds the millionths of 4,295 million, and deposits vary by a quarter.
 */
const table: [group: string, markets: string][] = [
  ['aav1 ethereum', 'weth 4 51  usdc 1 66  dai 0.8 63'],
  ['aav2 ethereum', 'weth 90 60  usdc 36 69  usdt 32 70  dai 12 66  wbtc 60 14'],
  ['aav3 ethereum', 'weth 8000 85  wsteth 4600 8  usdc 3000 82  usdt 3000 81  wbtc 3900 8'],
  ['aav3 arbitrum', 'weth 420 74  usdc 330 77  arb 30 31'],
  ['aav3 polygon', 'wpol 30 48  usdc 110 76'],
  ['cmpd ethereum', 'weth 96 38  usdc 125 70  dai 42 64  uni 9 8'],
  ['crem ethereum', 'weth 1.2 41  usdc 0.6 61  crv 0.25 35'],
  ['aav2 ethereum', 'link 8 30  crv 2 45  lusd 2 60'],
  [
    'aav3 ethereum',
    `dai 180 78  link 260 12  cbeth 90 5  reth 230 4  pyusd 420 60  crvusd 45 75  lusd 12 70  eurc 45 50  paxg 20 6`,
  ],
  ['aav3 arbitrum', 'usdt 210 72  wbtc 330 20  wsteth 260 6  dai 12 60'],
  ['aav3 polygon', 'usdt 180 74  weth 110 58  wbtc 110 15  dai 25 62'],
  ['sprk ethereum', 'weth 1300 72  wsteth 2000 3  dai 700 85  usdc 350 80  usdt 700 82  wbtc 700 8'],
  ['mrpb ethereum', 'usdc 2800 88  weth 900 86  usdt 900 87  dai 100 85  wbtc 3400 3'],
  ['cmp3 ethereum', 'usdc 900 78  weth 600 68  usdt 600 76'],
  ['cmp3 arbitrum', 'usdc 120 74'],
  ['cmp3 polygon', 'usdc 30 70'],
  ['flud ethereum', 'usdc 700 82  usdt 700 83  weth 800 70'],
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
