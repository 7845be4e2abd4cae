export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/**
 * The median of the rounds' ratios. Two figures of one round were taken within seconds of each other, so their ratio
 * says more on a noisy machine than the ratio of two medians.
 */
export function pairedRatio(values: readonly number[], bases: readonly number[]): number {
  const rounds = Math.min(values.length, bases.length)
  return median(values.slice(0, rounds).map((value, n) => value / bases[n]!))
}
