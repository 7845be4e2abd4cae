/** Does the work for each key once, and again after it failed. */
export function unlessFailed<K, V>(work: (key: K) => Promise<V>): (key: K) => Promise<V> {
  const kept = new Map<K, Promise<V>>()
  return key => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const begun = work(key)
    kept.set(key, begun)
    begun.catch(() => kept.delete(key))
    return begun
  }
}
