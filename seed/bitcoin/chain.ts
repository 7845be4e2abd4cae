import { Recent } from '../../src/market/made-once.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import { poisson } from '../poisson.ts'
import type { World } from '../world.ts'
import { type FeeMarket, feeMarket, virtualSize } from './fees.ts'
import { longestStory, partsOf, Story, type Transfer } from './stories.ts'
import { subsidyOf } from './subsidy.ts'
import { type Wallets, walletsOf } from './wallets.ts'

/** Blocks per group; stories begin in every group. */
const groupSize = 16
/** Earlier groups whose stories may reach a block. */
const groupsBack = Math.floor((groupSize - 1 + longestStory) / groupSize)
const groupsKept = 64
const storiesPerGroup = 15

/** Blocks until a reward is spendable, and blocks over which a mining pool spends it. */
const maturity = 100
const payoutSpread = 40
/** Share of rewards paid to the pool's members at once. */
const paidOut = 0.25

/** The first transaction is the coinbase, without a sender. */
interface Block {
  number: number
  time: number
  transactions: readonly Transfer[]
}

/** A block's content follows from its number. */
export class BitcoinChain {
  readonly #key: number
  readonly #blocks: World['blocks']
  readonly #fees: FeeMarket
  readonly #wallets: Wallets
  readonly #groups = new Recent<Transfer[], number>(groupsKept)

  constructor({ seed, blocks, prices }: World) {
    this.#key = keyOf(seed, 'bitcoin')
    this.#blocks = blocks
    this.#fees = feeMarket(seed, blocks, prices)
    this.#wallets = walletsOf(seed)
  }

  /** Miners prefer high fee rates. */
  block(number: number): Block {
    const transfers = [...this.#transfers(number), ...this.#maturing(number).map(from => this.#payout(from, number))]
    transfers.sort((a, b) => b.feeRate - a.feeRate || a.high - b.high)
    const time = this.#blocks.time('bitcoin', number)
    return { number, time, transactions: [this.#coinbase(number), ...transfers] }
  }

  #coinbase(block: number): Transfer {
    const key = draw(this.#key + 3, block)
    const amountOut = this.#reward(block)
    return {
      block,
      senders: [],
      receivers: [this.#wallets.minerAddress(this.#wallets.miner(block))],
      inputs: [],
      outputs: [amountOut],
      amountOut,
      fee: 0,
      feeRate: 0,
      high: key,
      low: draw(key, block),
    }
  }

  #reward(block: number): number {
    const fees = this.#transfers(block).reduce((sum, { fee }) => sum + fee, 0)
    return this.#maturing(block).reduce((sum, from) => sum + this.#payoutFee(from, block), subsidyOf(block) + fees)
  }

  #transfers(block: number): Transfer[] {
    const group = Math.floor(block / groupSize)
    const found: Transfer[] = []
    for (let g = group - groupsBack; g <= group; g++)
      for (const transfer of this.#groups.of(g, () => this.#storiesOf(g)))
        if (transfer.block === block) found.push(transfer)
    return found
  }

  #storiesOf(group: number): Transfer[] {
    const stream = new Stream(draw(this.#key + 1, group))
    const first = group * groupSize
    const count = poisson(storiesPerGroup * this.#fees.demand(first), stream)
    return Array.from({ length: count }, () => {
      const block = first + Math.floor(stream.unit() * groupSize)
      return new Story(stream.bits(), block, { wallets: this.#wallets, fees: this.#fees }).transfers()
    }).flat()
  }

  /** Earlier blocks whose rewards this block pays out. */
  #maturing(block: number): number[] {
    const found: number[] = []
    for (let from = block - maturity - payoutSpread; from < block - maturity; from++) {
      const luck = unit(draw(this.#key + 2, from))
      if (luck < paidOut && from + maturity + 1 + Math.floor((luck / paidOut) * payoutSpread) === block)
        found.push(from)
    }
    return found
  }

  #payout(from: number, block: number): Transfer {
    const pool = this.#wallets.miner(from)
    const stream = this.#payoutStream(from)
    const receivers = new Set<string>()
    for (let left = paidMembers(stream); left > 0; left--)
      receivers.add(this.#wallets.memberAddress(pool, stream.unit()))
    const fee = this.#payoutFee(from, block)
    const amountOut = this.#reward(from) - fee
    return {
      block,
      senders: [this.#wallets.minerAddress(pool)],
      receivers: [...receivers],
      inputs: [amountOut + fee],
      outputs: partsOf(amountOut, receivers.size, draw(this.#key + 6, from)),
      amountOut,
      fee,
      feeRate: this.#fees.rate(block),
      high: draw(this.#key + 5, from),
      low: draw(this.#key + 6, from),
    }
  }

  /** Independent of the reward, which depends on fees of its own block. */
  #payoutFee(from: number, block: number): number {
    return Math.ceil(virtualSize(1, paidMembers(this.#payoutStream(from))) * this.#fees.rate(block))
  }

  #payoutStream(from: number): Stream {
    return new Stream(draw(this.#key + 4, from))
  }
}

function paidMembers(stream: Stream): number {
  return 3 + Math.floor(stream.unit() * 6)
}
