import type { TSchema } from '@sinclair/typebox'
import { meanings } from '../failure.ts'
import { builtInKeys, defaultLimit, type Key } from '../keys.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { flagOf, type SettingName, Settings, settingNames, variableOf } from '../settings.ts'

/** The README's tables, made from what the server itself reads, by the name of the place that they stand in. */
export function documents(families: readonly Family[]): Record<string, string> {
  return { keys: keysTable(), settings: settingsTable(), operations: operationsTable(families), errors: errorsTable() }
}

/** Puts each table between its markers, `<!-- name -->` and `<!-- /name -->`. */
export function withDocuments(readme: string, tables: Record<string, string>): string {
  return Object.entries(tables).reduce(placeTable, readme)
}

function placeTable(readme: string, [name, table]: [string, string]): string {
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!place.test(readme))
    throw new Error(`the README has no place for the ${name}: <!-- ${name} --> … <!-- /${name} -->`)
  return readme.replace(place, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function keysTable(): string {
  return markdownTable(
    ['key', 'what it is for'],
    builtInKeys.map(key => [`\`${key.key}\``, outcomeOf(key)]),
  )
}

function outcomeOf(key: Key): string {
  if (key.revoked) return 'revoked: 401'
  if (key.expires) return `expired at ${key.expires}: 401`
  if (key.limit) return `${key.limit} requests a minute, then 429`
  if (key.regions) return `the region ${key.regions} only; elsewhere 403`
  if (key.data_range?.last_days) return `the last ${key.data_range.last_days} days only; older rows are left out`
  if (key.without) return `without ${key.without.map(family => `\`${family}\``).join(', ')}: 403`
  return `everything, ${defaultLimit} requests a minute`
}

function settingsTable(): string {
  const rows = settingNames.map(name => {
    const schema: TSchema = Settings.properties[name]
    return [`\`${variableOf(name)}\``, `\`--${flagOf(name)}\``, defaultOf(name), schema.description + choicesOf(schema)]
  })
  return markdownTable(['variable', 'flag', 'default', 'meaning'], rows)
}

function defaultOf(name: SettingName): string {
  const initial = (Settings.properties[name] as TSchema).default
  return initial === '' ? '' : `\`${initial}\``
}

function choicesOf(schema: TSchema): string {
  return schema.anyOf ? ` (${schema.anyOf.map((choice: TSchema) => `\`${choice.const}\``).join(', ')})` : ''
}

function operationsTable(families: readonly Family[]): string {
  const operations = families.flatMap(({ operations }) => operations)
  return markdownTable(['operation', 'path', 'what it gives'], operations.map(row))
}

function row({ id, path, also, summary }: Operation): string[] {
  return [`\`${id}\``, [path, ...also].map(path => `\`${path}\``).join('<br>'), summary]
}

function errorsTable(): string {
  return markdownTable(['status', 'when'], Object.entries(meanings))
}
