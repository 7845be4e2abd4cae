import { hour as hourMs } from '../../src/market/time.ts'
import type { Instrument } from '../catalogue/instruments/instrument.ts'
import { swapFlow } from '../pools/swap-flow.ts'
import type { World } from '../world.ts'
import { OrderFlow } from './order-flow.ts'
import type { Tape } from './tape.ts'
import type { TradeIds } from './trade-id.ts'

/** An instrument's trades, hour by hour in any order. */
export interface TradeFlow {
  readonly idForm: TradeIds['form']
  /** @param traded trades of the day before the hour, which its ids continue; by default those are generated */
  fill(hour: number, tape: Tape, traded?: number): void
}

export function flowOf(world: World, instrument: Instrument): TradeFlow {
  return instrument.pools.length > 0 ? swapFlow(world, instrument) : new OrderFlow(world, instrument)
}

/** Whether an instrument has trades in an hour. */
export function tradesIn({ listed, ended }: Instrument, hour: number): boolean {
  return hour * hourMs >= listed && hour * hourMs < ended
}
