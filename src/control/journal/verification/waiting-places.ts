import { Failure } from '../../../base/failure.ts'

export class WaitingPlaces {
  readonly #most: number
  readonly #owner: string
  readonly #shared: WaitingPlaces | undefined
  taken = 0

  /** @param owner whose places they are, for messages @param shared those of all owners */
  constructor(most: number, owner: string, shared?: WaitingPlaces) {
    this.#most = most
    this.#owner = owner
    this.#shared = shared
  }

  /** @throws Failure if all are taken @returns a function that gives the place back */
  take(): () => void {
    if (this.taken === this.#most)
      throw new Failure(
        'conflict',
        `${this.#most} verifications of ${this.#owner} already wait: omit within, or wait for one of them to end`,
      )
    const giveShared = this.#shared?.take()
    this.taken++
    return () => {
      this.taken--
      giveShared?.()
    }
  }
}
