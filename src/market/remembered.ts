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
