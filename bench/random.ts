/** Random numbers in [0, 1), the same in every run: mulberry32. */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks items at random in proportion to their weight. */
export function weightedChoice<T>(items: readonly T[], weightOf: (item: T) => number, random: Random): () => T {
  const edges: number[] = []
  let total = 0
  for (const item of items) {
    total += weightOf(item)
    edges.push(total)
  }
  return () => {
    const at = random() * total
    return items[edges.findIndex(edge => at < edge)]!
  }
}
