import { mix } from '../numbers/hash.ts'
import { type Condition, calmAt } from './book-block.ts'
import type { BookShape } from './book-shape.ts'
import { LiveSide, Tiers } from './live-side.ts'
import { Quotes, spreadAt } from './touch.ts'

/** An instrument's generated book at any time: orders are filled against it, and snapshots show it. */
export class LiveBook {
  readonly shape: BookShape
  readonly bids: LiveSide
  readonly asks: LiveSide
  readonly #quotes: Quotes
  #tiers: Tiers | null = null

  constructor(shape: BookShape) {
    this.shape = shape
    this.bids = new LiveSide(shape, -1)
    this.asks = new LiveSide(shape, 1)
    this.#quotes = new Quotes(shape.key)
  }

  /** @param middle twice the mid price in ticks @param condition of the hour */
  open(time: number, middle: number, condition: Condition): void {
    this.openSide(this.bids, time, middle, condition)
    this.openSide(this.asks, time, middle, condition)
  }

  /** As `open`, for one side. */
  openSide(side: LiveSide, time: number, middle: number, condition: Condition): void {
    const { octave } = condition
    if (this.#tiers === null || this.#tiers.octave !== octave) this.#tiers = new Tiers(this.shape, octave)
    const quotes = this.#quotes
    quotes.enter(time)
    const calm = calmAt(condition, time, quotes.since)
    const spread = spreadAt(this.shape, quotes.bits, middle, calm)
    const touch = mix(quotes.bits + 0x2c1b3c6d)
    const bestTouch = side.worse === 1 ? mix(touch) : touch
    side.open(time, middle / 2, (middle + side.worse * spread) / 2, this.#tiers, bestTouch, calm)
  }
}
