import { listed, shown } from '../../base/failure.ts'
import { plainNumber } from '../../market/numbers/decimal.ts'
import { endOfTime, parseTime } from '../../market/time.ts'
import { StoreFailure } from '../store-failure.ts'
import { csvRows } from './csv-rows.ts'

export interface FileRecord {
  line: number
  fields: Record<string, unknown>
  /** Why the line has no fields. */
  fault?: string | undefined
}

/** Most faulty lines listed in one failure. */
const mostFaults = 100

/** Converts records; lists all faulty lines in one failure. @param file name for the message. */
export function convertAll<R extends Pick<FileRecord, 'line' | 'fault'>, T>(
  file: string,
  records: readonly R[],
  convert: (one: R) => T,
): T[] {
  const faults: string[] = []
  const converted: T[] = []
  for (const record of records)
    try {
      if (record.fault !== undefined) throw new RangeError(record.fault)
      converted.push(convert(record))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      faults.push(`${file}, line ${record.line}: ${error.message}`)
    }
  if (faults.length === 0) return converted
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more lines`] : []
  throw new StoreFailure(['nothing was imported', ...faults.slice(0, mostFaults), ...more].join('\n  '))
}

/** Parses NDJSON, or CSV with a header. Faulty lines are records with a fault. */
export function parseRecords(file: string, text: string, required: readonly string[]): FileRecord[] {
  const content = text.replace(/^\uFEFF/, '')
  if (/^\s*\[/.test(content))
    return [{ line: 1, fields: {}, fault: 'begins a JSON array; write one JSON object per line' }]
  return /^\s*\{/.test(content) ? jsonRecords(content) : csvRecords(file, content, required)
}

function jsonRecords(text: string): FileRecord[] {
  return text.split(/\r?\n/).flatMap((line, n) => (line.trim() === '' ? [] : [{ line: n + 1, ...parseObject(line) }]))
}

function parseObject(text: string): Pick<FileRecord, 'fields' | 'fault'> {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { fields: value as Record<string, unknown> }
  } catch {}
  return { fields: {}, fault: `must be a JSON object, not ${shown(text)}` }
}

function csvRecords(file: string, text: string, required: readonly string[]): FileRecord[] {
  const [header, ...rows] = csvRows(text)
  if (header === undefined) return []
  const [names] = convertAll(file, [header], ({ values }) => headerOf(values, required))
  return rows.map(({ line, values, fault }) => {
    const isWhole = fault === undefined && values.length === names!.length
    if (isWhole) return { line, fields: Object.fromEntries(names!.map((name, n) => [name, values[n]])) }
    return { line, fields: {}, fault: fault ?? `${values.length} fields, but the header has ${names!.length}` }
  })
}

function headerOf(names: string[], required: readonly string[]): string[] {
  const written = names.join()
  const repeated = names.find((name, n) => names.indexOf(name) < n)
  if (repeated !== undefined) throw new RangeError(`the header names ${shown(repeated)} twice`)
  const missing = required.filter(name => !names.includes(name))
  if (missing.length === 0) return names
  throw new RangeError(`the header must name ${listed(missing, 'and')}, separated by commas, not ${shown(written)}`)
}

/** A smaller number is a time in seconds: as milliseconds it would be before March 1973. */
const endOfSeconds = 1e11

/** A time as ISO 8601 or milliseconds since 1970 UTC. @throws RangeError */
export function timeOf(name: string, value: unknown): number {
  const text = String(value ?? '')
  const isNumber = /^\d+$/.test(text)
  const time = isNumber ? Number(text) : parseTime(text)
  if (time !== undefined && time < endOfTime && !(isNumber && time < endOfSeconds)) return Math.floor(time)
  throw new RangeError(`${name} must be ISO 8601 or milliseconds since 1970 UTC, not ${shownValue(value)}`)
}

/** A positive decimal without trailing zeros. @throws RangeError */
export function decimalOf(name: string, value: unknown): string {
  // JavaScript writes small numbers with an exponent.
  const text = typeof value === 'number' ? plainNumber(value) : String(value ?? '')
  const [, whole = '', fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole !== '' && Number(text) > 0) return fraction === '' ? whole : `${whole}.${fraction}`
  throw new RangeError(`${name} must be a positive decimal, not ${shownValue(value)}`)
}

export function shownValue(value: unknown): string {
  return typeof value === 'string' ? shown(value) : (JSON.stringify(value) ?? 'null').slice(0, 60)
}
