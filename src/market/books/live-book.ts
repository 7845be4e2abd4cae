import { mix } from '../numbers/hash.ts'
import type { BookShape } from './book-shape.ts'
import { LiveSide, Tiers } from './live-side.ts'
import { quoteBits, spreadAt } from './touch.ts'

/** An instrument's generated book at any time: orders are filled against it, and snapshots show it. */
export class LiveBook {
  readonly shape: BookShape
  readonly bids: LiveSide
  readonly asks: LiveSide
  #tiers: Tiers | null = null

  constructor(shape: BookShape) {
    this.shape = shape
    this.bids = new LiveSide(shape, -1)
    this.asks = new LiveSide(shape, 1)
  }

  /** @param middle twice the mid price in ticks. @param calm spread relative to usual. @param octave of the day's price */
  open(time: number, middle: number, calm: number, octave: number): void {
    const bits = quoteBits(this.shape.key, time)
    this.openSide(this.bids, bits, time, middle, calm, octave)
    this.openSide(this.asks, bits, time, middle, calm, octave)
  }

  /** As `open`, for one side. @param bits of the quotes at the time */
  openSide(side: LiveSide, bits: number, time: number, middle: number, calm: number, octave: number): void {
    if (this.#tiers === null || this.#tiers.octave !== octave) this.#tiers = new Tiers(this.shape, octave)
    const spread = spreadAt(this.shape, bits, middle, calm)
    const touch = mix(bits + 0x2c1b3c6d)
    const bestTouch = side.worse === 1 ? mix(touch) : touch
    side.open(time, middle / 2, (middle + side.worse * spread) / 2, this.#tiers, bestTouch, calm)
  }
}
