import { Type } from '@sinclair/typebox'
import { family } from '../../src/operations/family.ts'
import { operation } from '../../src/operations/operation.ts'
import { keyset } from '../../src/operations/paging/keyset.ts'
import { BlockNumber, Identifier } from '../../src/operations/schemas.ts'
import { walletAudit } from './audit.ts'
import {
  BlockTime,
  bitcoin,
  bitcoins,
  Digest,
  inRange,
  isGiven,
  pageQuery,
  satoshi,
  transactionQuery,
  usd,
  withinBlocks,
} from './blocks.ts'

export const wallet = family(
  {
    name: 'wallet',
    about: 'Bitcoin transactions.',
    dataset: { commodity: 'wallet_data', inPath: 'wallet', versions: ['v1'] },
    echo: 'typed_seconds',
  },
  [
    operation({
      id: 'listBitcoinTransactions',
      summary: 'Bitcoin transactions',
      description:
        'The senders, receivers, amounts and fees of bitcoin transactions with at least six confirmations, for ' +
        'tracing payments. Records are ordered by block and position in the block. `timestamp` is the block ' +
        'time in nanoseconds; amounts are in bitcoin and USD. A coinbase (`transaction_index` 0) has no senders ' +
        'and no fees. Example: one block with `start_block=934000&end_block=934000`.',
      path: '/v2/data/wallet.:data_version/transactions',
      subject: bitcoin,
      query: {
        blockchain: Type.String({ pattern: '^bitcoin$', rule: 'bitcoin', default: 'bitcoin', lowerCase: true }),
        ...transactionQuery,
        ...pageQuery,
      },
      row: {
        chain: Identifier,
        block_number: BlockNumber,
        timestamp: BlockTime,
        transaction_hash: Digest,
        transaction_id: Digest,
        transaction_index: Type.Integer({ description: 'position in the block; 0 is the coinbase' }),
        sender_addresses: Type.Array(Identifier),
        receiver_addresses: Type.Array(Identifier),
        token_symbol: Identifier,
        amount_out: bitcoins,
        fees: bitcoins,
        amount_out_usd: usd,
        fees_usd: usd,
      },
      page: keyset({
        from: 'bitcoin_transaction CROSS JOIN bitcoin_block ON number = block_number',
        where: inRange,
        columns: {
          chain: "'bitcoin'",
          timestamp: 'timestamp * 1000000',
          transaction_hash: 'lower(hex(hash))',
          transaction_id: 'lower(hex(ifnull(id, hash)))',
          sender_addresses: 'senders',
          receiver_addresses: 'receivers',
          token_symbol: "'BTC'",
          amount_out: `amount_out / ${satoshi}.0`,
          fees: `fees / ${satoshi}.0`,
          amount_out_usd: `amount_out / ${satoshi}.0 * price_usd`,
          fees_usd: `fees / ${satoshi}.0 * price_usd`,
        },
        by: ['block_number', 'transaction_index'],
        reads: ['start_block', 'end_block'],
        feed: 'bitcoin',
        within: withinBlocks,
        filters: {
          transaction_hash: `(${isGiven('hash')} OR ${isGiven('id')})`,
        },
      }),
      example: { data_version: 'v1' },
    }),
    walletAudit,
  ],
)
