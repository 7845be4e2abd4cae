export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/**
 * The ratio of two figures in each round. Both figures of a round were taken within seconds of each other, so on a noisy
 * machine the median of these ratios says more than the ratio of two medians.
 */
export function pairedRatios(values: readonly number[], bases: readonly number[]): number[] {
  return values.slice(0, bases.length).map((value, n) => value / bases[n]!)
}

/** A number with as many digits as a reader needs: 31,204, 12.3, 0.41. */
export function plain(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** 0.124 is `12 %`. */
export function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${plain(Math.round(share * 1000) / 10)} %`
}
