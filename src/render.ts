import { Kind, OptionalKind, type TSchema } from '@sinclair/typebox'
import { Decimal } from './nouns.ts'

/** The name of a field or parameter on the wire: `vendor_…` carries the operator's own name. */
export type WireName = (name: string) => string

export function wireNames(vendorName: string): WireName {
  return name => (name.startsWith('vendor_') ? vendorName + name.slice('vendor'.length) : name)
}

/** The column of records that are no objects but a single value. */
const scalarColumn = 'value'

/**
 * The SQL expression that writes one record as JSON text, in the order of its fields; optional ones only where they are
 * not null. `columns` holds the SQL of fields that are not simply the column of their name. SQLite writes while it walks
 * the rows: 100 trades cost 40 µs so, 100 row objects through JSON.stringify 100 µs.
 */
export function jsonExpression(row: TSchema, columns: Record<string, string>, wireName: WireName): string {
  const sqlOf = (field: string) => columns[field] ?? `"${field}"`
  if (row[Kind] !== 'Object') return fieldExpression(sqlOf(scalarColumn), row).join()
  const parts = Object.entries<TSchema>(row.properties).flatMap(([name, schema], n) => {
    const label = sqlText(`${n === 0 ? '{' : ','}${JSON.stringify(wireName(name))}:`)
    const field = [label, ...fieldExpression(sqlOf(name), schema)]
    return OptionalKind in schema ? [`iif(${sqlOf(name)} IS NULL, '', concat(${field}))`] : field
  })
  return `concat(${mergeTexts([...parts, "'}'"])})`
}

/** A field's value as arguments of concat. json_quote writes null, numbers and texts, and lets no text end early. */
function fieldExpression(sql: string, schema: TSchema): string[] {
  const kinds = kindsOf(schema)
  if (kinds.has('Array') || kinds.has('Object')) return [`coalesce(${sql}, 'null')`]
  if (kinds.has('Boolean')) return [`CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE json_quote(${sql}) END`]
  if (schema[Kind] === 'Integer') return [sql]
  // Digits need no escaping, and a page of trades has two of them in each row.
  return schema.pattern === Decimal.pattern ? [`'"'`, sql, `'"'`] : [`json_quote(${sql})`]
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Joins neighbouring text constants: each argument of concat costs, however short. */
function mergeTexts(parts: string[]): string[] {
  const merged: string[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (isText(part) && last !== undefined && isText(last))
      merged[merged.length - 1] = last.slice(0, -1) + part.slice(1)
    else merged.push(part)
  }
  return merged
}

function isText(part: string): boolean {
  return part.startsWith("'") && part.endsWith("'")
}

function kindsOf(schema: TSchema): Set<string> {
  const members: TSchema[] = schema[Kind] === 'Union' ? schema.anyOf : [schema]
  return new Set(members.map(member => member[Kind]))
}

/** Compiles the writer of records that were folded in JavaScript: plain numbers, and texts that need no escaping. */
export function recordWriter(row: TSchema, wireName: WireName): (record: Record<string, unknown>) => string {
  const fields = Object.keys(row.properties).map(
    (name, n) => [name, `${n === 0 ? '{' : ','}${JSON.stringify(wireName(name))}:`] as const,
  )
  return record => {
    let text = ''
    for (const [name, label] of fields) text += label + plainJson(record[name])
    return `${text}}`
  }
}

function plainJson(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}
