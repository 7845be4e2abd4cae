import { listed, shown } from '../../failure.ts'
import { plainNumber } from '../../market/decimal.ts'
import { endOfTime, parseTime } from '../../market/time.ts'
import { StoreFailure } from '../store-failure.ts'

export interface FileRecord {
  line: number
  fields: Record<string, unknown>
}

/** Most faulty lines listed in one failure. */
const mostFaults = 10

/** Converts records; lists all faulty lines in one failure. @param file name for the message. */
export function convertAll<R extends { line: number }, T>(
  file: string,
  records: readonly R[],
  convert: (one: R) => T,
): T[] {
  const faults: string[] = []
  const converted = records.flatMap(record => {
    try {
      return [convert(record)]
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      faults.push(`${file}, line ${record.line}: ${error.message}`)
      return []
    }
  })
  if (faults.length === 0) return converted
  const more = faults.length > mostFaults ? [`and ${faults.length - mostFaults} more`] : []
  throw new StoreFailure(['nothing was imported', ...faults.slice(0, mostFaults), ...more].join('\n  '))
}

/** Parses NDJSON, or CSV with a header. Quoted CSV fields may hold commas, but no line breaks. */
export function parseRecords(file: string, text: string, required: readonly string[]): FileRecord[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, n) => ({ line: n + 1, text: line }))
    .filter(({ text }) => text.trim() !== '')
  if (lines[0]?.text.trimStart().startsWith('{'))
    return convertAll(file, lines.map(asRecord), ({ line, fields }) => ({
      line,
      fields: parseObject(String(fields.text)),
    }))
  if (lines.length === 0) return []
  const names = convertAll(file, lines.slice(0, 1), ({ text }) => headerOf(text, required))[0]!
  return convertAll(file, lines.slice(1).map(asRecord), ({ line, fields }) => {
    const values = splitRow(String(fields.text))
    if (values.length !== names.length)
      throw new RangeError(`${values.length} fields, but the header has ${names.length}`)
    return { line, fields: Object.fromEntries(names.map((name, n) => [name, values[n]!.trim()])) }
  })
}

function headerOf(text: string, required: readonly string[]): string[] {
  if (text.trimStart().startsWith('[')) throw new RangeError('begins a JSON array; write one JSON object per line')
  const names = splitRow(text).map(name => name.trim())
  const missing = required.filter(name => !names.includes(name))
  if (missing.length === 0) return names
  throw new RangeError(`the header must name ${listed(missing, 'and')}, separated by commas, not ${shown(text)}`)
}

function asRecord({ line, text }: { line: number; text: string }): FileRecord {
  return { line, fields: { text } }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {}
  throw new RangeError('must be a JSON object')
}

function splitRow(text: string): string[] {
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!,
  )
}

/** A smaller number is a time in seconds: as milliseconds it would be before March 1973. */
const endOfSeconds = 1e11

/** A time as ISO 8601 or milliseconds since 1970 UTC. @throws RangeError */
export function timeOf(name: string, value: unknown): number {
  const text = String(value ?? '')
  const isNumber = /^\d+$/.test(text)
  const time = isNumber ? Number(text) : parseTime(text)
  if (time !== undefined && time < endOfTime && !(isNumber && time < endOfSeconds)) return Math.floor(time)
  throw new RangeError(`${name} must be ISO 8601 or milliseconds since 1970 UTC, not ${JSON.stringify(value ?? null)}`)
}

/** A positive decimal without trailing zeros. @throws RangeError */
export function decimalOf(name: string, value: unknown): string {
  // JavaScript writes small numbers with an exponent.
  const text = typeof value === 'number' ? plainNumber(value) : String(value ?? '')
  const [, whole = '', fraction = ''] = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole !== '' && Number(text) > 0) return fraction === '' ? whole : `${whole}.${fraction}`
  throw new RangeError(`${name} must be a positive decimal, not ${JSON.stringify(value ?? null)}`)
}
