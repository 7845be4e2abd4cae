import { contractAddress } from '../addresses.ts'
import { assetPosition } from './asset-catalogue.ts'

/** Symbols that are not simply the upper-case code. */
const symbols: Record<string, string> = {
  steth: 'stETH',
  wsteth: 'wstETH',
  reth: 'rETH',
  cbeth: 'cbETH',
  msol: 'mSOL',
  jitosol: 'JitoSOL',
  crvusd: 'crvUSD',
}

const decimals: Record<string, number> = { usdc: 6, usdt: 6, eurc: 6, pyusd: 6, wbtc: 8 }

/** Pools order tokens by address. These sort last, so the quote of a pair is the currency-like token. */
const money = ['wsteth', 'wbtc', 'wpol', 'weth', 'frax', 'lusd', 'crvusd', 'dai', 'usdc', 'usdt']

export function symbolOf(code: string): string {
  return symbols[code] ?? code.toUpperCase()
}

export function decimalsOf(chain: string, code: string): number {
  return decimals[code] ?? (chain === 'solana' ? 9 : 18)
}

export function tokenAddress(chain: string, code: string): string {
  const rank = money.indexOf(code)
  const order = rank < 0 ? assetPosition(code) : 0xa0 + rank * 8
  return contractAddress(chain, `token ${code}`, order.toString(16).padStart(2, '0'))
}
