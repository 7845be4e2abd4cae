import { walletsOf } from '../bitcoin/wallets.ts'
import { chains, confirmations, confirmationTime } from '../blocks.ts'
import { keyOf } from '../hashed-draws.ts'
import { type LendingMarket, lendingMarkets, lendingProtocol, receiptSymbol } from '../lending/lending-list.ts'
import { type Pool, protocols } from '../pools/pool-list.ts'
import { type Sink, writeRows } from '../sink.ts'
import { writeStakingProtocols } from '../supply/staking-feed.ts'
import { writeSupplySources } from '../supply/supply-feed.ts'
import { writeHolders } from '../supply/token-holders.ts'
import type { World } from '../world.ts'
import { accountsOf } from './addresses.ts'
import { aliases } from './aliases.ts'
import { assets } from './assets/asset-catalogue.ts'
import { decimalsOf, symbolOf, tokenAddress } from './assets/tokens.ts'
import { chainKeys } from './chain-keys.ts'
import { exchanges } from './exchange-list.ts'
import { poolAddress } from './pool-addresses.ts'
import { pools } from './pool-catalogue.ts'

export function writeReference(sink: Sink, world: World): void {
  const { seed } = world
  writeRows(sink, 'exchange', exchanges, ({ code, name, legacySlug, kind, takerSide }) => {
    return [code, name, legacySlug, kind, takerSide, world.contractsSince(code) ?? null]
  })
  writeRows(sink, 'asset', assets, ({ code, name, assetClass, assetClasses }) => {
    return [code, name, assetClass, JSON.stringify(assetClasses)]
  })
  writeRows(sink, 'chain', chains, code => {
    const { accounts, transactions } = chainKeys(seed, code)
    return [code, confirmations(code), confirmationTime(code), accounts, transactions]
  })
  writeRows(sink, 'protocol', protocols, ({ code, name }) => [code, name])
  writeRows(sink, 'alias', aliases, ({ entity, name, code }) => [entity, name, code])
  writeRows(sink, 'pool', pools, poolRow)
  writeRows(sink, 'pool_token', pools.flatMap(tokenRows), row => row)
  writeRows(sink, 'lending_market', lendingMarkets, market => marketRow(market, seed))
  writeStakingProtocols(sink)
  writeHolders(sink, accountsOf(seed))
  writeSupplySources(sink)
  writeRows(sink, 'bitcoin_wallet', walletsOf(seed).standing(), ({ address, opening }) => [address, opening])
}

function poolRow(pool: Pool) {
  const { id, blockchain, protocol, type, fee, tickSpacing, weights } = pool
  const names = [id, blockchain, poolAddress(pool), poolName(pool), protocol, type]
  const base = type === 'vault' ? null : pool.tokens.length - 2
  return [...names, fee, tickSpacing, weights && JSON.stringify(weights), base]
}

function tokenRows({ id, blockchain, tokens }: Pool) {
  return tokens.map((code, position) => {
    const [address, decimals] = [tokenAddress(blockchain, code), decimalsOf(blockchain, code)]
    return [id, position, code, symbolOf(code), address, decimals]
  })
}

function marketRow({ pool, asset, deposits }: LendingMarket, seed: string) {
  const { decimals, balances } = lendingProtocol(pool.protocol)
  const places = decimals ?? decimalsOf(pool.blockchain, asset)
  return [pool.id, poolName(pool), places, balances, keyOf(seed, 'lending users', pool.id), layerOf(deposits)]
}

/** A two-hundredth of the usual deposits, in millionths. */
function layerOf(deposits: number): number {
  return Math.max(1, Math.round(deposits * 1e6 * 0.005))
}

/** "WETH/USDC 0.05%"; a vault has the name of its deposit tokens, "aWETH". */
function poolName(pool: Pool): string {
  const { tokens, type, fee, weights } = pool
  const symbols = tokens.map(symbolOf)
  if (type === 'vault') return receiptSymbol(pool, symbols[0]!)
  if (weights) return symbols.map((symbol, i) => `${weights[i]! * 100}${symbol}`).join('-')
  return `${symbols.join('/')} ${Number((fee * 100).toFixed(4))}%`
}
