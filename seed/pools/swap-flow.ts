import { powerOfTen } from '../../src/market/numbers/portable-math.ts'
import { swapNumber } from '../../src/market/trades/swap-number.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { inBoth, type Tape } from '../trading/tape.ts'
import { swapIds } from '../trading/trade-id.ts'
import type { World } from '../world.ts'

/** On-chain records are final, so both versions contain all trades. */
export function swapFlow({ pools }: World, instrument: Instrument) {
  const { priceDecimals, tick, amountDecimals, lot } = instrument
  const histories = pools.of(instrument)
  return {
    idForm: swapIds,
    fill(hour: number, tape: Tape): void {
      const swaps = histories.flatMap(history => history.of(hour).swaps)
      if (histories.length > 1) swaps.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
      for (const { time, block, logIndex, price, amount, sell } of swaps) {
        const ticks = Math.max(1, Math.round((price * powerOfTen(priceDecimals)) / tick))
        const lots = Math.max(1, Math.round((amount * powerOfTen(amountDecimals)) / lot))
        // The id of a swap is its block number and log index.
        tape.add(time, swapNumber(block, logIndex), inBoth, ticks * tick, lots * lot, sell ? 1 : 0)
      }
    },
  }
}
