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

/** On Solana, if not 9. */
const solanaDecimals: Record<string, number> = {
  bonk: 5,
  wif: 6,
  jup: 6,
  pyth: 6,
  w: 6,
  pump: 6,
  trump: 6,
  pengu: 6,
  fartcoin: 6,
  render: 8,
  hnt: 8,
}

export function symbolOf(code: string): string {
  return symbols[code] ?? code.toUpperCase()
}

export function decimalsOf(chain: string, code: string): number {
  // Tokens that were bridged to this chain have its usual places.
  if (chain === 'bsc') return 18
  const usual = chain === 'solana' ? (solanaDecimals[code] ?? 9) : 18
  return decimals[code] ?? usual
}

/** As published; generated for tokens of no known contract. */
export function tokenAddress(chain: string, code: string): string {
  return tokenAddresses[chain]?.[code] ?? contractAddress(chain, `token ${code}`)
}
