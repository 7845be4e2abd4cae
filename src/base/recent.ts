/** Values by key, made on first use. Beyond `most` the value that was made first is dropped. */
export class Recent<V> {
  readonly #most: number
  readonly #made = new Map<string, V>()

  constructor(most: number) {
    this.#most = most
  }

  of(key: string, make: () => V): V {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value!)
    return made
  }
}
