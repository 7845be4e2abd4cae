import { Failure } from '../../../base/failure.ts'

export class WaitingPlaces {
  readonly #most: number
  readonly #owner: string
  taken = 0

  /** @param owner whose places they are, for messages */
  constructor(most: number, owner: string) {
    this.#most = most
    this.#owner = owner
  }

  /** @throws Failure if all are taken @returns a function that gives the place back */
  take(): () => void {
    if (this.taken === this.#most)
      throw new Failure(
        'conflict',
        `${this.#most} verifications of ${this.#owner} already wait: omit within, or wait for one of them to end`,
      )
    this.taken++
    return () => {
      this.taken--
    }
  }
}
