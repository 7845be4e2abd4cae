/**
 * The worst losses of a window that moves over scenarios, whose mean is the expected shortfall. Published definition:
 * historical expected shortfall as by Acerbi and Tasche, "On the coherence of expected shortfall" (2002), the tail mean of
 * the empirical distribution; the measure of the Basel market-risk framework (MAR33), there at 97.5 %.
 */
export class LossWindow {
  /** In ascending order. */
  readonly #losses: Float64Array
  #count = 0

  constructor(size: number) {
    this.#losses = new Float64Array(size)
  }

  add(loss: number): void {
    const place = this.#placeOf(loss)
    this.#losses.copyWithin(place + 1, place, this.#count++)
    this.#losses[place] = loss
  }

  remove(loss: number): void {
    const place = this.#placeOf(loss)
    this.#losses.copyWithin(place, place + 1, this.#count--)
  }

  /**
   * The mean of the worst n × (1 − level) of n losses, the last of them by the fraction of it that still belongs to the
   * tail. It is at least the quantile loss (value at risk), the mildest of those in the tail.
   */
  tailMean(level: number): number {
    const tail = this.#count - level * this.#count
    let sum = 0
    let left = tail
    for (let n = this.#count - 1; left > 0 && n >= 0; n--, left--) sum += this.#losses[n]! * Math.min(1, left)
    return sum / tail
  }

  #placeOf(loss: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#losses[middle]! < loss) low = middle + 1
      else high = middle
    }
    return low
  }
}
