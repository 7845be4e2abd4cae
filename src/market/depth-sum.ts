import type { Side } from './book.ts'
import { bands } from './book-bands.ts'
import type { BookHour, HourSide } from './book-hour.ts'
import { ladderCount } from './book-shape.ts'
import type { Ladder } from './ladder.ts'

/** The depth of one side over several books, by band. Books with the same ladder only add scales: 20 ns each. */
export class DepthSum {
  readonly #bands = new Float64Array(bands.length)
  readonly #ladders: (Ladder | null)[] = new Array(ladderCount).fill(null)
  readonly #near = new Float64Array(ladderCount)
  readonly #far = new Float64Array(ladderCount)

  add({ best, near, far, ladder }: Side): void {
    if (ladder.isFine(best)) this.#keep(ladder, near, far)
    else ladder.addWithin(best, near, far, this.#bands)
  }

  addHour({ ladders, length }: BookHour, { best, near, far, ladder }: HourSide): void {
    for (let n = 0; n < length; n++) {
      const one = ladders.at(ladder[n]!)
      if (one.isFine(best[n]!)) this.#keep(one, near[n]!, far[n]!)
      else one.addWithin(best[n]!, near[n]!, far[n]!, this.#bands)
    }
  }

  /** The array is reused. */
  get sums(): Float64Array {
    for (let id = 0; id < ladderCount; id++) this.#ladders[id]?.addFine(this.#near[id]!, this.#far[id]!, this.#bands)
    this.#forget()
    return this.#bands
  }

  clear(): void {
    this.#bands.fill(0)
    this.#forget()
  }

  #keep(ladder: Ladder, near: number, far: number): void {
    const { id } = ladder
    this.#ladders[id] = ladder
    this.#near[id]! += near
    this.#far[id]! += far
  }

  #forget(): void {
    this.#ladders.fill(null)
    this.#near.fill(0)
    this.#far.fill(0)
  }
}
