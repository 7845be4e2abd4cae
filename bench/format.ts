/** A number with as many digits as anyone reads: 31,204, 12.3, 0.41. */
export function plain(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** A figure and, in parentheses, its ratio to another: 12,800 (0.41 ×). */
export function withRatio(value: number | undefined, ratio: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–'
  return ratio === undefined || Number.isNaN(ratio) ? plain(value) : `${plain(value)} (${plain(ratio)} ×)`
}
