import { createHash } from 'node:crypto'
import { bitcoinFeed } from '../seed/bitcoin/bitcoin-feed.ts'
import { BitcoinChain } from '../seed/bitcoin/chain.ts'
import { createWorld } from '../seed/index.ts'
import type { Cell } from '../seed/sink.ts'
import { day, hour, minute } from '../src/market/time.ts'
import { Store } from '../src/store/store.ts'
import { ofRecords } from './harness/of-records.ts'
import { withQuery } from './harness/operations.ts'
import { later } from './harness/partial-stores.ts'
import { serve, unlimited } from './harness/server.ts'
import { end, storePath } from './harness/store.ts'
import t from './harness/tap.ts'
import { joinedRecords, walk } from './harness/walk.ts'

interface Transaction {
  chain: string
  block_number: number
  timestamp: number
  transaction_hash: string
  transaction_id: string
  transaction_index: number
  sender_addresses: string[]
  receiver_addresses: string[]
  token_symbol: string
  amount_out: number
  fees: number
  amount_out_usd: number
  fees_usd: number
}

const server = await serve(t, unlimited)
const url = '/v2/data/wallet.v1/transactions'
const pages = await walk(server, `${url}?sort=asc&page_size=500`)
const all: Transaction[] = pages.flatMap(({ body }) => body.data)
const blocks = Map.groupBy(all, ({ block_number }) => block_number)
const coinbases = all.filter(({ transaction_index }) => transaction_index === 0)
const satoshi = (bitcoins: number) => Math.round(bitcoins * 1e8)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const secondsOf = ({ timestamp }: Transaction) => Math.round(timestamp / 1e9)
const timeOf = (one: Transaction) => new Date(secondsOf(one) * 1000).toISOString()

t.test(
  'each block has one coinbase, which pays 3.125 bitcoin and the fees of the others',
  ofRecords(async t => {
    for (const [number, held] of blocks) {
      t.same(
        held.map(({ transaction_index }) => transaction_index),
        held.map((_, n) => n),
        `transactions of ${number} are indexed from 0`,
      )
      const [coinbase, ...others] = held as [Transaction, ...Transaction[]]
      t.same([coinbase.sender_addresses, coinbase.receiver_addresses.length, coinbase.fees], [[], 1, 0])
      t.equal(satoshi(coinbase.amount_out), 312_500_000 + sum(others.map(({ fees }) => satoshi(fees))))
      for (const { sender_addresses, receiver_addresses, fees } of others)
        if (sender_addresses.length === 0 || receiver_addresses.length === 0 || fees <= 0) t.fail(`${number}`)
    }
  }),
)

t.test('numbers and times rise together, with about ten minutes between blocks', async t => {
  coinbases.slice(1).forEach((next, n) => {
    if (next.block_number !== coinbases[n]!.block_number + 1) t.fail(`${next.block_number} follows a gap`)
    if (next.timestamp < coinbases[n]!.timestamp) t.fail(`${next.block_number} is older than its predecessor`)
  })
  const gaps = coinbases.slice(1).map((next, n) => secondsOf(next) - secondsOf(coinbases[n]!))
  const mean = sum(gaps) / gaps.length
  t.ok(mean > 540 && mean < 660, `${mean} s`)
  t.ok(gaps.some(gap => gap < 60) && gaps.some(gap => gap > 1500), 'mining is memoryless')
})

/** Receipts of addresses that received only once, and alone in their transaction. */
const soleReceipts = new Map<string, Transaction>()
const receivedBy = Map.groupBy(
  all.flatMap(one => one.receiver_addresses.map(address => ({ address, one }))),
  ({ address }) => address,
)
for (const [address, receipts] of receivedBy)
  if (receipts.length === 1 && receipts[0]!.one.receiver_addresses.length === 1)
    soleReceipts.set(address, receipts[0]!.one)

t.test('the inputs of a transaction equal its outputs plus fees, if its coins can be traced', async t => {
  const followed = all.filter(
    ({ sender_addresses: senders }) => senders.length > 0 && senders.every(sender => soleReceipts.has(sender)),
  )
  t.ok(followed.length > 20, `${followed.length} transactions`)
  t.ok(
    followed.some(({ sender_addresses }) => sender_addresses.length > 1),
    'some transactions have several senders',
  )
  for (const { sender_addresses, amount_out, fees, block_number } of followed) {
    const coins = sender_addresses.map(sender => soleReceipts.get(sender)!)
    t.equal(sum(coins.map(coin => satoshi(coin.amount_out))), satoshi(amount_out) + satoshi(fees))
    for (const coin of coins) if (coin.block_number >= block_number) t.fail('a coin is spent before it exists')
  }
})

t.test('an exchange collects coins that arrived at customer addresses some hours before', async t => {
  const addresses = [...receivedBy].filter(([, receipts]) => receipts.length > 3).map(([address]) => address)
  const standing = new Set(addresses)
  const gathered = all.filter(
    ({ sender_addresses: from, receiver_addresses: to, block_number }) =>
      from.length > 0 && to.length === 1 && standing.has(to[0]!) && block_number > all[0]!.block_number + 40,
  )
  t.ok(gathered.length > 30, `${gathered.length} times`)
  for (const { sender_addresses, transaction_hash, block_number } of gathered)
    for (const sender of sender_addresses) {
      const received = receivedBy.get(sender)?.[0]?.one.block_number
      if (received === undefined || received >= block_number)
        t.fail(`${transaction_hash} spends coins that never arrived`)
    }
})

t.test('mining pools spend each reward once, whole, and after at least a hundred blocks', async t => {
  const miners = new Set(coinbases.map(({ receiver_addresses }) => receiver_addresses[0]!))
  const payouts = all.filter(({ sender_addresses: [sender] }) => sender !== undefined && miners.has(sender))
  const known = payouts.filter(({ block_number }) => block_number > coinbases[0]!.block_number + 140)
  t.ok(known.length > 20, `${known.length} payouts`)
  for (const { sender_addresses, amount_out, fees, block_number } of known) {
    const [miner] = sender_addresses as [string]
    const spent = satoshi(amount_out) + satoshi(fees)
    const isOf = (one: Transaction) => one.receiver_addresses[0] === miner && satoshi(one.amount_out) === spent
    const coins = coinbases.filter(coin => isOf(coin) && coin.block_number < block_number - 100)
    const rivals = known.filter(
      one => one.sender_addresses[0] === miner && satoshi(one.amount_out) + satoshi(one.fees) === spent,
    )
    t.ok(coins.length > 0, `${block_number} spends a reward`)
    if (rivals.length > coinbases.filter(isOf).length) t.fail(`${miner} spends a reward twice`)
  }
})

t.test('an address that received once spends once', async t => {
  const spends = new Map<string, number>()
  for (const { sender_addresses } of all)
    for (const sender of sender_addresses) spends.set(sender, (spends.get(sender) ?? 0) + 1)
  let followed = 0
  for (const address of soleReceipts.keys()) {
    followed += spends.get(address) ?? 0
    if ((spends.get(address) ?? 0) > 1) t.fail(`${address} spends twice`)
  }
  t.ok(followed > 50, 'many transactions are followed')
  const several = [...spends.values()].filter(count => count > 10)
  t.ok(several.length > 3, 'exchanges and pools recur')
})

t.test('amounts are heavy-tailed, transactions have several inputs and outputs, fees follow size', async t => {
  const others = all.filter(({ transaction_index }) => transaction_index > 0)
  const amounts = others.map(({ amount_out }) => amount_out).sort((a, b) => a - b)
  t.ok(sum(amounts) / amounts.length > 3 * amounts[amounts.length >> 1]!, 'amounts have a heavy tail')
  t.ok(
    others.some(({ sender_addresses: from, receiver_addresses: to }) => from.length > 1 && to.length > 1),
    'some transactions have several senders and receivers',
  )
  t.ok(
    others.some(({ receiver_addresses }) => receiver_addresses.length > 4),
    'some transactions have many receivers',
  )
  const feesOf = (parties: (count: number) => boolean) => {
    const fees = others.filter(one => parties(one.sender_addresses.length + one.receiver_addresses.length))
    return sum(fees.map(({ fees }) => fees)) / fees.length
  }
  t.ok(feesOf(count => count > 4) > 1.5 * feesOf(count => count < 3), 'larger transactions pay more')
})

t.test('amounts in USD use one price per block, the market price of its minute', async t => {
  const bars = new Map<number, number>()
  const market = '/v2/data/trades.v1/exchanges/cbse/spot/btc-usd/aggregations/vwap?interval=1m&page_size=100000'
  for (const { timestamp, price } of (await server.json(market)).data) bars.set(timestamp, Number(price))
  let compared = 0
  for (const held of blocks.values()) {
    const price = held[0]!.amount_out_usd / held[0]!.amount_out
    for (const one of held) {
      if (Math.abs(one.amount_out_usd / one.amount_out / price - 1) > 1e-9) t.fail(`${one.transaction_hash}`)
      if (Math.abs(one.fees_usd - one.fees * price) > 1e-9) t.fail(`${one.fees_usd}`)
    }
    const time = secondsOf(held[0]!) * 1000
    const traded = bars.get(time - (time % minute))
    if (!traded) continue
    compared++
    if (Math.abs(traded / price - 1) > 0.004) t.fail(`${price} while the market traded at ${traded}`)
  }
  t.ok(compared > 100, 'many transactions are compared')
})

const base32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Remainder of an address's checksum by BIP 173: 1 for Bech32, 0x2bc830a3 for Bech32m. */
function bech32Remainder(address: string): number {
  const values = [3, 3, 0, 2, 3, ...[...address.slice(3)].map(letter => base32.indexOf(letter))]
  return values.reduce((before, value) => {
    const top = before >>> 25
    const next = ((before & 0x1ffffff) << 5) ^ value
    return [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3].reduce(
      (sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum),
      next,
    )
  }, 1)
}

function isBase58Checked(address: string): boolean {
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(base58.indexOf(letter)), 0n)
  const bytes = Buffer.from(number.toString(16).padStart(50, '0'), 'hex')
  const sha = (data: Uint8Array) => createHash('sha256').update(data).digest()
  return sha(sha(bytes.subarray(0, 21)))
    .subarray(0, 4)
    .equals(bytes.subarray(21))
}

t.test('addresses are valid mainnet addresses with checksums', async t => {
  const addresses = new Set(all.flatMap(one => [...one.sender_addresses, ...one.receiver_addresses]))
  const kinds = new Map<string, number>()
  for (const address of addresses) {
    const kind = address.startsWith('bc1') ? address.slice(0, 4) : address[0]!
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const valid =
      kind === 'bc1q'
        ? address.length === 42 && bech32Remainder(address) === 1
        : kind === 'bc1p'
          ? address.length === 62 && bech32Remainder(address) === 0x2bc830a3
          : isBase58Checked(address)
    if (!valid) t.fail(address)
  }
  t.same([...kinds.keys()].sort(), ['1', '3', 'bc1p', 'bc1q'])
})

t.test('addresses and fees are those of their time: no witness before its first block, nor taproot', async t => {
  const world = createWorld({ seed: 'market', profile: 'tiny' })
  const chain = new BitcoinChain(world)
  const around = (date: string) => {
    const first = world.blocks.number('bitcoin', Date.parse(date))
    const held = Array.from({ length: 150 }, (_, n) => chain.block(first + n).transactions.slice(1)).flat()
    const addresses = held.flatMap(({ senders, receivers }) => [...senders, ...receivers])
    const share = (start: string) => addresses.filter(one => one.startsWith(start)).length / addresses.length
    const rates = held.map(({ feeRate }) => feeRate).sort((a, b) => a - b)
    return { witness: share('bc1q'), taproot: share('bc1p'), rate: rates[rates.length >> 1]! }
  }
  const [before, early, later, now] = ['2017-03-01', '2019-06-01', '2022-12-01', '2026-01-01'].map(around)
  t.same([before!.witness, before!.taproot, early!.taproot], [0, 0, 0])
  t.ok(early!.witness > 0 && later!.witness > early!.witness && now!.witness > later!.witness, 'ever more witnesses')
  t.ok(later!.taproot > 0 && now!.taproot > later!.taproot, 'and taproot')
  t.ok(before!.rate > 5 * now!.rate, `${before!.rate} satoshi per byte in 2017, ${now!.rate} now`)
})

t.test('a transaction has no witness before the first block with one', async t => {
  const rows: Cell[][] = []
  const kept = { add: (...row: Cell[]) => void rows.push(row), replace() {}, flush() {} }
  const feed = bitcoinFeed(
    { run() {}, all: () => [], appender: () => kept },
    createWorld({ seed: '1', profile: 'tiny' }),
  )
  const idsOn = (from: number): Cell[] => {
    rows.length = 0
    feed.write({ from, to: from + day })
    return rows.filter(({ length }) => length > 3).map(([, , , id]) => id as Cell)
  }
  t.ok(
    idsOn(Date.UTC(2017, 6, 1)).every(id => id === null),
    'none in July 2017',
  )
  t.ok(
    idsOn(Date.UTC(2017, 8, 1)).some(id => id !== null),
    'some in September',
  )
})

t.test('hashes are unique, and equal to the id only for transactions without witnesses', async t => {
  t.equal(new Set(all.flatMap(one => [one.transaction_hash])).size, all.length)
  t.equal(new Set(all.map(one => one.transaction_id)).size, all.length)
  for (const { transaction_hash, transaction_id, sender_addresses: senders } of all) {
    const plain = senders.length > 0 && senders.every(sender => sender.startsWith('1'))
    if ((transaction_hash === transaction_id) !== plain) t.fail(transaction_hash)
  }
})

t.test('times are in nanoseconds, to the last digit', async t => {
  const { body } = await server.get(`${url}?page_size=1`)
  const [, text] = /"timestamp":(\d{19}),/.exec(body) as unknown as [string, string]
  t.match(text, /000000000$/)
  t.equal(Number(BigInt(text) / 1_000_000_000n), secondsOf(JSON.parse(body).data[0]))
})

t.test('block bounds and time bounds are inclusive and select the same records', async t => {
  const [first, last] = [coinbases[100]!, coinbases[150]!]
  for (const sort of ['asc', 'desc']) {
    const byBlock = { sort, start_block: first.block_number, end_block: last.block_number }
    const byTime = { sort, start_time: timeOf(first), end_time: timeOf(last) }
    const expected = await walk(server, withQuery(url, { ...byBlock, page_size: 5000 }))
    const own = all.filter(one => one.block_number >= first.block_number && one.block_number <= last.block_number)
    t.same(expected[0]!.body.data, sort === 'asc' ? own : own.toReversed())
    t.equal(joinedRecords(await walk(server, withQuery(url, { ...byTime, page_size: 17 }))), joinedRecords(expected))
    t.equal(
      joinedRecords(await walk(server, withQuery(url, { ...byBlock, ...byTime, page_size: 30 }))),
      joinedRecords(expected),
    )
  }
  const sameTime = (await server.json(withQuery(url, { start_time: timeOf(first), end_time: timeOf(first) }))).data
  t.ok(
    sameTime.length > 0 && sameTime.every(({ timestamp }: Transaction) => timestamp === first.timestamp),
    'transactions of a block share its time',
  )
  t.same((await server.json(withQuery(url, { start_block: 1_000_000 }))).data, [])
})

t.test('a transaction is found by its hash or id in any notation, within the other bounds', async t => {
  const one = all.slice(777).find(({ transaction_hash, transaction_id }) => transaction_id !== transaction_hash)!
  for (const given of [one.transaction_hash, one.transaction_id])
    for (const hash of [given, given.toUpperCase(), `0x${given}`, `0X${given.toUpperCase()}`])
      for (const sort of ['asc', 'desc'])
        t.same((await server.json(withQuery(url, { transaction_hash: hash, sort }))).data, [one], hash)
  const elsewhere = { transaction_hash: one.transaction_hash, start_block: one.block_number + 1 }
  t.same((await server.json(withQuery(url, elsewhere))).data, [])
  for (const none of ['0'.repeat(64), 'z'.repeat(88)])
    t.same((await server.json(withQuery(url, { transaction_hash: none }))).data, [], none)
})

t.test('a block is shown after six confirmations', async t => {
  const store = Store.open(storePath, { readonly: true })
  const [head] = store.get('SELECT max(number) FROM bitcoin_block') as [number]
  store.close()
  t.equal(coinbases.at(-1)!.block_number, head - 6)
})

t.test('the echo has the dataset name of the wallet data, and 0 for absent blocks', async t => {
  const { query, timestamp } = await server.json(
    `/v2/data/wallet.latest/transactions?end_block=${all[0]!.block_number}`,
  )
  t.strictSame(query, {
    blockchain: 'bitcoin',
    start_block: 0,
    end_block: all[0]!.block_number,
    sort: 'desc',
    page_size: 100,
    request_time: new Date(end).toISOString(),
    commodity: 'wallet_data',
    data_version: 'v1',
  })
  t.equal(timestamp, end / 1000)
  for (const commodity of ['wallet', 'wallet_data'])
    t.equal((await server.get(withQuery(url, { commodity }))).statusCode, 200)
  t.equal((await server.json(withQuery(url, { blockchain: 'Bitcoin', page_size: 1 }))).query.blockchain, 'bitcoin')
})

t.test('invalid parameters are refused by name', async t => {
  const refused: [Record<string, string | number>, RegExp][] = [
    [{ blockchain: 'ethereum' }, /^blockchain must be bitcoin, not "ethereum"/],
    [{ page_size: 5001 }, /^page_size must be an integer from 1 to 5000/],
    [{ start_block: 10, end_block: 9 }, /^start_block must not be after end_block: 10 is after 9/],
    [{ transaction_hash: 'abc' }, /^transaction_hash must be .*64 hexadecimal digits/],
    [{ commodity: 'trades' }, /^commodity must be wallet_data, as in the path, not "trades"/],
  ]
  for (const [query, message] of refused) {
    const answer = await server.get(withQuery(url, query))
    t.equal(answer.statusCode, 400)
    t.match(answer.json().message, message)
  }
  const unknown = await server.get('/v2/data/wallet.v2/transactions')
  t.equal(unknown.statusCode, 404)
  t.match(unknown.json().message, /use wallet\.v1, wallet\.latest/)
})

t.test('dates may be whole ISO 8601 times', async t => {
  const rows = async (query: Record<string, string>) =>
    (await server.json(withQuery(url, { page_size: 5000, ...query }))).data
  const [start_time, until] = ['2026-01-29T06:30:00Z', '2026-01-30T12:00:00.000Z']
  const expected = await rows({ start_time, end_time: '2026-01-30T11:59:59.999Z' })
  t.ok(expected.length > 10, 'many transactions match')
  t.same(await rows({ start_date: start_time, end_date: until }), expected)
  t.same(await rows({ start_date: '2026-01-29T08:30:00+02:00', end_date: '20260130T120000Z' }), expected)
  const time = timeOf(expected[0])
  const ofBlock = expected.filter((one: Transaction) => one.timestamp === expected[0].timestamp)
  t.same(await rows({ start_date: time, end_date: time }), ofBlock, 'both bounds are inclusive, as those of times')
  t.same(await rows({ start_date: '2026-01-29T00:00:00Z' }), await rows({ start_date: '20260129' }))
  const { query, next_url } = await server.json(withQuery(url, { page_size: 1, start_date: start_time }))
  t.equal(query.start_date, '2026-01-29T06:30:00.000Z')
  t.equal((await server.json(next_url)).query.start_date, query.start_date)
  t.equal((await server.json(withQuery(url, { start_date: '2026-01-29' }))).query.start_date, '20260129')
})

t.test('a store that begins later has the same blocks', async t => {
  const { json } = await serve(t, { ...unlimited, SANDBOX_DATA: later.path, SANDBOX_NOW: 'seeded' })
  t.same(
    (await json(`${url}?sort=asc&page_size=5000`)).data,
    all.filter(one => secondsOf(one) * 1000 >= later.start),
  )
})

interface Moved {
  block_number: number
  timestamp: number
  address: string
  transaction_hash: string
  transaction_type: string
  transaction_index: number
  internal_transaction_index: number
  direction: 'in' | 'out'
  amount: number
  balance_after: number
}

const auditUrl = '/v2/data/wallet.v1/audit?blockchain=bitcoin'
const movedIn = async (query: object): Promise<Moved[]> =>
  (await walk(server, withQuery(auditUrl, { sort: 'asc', page_size: 5000, ...query }))).flatMap(({ body }) => body.data)
const moved = await movedIn({})

t.test(
  'what addresses pay and receive adds up to the transactions, and fits their addresses',
  ofRecords(async t => {
    const byHash = Map.groupBy(moved, ({ transaction_hash }) => transaction_hash)
    t.equal(byHash.size, all.length)
    for (const one of all) {
      const own = byHash.get(one.transaction_hash)!
      const [paid, received] = ['out', 'in'].map(side => own.filter(({ direction }) => direction === side))
      const total = (some: Moved[]) => sum(some.map(({ amount }) => satoshi(amount)))
      t.equal(total(received!), satoshi(one.amount_out))
      t.equal(total(paid!), one.transaction_index === 0 ? 0 : satoshi(one.amount_out) + satoshi(one.fees))
      t.same(
        paid!.map(({ address }) => address),
        one.sender_addresses,
      )
      t.same(
        received!.map(({ address }) => address),
        one.receiver_addresses,
      )
      t.same(
        own.map(({ internal_transaction_index }) => internal_transaction_index),
        own.map((_, n) => n),
      )
    }
    for (const { address, transaction_type } of moved) {
      const [, form] = /^(bc1q|bc1p|3|1)/.exec(address)!
      const types: Record<string, string> = { bc1q: 'witness_v0_keyhash', bc1p: 'witness_v1_taproot', 3: 'scripthash' }
      t.equal(transaction_type, types[form!] ?? 'pubkeyhash')
    }
  }),
)

t.test(
  'balances are never negative, and change by what is paid and received',
  ofRecords(async t => {
    let returning = 0
    for (const [address, own] of Map.groupBy(moved, one => one.address))
      for (const [n, { direction, amount, balance_after }] of own.entries()) {
        if (satoshi(amount) <= 0 || balance_after < 0) t.fail(`${address} ${amount} ${balance_after}`)
        if (n === 0) continue
        returning++
        const change = satoshi(balance_after) - satoshi(own[n - 1]!.balance_after)
        t.equal(change, direction === 'in' ? satoshi(amount) : -satoshi(amount), address)
      }
    t.ok(returning > 100, 'many addresses return')
    for (const { address, balance_after } of moved.filter(({ balance_after }) => balance_after === 0))
      t.ok(moved.filter(one => one.address === address).length <= 2, `${address} ${balance_after} is used once`)
  }),
)

t.test('each filter of movements equals filtering the whole list', async t => {
  const { transaction_hash, block_number } = moved[Math.floor(moved.length / 2)]!
  const [[address]] = [...Map.groupBy(moved, one => one.address)].sort(([, a], [, b]) => b.length - a.length) as [
    [string, Moved[]],
  ]
  const start_time = new Date(end - 9 * hour).toISOString()
  for (const [query, kept] of [
    [{ user_address: address }, (one: Moved) => one.address === address],
    [{ transaction_hash }, (one: Moved) => one.transaction_hash === transaction_hash],
    [
      { start_block: block_number, end_block: block_number + 3 },
      (one: Moved) => one.block_number >= block_number && one.block_number <= block_number + 3,
    ],
    [{ start_time }, (one: Moved) => one.timestamp >= (end - 9 * hour) * 1e6],
  ] as const) {
    const expected = moved.filter(kept)
    t.ok(expected.length > 0, 'some transactions match')
    t.same(await movedIn(query), expected)
    t.same(await movedIn({ ...query, page_size: 7 }), expected)
    t.same(await movedIn({ ...query, sort: 'desc' }), expected.toReversed())
  }
  for (const [query, message] of [
    [{ blockchain: undefined }, /blockchain is required/],
    [{ blockchain: 'ethereum' }, /blockchain must be bitcoin/],
    [{ user_address: '0x12' }, /user_address must be a bitcoin address/],
  ] as const) {
    const refused = await server.get(withQuery(auditUrl, query))
    t.match([refused.statusCode, refused.json().message], [400, message])
  }
})
