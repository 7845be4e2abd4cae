import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { shown } from '../failure.ts'
import { parseTime } from '../market/time.ts'
import { suggestion } from '../nearest.ts'
import { type Environment, SettingsFailure } from '../settings.ts'
import { barColumns, barRows } from '../store/bar-rows.ts'
import { type Row, Store } from '../store/store.ts'
import { tablesOf, timeColumnOf } from '../store/store-tables.ts'
import { tradeColumns, tradeRows } from '../store/trade-rows.ts'
import { readFlags } from './flags.ts'
import { settingsOf } from './read-settings.ts'
import { csv, type Lines, ndjson } from './row-formats.ts'

/** Tables that the store keeps in blocks and that are exported as rows. */
const blocks: Record<string, { columns: readonly string[]; rows: typeof tradeRows }> = {
  trade: { columns: tradeColumns, rows: tradeRows },
  bar: { columns: barColumns, rows: barRows },
}

const formats: Record<string, Lines> = { ndjson, csv }

/** Writes a table of the store to standard output, row by row. */
export async function exportTable(argv: string[], environment: Environment): Promise<number> {
  const { settings, own, operands } = readFlags(argv, { operands: ['TABLE'], flags: ['format', 'from', 'to'] })
  const lines = formatOf(own.format ?? 'ndjson')
  const range = { from: timeOf('from', own.from), to: timeOf('to', own.to) }
  const store = Store.open(settingsOf(settings, environment).data, { readonly: true })
  try {
    const table = tableOf(store, operands[0]!)
    await write(lines(blocks[table]?.columns ?? store.columnsOf(table), rowsOf(store, table, range)))
  } finally {
    store.close()
  }
  return 0
}

/** The reader may close the pipe early. */
async function write(lines: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(batches(lines)), process.stdout)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

const batchSize = 65_536

function* batches(lines: Iterable<string>): Generator<string> {
  let batch = ''
  for (const line of lines) {
    batch += line
    if (batch.length < batchSize) continue
    yield batch
    batch = ''
  }
  yield batch
}

interface TimeRange {
  from: number | undefined
  to: number | undefined
}

function rowsOf(store: Store, table: string, { from, to }: TimeRange): Generator<Row> {
  const { rows } = blocks[table] ?? {}
  if (rows) return rows(store, from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER)
  if (from === undefined && to === undefined) return store.each(`SELECT * FROM "${table}"`)
  const time = timeColumnOf(store, table)
  if (time === undefined) throw new SettingsFailure(`table ${table} has no time column; omit --from and --to`)
  const range = [from ?? -Number.MAX_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER]
  return store.each(`SELECT * FROM "${table}" WHERE "${time}" >= ? AND "${time}" < ?`, ...range)
}

function formatOf(name: string): Lines {
  const lines = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (lines) return lines
  throw new SettingsFailure(`--format must be ${Object.keys(formats).join(' or ')}, not ${shown(name)}`)
}

function timeOf(flag: string, text: string | undefined): number | undefined {
  const time = text === undefined ? undefined : parseTime(text)
  if (text !== undefined && time === undefined)
    throw new SettingsFailure(`--${flag} must be an ISO 8601 time, not ${shown(text)}`)
  return time
}

function tableOf(store: Store, name: string): string {
  const tables = [...Object.keys(blocks), ...tablesOf(store)].sort()
  if (tables.includes(name)) return name
  const hint = suggestion(name, tables) || `; known are ${tables.join(', ')}`
  throw new SettingsFailure(`unknown table ${shown(name)}${hint}`)
}
