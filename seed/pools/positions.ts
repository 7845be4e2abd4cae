import type { ChainNames } from '../../src/market/chain-names.ts'
import { Recent } from '../../src/market/made-once.ts'
import { exp, log } from '../../src/market/numbers/portable-math.ts'
import { day as dayMs, hour, second } from '../../src/market/time.ts'
import type { Blocks } from '../blocks.ts'
import { opensSince } from '../catalogue/instruments/beginnings.ts'
import { draw, keyOf, Stream, unit } from '../hashed-draws.ts'
import { poolsFounded, worldStart } from '../profiles.ts'
import { eventLogIndex } from './log-index.ts'
import type { Pool } from './pool-list.ts'
import type { Span, Spans } from './spans.ts'

/** Liquidity that one provider mints at once and burns in one or two parts. */
export interface Position {
  /** Unique within the pool. */
  id: string
  user: string
  /** Null unless the pool is concentrated. */
  span: Span | null
  events: LiquidityEvent[]
}

export interface LiquidityEvent {
  position: Position
  block: number
  time: number
  logIndex: number
  /** Change of liquidity; negative for a burn. */
  change: number
  /** Whether the event closes its position. */
  last: boolean
}

const shortest = hour
const longestDays = 21
/** Mean lifetime in days: its logarithm is uniform between the shortest and the longest. */
export const meanDays = 3.37
const lnLongest = log(longestDays * 24)
const partlyBurned = 0.3
/** Greatest liquidity of a short-lived position, relative to usual. */
const largest = 3

/** Founding positions of older pools are all open by then, before any store begins. */
const lastFounded = worldStart - 30 * dayMs

export interface PositionPlan {
  founders: readonly { liquidity: number; span: Span | null }[]
  /** Mean liquidity of a short-lived position. */
  usual: number
  spans: Spans | null
}

interface PositionInputs {
  blocks: Blocks
  names: ChainNames
  provision: PositionPlan
  perDay: number
}

/** Positions of one pool. Each is a function of its mint day, or of the pool's founding. */
export class Positions {
  readonly #pool: Pool
  readonly #key: number
  readonly #parts: PositionInputs
  readonly #days = new Recent<Position[], number>(4 * longestDays)
  /** Positions of the founders, which stay open. */
  readonly founding: readonly Position[]

  constructor(seed: string, pool: Pool, parts: PositionInputs) {
    this.#pool = pool
    this.#key = keyOf(seed, 'positions', pool.id)
    this.#parts = parts
    this.founding = parts.provision.founders.map(({ liquidity, span }, n) => this.#founder(n, liquidity, span))
  }

  /** Mints and burns of a day, in execution order. */
  eventsOn(day: number): LiquidityEvent[] {
    const events = this.#around(day)
      .flatMap(({ events }) => events)
      .filter(({ time }) => Math.floor(time / dayMs) === day)
      .sort((a, b) => a.block - b.block)
    this.#numberLogs(events)
    return events
  }

  /** Positions open at a time, in mint order. */
  heldAt(time: number): Position[] {
    return this.#around(Math.floor(time / dayMs))
      .filter(({ events }) => events[0]!.time < time && !events.some(one => one.last && one.time < time))
      .sort((a, b) => a.events[0]!.block - b.events[0]!.block)
  }

  /** Positions that may be open on a day, oldest first. */
  #around(day: number): Position[] {
    const positions = [...this.founding]
    for (let mintDay = day - longestDays - 1; mintDay <= day; mintDay++)
      positions.push(...this.#days.of(mintDay, () => this.#mintedOn(mintDay)))
    return positions
  }

  #mintedOn(day: number): Position[] {
    const stream = new Stream(draw(this.#key, day))
    const isFounded = this.#pool.since === null || day * dayMs > this.#pool.since
    const count = isFounded ? Math.floor(2 * this.#parts.perDay * stream.unit() + stream.unit()) : 0
    return Array.from({ length: count }, (_, n) => this.#mint(day, n, stream)).sort(byMint)
  }

  #mint(day: number, n: number, stream: Stream): Position {
    const { names, provision } = this.#parts
    const { usual, spans } = provision
    const user = names.account(stream.unit())
    const liquidity = inGrains(usual * Math.min(largest, exp(stream.normal() - 0.5)), usual)
    const position: Position = { id: `${day} ${n}`, user, span: spans?.around(day, stream) ?? null, events: [] }
    const minted = this.#minuteOf(day * dayMs, stream)
    const life = shortest * exp(stream.unit() * lnLongest)
    const part = stream.unit() < partlyBurned ? inGrains(liquidity * (0.2 + 0.5 * stream.unit()), usual) : 0
    this.#add(position, minted, liquidity, false)
    if (part > 0) this.#add(position, minted + life * (0.2 + 0.6 * stream.unit()), -part, false)
    this.#add(position, minted + life, part - liquidity, true)
    return position
  }

  #founder(n: number, liquidity: number, span: Span | null): Position {
    const stream = new Stream(draw(this.#key + 1, n))
    const { protocol, blockchain, tokens } = this.#pool
    const traded = Math.max(poolsFounded, opensSince(protocol, blockchain, tokens))
    const founded = traded + Math.max(0, lastFounded - traded) * unit(draw(this.#key + 2, 0)) + n * 10 * dayMs
    const position: Position = { id: `founder ${n}`, user: this.#parts.names.account(stream.unit()), span, events: [] }
    const { since } = this.#pool
    const minted = since === null ? founded + stream.unit() * dayMs : this.#minuteOf(since, stream)
    this.#add(position, minted, inGrains(liquidity, this.#parts.provision.usual), false)
    return position
  }

  /** Early enough that the block falls on the same day. */
  #minuteOf(start: number, stream: Stream): number {
    return start + 60 * second + Math.floor(stream.unit() * (dayMs - 60 * second))
  }

  #add(position: Position, at: number, change: number, last: boolean): void {
    const { blocks } = this.#parts
    const block = blocks.number(this.#pool.blockchain, at)
    const time = blocks.time(this.#pool.blockchain, block)
    position.events.push({ position, block, time, logIndex: 0, change, last })
  }

  #numberLogs(events: LiquidityEvent[]): void {
    let rank = 0
    events.forEach((event, n) => {
      rank = event.block === events[n - 1]?.block ? rank + 1 : 0
      const luck = Math.floor(unit(draw(this.#key + 3, event.block)) * 4)
      event.logIndex = eventLogIndex(this.#pool.id, luck, rank)
    })
  }
}

/** Multiples of a power of two, about a billionth of the usual size, make sums exact in any order. */
function inGrains(liquidity: number, usual: number): number {
  let grain = 1
  while (grain > usual * 1e-9) grain /= 2
  while (grain < usual * 5e-10) grain *= 2
  return Math.round(liquidity / grain) * grain
}

function byMint(a: Position, b: Position): number {
  return a.events[0]!.block - b.events[0]!.block
}
