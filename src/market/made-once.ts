/** Calls `make` on first use and keeps its result. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

interface Kept<K, V> {
  get(key: K): V | undefined
  has(key: K): boolean
  set(key: K, value: V): unknown
}

/** Makes the value of each key once. @param kept a WeakMap keeps a value as long as its key */
export function remembered<K, V>(make: (key: K) => V, kept: Kept<K, V> = new Map()): (key: K) => V {
  return key => {
    const known = kept.get(key)
    if (known !== undefined || kept.has(key)) return known as V
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

/** Values by key, made on first use. Beyond `most` the value that was made first is dropped. */
export class Recent<V, K = string> {
  readonly #most: number
  readonly #made = new Map<K, V>()

  constructor(most: number) {
    this.#most = most
  }

  of(key: K, make: () => V): V {
    const known = this.#made.get(key)
    if (known !== undefined) return known
    const made = make()
    this.#made.set(key, made)
    if (this.#made.size > this.#most) this.#made.delete(this.#made.keys().next().value!)
    return made
  }
}

/** Makes values by whole number and keeps the latest. @param most places, a power of two: numbers share them */
export function latestKept<V>(most: number, make: (number: number) => V): (number: number) => V {
  const numbers = new Float64Array(most).fill(Number.NaN)
  const values = new Array<V>(most)
  return number => {
    const place = number & (most - 1)
    if (numbers[place] !== number) {
      values[place] = make(number)
      numbers[place] = number
    }
    return values[place]!
  }
}
