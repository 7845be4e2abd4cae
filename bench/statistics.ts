export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

/** The smallest value that is at least as large as this share of the values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Both figures of a round are seconds apart, so the median of the ratios is more reliable than a ratio of medians. */
export function pairedRatios(values: readonly number[], bases: readonly number[]): number[] {
  return values.slice(0, bases.length).map((value, n) => value / bases[n]!)
}

/** Examples: 31,204, 12.3, 0.41. */
export function plain(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** 0.124 is `12 %`. */
export function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${plain(Math.round(share * 1000) / 10)} %`
}
