import type { TSchema } from '@sinclair/typebox'
import { listed, meanings } from '../../src/base/failure.ts'
import { Do, On, Until, When } from '../../src/control/faults/fault-schemas.ts'
import { largestBody } from '../../src/control/verb.ts'
import { verbs } from '../../src/control/verbs.ts'
import type { Family, Operation } from '../../src/operations/operation.ts'
import { builtInKeys, defaultLimit, Key } from '../../src/plans/keys.ts'
import { flagOf, type SettingName, Settings, settingNames, variableOf } from '../../src/settings.ts'

/** The generated tables of the documentation, by the name of their markers. */
export function documents(families: readonly Family[]): Record<string, string> {
  return {
    keys: keysTable(),
    key_fields: keyFieldsTable(),
    settings: settingsTable(),
    operations: operationTables(families),
    errors: errorsTable(),
    faults: faultsTable(),
    bounds: boundsTable(),
  }
}

/** Fills each pair of markers `<!-- name -->` and `<!-- /name -->` in a page with the table of that name. */
export function withDocuments(page: string, tables: Record<string, string>): string {
  return page.replace(/(<!-- (\w+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g, (place, begin, name, end) =>
    Object.hasOwn(tables, name) ? `${begin}\n${tables[name]}\n\n${end}` : place,
  )
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function keysTable(): string {
  return markdownTable(
    ['key', 'effect'],
    builtInKeys.map(key => [`\`${key.key}\``, outcomeOf(key)]),
  )
}

const faultsOf: Record<NonNullable<Key['faults']>, string> = {
  slow: 'responses delayed by about a second, at most 5 s',
  flaky: '503, 429, TCP resets and truncated bodies, about 3 in 10 responses',
  down: '503 with `Retry-After: 60`',
  'bad-paging': 'short, empty and repeated pages, duplicate records, expired tokens',
}

function outcomeOf(key: Key): string {
  if (key.revoked) return '401: revoked'
  if (key.expires) return `401: expired on ${key.expires.slice(0, 10)}`
  if (key.limit) return `429 after ${key.limit} requests in a minute`
  if (key.regions) return `region ${key.regions} only; 403 elsewhere`
  if (key.data_range?.last_days) return `rows of the last ${key.data_range.last_days} days only`
  if (key.faults) return faultsOf[key.faults]
  if (key.without) return `403 for ${key.without.map(family => `\`${family}\``).join(', ')}`
  return `full access, ${defaultLimit} requests per minute`
}

function keyFieldsTable(): string {
  const fields = Object.entries<TSchema>(Key.properties)
  return markdownTable(
    ['field', 'type', 'meaning'],
    fields.map(([name, schema]) => [`\`${name}\``, typeOf(schema), schema.description ?? '']),
  )
}

function typeOf(schema: TSchema): string {
  if (schema.type === 'array') return `array of ${typeOf(schema.items)}`
  return schema.anyOf ? schema.anyOf.map((choice: TSchema) => `\`"${choice.const}"\``).join(', ') : schema.type
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

/** One table per family, headed by its name and the values of `data_version`. */
function operationTables(families: readonly Family[]): string {
  const head = ['operation', 'path', 'returns']
  return families
    .map(family => `### ${family.name}\n\n${versionsOf(family)}${markdownTable(head, family.operations.map(row))}`)
    .join('\n\n')
}

function versionsOf(family: Family): string {
  if (family.host === 'reference') return ''
  const versions = listed(
    family.dataset.versions.map(version => `\`${version}\``),
    'or',
  )
  return `\`:data_version\` is ${versions}.\n\n`
}

function row({ id, path, also, summary }: Operation): string[] {
  return [`\`${id}\``, [path, ...also].map(path => `\`${path}\``).join('<br>'), summary]
}

function errorsTable(): string {
  return markdownTable(['status', 'when'], Object.entries(meanings))
}

const faultParts = { when: When, on: On, do: Do, until: Until }

/** An example of each field of a fault rule. */
export const faultExamples: Record<keyof typeof faultParts, Record<string, unknown>> = {
  when: {
    operation: 'listTrades',
    region: 'eu',
    path: '/v2/data/trades.v1/**',
    key: 'sandbox-key',
    page: 2,
  },
  on: { first: 2, nth: 3, every: 10, share: 0.1 },
  do: {
    status: 503,
    retry_after: 1,
    delay: 'PT0.5S',
    bandwidth: 10_000,
    stall: { at: 100, for: 'PT2S' },
    cut: { bytes: 200 },
    reset: 'before',
    malformed: 'bom',
    page: 'duplicate_record',
    drop_field: 'volume',
    null_field: ['open', 'close'],
    add_field: 'extra',
  },
  until: { count: 5, for: 'PT1M' },
}

function faultsTable(): string {
  const rows = Object.entries(faultParts).flatMap(([part, schema]) =>
    Object.entries<TSchema>(schema.properties).map(([name, { description, rule }]) => [
      `\`${part}.${name}\``,
      `\`${JSON.stringify(faultExamples[part as keyof typeof faultParts][name])}\``,
      [description, rule].filter(Boolean).join('; '),
    ]),
  )
  return markdownTable(['part', 'example', 'meaning'], rows)
}

/** Bytes of each body of the control plane, and what its lists may hold. */
function boundsTable(): string {
  const rows = verbs.flatMap(({ method, path, body, largest = largestBody }) =>
    body === undefined ? [] : [[`\`${method} ${path}\``, `${largest >> 10} KiB`, mostOf(body).join('<br>')]],
  )
  return markdownTable(['request', 'body', 'lists'], rows)
}

function mostOf(schema: TSchema, path: readonly string[] = []): string[] {
  const place = path.length > 0 ? ` in \`${path.join('.')}\`` : ''
  return [
    ...(schema.maxItems === undefined ? [] : [`${schema.maxItems} items${place}`]),
    ...(schema.patternProperties === undefined ? [] : [`${schema.maxProperties} names${place}`]),
    ...Object.entries<TSchema>(schema.properties ?? {}).flatMap(([name, part]) => mostOf(part, [...path, name])),
    ...(schema.anyOf ?? []).flatMap((choice: TSchema) => mostOf(choice, path)),
    ...(schema.items === undefined ? [] : mostOf(schema.items, path)),
  ]
}
