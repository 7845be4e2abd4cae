import { Kind, OptionalKind, type TSchema, Type } from '@sinclair/typebox'

/** The name of a field or parameter on the wire: `vendor_…` carries the operator's own name. */
export type WireName = (name: string) => string

export function wireNames(vendorName: string): WireName {
  return name => (name.startsWith('vendor_') ? vendorName + name.slice('vendor'.length) : name)
}

/** The path that an operation is served under: the same in its segments, with the name of who provides the rates. */
export function wirePaths(provider: string): WireName {
  const segment = wireNames(provider)
  return path => path.split('/').map(segment).join('/')
}

/** The column of records that are no objects but a single value. */
const scalarColumn = 'value'

/** What an expression that writes a record is made of: constant text, a value, or a value that is true or false. */
type Part = string | { value: string } | { truth: string }

/**
 * The SQL expression that writes one record as JSON text, in the order of its fields; optional ones only where they are
 * not null. `columns` holds the SQL of fields that are not simply the column of their name. SQLite writes while it walks
 * the rows: 100 trades cost 25 µs so, 100 row objects through JSON.stringify 100 µs. `trusted` says that texts with a
 * pattern keep to it, so that they need no escaping, which would cost another 8.
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
    // What is nested is dear: it is made once, and nothing stays nothing when something is put before it.
    if (isNested(schema)) return [{ value: `ifnull(${sqlText(label)} || (${sqlOf(name)}), '')` }]
    return [{ value: `iif(${sqlOf(name)} IS NULL, '', ${concatenation(field)})` }]
  })
  return concatenation([...parts, '}'])
}

/** A field's value. json_quote writes null, numbers and texts, and lets no text end early. */
function valueParts(sql: string, schema: TSchema, trusted: boolean): Part[] {
  if (isNested(schema)) return [{ value: `coalesce(${sql}, 'null')` }]
  if (kindsOf(schema).has('Boolean')) return [{ truth: sql }]
  if (schema[Kind] === 'Integer') return [{ value: sql }]
  if (schema.exact) return [{ value: trusted ? sql : `json_quote(CAST(${sql} AS REAL))` }]
  return trusted && schema.pattern ? ['"', { value: sql }, '"'] : [{ value: `json_quote(${sql})` }]
}

/** Each argument of concat costs, however short: neighbouring texts become one, and go into the branches of a choice. */
function concatenation(parts: Part[]): string {
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

/**
 * Compiles the writer of records that were folded in JavaScript: plain numbers, texts that need no escaping, and whatever
 * is nested. Fields that are undefined are left out; the first never is.
 */
export function recordWriter(row: TSchema, wireName: WireName): (record: Record<string, unknown>) => string {
  const fields = Object.keys(row.properties).map(
    (name, n) => [name, `${n === 0 ? '{' : ','}${JSON.stringify(wireName(name))}:`] as const,
  )
  return record => {
    let text = ''
    for (const [name, label] of fields) if (record[name] !== undefined) text += label + plainJson(record[name])
    return flat(`${text}}`)
  }
}

/**
 * The same of values in the order of the fields: a hundred records of 35 fields cost 0.14 ms so, as objects 0.25.
 */
export function valuesWriter(row: TSchema, wireName: WireName): (values: readonly unknown[]) => string {
  const fields = Object.entries<TSchema>(row.properties)
  const isText = fields.map(([, schema]) => schema[Kind] === 'String')
  // A quote that always stands there is part of what stands around the value.
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
 * The same text in one piece. What is added up piece by piece is a tree of its parts until someone reads it, ten times the
 * size of the text, and a page's worth of trees outlives the nursery: 40 MB of memory under load.
 */
function flat(text: string): string {
  Number(text)
  return text
}

/** The same of some fields, as text between others: neither braces nor a comma around it. */
export function fieldsWriter(
  { properties }: TSchema,
  names: readonly string[],
  wireName: WireName,
): (values: readonly unknown[]) => string {
  const own = Type.Object(Object.fromEntries(names.map(name => [name, properties[name]])))
  const write = valuesWriter(own, wireName)
  return values => write(values).slice(1, -1)
}

/** JSON that is written already. */
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
