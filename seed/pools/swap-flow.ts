import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { swapNumber } from '../../src/market/trades/swap-number.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { inBoth, type Tape } from '../trading/tape.ts'
import { swapIds } from '../trading/trade-id.ts'
import type { World } from '../world.ts'
import type { PoolHistory, Swap } from './pool-history.ts'

/** On-chain records are final, so both versions contain all trades. */
export class SwapFlow {
  readonly #instrument: Instrument
  readonly #pools: PoolHistory[]

  constructor({ pools }: World, instrument: Instrument) {
    this.#instrument = instrument
    this.#pools = pools.of(instrument)
  }

  readonly idForm = swapIds

  fill(hour: number, tape: Tape): void {
    const swaps = this.#pools.flatMap(pool => pool.of(hour).swaps)
    if (this.#pools.length > 1) swaps.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
    for (const swap of swaps) this.#trade(swap, tape)
  }

  /** The id of a swap is its block number and log index. */
  #trade({ time, block, logIndex, price, amount, sell }: Swap, tape: Tape): void {
    const { priceDecimals, tick, amountDecimals } = this.#instrument
    const ticks = Math.max(1, Math.round((price * powerOfTen(priceDecimals)) / tick))
    const units = Math.max(1, Math.round(amount * powerOfTen(amountDecimals)))
    tape.add(time, swapNumber(block, logIndex), inBoth, ticks * tick, units, sell ? 1 : 0)
  }
}
