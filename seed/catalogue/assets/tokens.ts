import { entriesOf } from '../../table-text.ts'
import { contractAddress } from '../addresses.ts'
import { tokenAddresses } from './token-addresses.ts'

/** Symbols that are not simply the upper-case code, as their issuers write them. */
const symbols = new Map(
  entriesOf(`
steth stETH  wsteth wstETH  reth rETH  cbeth cbETH  msol mSOL  jitosol JitoSOL  crvusd crvUSD  weeth weETH  ezeth ezETH  rseth rsETH
pufeth pufETH  sweth swETH  oseth osETH  frxeth frxETH  sfrxeth sfrxETH  ankreth ankrETH  seth sETH  aleth alETH  alusd alUSD
frxusd frxUSD  sfrax sFRAX  susde sUSDe  usde USDe  susds sUSDS  sdai sDAI  musd mUSD  usdf USDf  tbtc tBTC  solvbtc SolvBTC
jupsol jupSOL  bsol bSOL  stmatic stMATIC  maticx MaticX`).map(([code = '', symbol = '']) => [code, symbol]),
)

/** Decimal places of tokens, if not 18. */
const decimals = placesOf(`
2 idrt
6 usdc usdt eurc pyusd xaut ausd buidl gyen xsgd tryb orca ray
8 wbtc fbtc spx
9 floki babydoge`)

/** On Solana, if not 9. */
const solanaDecimals = placesOf(`
5 bonk
6 wif jup pyth w pump trump pengu fartcoin zbcn jlp
8 render hnt 2z`)

/** Of tokens that were issued on the BNB chain; those bridged to it have 18. */
const bscDecimals = placesOf(`
2 idrt
9 floki babydoge`)

function placesOf(table: string): Map<string, number> {
  return new Map(entriesOf(table).flatMap(([places, ...codes]) => codes.map(code => [code, Number(places)] as const)))
}

export function symbolOf(code: string): string {
  return symbols.get(code) ?? code.toUpperCase()
}

export function decimalsOf(chain: string, code: string): number {
  if (chain === 'bsc') return bscDecimals.get(code) ?? 18
  const usual = chain === 'solana' ? (solanaDecimals.get(code) ?? 9) : 18
  return decimals.get(code) ?? usual
}

/** As published; generated for tokens of no known contract. */
export function tokenAddress(chain: string, code: string): string {
  return tokenAddresses[chain]?.[code] ?? contractAddress(chain, `token ${code}`)
}
