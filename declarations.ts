import type { TSchema } from '@sinclair/typebox'

/** A schema as an exported TypeScript declaration. @param names of schemas, by their JSON, that parts refer to */
export function declarationOf(name: string, schema: TSchema, names: ReadonlyMap<string, string>): string {
  const declared = schema.properties
    ? `interface ${name} ${fieldsOf(schema, names)}`
    : `type ${name} = ${structureOf(schema, names)}`
  return `${commentOf(schema)}export ${declared}\n`
}

function typeOf(schema: TSchema, names: ReadonlyMap<string, string>): string {
  return names.get(JSON.stringify(schema)) ?? structureOf(schema, names)
}

function structureOf(schema: TSchema, names: ReadonlyMap<string, string>): string {
  const inner = (part: TSchema) => typeOf(part, names)
  if (schema.anyOf) return unionOf(schema.anyOf.map(inner))
  if (schema.const !== undefined) return `'${schema.const}'`
  if (schema.format === 'duration') return 'Duration'
  if (schema.properties) return fieldsOf(schema, names)
  if (schema.patternProperties) return `Record<string, ${inner(Object.values<TSchema>(schema.patternProperties)[0]!)}>`
  if (schema.items) return schema.items.anyOf ? `(${inner(schema.items)})[]` : `${inner(schema.items)}[]`
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown')
}

/** Without constants that `string` includes. */
function unionOf(parts: readonly string[]): string {
  return parts.filter(part => !(parts.includes('string') && part.startsWith("'"))).join(' | ')
}

function fieldsOf({ properties, required = [] }: TSchema, names: ReadonlyMap<string, string>): string {
  const fields = Object.entries<TSchema>(properties).map(
    ([name, schema]) => `${commentOf(schema)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, names)}`,
  )
  return `{\n${fields.join('\n')}\n}`
}

/** The description as a sentence, with the default value. */
function commentOf({ description, default: initial = '' }: TSchema): string {
  if (description === undefined) return ''
  const sentence = description.charAt(0).toUpperCase() + description.slice(1)
  const value = initial === '' ? '' : ` Default \`${initial}\`.`
  const lines = `${sentence}.${value}`.match(/.{1,110}(?: |$)/g)!
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map(line => ` * ${line.trim()}\n`).join('')} */\n`
}
