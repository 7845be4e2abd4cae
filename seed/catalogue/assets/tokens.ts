import { contractAddress } from '../addresses.ts'
import { tokenAddresses } from './token-addresses.ts'

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

const decimals: Record<string, number> = { usdc: 6, usdt: 6, eurc: 6, pyusd: 6, xaut: 6, wbtc: 8, orca: 6, ray: 6 }

export function symbolOf(code: string): string {
  return symbols[code] ?? code.toUpperCase()
}

export function decimalsOf(chain: string, code: string): number {
  return decimals[code] ?? (chain === 'solana' ? 9 : 18)
}

/** As published; generated for tokens of no known contract. */
export function tokenAddress(chain: string, code: string): string {
  return tokenAddresses[chain]?.[code] ?? contractAddress(chain, `token ${code}`)
}
