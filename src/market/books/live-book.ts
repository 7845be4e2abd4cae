import type { Condition } from './book-block.ts'
import type { BookShape } from './book-shape.ts'
import { LiveSide } from './live-side.ts'
import { Tiers, type TiersOfDays } from './tiers.ts'
import { Quotes, spreadAt } from './touch.ts'

/** An instrument's generated book at any time: orders are filled against it, and snapshots show it. */
export class LiveBook {
  readonly shape: BookShape
  readonly bids: LiveSide
  readonly asks: LiveSide
  readonly #quotes: Quotes
  readonly #tiers: TiersOfDays

  /** @param quotes of the shape's key: shared with what else reads them at the same times, they are found once */
  constructor(shape: BookShape, quotes = new Quotes(shape.key)) {
    this.shape = shape
    this.bids = new LiveSide(shape, -1)
    this.asks = new LiveSide(shape, 1)
    this.#quotes = quotes
    const any = new Tiers(shape, 0, 0)
    this.#tiers = { now: any, earlier: any }
  }

  /** @param middle twice the mid price in ticks @param condition of the hour */
  open(time: number, middle: number, condition: Condition): void {
    this.openSide(this.bids, time, middle, condition)
    this.openSide(this.asks, time, middle, condition)
  }

  /** As `open`, for one side. */
  openSide(side: LiveSide, time: number, middle: number, condition: Condition): void {
    this.#enterDay(condition)
    const quotes = this.#quotes
    quotes.enter(time)
    const wideness = quotes.wideness(condition, time)
    const spread = spreadAt(this.shape, quotes.bits, middle, wideness)
    side.open(time, middle / 2, (middle + side.worse * spread) / 2, this.#tiers, wideness)
  }

  #enterDay({ level, depth, levelBefore, depthBefore }: Condition): void {
    const tiers = this.#tiers
    tiers.earlier = this.#tiersOf(levelBefore, depthBefore)
    tiers.now = this.#tiersOf(level, depth)
  }

  #tiersOf(level: number, depth: number): Tiers {
    const { now, earlier } = this.#tiers
    if (now.level === level && now.depth === depth) return now
    return earlier.level === level && earlier.depth === depth ? earlier : new Tiers(this.shape, level, depth)
  }
}
