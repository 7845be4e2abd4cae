import { CsvError, parse } from 'csv-parse/sync'

/** A row, or what is wrong with the file from this line on. */
interface CsvRow {
  line: number
  values: string[]
  fault?: string
}

/** Rows of RFC 4180 without blank ones, by the line on which each begins. A misplaced quote ends them. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  // The library counts a CRLF within quotes as two lines.
  const add = (values: string[]) => {
    if (values.length > 1 || values[0]!.trim() !== '') rows.push({ line, values: values.map(value => value.trim()) })
    line += 1 + values.reduce((sum, value) => sum + breaksIn(value), 0)
    return null
  }
  try {
    parse(text, { ...form, on_record: add })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    rows.push({ line, values: [], fault: faultOf(error) })
  }
  return rows
}

const form = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, trim: true }

function breaksIn(value: string): number {
  return value.includes('\n') || value.includes('\r') ? value.split(/\r\n|\n|\r/).length - 1 : 0
}

const causes: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'begins with a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'continues after its closing quote; write a quote within quotes twice',
  INVALID_OPENING_QUOTE:
    'contains a quote but does not begin with one; quote the whole field and write its quotes twice',
}

function faultOf({ code, message, column }: CsvError): string {
  const cause = causes[code]
  const field = cause === undefined ? message : `field ${Number(column) + 1} ${cause}`
  return `${field}; the lines from here on were not read`
}
