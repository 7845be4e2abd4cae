import { remembered } from '../../src/market/made-once.ts'
import { exchangesAhead } from '../catalogue/exchange-list.ts'
import { draw, keyOf, type Stream, unit } from '../hashed-draws.ts'
import { bitcoinAddress, type Lock } from './bitcoin-addresses.ts'

const hashRates = [0.29, 0.21, 0.13, 0.1, 0.08, 0.07, 0.05, 0.04, 0.03]
/** Members that a mining pool pays. */
const members = 120

export function walletsOf(seed: string) {
  const minersKey = keyOf(seed, 'bitcoin', 'miners')
  /** Of kinds that are older than the chain's first transactions here. */
  const lasting = (lock: Lock, ...name: (string | number)[]) => {
    const id = name.join(' ')
    return bitcoinAddress(lock, keyOf(seed, 'wallet', id), keyOf(id, seed))
  }
  const centralised = exchangesAhead.filter(({ kind }) => kind === 'centralised')
  const total = centralised.reduce((sum, { weight }) => sum + weight, 0)
  const weights = centralised.map(({ weight }) => weight / total)
  const exchanges = centralised.map(({ code }) => ({
    hot: [lasting('p2pkh', code, 'hot', 1), lasting('p2sh', code, 'hot', 2)],
    cold: lasting('p2sh', code, 'cold', 1),
  }))
  const minerAddress = remembered((pool: number) => lasting(pool % 3 === 0 ? 'p2sh' : 'p2pkh', 'mining pool', pool, 0))
  const membersOf = remembered((pool: number) =>
    remembered((member: number) => lasting(member % 4 === 0 ? 'p2sh' : 'p2pkh', 'member', pool, member)),
  )
  return {
    minerAddress,
    memberAddress: (pool: number, luck: number) => membersOf(pool)(Math.floor(luck * luck * members)),
    exchange: (stream: Stream) => exchanges[placeOf(weights, stream.unit())]!,
    /** Index of the pool that found a block. */
    miner: (block: number) => placeOf(hashRates, unit(draw(minersKey, block))),
    /** Addresses that receive again and again, with what they hold when a store begins: enough for all that they pay. */
    standing: () => {
      const pools = [...hashRates.keys()]
      const paying = [...exchanges.flatMap(({ hot, cold }) => [...hot, cold]), ...pools.map(minerAddress)]
      const paid = pools.flatMap(pool => Array.from({ length: members }, (_, member) => membersOf(pool)(member)))
      return [
        ...paying.map(address => ({ address, opening: openingOf(keyOf(seed, 'opening', address)) })),
        ...paid.map(address => ({ address, opening: 0 })),
      ]
    },
  }
}

export type Wallets = ReturnType<typeof walletsOf>

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
