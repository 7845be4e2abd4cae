import { Kind, OptionalKind, type TSchema, Type } from '@sinclair/typebox'

/** Wire name of a field or parameter: `vendor_…` becomes the operator's name. */
export type WireName = (name: string) => string

export function wireNames(vendorName: string): WireName {
  return name => (name.startsWith('vendor_') ? vendorName + name.slice('vendor'.length) : name)
}

export function wirePaths(provider: string): WireName {
  const segment = wireNames(provider)
  return path => path.split('/').map(segment).join('/')
}

const scalarColumn = 'value'

/** Constant text, a value, or a boolean. */
type SqlPart = string | { value: string } | { truth: string }

/**
 * SQL that writes one record as JSON: 25 µs for 100 trades, against 100 for row objects and JSON.stringify.
 * If `trusted`, texts match their pattern and are not escaped, which would take 8 µs.
 */
export function jsonExpression(
  row: TSchema,
  columns: Record<string, string>,
  wireName: WireName,
  trusted: boolean,
): string {
  const sqlOf = (field: string) => columns[field] ?? `"${field}"`
  if (row[Kind] !== 'Object') return concatenation(valueParts(sqlOf(scalarColumn), row, trusted))
  const parts = Object.entries<TSchema>(row.properties).flatMap(([name, schema], n) => {
    const label = `${n === 0 ? '{' : ','}${JSON.stringify(wireName(name))}:`
    const field = [label, ...valueParts(sqlOf(name), schema, trusted)]
    if (!(OptionalKind in schema)) return field
    // Nested values are expensive, so evaluate them once; `NULL || label` stays NULL.
    if (isNested(schema)) return [{ value: `ifnull(${sqlText(label)} || (${sqlOf(name)}), '')` }]
    return [{ value: `iif(${sqlOf(name)} IS NULL, '', ${concatenation(field)})` }]
  })
  return concatenation([...parts, '}'])
}

/** json_quote writes nulls, numbers and escaped texts. */
function valueParts(sql: string, schema: TSchema, trusted: boolean): SqlPart[] {
  if (isNested(schema)) return [{ value: `coalesce(${sql}, 'null')` }]
  if (kindsOf(schema).has('Boolean')) return [{ truth: sql }]
  if (schema[Kind] === 'Integer') return [{ value: sql }]
  if (schema.exact) return [{ value: trusted ? sql : `json_quote(CAST(${sql} AS REAL))` }]
  return trusted && schema.pattern ? ['"', { value: sql }, '"'] : [{ value: `json_quote(${sql})` }]
}

/** Each argument of concat costs time, so adjacent texts are merged. */
function concatenation(parts: SqlPart[]): string {
  const sql: string[] = []
  let text = ''
  const endText = () => {
    if (text !== '') sql.push(sqlText(text))
    text = ''
  }
  parts.forEach((part, n) => {
    if (typeof part === 'string') text += part
    else if ('value' in part) {
      endText()
      sql.push(part.value)
    } else {
      const next = parts[n + 1]
      const after = typeof next === 'string' ? next : ''
      sql.push(choice(part.truth, text, after))
      if (after) parts[n + 1] = ''
      text = ''
    }
  })
  endText()
  return `concat(${sql})`
}

function choice(sql: string, before: string, after: string): string {
  const branch = (json: string) => sqlText(before + json + after)
  const other = `concat(${sqlText(before)}, json_quote(${sql}), ${sqlText(after)})`
  return `CASE ${sql} WHEN 1 THEN ${branch('true')} WHEN 0 THEN ${branch('false')} ELSE ${other} END`
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function isNested(schema: TSchema): boolean {
  const kinds = kindsOf(schema)
  return kinds.has('Array') || kinds.has('Object')
}

function kindsOf(schema: TSchema): Set<string> {
  const members: TSchema[] = schema[Kind] === 'Union' ? schema.anyOf : [schema]
  return new Set(members.map(member => member[Kind]))
}

/** Writes records folded in JavaScript, with texts that need no escaping. The first field is always present. */
export type WriteRecord = (record: Record<string, unknown>) => string

export function recordWriter(row: TSchema, wireName: WireName): WriteRecord {
  const fields = Object.keys(row.properties).map(
    (name, n) => [name, `${n === 0 ? '{' : ','}${JSON.stringify(wireName(name))}:`] as const,
  )
  return record => {
    let text = ''
    for (const [name, label] of fields) if (record[name] !== undefined) text += label + plainJson(record[name])
    return flat(`${text}}`)
  }
}

/** A text that may need escaping, for a record writer. */
export function escaped(text: unknown): string {
  return JSON.stringify(text).slice(1, -1)
}

/** As `recordWriter`, from values in field order: 100 records of 35 fields take 0.14 ms, as objects 0.25. */
export function valuesWriter(row: TSchema, wireName: WireName): (values: readonly unknown[]) => string {
  const fields = Object.entries<TSchema>(row.properties)
  const isText = fields.map(([, schema]) => schema[Kind] === 'String')
  const labels = fields.map(([name], n) => {
    const before = n === 0 ? '{' : `${isText[n - 1] ? '"' : ''},`
    return `${before}${JSON.stringify(wireName(name))}:${isText[n] ? '"' : ''}`
  })
  const end = isText.at(-1) ? '"}' : '}'
  return values => {
    let text = ''
    for (let n = 0; n < labels.length; n++)
      text += labels[n] + (isText[n] ? (values[n] as string) : plainJson(values[n]))
    return flat(text + end)
  }
}

/**
 * Flattens a concatenation: a rope takes ten times its text, and a page's ropes outlive the young generation: 40 MB
 * under load.
 */
function flat(text: string): string {
  Number(text)
  return text
}

/** Writes fields without braces or leading comma. */
export function fieldsWriter(
  { properties }: TSchema,
  names: readonly string[],
  wireName: WireName,
): (values: readonly unknown[]) => string {
  const own = Type.Object(Object.fromEntries(names.map(name => [name, properties[name]])))
  const write = valuesWriter(own, wireName)
  return values => write(values).slice(1, -1)
}

export class Json {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function plainJson(value: unknown): string {
  if (value instanceof Json) return value.text
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' ? `"${value}"` : String(value)
}
