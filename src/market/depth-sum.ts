import type { Side } from './book.ts'
import { bands } from './book-bands.ts'
import type { Ladder } from './ladder.ts'

/** The depth of one side over several books, by band. Books with the same ladder only add scales: 20 ns each. */
export class DepthSum {
  readonly #bands: number[] = bands.map(() => 0)
  readonly #ladders: Ladder[] = []
  readonly #near: number[] = []
  readonly #far: number[] = []

  add({ best, near, far, ladder }: Side): void {
    if (ladder.isFine(best)) this.#keep(ladder, near, far)
    else ladder.addWithin(best, near, far, this.#bands)
  }

  get sums(): readonly number[] {
    this.#ladders.forEach((ladder, id) => {
      ladder.addWithin(Number.POSITIVE_INFINITY, this.#near[id]!, this.#far[id]!, this.#bands)
    })
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
    this.#near[id] = (this.#near[id] ?? 0) + near
    this.#far[id] = (this.#far[id] ?? 0) + far
  }

  #forget(): void {
    this.#ladders.length = 0
    this.#near.length = 0
    this.#far.length = 0
  }
}
