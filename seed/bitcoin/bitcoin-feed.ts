import { startOfDigest } from '../../src/market/chain-names.ts'
import type { Range } from '../../src/market/time.ts'
import { chainKeys } from '../catalogue/chain-keys.ts'
import type { Sink } from '../sink.ts'
import type { World } from '../world.ts'
import { wordOf } from './bitcoin-addresses.ts'
import { BitcoinChain } from './chain.ts'
import type { Transfer } from './stories.ts'
import { firstWitness } from './wallets.ts'

export function bitcoinFeed(sink: Sink, world: World) {
  const { blocks, prices } = world
  const chain = new BitcoinChain(world)
  const [heads, transfers] = [sink.appender('bitcoin_block'), sink.appender('bitcoin_transaction')]
  const { transactions: key } = chainKeys(world.seed, 'bitcoin')
  const add = (number: number) => {
    const { time, transactions } = chain.block(number)
    heads.add(number, time, prices.at('btc', time))
    for (const [index, transfer] of transactions.entries()) {
      const { senders, receivers, amountOut, fee, inputs, outputs } = transfer
      const [from, to] = [listOf(senders), listOf(receivers)]
      const amounts = [amountOut, fee, `[${inputs}]`, `[${outputs}]`]
      const digest = (n: number) => digestOf(transfer, startOfDigest(key, number, 2 * index + n), 8 * n)
      const id = hasWitnesses(transfer) ? digest(1) : null
      transfers.add(number, index, digest(0), id, from, to, ...amounts)
    }
  }
  return {
    write({ from, to }: Range): void {
      const last = blocks.number('bitcoin', to - 1)
      for (let number = blocks.number('bitcoin', from - 1) + 1; number <= last; number++) add(number)
      heads.flush()
      transfers.flush()
    },
  }
}

/** A JSON array; addresses need no escaping. */
function listOf(addresses: readonly string[]): string {
  return addresses.length === 0 ? '[]' : `["${addresses.join('","')}"]`
}

/** Whether the transaction id, the hash without witnesses (BIP 141), differs from the hash. */
function hasWitnesses({ block, senders }: Transfer): boolean {
  if (block < firstWitness) return false
  return senders.length === 0 || senders.some(address => !address.startsWith('1'))
}

/** @param word index of its first word in the transaction's text */
function digestOf({ high, low }: Transfer, start: readonly number[], word: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(32)
  for (let n = 0; n < 8; n++) bytes.writeInt32LE(start[n] ?? wordOf(high, low, word + n), n * 4)
  return bytes
}
