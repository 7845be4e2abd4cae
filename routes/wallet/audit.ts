import { Type } from '@sinclair/typebox'
import { firstWhere } from '../../src/market/numbers/first-where.ts'
import { operation, type ReadParameters } from '../../src/operations/operation.ts'
import { asValues } from '../../src/operations/paging/keyset.ts'
import { type PageQuery, type Slice, type Source, sliceOf } from '../../src/operations/paging/page.ts'
import { integers, type WalkPosition } from '../../src/operations/paging/token.ts'
import { BlockNumber, Identifier, OneOf } from '../../src/operations/schemas.ts'
import type { Store } from '../../src/store/store.ts'
import { BlockTime, bitcoins, Digest, inRange, isGiven, pageQuery, satoshi, transactionQuery, usd } from './blocks.ts'

/** What one address pays into a transaction or receives from it. Amounts in satoshi. */
interface Movement {
  block: number
  transaction: number
  /** Inputs come first. */
  place: number
  address: string
  isPaid: boolean
  amount: number
}

/** One number per movement, in their order. */
function orderOf({ block, transaction, place }: Pick<Movement, 'block' | 'transaction' | 'place'>): number {
  return (block * 4096 + transaction) * 2048 + place
}

type MovementRow = [
  block: number,
  transaction: number,
  senders: string,
  receivers: string,
  inputs: string,
  outputs: string,
]

function movementsOf([block, transaction, ...lists]: MovementRow | AuditRow): Movement[] {
  const [senders, receivers]: string[][] = lists.slice(0, 2).map(list => JSON.parse(String(list)))
  const [inputs, outputs]: number[][] = lists.slice(2, 4).map(list => JSON.parse(String(list)))
  const at = { block, transaction }
  const paid = senders!.map((address, n) => ({ ...at, place: n, address, isPaid: true, amount: inputs![n]! }))
  const received = receivers!.map((address, n) => {
    return { ...at, place: senders!.length + n, address, isPaid: false, amount: outputs![n]! }
  })
  return [...paid, ...received]
}

interface Account {
  opening: number
  orders: number[]
  /** After the movement of each order. */
  balances: number[]
}

const movementColumns = 'block_number, transaction_index, senders, receivers, inputs, outputs'

/** Number of the first block from a time on; after all if there is none. */
function firstFrom(time: string): string {
  const found = `SELECT number FROM bitcoin_block WHERE timestamp >= ${time} ORDER BY timestamp, number LIMIT 1`
  return `ifnull((${found}), ${Number.MAX_SAFE_INTEGER})`
}

/**
 * Balances of the addresses that receive again and again. They add up from the store's start, and are kept: reading
 * them takes 3 µs per transaction, once.
 */
function balanceReader(store: Store) {
  const accounts = new Map<string, Account>()
  let next = 0
  /** End of what was read. */
  let readUntil = Number.NEGATIVE_INFINITY
  const wallets = store.prepare<[address: string, opening: number]>('SELECT address, opening FROM bitcoin_wallet')
  const rows = store.prepare<MovementRow>(
    `SELECT ${movementColumns} FROM bitcoin_transaction
     WHERE block_number >= max(:next, ${firstFrom(':start')}) AND block_number < ${firstFrom(':until')}
       AND inputs IS NOT NULL ORDER BY block_number, transaction_index`,
  )

  /** Others receive at most once, and pay all of it. */
  function after(movement: Movement, range: { start: number; until: number }): number {
    readNew(range)
    const account = accounts.get(movement.address)
    if (!account) return movement.isPaid ? 0 : movement.amount
    const { orders, balances } = account
    const order = orderOf(movement)
    return balances[firstWhere(1, orders.length, n => orders[n]! > order) - 1]!
  }

  function readNew(range: { start: number; until: number }): void {
    if (range.until <= readUntil) return
    readUntil = range.until
    if (accounts.size === 0)
      for (const [address, opening] of wallets.all({})) accounts.set(address, { opening, orders: [], balances: [] })
    for (const row of rows.all({ next, ...range })) {
      for (const movement of movementsOf(row)) add(movement)
      next = row[0] + 1
    }
  }

  function add(movement: Movement): void {
    const account = accounts.get(movement.address)
    if (!account) return
    const before = account.balances.at(-1) ?? account.opening
    account.orders.push(orderOf(movement))
    account.balances.push(movement.isPaid ? before - movement.amount : before + movement.amount)
  }

  return after
}

/** By the form of an address. */
function scriptOf(address: string): string {
  if (address.startsWith('bc1p')) return 'witness_v1_taproot'
  if (address.startsWith('bc1')) return 'witness_v0_keyhash'
  return address.startsWith('3') ? 'scripthash' : 'pubkeyhash'
}

/** Transactions read at once: about three movements each. */
const mostRead = 200

type AuditParameters = ReadParameters<typeof auditQuery>
type AuditQuery = PageQuery<unknown, AuditParameters>
type AuditRow = [...MovementRow, timestamp: number, price: number, hash: string, id: string]

function auditOf(store: Store): Source<unknown, AuditParameters> {
  const { coverage } = store
  const balanceAfter = balanceReader(store)
  const statement = (sort: 'asc' | 'desc') => {
    const [after, order] = sort === 'asc' ? ['>=', 'ASC'] : ['<=', 'DESC']
    return store.prepare<AuditRow>(
      `SELECT ${movementColumns}, timestamp, price_usd, lower(hex(hash)), lower(hex(ifnull(id, hash)))
       FROM bitcoin_transaction CROSS JOIN bitcoin_block ON number = block_number
       WHERE ${inRange} AND (block_number, transaction_index) ${after} (:block, :transaction) AND inputs IS NOT NULL
         AND (:transaction_hash IS NULL OR ${isGiven('hash')} OR ${isGiven('id')})
         AND (:user_address IS NULL OR instr(senders, :user_address) OR instr(receivers, :user_address))
       ORDER BY block_number ${order}, transaction_index ${order} LIMIT :count`,
    )
  }
  const statements = { asc: statement('asc'), desc: statement('desc') }

  function slice(query: AuditQuery, position: WalkPosition | null, size: number): Slice {
    const { sort, parameters } = query
    coverage.need('bitcoin', 0, query.start, query.until)
    if (coverage.isLacking) return sliceOf([], null)
    const step = sort === 'asc' ? 1 : -1
    const records: string[] = []
    let block = Number(position?.[0] ?? (sort === 'asc' ? 0 : Number.MAX_SAFE_INTEGER))
    let transaction = Number(position?.[1] ?? 0)
    for (;;) {
      const rows = statements[sort].all(bindings(query, block, transaction))
      for (const row of rows) {
        const movements = movementsOf(row).filter(
          ({ address }) => parameters.user_address === undefined || address === parameters.user_address,
        )
        if (sort === 'desc') movements.reverse()
        for (const movement of movements) {
          const { block, transaction, place } = movement
          const isSame = position && block === position[0] && transaction === position[1]
          if (isSame && step * (place - Number(position[2])) < 0) continue
          if (records.length === size) return sliceOf(records, [block, transaction, place])
          records.push(JSON.stringify(recordOf(movement, row, query)))
        }
      }
      if (rows.length < mostRead) return sliceOf(records, null)
      const [lastBlock, lastTransaction] = rows.at(-1)!
      block = lastBlock
      transaction = lastTransaction + step
    }
  }

  function bindings(query: AuditQuery, block: number, transaction: number) {
    const { from, until, now, parameters } = query
    const { start_block, end_block, transaction_hash, user_address } = parameters
    const filters = { start_block, end_block, transaction_hash, user_address }
    return { from, until, now, ...asValues(filters), block, transaction, count: mostRead }
  }

  function recordOf(movement: Movement, row: AuditRow, { start, until }: AuditQuery): object {
    const [, , , , , , timestamp, price, hash, id] = row
    const { block, transaction, place, address, isPaid, amount } = movement
    const balance = balanceAfter(movement, { start, until })
    return {
      blockchain: 'bitcoin',
      block_number: block,
      timestamp: timestamp * 1_000_000,
      address,
      transaction_hash: hash,
      transaction_id: id,
      transaction_type: scriptOf(address),
      transaction_index: transaction,
      internal_transaction_index: place,
      token_symbol: 'BTC',
      direction: isPaid ? 'out' : 'in',
      amount: amount / satoshi,
      amount_usd: (amount / satoshi) * price,
      balance_after: balance / satoshi,
      balance_after_usd: (balance / satoshi) * price,
    }
  }

  return { slice, isPosition: integers(3) }
}

const BitcoinAddress = Type.String({
  pattern: '^(bc1[02-9ac-hj-np-z]{11,71}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$',
  rule: 'a bitcoin address',
  example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
})

const auditQuery = {
  blockchain: Type.String({ pattern: '^bitcoin$', rule: 'bitcoin', lowerCase: true, description: 'bitcoin' }),
  ...transactionQuery,
  user_address: Type.Optional({ ...BitcoinAddress, description: 'keeps movements of this address' }),
  ...pageQuery,
}

export const walletAudit = operation({
  id: 'listBitcoinMovements',
  summary: 'Movements of bitcoin by address',
  description:
    'What each address paid into bitcoin transactions and received from them, with its balance after it, for audits ' +
    'and tracing. Transactions have at least six confirmations. Records are ordered by block, transaction and ' +
    '`internal_transaction_index`: first what was paid (`out`), then what was received (`in`). `timestamp` is the block ' +
    'time in nanoseconds; amounts are in bitcoin and USD. Example: one block with ' +
    '`blockchain=bitcoin&start_block=934000&end_block=934000`.',
  path: '/v2/data/wallet.:data_version/audit',
  storeOnly: true,
  query: auditQuery,
  row: {
    blockchain: Identifier,
    block_number: BlockNumber,
    timestamp: BlockTime,
    address: Identifier,
    transaction_hash: Digest,
    transaction_id: Digest,
    transaction_type: Type.String({ description: 'script of the address' }),
    transaction_index: Type.Integer({ description: 'position in the block; 0 is the coinbase' }),
    internal_transaction_index: Type.Integer({ description: 'position in the transaction' }),
    token_symbol: Identifier,
    direction: OneOf(['in', 'out'], { description: 'out: the address pays; in: it receives' }),
    amount: bitcoins,
    amount_usd: usd,
    balance_after: bitcoins,
    balance_after_usd: usd,
  },
  page: { prepare: auditOf },
  example: { data_version: 'v1', blockchain: 'bitcoin' },
})
