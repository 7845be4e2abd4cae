import type { Value } from '../store/database/database.ts'
import type { Row } from '../store/store.ts'

export type Lines = (columns: readonly string[], rows: Iterable<Row>) => Iterable<string>

export const ndjson: Lines = function* (columns, rows) {
  const names = columns.map(column => `${JSON.stringify(column)}:`)
  for (const row of rows) yield `{${row.map((value, n) => names[n] + JSON.stringify(readable(value))).join(',')}}\n`
}

/** RFC 4180 with a header, but with line feeds for shell tools; NULL is empty. */
export const csv: Lines = function* (columns, rows) {
  yield `${columns.map(field).join(',')}\n`
  for (const row of rows) yield `${row.map(field).join(',')}\n`
}

/** Bytes as hexadecimal. */
function readable(value: Value): Value {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

function field(value: Value): string {
  if (value === null) return ''
  const text = String(readable(value))
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
