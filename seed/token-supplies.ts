import { pools } from './pool-list.ts'

/** One contract on one chain. */
export interface Token {
  blockchain: string
  asset: string
  /** How many of it there are, about. */
  supply: number
  /** Whether it is issued and taken back as it is asked for; the others are capped. */
  elastic: boolean
}

const elastic: Record<string, Record<string, number>> = {
  ethereum: {
    weth: 2.7e6,
    usdc: 3.4e10,
    usdt: 6.8e10,
    wbtc: 1.28e5,
    dai: 3.6e9,
    wsteth: 3.7e6,
    steth: 9.4e6,
    reth: 4.1e5,
    cbeth: 1.5e5,
    paxg: 2.3e5,
    frax: 3.5e8,
    lusd: 5.5e7,
    pyusd: 6.2e8,
    crvusd: 1.1e8,
    eurc: 9.5e7,
  },
  arbitrum: { weth: 2.4e5, usdc: 3.1e9 },
  polygon: { wpol: 1.9e8, usdc: 7.5e8, usdt: 8e8, weth: 1.1e5, wbtc: 3.2e3 },
  solana: { wsol: 1.4e7, usdc: 8.6e9, usdt: 2.2e9, msol: 4.6e6, jitosol: 1.38e7 },
}

const capped: Record<string, Record<string, number>> = {
  ethereum: {
    link: 1e9,
    uni: 1e9,
    aave: 1.6e7,
    mkr: 8.7e5,
    ldo: 1e9,
    crv: 2.2e9,
    comp: 1e7,
    snx: 3.3e8,
    sushi: 2.9e8,
    bal: 6.6e7,
  },
  arbitrum: { arb: 1e10, gmx: 1.02e7 },
  polygon: { quick: 9.5e8 },
  solana: { orca: 1e8, ray: 5.55e8 },
}

/** Every contract that pools hold. @throws where one has no supply: a mistake in the lists. */
export const tokens: readonly Token[] = contracts().map(([blockchain, asset]) => {
  const supply = elastic[blockchain]?.[asset] ?? capped[blockchain]?.[asset]
  if (supply === undefined) throw new Error(`no supply of ${asset} on ${blockchain}`)
  return { blockchain, asset, supply, elastic: capped[blockchain]?.[asset] === undefined }
})

function contracts(): [blockchain: string, asset: string][] {
  const names = new Set(pools.flatMap(({ blockchain, tokens }) => tokens.map(asset => `${blockchain} ${asset}`)))
  return [...names].sort().map(name => name.split(' ') as [string, string])
}
