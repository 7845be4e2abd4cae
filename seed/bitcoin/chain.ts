import { Recent } from '../../src/market/made-once.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import { poisson } from '../poisson.ts'
import type { World } from '../world.ts'
import { feeMarket, virtualSize } from './fees.ts'
import { longestStory, partsOf, storyTransfers, type Transfer } from './stories.ts'
import { subsidyOf } from './subsidy.ts'
import { walletsOf } from './wallets.ts'

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
export function bitcoinChain({ seed, blocks, prices }: World) {
  const key = keyOf(seed, 'bitcoin')
  const fees = feeMarket(seed, blocks, prices)
  const wallets = walletsOf(seed)
  const storiesIn = new Recent<Transfer[], number>(groupsKept)

  /** Miners prefer high fee rates. */
  function block(number: number): Block {
    const transfers = [...transfersIn(number), ...maturing(number).map(from => payout(from, number))]
    transfers.sort((a, b) => b.feeRate - a.feeRate || a.high - b.high)
    const time = blocks.time('bitcoin', number)
    return { number, time, transactions: [coinbase(number), ...transfers] }
  }

  function coinbase(block: number): Transfer {
    const own = draw(key + 3, block)
    const amountOut = reward(block)
    return {
      block,
      senders: [],
      receivers: [wallets.minerAddress(wallets.miner(block))],
      inputs: [],
      outputs: [amountOut],
      amountOut,
      fee: 0,
      feeRate: 0,
      high: own,
      low: draw(own, block),
    }
  }

  function reward(block: number): number {
    const paid = transfersIn(block).reduce((sum, { fee }) => sum + fee, 0)
    return maturing(block).reduce((sum, from) => sum + payoutFee(from, block), subsidyOf(block) + paid)
  }

  function transfersIn(block: number): Transfer[] {
    const group = Math.floor(block / groupSize)
    const found: Transfer[] = []
    for (let g = group - groupsBack; g <= group; g++)
      for (const transfer of storiesIn.of(g, () => storiesOf(g))) if (transfer.block === block) found.push(transfer)
    return found
  }

  function storiesOf(group: number): Transfer[] {
    const stream = new Stream(draw(key + 1, group))
    const first = group * groupSize
    const count = poisson(storiesPerGroup * fees.demand(first), stream)
    return Array.from({ length: count }, () => {
      const block = first + Math.floor(stream.unit() * groupSize)
      return storyTransfers(stream.bits(), block, { wallets, fees })
    }).flat()
  }

  /** Earlier blocks whose rewards this block pays out. */
  function maturing(block: number): number[] {
    const found: number[] = []
    for (let from = block - maturity - payoutSpread; from < block - maturity; from++) {
      const luck = unit(draw(key + 2, from))
      if (luck < paidOut && from + maturity + 1 + Math.floor((luck / paidOut) * payoutSpread) === block)
        found.push(from)
    }
    return found
  }

  function payout(from: number, block: number): Transfer {
    const pool = wallets.miner(from)
    const stream = payoutStream(from)
    const receivers = new Set<string>()
    for (let left = paidMembers(stream); left > 0; left--) receivers.add(wallets.memberAddress(pool, stream.unit()))
    const fee = payoutFee(from, block)
    const amountOut = reward(from) - fee
    return {
      block,
      senders: [wallets.minerAddress(pool)],
      receivers: [...receivers],
      inputs: [amountOut + fee],
      outputs: partsOf(amountOut, receivers.size, draw(key + 6, from)),
      amountOut,
      fee,
      feeRate: fees.rate(block),
      high: draw(key + 5, from),
      low: draw(key + 6, from),
    }
  }

  /** Independent of the reward, which depends on fees of its own block. */
  function payoutFee(from: number, block: number): number {
    return Math.ceil(virtualSize(1, paidMembers(payoutStream(from))) * fees.rate(block))
  }

  function payoutStream(from: number): Stream {
    return new Stream(draw(key + 4, from))
  }

  return block
}

function paidMembers(stream: Stream): number {
  return 3 + Math.floor(stream.unit() * 6)
}
