/** Relative to the first value, so equal values have exactly that mean. */
export class Mean {
  #base = Number.NaN
  #sum = 0
  #weight = 0

  add(value: number, weight = 1): void {
    if (this.#weight === 0) this.#base = value
    this.#sum += (value - this.#base) * weight
    this.#weight += weight
  }

  clear(): void {
    this.#sum = 0
    this.#weight = 0
  }

  /** NaN without values. */
  get value(): number {
    return this.#base + this.#sum / this.#weight
  }
}
