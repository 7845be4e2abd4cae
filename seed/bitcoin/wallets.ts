import { exchangesAhead } from '../catalogue/exchange-list.ts'
import { draw, keyOf, type Stream, unit } from '../hashed-draws.ts'
import { bitcoinAddress, type Lock } from './bitcoin-addresses.ts'

const hashRates = [0.29, 0.21, 0.13, 0.1, 0.08, 0.07, 0.05, 0.04, 0.03]
/** Members that a mining pool pays. */
const members = 120

interface ExchangeWallet {
  hot: readonly string[]
  cold: string
}

export class Wallets {
  readonly #seed: string
  readonly #key: number
  readonly #exchanges: readonly ExchangeWallet[]
  readonly #weights: readonly number[]
  readonly #kept = new Map<string, string>()

  constructor(seed: string) {
    this.#seed = seed
    this.#key = keyOf(seed, 'bitcoin', 'miners')
    const centralised = exchangesAhead.filter(({ kind }) => kind === 'centralised')
    const total = centralised.reduce((sum, { weight }) => sum + weight, 0)
    this.#weights = centralised.map(({ weight }) => weight / total)
    this.#exchanges = centralised.map(({ code }) => ({
      hot: [this.#standing('p2pkh', code, 'hot', 1), this.#standing('p2sh', code, 'hot', 2)],
      cold: this.#standing('p2sh', code, 'cold', 1),
    }))
  }

  /** Addresses that receive again and again, with what they hold when a store begins: enough for all that they pay. */
  standing(): { address: string; opening: number }[] {
    const paying = [
      ...this.#exchanges.flatMap(({ hot, cold }) => [...hot, cold]),
      ...hashRates.map((_, pool) => this.minerAddress(pool)),
    ]
    const members = hashRates.flatMap((_, pool) => this.#membersOf(pool))
    return [
      ...paying.map(address => ({ address, opening: openingOf(keyOf(this.#seed, 'opening', address)) })),
      ...members.map(address => ({ address, opening: 0 })),
    ]
  }

  #membersOf(pool: number): string[] {
    return Array.from({ length: members }, (_, member) => this.#member(pool, member))
  }

  exchange(stream: Stream): ExchangeWallet {
    return this.#exchanges[placeOf(this.#weights, stream.unit())]!
  }

  /** Index of the pool that found a block. */
  miner(block: number): number {
    return placeOf(hashRates, unit(draw(this.#key, block)))
  }

  minerAddress(pool: number): string {
    return this.#standing(pool % 3 === 0 ? 'p2sh' : 'p2pkh', 'mining pool', pool, 0)
  }

  memberAddress(pool: number, luck: number): string {
    return this.#member(pool, Math.floor(luck * luck * members))
  }

  #member(pool: number, member: number): string {
    return this.#standing(member % 4 === 0 ? 'p2sh' : 'p2pkh', 'member', pool, member)
  }

  /** Of kinds that are older than the chain's first transactions here. */
  #standing(lock: Lock, ...name: (string | number)[]): string {
    const id = name.join(' ')
    const known = this.#kept.get(id)
    if (known !== undefined) return known
    const address = bitcoinAddress(lock, keyOf(this.#seed, 'wallet', id), keyOf(id, this.#seed))
    this.#kept.set(id, address)
    return address
  }
}

/** 10,000 to 100,000 bitcoin, in satoshi. */
function openingOf(key: number): number {
  return Math.floor((1 + 9 * unit(key)) * 1e12)
}

/** Index at which the cumulative shares exceed `luck`. */
function placeOf(shares: readonly number[], luck: number): number {
  let sum = 0
  const place = shares.findIndex(share => {
    sum += share
    return luck < sum
  })
  return Math.max(0, place)
}

/** The first block with witness outputs, the first with taproot, and the one from which both are as common as today. */
export const firstWitness = 481_824
const [firstTaproot, commonSince] = [709_632, 823_786]
/** Shares of customers' addresses that have each kind of output, and of the others that pay to scripts. */
const share = { witness: 0.72, taproot: 0.1, script: 0.61 }

/** Of an address that is new in a block. */
export function customerLock(luck: number, block: number): Lock {
  const witness = share.witness * grown(firstWitness, block)
  const taproot = share.taproot * grown(firstTaproot, block)
  if (luck < witness) return 'p2wpkh'
  if (luck < witness + taproot) return 'p2tr'
  return luck - witness - taproot < share.script * (1 - witness - taproot) ? 'p2sh' : 'p2pkh'
}

/** Users change to new kinds over years. */
function grown(from: number, block: number): number {
  return Math.max(0, Math.min(1, (block - from) / (commonSince - from)))
}
