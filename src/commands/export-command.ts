import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { shown } from '../base/failure.ts'
import { inParts } from '../base/in-parts.ts'
import { suggestion } from '../base/nearest.ts'
import { parseTime } from '../market/time.ts'
import { type Environment, SettingsFailure } from '../settings.ts'
import { barColumns, barRows } from '../store/bar-rows.ts'
import { type Row, Store } from '../store/store.ts'
import { exportedTables, tablesOf, timeColumnOf } from '../store/store-tables.ts'
import { tradeColumns, tradeRows } from '../store/trade-rows.ts'
import { settingsOf } from './read-settings.ts'
import { csv, type Lines, ndjson } from './row-formats.ts'
import { ownFlags } from './usage/command-help.ts'
import { readFlags } from './usage/flags.ts'

/** Tables that the store keeps in blocks and that are exported as rows. */
const blocks: Record<string, { columns: readonly string[]; rows: typeof tradeRows }> = {
  trade: { columns: tradeColumns, rows: tradeRows },
  bar: { columns: barColumns, rows: barRows },
}

const formats: Record<string, Lines> = { ndjson, csv }

export async function exportTable(argv: string[], environment: Environment): Promise<number> {
  const { settings, own, operands } = readFlags(argv, { operands: ['[TABLE]'], flags: ownFlags('export') })
  const lines = formatOf(own.format ?? 'ndjson')
  const range = { from: timeOf('from', own.from), to: timeOf('to', own.to) }
  const [name] = operands
  if (name === undefined) {
    await write(exportedTables().map(table => `${table}\n`))
    return 0
  }
  const store = Store.open((await settingsOf(settings, environment)).data, { readonly: true })
  try {
    const table = tableOf(store, name)
    const columns = blocks[table]?.columns ?? store.columnsOf(table)
    const instrument = instrumentOf(store, table, columns, own.instrument)
    await write(lines(columns, withNames(store, columns, rowsOf(store, table, { ...range, instrument }))))
  } finally {
    store.close()
  }
  return 0
}

/** The reader may close the pipe early. */
async function write(lines: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(inParts(lines)), process.stdout, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

interface Selection {
  from: number | undefined
  to: number | undefined
  /** Id of the only instrument to export; undefined for all. */
  instrument: number | undefined
}

function rowsOf(store: Store, table: string, { from, to, instrument }: Selection): Generator<Row> {
  const range = [from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER] as const
  const { rows } = blocks[table] ?? {}
  if (rows) return rows(store, ...range, instrument)
  const only = instrument === undefined ? 'true' : `instrument = ${instrument}`
  if (from === undefined && to === undefined) return store.each(`SELECT * FROM "${table}" WHERE ${only}`)
  const time = timeColumnOf(store, table)
  if (time === undefined) throw new SettingsFailure(`table ${table} has no time column; omit --from and --to`)
  return store.each(`SELECT * FROM "${table}" WHERE ${only} AND "${time}" >= ? AND "${time}" < ?`, ...range)
}

/** Replaces instrument ids by exchange/class/code. */
function* withNames(store: Store, columns: readonly string[], rows: Iterable<Row>): Generator<Row> {
  const place = columns.indexOf('instrument')
  if (place < 0) return yield* rows
  const names = new Map(store.all(`SELECT id, ${instrumentName} FROM instrument`) as [number, string][])
  for (const row of rows) yield row.with(place, names.get(row[place] as number) ?? row[place]!)
}

const instrumentName = "exchange_code || '/' || class || '/' || code"

function instrumentOf(
  store: Store,
  table: string,
  columns: readonly string[],
  name: string | undefined,
): number | undefined {
  if (name === undefined) return undefined
  if (!columns.includes('instrument'))
    throw new SettingsFailure(`table ${table} has no column instrument; omit --instrument`)
  const [found] = store.all(`SELECT id FROM instrument WHERE ${instrumentName} = ?`, name.toLowerCase())
  if (found) return found[0] as number
  const names = store.texts(`SELECT ${instrumentName} FROM instrument`)
  const hint = suggestion(name, names) || '; write exchange/class/code, such as cbse/spot/btc-usd'
  throw new SettingsFailure(`--instrument: unknown instrument ${shown(name)}${hint}`)
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
