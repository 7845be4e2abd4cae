import { logIndexStride } from '../../src/market/trades/swap-number.ts'
import { keyOf } from '../hashed-draws.ts'
import { lineOf, mostLines } from '../pools/log-index.ts'
import { type Pool, poolOf, poolsAhead } from '../pools/pool-list.ts'
import { worldStart } from '../profiles.ts'
import { allSupplies } from '../supply/supplies.ts'
import { ruleOf } from '../table-text.ts'
import { assetOf } from './assets/asset-catalogue.ts'
import { isCoin } from './assets/asset-list.ts'
import { assetEnd, soleExchanges } from './assets/wider-assets.ts'
import { firstIdWhenAsked } from './instruments/instrument.ts'

/**
 * Pools beyond those that profiles fill ahead. Group: protocol, chain, type, fee in basis points, depth of the largest pool in
 * million USD. By quote: the number of the chain's coins by interest, then more assets after + and without those after −.
 * Approximate: the rules resemble what each protocol's largest pools are, but were not compared with a list of them.
 */
const rules: [group: string, quotes: Record<string, string>][] = [
  ['usp3 ethereum concentrated 30 32', { weth: '12 + yfi pepe ena ondo pendle − eth leo nexo bgb kcs ht ftt mnt cro' }],
  ['usp2 ethereum constant_product 30 44', { weth: '6 + pepe shib spx yfi − eth leo nexo bgb kcs ht ftt mnt cro' }],
  ['sush ethereum constant_product 30 2', { weth: '0 + yfi snx crv comp aave' }],
  ['sus3 ethereum concentrated 5 5', { usdc: '0 + weth', weth: '0 + sushi' }],
  ['curv ethereum stable 4 480', { usdc: '0 + usde gho usd0 frxusd dola rlusd', weth: '0 + frxeth weeth' }],
  ['bal2 ethereum stable 4 60', { weth: '0 + weeth rseth ezeth' }],
  ['fxsw ethereum constant_product 30 2', { frax: '0 + fxs weth' }],
  ['shsw ethereum constant_product 30 1.5', { weth: '0 + shib' }],
  ['mavr ethereum concentrated 5 7', { usdc: '0 + weth', weth: '0 + wsteth' }],
  ['pcs2 bsc constant_product 25 45', { usdt: '0 + wbnb cake btcb', wbnb: '8 + cake btcb − bnb solvbtc' }],
  ['pcs3 bsc concentrated 5 200', { usdt: '0 + wbnb btcb cake', usdc: '0 + wbnb' }],
  ['thna bsc constant_product 20 4', { usdt: '0 + wbnb' }],
  ['bisw bsc constant_product 10 2', { usdt: '0 + wbnb btcb' }],
  ['wmbt bsc stable 1 5', { usdc: '0 + usdt' }],
  ['apes bsc constant_product 20 0.4', { usdt: '0 + wbnb' }],
  ['mdex bsc constant_product 30 0.3', { usdt: '0 + wbnb btcb' }],
  ['caml arbitrum concentrated 30 4', { weth: '5 − weth arb gmx', usdc: '0 + arb wbtc' }],
  ['rams arbitrum concentrated 5 1.6', { usdc: '0 + weth', weth: '0 + arb' }],
  ['quik polygon constant_product 30 0.5', { wpol: '0 + sand ghst', usdc: '0 + quick' }],
  ['orca solana concentrated 30 36', { wsol: '12 + jupsol bsol − sol', usdc: '8 + jitosol − sol orca' }],
  ['rayd solana constant_product 25 21', { wsol: '14 − sol ray orca', usdc: '7 − sol ray orca' }],
  ['rclm solana concentrated 5 46', { usdc: '0 + wsol ray', usdt: '0 + wsol', wsol: '5 − sol orca' }],
  ['metr solana concentrated 5 76', { usdc: '3 + wsol − sol ray orca', wsol: '4 + jupsol − sol ray orca' }],
  ['sabr solana stable 4 6', { usdc: '0 + usdt', wsol: '0 + msol jitosol' }],
  ['lfny solana constant_product 5 0.6', { usdc: '0 + wsol' }],
  ['usp3 ethereum concentrated 5 18', { weth: '0 + pufeth', dai: '0 + sdai', wbtc: '0 + fbtc' }],
  ['curv ethereum stable 4 12', { weth: '0 + seth' }],
  [
    'usp3 arbitrum concentrated 5 6',
    {
      usdc: '0 + crvusd frxusd bold dola mim ausd alusd susde susds sfrax eura xsgd gyen zchf',
      weth: '0 + tbtc oseth ezeth rseth frxeth sfrxeth ankreth aleth sweth',
    },
  ],
  [
    'caml arbitrum concentrated 5 2',
    { usdc: '0 + crvusd ausd bold frxusd eura zchf', weth: '0 + ankreth oseth sweth' },
  ],
  ['rams arbitrum concentrated 5 0.5', { usdc: '0 + alusd susde susds sfrax', weth: '0 + aleth sfrxeth' }],
  ['usp3 polygon concentrated 5 0.4', { usdc: '0 + jpyc tryb brz nzds musd', wpol: '0 + stmatic maticx' }],
  ['quik polygon constant_product 30 0.3', { usdc: '0 + jpyc tryb brz nzds musd', wpol: '0 + stmatic maticx' }],
  ['pcs3 bsc concentrated 1 2', { usdt: '0 + usdf vai euri idrt', btcb: '0 + solvbtc' }],
  ['wmbt bsc stable 1 1', { usdt: '0 + vai usdf' }],
  ['orca solana concentrated 1 4', { wsol: '0 + inf bnsol' }],
  ['metr solana concentrated 1 2', { wsol: '0 + inf bnsol' }],
]

/** Coins of each chain that trade, those of most interest first. */
const coinsOf = Map.groupBy(
  [...new Set(allSupplies.map(({ asset, blockchain }) => `${blockchain} ${asset}`))]
    .map(name => name.split(' ') as [chain: string, asset: string])
    .filter(([, asset]) => isCoin(assetOf(asset)) && assetEnd(asset) === undefined)
    .sort(([, a], [, b]) => assetOf(b).popularity - assetOf(a).popularity || (a < b ? -1 : 1)),
  ([chain]) => chain,
)

export const widerPools: readonly Pool[] = numbered(
  rules.flatMap(([group, quotes]) => poolsOf(group.split(' '), quotes)),
)

type Unnumbered = Omit<Pool, 'id'>

/** A pool is the less deep the later it comes. */
function poolsOf([protocol = '', chain = '', type = '', fee = '', depth]: string[], quotes: Record<string, string>) {
  const ahead = new Set(poolsAhead.map(pairOf))
  return Object.entries(quotes).flatMap(([quote, rule]) =>
    basesOf(protocol, chain, rule)
      .filter(base => base !== quote && !ahead.has(`${protocol} ${base}-${quote}`))
      .map((base, place): Unnumbered => {
        const millions = Number(depth) / (1 + place)
        const pool = poolOf(0, [protocol, chain, type, `${base}-${quote}`, fee, String(millions)])
        return { ...pool, since: pool.since ?? worldStart }
      }),
  )
}

function basesOf(protocol: string, chain: string, rule: string): string[] {
  const { most, more, less } = ruleOf(rule)
  const isSwapped = (code: string) => !less.has(code) && (soleExchanges.get(code)?.includes(protocol) ?? true)
  const ranked = (coinsOf.get(chain) ?? []).map(([, asset]) => asset).filter(isSwapped)
  return [...new Set([...ranked.slice(0, most), ...more])]
}

function pairOf({ protocol, tokens }: Unnumbered): string {
  return `${protocol} ${tokens.slice(-2).join('-')}`
}

/** An id depends on the pool's name, and on the lines that are taken on its chain. @throws if a chain has too many: a mistake in the rules */
function numbered(pools: readonly Unnumbered[]): Pool[] {
  const taken = new Set(
    poolsAhead.filter(({ type }) => type !== 'vault').map(({ blockchain, id }) => `${blockchain} ${lineOf(id)}`),
  )
  return pools.map(pool => {
    const key = keyOf('pool', pool.blockchain, pairOf(pool), Math.round(pool.fee * 10_000)) >>> 0
    const used = [...taken].filter(name => name.startsWith(`${pool.blockchain} `)).length
    if (used >= mostLines) throw new Error(`more than ${mostLines} pools on ${pool.blockchain}`)
    let line = 1 + (key % mostLines)
    while (taken.has(`${pool.blockchain} ${line}`)) line = 1 + (line % mostLines)
    taken.add(`${pool.blockchain} ${line}`)
    return { ...pool, id: firstIdWhenAsked + logIndexStride * (key >>> 8) + line }
  })
}
