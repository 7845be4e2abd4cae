import type { Condition } from './book-block.ts'
import { type BookShape, finerShape } from './book-shape.ts'
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
  readonly #finer: LiveBook[] = []

  /**
   * @param quotes of the shape's key: shared with what else reads them at the same times, they are found once
   * @param digits by which its ticks are finer than at present
   */
  constructor(shape: BookShape, quotes = new Quotes(shape.key), digits = 0) {
    this.shape = finerShape(shape, digits)
    this.bids = new LiveSide(this.shape, -1, digits)
    this.asks = new LiveSide(this.shape, 1, digits)
    this.#quotes = quotes
    const any = new Tiers(this.shape, 0, 0)
    this.#tiers = { now: any, earlier: any }
  }

  /** The book in years whose ticks were finer. @param digits by how many decimal digits */
  finer(digits: number): LiveBook {
    if (digits === 0) return this
    this.#finer[digits] ??= new LiveBook(this.shape, this.#quotes, digits)
    return this.#finer[digits]
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
    side.open(time, middle / 2, (middle + side.worse * spread) / 2, this.#tiers, wideness, quotes.thin === side.worse)
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
