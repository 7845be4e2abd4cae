import { exp } from '../../src/market/numbers/portable-math.ts'
import { draw, Stream, unit } from '../hashed-draws.ts'
import { bitcoinAddress } from './bitcoin-addresses.ts'
import { type FeeMarket, virtualSize } from './fees.ts'
import { customerLock, type Wallets } from './wallets.ts'

/** Amounts in satoshi. */
export interface Transfer {
  block: number
  senders: string[]
  receivers: string[]
  /** What each sender and receiver has of it. */
  inputs: number[]
  outputs: number[]
  amountOut: number
  fee: number
  /** Satoshi per virtual byte. */
  feeRate: number
  /** Two keys, unique together. */
  high: number
  low: number
}

/** Maximum blocks between steps, and from the first to the last step. */
const pause = 12
export const longestStory = 3 * pause

/** Median amounts in satoshi: a customer's coin, a withdrawal, an exchange's coin. */
const customerCoin = 8_000_000
const withdrawal = 2_500_000
const exchangeCoin = 1_500_000_000

interface Coins {
  owners: string[]
  amount: number
  /** What each owner has of it, if that is known; otherwise it is drawn. */
  parts?: number[]
}

/** Divides an amount among a number of addresses. Drawn apart, so that it changes nothing else. */
export function partsOf(amount: number, count: number, key: number): number[] {
  const weights = Array.from({ length: count }, (_, n) => 0.2 + unit(draw(key ^ 0x5bd1e995, n)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const parts = weights.slice(1).map(weight => Math.floor((amount * weight) / total))
  return [parts.reduce((left, part) => left - part, amount), ...parts]
}

/** Each transaction spends coins older than the story, or outputs of an earlier step, once. */
export function storyTransfers(
  key: number,
  first: number,
  { wallets, fees }: { wallets: Wallets; fees: FeeMarket },
): Transfer[] {
  const stream = new Stream(key)
  const [highKey, lowKey] = [draw(key, -1), draw(key, -2) ^ first]
  let block = first
  const transfers: Transfer[] = []
  let addresses = 0

  /** Customers send to their deposit addresses, and the exchange collects the coins. */
  function deposits(): void {
    const exchange = wallets.exchange(stream)
    const parts: number[] = []
    const arrived: Coins = { owners: [], amount: 0, parts }
    let latest = first
    for (let left = 1 + count(3); left > 0; left--) {
      block = first
      wait()
      const coins = customersCoins()
      const address = newAddress()
      const deposited = deposit(coins, address)
      arrived.amount += deposited
      parts.push(deposited)
      arrived.owners.push(address)
      latest = Math.max(latest, block)
    }
    block = latest
    wait()
    send(arrived, [stream.unit() < 0.8 ? exchange.hot[0]! : exchange.cold])
  }

  function deposit(coins: Coins, address: string): number {
    if (stream.unit() < 0.75) return send(coins, [address])
    const out = send(coins, [address, newAddress()])
    const deposited = Math.floor(out * (0.15 + 0.7 * stream.unit()))
    return divide([deposited, out - deposited])[0]!
  }

  /** An exchange pays customers, a few at a time, and continues with the change. */
  function withdrawals(): void {
    const exchange = wallets.exchange(stream)
    const [main, second] = exchange.hot as [string, string]
    const both = stream.unit() < 0.25
    const coins: Coins = { owners: both ? [main, second] : [main], amount: drawn(exchangeCoin, 1.1) }
    for (let left = count(3); left > 0; left--) {
      wait()
      const customers = Array.from({ length: count(6) }, () => newAddress())
      const most = (0.6 * coins.amount) / customers.length
      const paid = customers.reduce(sum => sum + Math.min(most, drawn(withdrawal, 1.7)), 0)
      const out = send(coins, [...customers, main])
      coins.owners = [main]
      coins.amount = Math.floor(Math.max(out * 0.3, out - paid))
      divide([...partsOf(out - coins.amount, customers.length, transfers.at(-1)!.low), coins.amount])
    }
  }

  function payments(): void {
    let coins = customersCoins()
    for (let left = count(3); left > 0; left--) {
      wait()
      if (left === 1 && stream.unit() < 0.5) {
        send(coins, [newAddress()])
        return
      }
      const change = newAddress()
      const out = send(coins, [newAddress(), change])
      const amount = Math.floor(out * (0.2 + 0.7 * stream.unit()))
      divide([out - amount, amount])
      coins = { owners: [change], amount }
    }
  }

  function customersCoins(): Coins {
    const owners = Array.from({ length: stream.unit() < 0.7 ? 1 : count(3) }, () => newAddress())
    return { owners, amount: drawn(customerCoin, 1.9) }
  }

  /** Sends all coins. The fee is at most half of the amount, because smaller payments would wait forever. */
  function send({ owners, amount, parts }: Coins, receivers: string[]): number {
    const size = virtualSize(owners.length, receivers.length)
    const urgency = 0.75 + 0.9 * stream.unit()
    const fee = Math.min(Math.floor(amount / 2), Math.ceil(size * fees.rate(block) * urgency))
    const amountOut = amount - fee
    const step = transfers.length
    const low = draw(lowKey, -step - 1)
    transfers.push({
      block,
      senders: owners,
      receivers,
      inputs: parts ?? partsOf(amount, owners.length, low ^ 1),
      outputs: partsOf(amountOut, receivers.length, low),
      amountOut,
      fee,
      feeRate: fee / size,
      high: draw(highKey, -step - 1),
      low,
    })
    return amountOut
  }

  /** What the receivers of the last transfer have of it. */
  function divide(outputs: number[]): number[] {
    transfers.at(-1)!.outputs = outputs
    return outputs
  }

  function wait(): void {
    block += count(pause)
  }

  /** Small numbers are more likely. */
  function count(most: number): number {
    const luck = stream.unit()
    return 1 + Math.floor(luck * luck * most)
  }

  /** Wealth is log-normal. @param spread of its logarithm. */
  function drawn(median: number, spread: number): number {
    return Math.floor(median * exp(spread * stream.normal()))
  }

  function newAddress(): string {
    const n = addresses++
    return bitcoinAddress(customerLock(stream.unit(), first), draw(highKey, n), draw(lowKey, n))
  }

  const kind = stream.unit()
  if (kind < 0.3) deposits()
  else if (kind < 0.6) withdrawals()
  else payments()
  return transfers
}
