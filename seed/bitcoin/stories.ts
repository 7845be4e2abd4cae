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
export class Story {
  readonly #stream: Stream
  readonly #wallets: Wallets
  readonly #fees: FeeMarket
  readonly #high: number
  readonly #low: number
  readonly #first: number
  readonly #transfers: Transfer[] = []
  #owners = 0
  #block: number

  constructor(key: number, first: number, parts: { wallets: Wallets; fees: FeeMarket }) {
    this.#stream = new Stream(key)
    this.#wallets = parts.wallets
    this.#fees = parts.fees
    this.#high = draw(key, -1)
    this.#low = draw(key, -2) ^ first
    this.#first = first
    this.#block = first
  }

  transfers(): Transfer[] {
    const kind = this.#stream.unit()
    if (kind < 0.3) this.#deposits()
    else if (kind < 0.6) this.#withdrawals()
    else this.#payments()
    return this.#transfers
  }

  /** Customers send to their deposit addresses, and the exchange collects the coins. */
  #deposits(): void {
    const exchange = this.#wallets.exchange(this.#stream)
    const parts: number[] = []
    const arrived: Coins = { owners: [], amount: 0, parts }
    let latest = this.#first
    for (let left = 1 + this.#count(3); left > 0; left--) {
      this.#block = this.#first
      this.#wait()
      const coins = this.#customersCoins()
      const address = this.#newAddress()
      const deposited = this.#deposit(coins, address)
      arrived.amount += deposited
      parts.push(deposited)
      arrived.owners.push(address)
      latest = Math.max(latest, this.#block)
    }
    this.#block = latest
    this.#wait()
    this.#send(arrived, [this.#stream.unit() < 0.8 ? exchange.hot[0]! : exchange.cold])
  }

  #deposit(coins: Coins, address: string): number {
    if (this.#stream.unit() < 0.75) return this.#send(coins, [address])
    const out = this.#send(coins, [address, this.#newAddress()])
    const deposited = Math.floor(out * (0.15 + 0.7 * this.#stream.unit()))
    return this.#divide([deposited, out - deposited])[0]!
  }

  /** An exchange pays customers, a few at a time, and continues with the change. */
  #withdrawals(): void {
    const exchange = this.#wallets.exchange(this.#stream)
    const [main, second] = exchange.hot as [string, string]
    const both = this.#stream.unit() < 0.25
    const coins: Coins = { owners: both ? [main, second] : [main], amount: this.#amount(exchangeCoin, 1.1) }
    for (let left = this.#count(3); left > 0; left--) {
      this.#wait()
      const customers = Array.from({ length: this.#count(6) }, () => this.#newAddress())
      const most = (0.6 * coins.amount) / customers.length
      const paid = customers.reduce(sum => sum + Math.min(most, this.#amount(withdrawal, 1.7)), 0)
      const out = this.#send(coins, [...customers, main])
      coins.owners = [main]
      coins.amount = Math.floor(Math.max(out * 0.3, out - paid))
      this.#divide([...partsOf(out - coins.amount, customers.length, this.#transfers.at(-1)!.low), coins.amount])
    }
  }

  #payments(): void {
    let coins = this.#customersCoins()
    for (let left = this.#count(3); left > 0; left--) {
      this.#wait()
      if (left === 1 && this.#stream.unit() < 0.5) {
        this.#send(coins, [this.#newAddress()])
        return
      }
      const change = this.#newAddress()
      const out = this.#send(coins, [this.#newAddress(), change])
      const amount = Math.floor(out * (0.2 + 0.7 * this.#stream.unit()))
      this.#divide([out - amount, amount])
      coins = { owners: [change], amount }
    }
  }

  #customersCoins(): Coins {
    const owners = Array.from({ length: this.#stream.unit() < 0.7 ? 1 : this.#count(3) }, () => this.#newAddress())
    return { owners, amount: this.#amount(customerCoin, 1.9) }
  }

  /** Sends all coins. The fee is at most half of the amount, because smaller payments would wait forever. */
  #send({ owners, amount, parts }: Coins, receivers: string[]): number {
    const size = virtualSize(owners.length, receivers.length)
    const urgency = 0.75 + 0.9 * this.#stream.unit()
    const fee = Math.min(Math.floor(amount / 2), Math.ceil(size * this.#fees.rate(this.#block) * urgency))
    const amountOut = amount - fee
    const step = this.#transfers.length
    const low = draw(this.#low, -step - 1)
    this.#transfers.push({
      block: this.#block,
      senders: owners,
      receivers,
      inputs: parts ?? partsOf(amount, owners.length, low ^ 1),
      outputs: partsOf(amountOut, receivers.length, low),
      amountOut,
      fee,
      feeRate: fee / size,
      high: draw(this.#high, -step - 1),
      low,
    })
    return amountOut
  }

  /** What the receivers of the last transfer have of it. */
  #divide(outputs: number[]): number[] {
    this.#transfers.at(-1)!.outputs = outputs
    return outputs
  }

  #wait(): void {
    this.#block += this.#count(pause)
  }

  /** Small numbers are more likely. */
  #count(most: number): number {
    const luck = this.#stream.unit()
    return 1 + Math.floor(luck * luck * most)
  }

  /** Wealth is log-normal. @param spread of its logarithm. */
  #amount(median: number, spread: number): number {
    return Math.floor(median * exp(spread * this.#stream.normal()))
  }

  #newAddress(): string {
    const n = this.#owners++
    return bitcoinAddress(customerLock(this.#stream.unit(), this.#first), draw(this.#high, n), draw(this.#low, n))
  }
}
