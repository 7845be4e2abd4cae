/** @param compare negative: a before b. */
export function* merged<T>(lines: readonly Iterable<T>[], compare: (a: T, b: T) => number): Generator<T> {
  const iterators = lines.map(line => line[Symbol.iterator]())
  const heads = iterators.map(iterator => iterator.next())
  for (;;) {
    let first = -1
    heads.forEach((head, n) => {
      if (!head.done && (first < 0 || compare(head.value, (heads[first] as IteratorYieldResult<T>).value) < 0))
        first = n
    })
    if (first < 0) return
    yield (heads[first] as IteratorYieldResult<T>).value
    heads[first] = iterators[first]!.next()
  }
}
