import type { Row, Value } from '../store/store.ts'

/** Writes rows as text, a line or more at a time. */
export type Lines = (columns: readonly string[], rows: Iterable<Row>) => Iterable<string>

/** A JSON object on each line. */
export const ndjson: Lines = function* (columns, rows) {
  const names = columns.map(column => `${JSON.stringify(column)}:`)
  for (const row of rows) yield `{${row.map((value, n) => names[n] + JSON.stringify(readable(value))).join(',')}}\n`
}

/** RFC 4180 with a header line, but for the bare line feeds that the tools of a shell want; NULL is nothing at all. */
export const csv: Lines = function* (columns, rows) {
  yield `${columns.map(field).join(',')}\n`
  for (const row of rows) yield `${row.map(field).join(',')}\n`
}

/** Bytes are written in hexadecimal. */
function readable(value: Value): Value {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

function field(value: Value): string {
  if (value === null) return ''
  const text = String(readable(value))
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
