/** The calendar quarter (UTC) of a time; milliseconds since 1970, the end exclusive. */
export function quarterOf(time: number): { start: number; end: number } {
  const date = new Date(time)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() - (date.getUTCMonth() % 3)
  return { start: Date.UTC(year, month), end: Date.UTC(year, month + 3) }
}
