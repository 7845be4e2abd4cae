import { exp } from '../../src/market/portable-math.ts'
import { draw, Stream } from '../hash.ts'
import { bitcoinAddress } from './addresses.ts'
import { type FeeMarket, virtualSize } from './fees.ts'
import { customerLock, type Wallets } from './wallets.ts'

/** A transaction before it has its place in its block. Amounts in satoshi. */
export interface Transfer {
  block: number
  senders: string[]
  receivers: string[]
  amountOut: number
  fee: number
  /** Satoshi per virtual byte: what miners sort by. */
  feeRate: number
  /** Two keys that no other transaction has. */
  high: number
  low: number
}

/** Blocks from one step of a story to the next, at most; and from its beginning to its last step. */
const pause = 12
export const longestStory = 3 * pause

/** Medians of what there is, in satoshi: a customer's coin, what customers take out, and an exchange's own coin. */
const customerCoin = 8_000_000
const withdrawal = 2_500_000
const exchangeCoin = 1_500_000_000

/** What is left of coins on their way, and who has them. */
interface Coins {
  owners: string[]
  amount: number
}

/**
 * Transactions that follow from one another, within some hours: each spends coins that came before the story, or what an
 * earlier step left. So inputs are outputs of transactions, and each is spent once.
 */
export class Story {
  readonly #stream: Stream
  readonly #wallets: Wallets
  readonly #fees: FeeMarket
  readonly #high: number
  readonly #low: number
  readonly #first: number
  readonly #told: Transfer[] = []
  #owners = 0
  #block: number

  /** @param key of the story. @param first block in which something can happen. */
  constructor(key: number, first: number, parts: { wallets: Wallets; fees: FeeMarket }) {
    this.#stream = new Stream(key)
    this.#wallets = parts.wallets
    this.#fees = parts.fees
    this.#high = draw(key, -1)
    this.#low = draw(key, -2) ^ first
    this.#first = first
    this.#block = first
  }

  tell(): Transfer[] {
    const kind = this.#stream.unit()
    if (kind < 0.3) this.#deposits()
    else if (kind < 0.6) this.#withdrawals()
    else this.#payments()
    return this.#told
  }

  /** Customers of an exchange send to an address that each has there; the exchange then gathers what came. */
  #deposits(): void {
    const exchange = this.#wallets.exchange(this.#stream)
    const arrived: Coins = { owners: [], amount: 0 }
    let latest = this.#first
    for (let left = 1 + this.#count(3); left > 0; left--) {
      this.#block = this.#first
      this.#wait()
      const coins = this.#customersCoins()
      const address = this.#newAddress()
      arrived.amount += this.#deposit(coins, address)
      arrived.owners.push(address)
      latest = Math.max(latest, this.#block)
    }
    this.#block = latest
    this.#wait()
    this.#send(arrived, [this.#stream.unit() < 0.8 ? exchange.hot[0]! : exchange.cold])
  }

  /** All of the coins, or a part of which the rest comes back. */
  #deposit(coins: Coins, address: string): number {
    if (this.#stream.unit() < 0.75) return this.#send(coins, [address])
    const out = this.#send(coins, [address, this.#newAddress()])
    return Math.floor(out * (0.15 + 0.7 * this.#stream.unit()))
  }

  /** An exchange pays out to customers, a few at a time, and goes on with the change. */
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
    }
  }

  /** Someone pays someone, and someone else with what is left, until all of it is paid. */
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
      coins = { owners: [change], amount: Math.floor(out * (0.2 + 0.7 * this.#stream.unit())) }
    }
  }

  /** Coins that a customer had before. */
  #customersCoins(): Coins {
    const owners = Array.from({ length: this.#stream.unit() < 0.7 ? 1 : this.#count(3) }, () => this.#newAddress())
    return { owners, amount: this.#amount(customerCoin, 1.9) }
  }

  /** Sends all coins. Who pays less than a place in the block costs would wait for ever: at most half is ever paid for it. */
  #send({ owners, amount }: Coins, receivers: string[]): number {
    const size = virtualSize(owners.length, receivers.length)
    const urgency = 0.75 + 0.9 * this.#stream.unit()
    const fee = Math.min(Math.floor(amount / 2), Math.ceil(size * this.#fees.rate(this.#block) * urgency))
    const amountOut = amount - fee
    const step = this.#told.length
    this.#told.push({
      block: this.#block,
      senders: owners,
      receivers,
      amountOut,
      fee,
      feeRate: fee / size,
      high: draw(this.#high, -step - 1),
      low: draw(this.#low, -step - 1),
    })
    return amountOut
  }

  #wait(): void {
    this.#block += this.#count(pause)
  }

  /** From 1 to `most`, small ones likelier. */
  #count(most: number): number {
    const luck = this.#stream.unit()
    return 1 + Math.floor(luck * luck * most)
  }

  /** Wealth is log-normal. @param spread of its logarithm. */
  #amount(median: number, spread: number): number {
    return Math.floor(median * exp(spread * this.#stream.normal()))
  }

  /** An address that nobody has had before. */
  #newAddress(): string {
    const n = this.#owners++
    return bitcoinAddress(customerLock(this.#stream.unit()), draw(this.#high, n), draw(this.#low, n))
  }
}
