import { Wallets } from '../bitcoin/wallets.ts'
import { chains, confirmations, confirmationTime } from '../blocks.ts'
import { keyOf } from '../hashed-draws.ts'
import { lendingMarkets, lendingProtocol, receiptSymbol } from '../lending/lending-list.ts'
import { type Pool, protocols } from '../pools/pool-list.ts'
import type { Sink } from '../sink.ts'
import { writeStakingProtocols } from '../supply/staking-feed.ts'
import { writeSupplySources } from '../supply/supply-feed.ts'
import { writeHolders } from '../supply/token-holders.ts'
import type { World } from '../world.ts'
import { Accounts } from './addresses.ts'
import { aliases } from './aliases.ts'
import { assets } from './assets/asset-catalogue.ts'
import { decimalsOf, symbolOf, tokenAddress } from './assets/tokens.ts'
import { chainKeys } from './chain-keys.ts'
import { exchanges } from './exchange-list.ts'
import { poolAddress } from './pool-addresses.ts'
import { pools } from './pool-catalogue.ts'

export function writeReference(sink: Sink, world: World): void {
  const { seed } = world
  const exchange = sink.appender('exchange')
  for (const { code, name, legacySlug, kind, takerSide } of exchanges)
    exchange.add(code, name, legacySlug, kind, takerSide, world.contractsSince(code) ?? null)
  exchange.flush()
  const asset = sink.appender('asset')
  for (const { code, name, assetClass, assetClasses } of assets)
    asset.add(code, name, assetClass, JSON.stringify(assetClasses))
  asset.flush()
  const chain = sink.appender('chain')
  for (const code of chains) {
    const { accounts, transactions } = chainKeys(seed, code)
    chain.add(code, confirmations(code), confirmationTime(code), accounts, transactions)
  }
  chain.flush()
  const protocol = sink.appender('protocol')
  for (const { code, name } of protocols) protocol.add(code, name)
  protocol.flush()
  const alias = sink.appender('alias')
  for (const { entity, name, code } of aliases) alias.add(entity, name, code)
  alias.flush()
  writePools(sink)
  writeLendingMarkets(sink, seed)
  writeStakingProtocols(sink)
  writeHolders(sink, new Accounts(seed))
  writeSupplySources(sink)
  writeWallets(sink, seed)
}

function writeWallets(sink: Sink, seed: string): void {
  const wallet = sink.appender('bitcoin_wallet')
  for (const { address, opening } of new Wallets(seed).standing()) wallet.add(address, opening)
  wallet.flush()
}

function writePools(sink: Sink): void {
  const rows = sink.appender('pool')
  for (const pool of pools) {
    const { id, blockchain, protocol, type, fee, tickSpacing, weights } = pool
    const base = type === 'vault' ? null : pool.tokens.length - 2
    rows.add(
      id,
      blockchain,
      poolAddress(pool),
      poolName(pool),
      protocol,
      type,
      fee,
      tickSpacing,
      weights && JSON.stringify(weights),
      base,
    )
  }
  rows.flush()
  writeTokens(sink)
}

function writeTokens(sink: Sink): void {
  const rows = sink.appender('pool_token')
  for (const { id, blockchain, tokens } of pools) {
    tokens.forEach((code, position) => {
      rows.add(id, position, code, symbolOf(code), tokenAddress(blockchain, code), decimalsOf(blockchain, code))
    })
  }
  rows.flush()
}

function writeLendingMarkets(sink: Sink, seed: string): void {
  const rows = sink.appender('lending_market')
  for (const { pool, asset, deposits } of lendingMarkets) {
    const { decimals, balances } = lendingProtocol(pool.protocol)
    rows.add(
      pool.id,
      poolName(pool),
      decimals ?? decimalsOf(pool.blockchain, asset),
      balances,
      keyOf(seed, 'lending users', pool.id),
      layerOf(deposits),
    )
  }
  rows.flush()
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
