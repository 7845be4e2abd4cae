import { Type } from '@sinclair/typebox'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { jsonSchema } from '../src/documents/openapi-schema.ts'
import { Document, documentedPaths, type Json, objectsIn, urlWith } from './harness/document.ts'
import { ofRecords } from './harness/of-records.ts'
import { bareUrl, type Declared, operations, urlOf, withQuery } from './harness/operations.ts'
import { serve } from './harness/server.ts'
import t from './harness/tap.ts'

const server = await serve(t)
const document = new Document(await server.json('/openapi.json'))
const { components, tags } = document.root

/**
 * Validates with closed versions of the document's schemas to find undocumented fields. The published schemas are open,
 * because new fields break no client.
 */
function closedSchemas(): Ajv2020 {
  const $defs = JSON.parse(JSON.stringify(components.schemas).replaceAll('#/components/schemas/', '#/$defs/'))
  for (const schema of objectsIn($defs)) if (schema.properties && schema.type) schema.additionalProperties ??= false
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  formats.default(ajv)
  return ajv.addSchema({ $id: 'document', $defs })
}

const ajv = closedSchemas()

function check({ content }: Json, body: Json): string {
  const name = content['application/json'].schema.$ref.split('/').at(-1)
  const validate = ajv.getSchema(`document#/$defs/${name}`) as ValidateFunction
  return validate(body) ? '' : `${name}: ${ajv.errorsText(validate.errors)}`
}

t.test('the document has every operation under each of its paths, as a GET and nothing else', async t => {
  t.equal(document.root.openapi, '3.1.1')
  t.same(Object.keys(document.root.paths), documentedPaths)
  for (const item of Object.values<Json>(document.root.paths)) t.notOk('head' in item, 'no path documents HEAD')
  const ids = document.operations.map(([, { operationId }]) => operationId)
  t.same(ids, [...new Set(ids)], 'ids are unique')
  for (const { operation } of operations) t.ok(ids.includes(operation.id), 'the operation is in the document')
  const names = tags.map(({ name }: Json) => name)
  for (const [, get] of document.operations) t.ok(names.includes(get.tags[0]), get.operationId)
})

t.test('every reference resolves, and no shared component is unused', async t => {
  const all = objectsIn(document.root).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref as string]))
  for (const $ref of all) document.resolve({ $ref })
  const { securitySchemes, ...others } = components
  for (const [kind, named] of Object.entries<object>(others))
    for (const name of Object.keys(named)) t.ok(all.includes(`#/components/${kind}/${name}`), name)
  t.match(securitySchemes, { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } })
})

t.test('the documents have nothing that converters to OpenAPI 3.0 leave as it is', async t => {
  const choices = Type.Union([Type.Boolean(), Type.String(), Type.Null()])
  t.same(jsonSchema(choices), { anyOf: [{ type: ['boolean', 'null'] }, { type: 'string' }] })
  t.same(jsonSchema(Type.Number({ exclusiveMaximum: 1 })).maximum, 1 - Number.EPSILON / 2)
  const all = objectsIn([document.root, await server.json('/sandbox/openapi.json')])
  const left = ({ type, required, ...others }: Json) =>
    type === 'null' || required?.length === 0 || 'exclusiveMinimum' in others || 'exclusiveMaximum' in others
  t.same(all.filter(left), [])
})

t.test('the document says what generated clients depend on', async t => {
  const choices = [Type.Literal('a'), Type.Literal('b')]
  t.same(jsonSchema(Type.Union([...choices, Type.Null()])), { type: ['string', 'null'], enum: ['a', 'b', null] })
  t.match(jsonSchema(Type.Integer({ maximum: 2 ** 31 - 1 })), { format: 'int32' })
  t.match(jsonSchema(Type.Integer()), { format: 'int64' })
  t.ok(
    document.operations.some(([, { operationId }]) => operationId === 'listTradesV2'),
    'the second version has its own path',
  )
  t.notOk(document.root.paths['/v1/assets'].get.responses[401], 'reference data need no key')
  const refs = JSON.stringify(document.root.paths)
  for (const name of Object.keys(components.parameters))
    t.ok(refs.split(`"#/components/parameters/${name}"`).length > 2, `${name} is used twice`)
  const parameters = document.operations.flatMap(([, get]) => document.parametersOf(get))
  for (const parameter of parameters.filter(({ schema }) => schema.type === 'array'))
    t.match(parameter, { style: 'form', explode: false })
  for (const [name, edge] of [
    ['end_time', 'exclusive'],
    ['end_block', 'inclusive'],
  ] as const)
    t.ok(
      parameters.some(
        one => one.name === name && one.description.startsWith(`end of the range, ${edge}, not before its start; `),
      ),
      name,
    )
})

for (const declared of operations) {
  const { family, operation, urls } = declared
  const paths = [operation.path, ...operation.also].map((template, n) => [template, urls[n]!] as const)

  t.test(`${operation.id} answers as documented`, async t => {
    for (const [template, url] of paths) {
      const get = document.at(template)
      const { responses, security } = get
      t.same(
        security,
        family.host === 'reference' || operation.open ? [] : undefined,
        'a key is needed for market data',
      )
      t.equal(check(responses[200], await server.json(url)), '', url)
      const bare = bareUrl(operation)
      t.equal(check(responses[200], await server.json(bare)), '', bare)
      const asked = withQuery(url, everyParameter(document.parametersOf(get)))
      t.equal(check(responses[200], await server.json(asked)), '', asked)
      const { headers } = await server.get(url)
      const { 'x-sandbox-hint': _, ...always } = responses[200].headers
      for (const name of Object.keys(always)) t.ok(name in headers, name)
      const again = await server.get(url, { 'if-none-match': String(headers.etag) })
      t.same([again.statusCode, again.body], [304, ''])
      t.same(Object.keys(document.resolve(responses[304])), ['description', 'headers'])
    }
  })

  t.test(`the example of ${operation.id} is its real response`, async t => {
    for (const [template, url] of paths) {
      const { example } = document.at(template).responses[200].content['application/json']
      const paged = 'page_size' in operation.query.properties
      const recent = !paged && 'limit' in operation.query.properties
      const few = paged ? { page_size: 2, limit: undefined } : recent ? { limit: 2 } : {}
      const answer = await server.json(withQuery(url, few))
      const shown = paged || operation.keyed ? answer : { ...answer, data: answer.data.slice(0, 2) }
      t.equal(JSON.stringify(example), JSON.stringify(operation.counted ? { ...shown, count: 2 } : shown))
      const { length } = Object.values(example.data)
      t.ok(length > 0 && length <= 2, 'the example has one or two records')
      if (example.next_url) t.equal((await server.get(example.next_url)).statusCode, 200, 'it has a next page')
    }
  })

  t.test(`${operation.id} fails as documented`, async t => {
    const { responses } = document.at(operation.path)
    for (const [status, url, headers] of failuresOf(declared)) {
      const answer = await server.get(url, headers)
      t.equal(answer.statusCode, status, url.slice(0, 200))
      t.equal(check(document.resolve(responses[status]), answer.json()), '')
    }
  })
}

t.test('every operation returns records when tried with the prefilled values', async t => {
  for (const [path, get] of document.operations) {
    const { data } = await server.json(urlWith(path, document.filledIn(get)))
    t.ok(Object.values(data).length > 0, get.operationId)
  }
})

/** A value for each optional parameter whose schema allows one; responses echo them all. */
function everyParameter(parameters: Json[]): Record<string, string> {
  const own = parameters.filter(({ description }) => !description?.startsWith('alias of'))
  const given = own.flatMap(({ name, in: place, example, schema }) => {
    const value = schema.default ?? schema.enum?.at(-1) ?? byType[schema.format ?? schema.type]?.(name)
    return place === 'path' || example !== undefined || value === undefined ? [] : [[name, String(value)]]
  })
  return Object.fromEntries(given)
}

const byType: Record<string, (name: string) => unknown> = {
  boolean: () => true,
  int64: () => 1,
  'date-time': name => (name.includes('start') ? '2026-01-30T00:00:00Z' : '2026-01-30T12:00:00Z'),
}

type Call = [status: number, url: string, headers?: Record<string, string>]

/** Refused calls of an operation, one per possible reason. */
function failuresOf({ family, operation, urls }: Declared): Call[] {
  const [url] = urls as [string]
  const wrongHost = family.host === 'market' ? 'reference.localhost' : 'eu.localhost'
  const all: Call[] = [
    [404, url, { host: wrongHost }],
    [406, url, { accept: 'text/html' }],
    [414, withQuery(url, { continuation_token: 'x'.repeat(20_000) })],
  ]
  if ('page_size' in operation.query.properties)
    all.push([400, withQuery(url, { page_size: 0 })], [400, withQuery(url, { continuation_token: 'x' })])
  if (family.host === 'reference') return all
  const unversioned = urlOf(operation.path, { ...operation.example, data_version: 'v9' })
  if (operation.path.includes(':data_version')) all.push([404, unversioned])
  if (operation.open) return all
  return [...all, [401, url, { 'x-api-key': '' }], [401, url, { 'x-api-key': 'nobody' }]]
}

t.test(
  'a parameter is required if every call needs it, and shown with the value of the example',
  ofRecords(async t => {
    for (const { operation } of operations)
      for (const parameter of document.parametersOf(document.at(operation.path))) {
        const { name, in: place, required = false, example, schema } = parameter
        const declared = operation.query.properties[name]
        const needed =
          place === 'path' || (declared && operation.query.required?.includes(name) && declared.default === undefined)
        t.equal(required, needed ?? false, `${operation.id} ${name}`)
        if (required) t.ok(example !== undefined, `${operation.id} ${name} has an example`)
        const version = operation.example.data_version
        const expected = name === 'dataset' ? `trades.${version}` : operation.example[name]
        if (example !== undefined) t.equal(String(example), expected)
        for (const value of [example, schema.default])
          if (value !== undefined) t.ok(ajv.validate(schema, value), `${value} is a value of ${operation.id} ${name}`)
        t.same(
          [schema.minimum, schema.maximum],
          place === 'query'
            ? [declared?.minimum, declared?.maximum ?? below(declared?.exclusiveMaximum)]
            : [undefined, undefined],
        )
      }
  }),
)

/** The last double below 1; no parameter has another exclusive bound. */
function below(end: number | undefined): number | undefined {
  return end === 1 ? 1 - Number.EPSILON / 2 : end
}

/** Schema fields without a description, including nested ones. */
function undescribed({ properties = {}, items, additionalProperties }: Json, path: string): string[] {
  const own = Object.entries<Json>(properties)
  const silent = own.flatMap(([name, { description }]) => (description ? [] : [`${path}.${name}`]))
  const nested = [...own, ...[items, additionalProperties].flatMap(inner => (inner ? [['[]', inner]] : []))]
  return [...silent, ...nested.flatMap(([name, inner]) => undescribed(inner, `${path}.${name}`))]
}

t.test('time filters of instruments document which times they keep', async t => {
  const described = Object.fromEntries(
    document.parametersOf(document.at('/v1/instruments')).map(({ name, description }) => [name, description]),
  )
  t.match(described.trade_start_timestamp, /first traded at or after/)
  t.match(described.trade_end_timestamp, /stopped trading at or before.*ongoing/)
})

t.test(
  'every parameter and every record field has a description',
  ofRecords(async t => {
    for (const [, get] of document.operations)
      for (const { name, description } of document.parametersOf(get)) t.ok(description, `${get.operationId} ${name}`)
    for (const [name, schema] of Object.entries<Json>(components.schemas))
      if (name.endsWith('Record')) t.same(undescribed(schema, name), [])
  }),
)

t.test('a summary is a short noun phrase, and a description says more, with a working example call', async t => {
  for (const { operation } of operations) {
    const { summary, description } = document.at(operation.path)
    t.ok(summary.split(' ').length <= 8 && !summary.endsWith('.'), summary)
    t.ok(description.length > 2 * summary.length && description.includes('Example: '), operation.id)
    const [, example = ''] = /Example: .*`([a-z_]+=[^`]+)`/i.exec(description) ?? []
    const answer = await server.get(withQuery(urlOf(operation.path, operation.example), parametersIn(example)))
    t.equal(answer.statusCode, 200, `${operation.id} ${example}: ${answer.body.slice(0, 200)}`)
  }
})

function parametersIn(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query))
}

t.test(
  'every optional parameter has an example that is valid and accepted',
  ofRecords(async t => {
    for (const { operation, urls } of operations)
      for (const { name, required, description, schema, example } of document.parametersOf(
        document.at(operation.path),
      )) {
        if (required) continue
        const value = example ?? schema.examples?.[0]
        t.ok(value !== undefined && ajv.validate(schema, value), `${operation.id} ${name}: ${value}`)
        const [, original = ''] = /^alias of (\w+)/.exec(description) ?? []
        const alone: Record<string, string | undefined> =
          name === 'data_version' ? {} : { [original]: undefined, [name]: String(value) }
        const { page_size, limit } = operation.query.properties
        const short = page_size && !limit ? { page_size: '1' } : {}
        const others: [string, string][] = Object.entries(operation.query.properties[name]?.exampleWith ?? {})
        const [inPath, rest] = [true, false].map(is =>
          others.filter(([one]) => operation.path.includes(`:${one}`) === is),
        )
        const { statusCode, body } = await server.get(
          withQuery(
            inPath!.length > 0
              ? urlOf(operation.path, { ...operation.example, ...Object.fromEntries(inPath!) })
              : urls[0]!,
            { ...Object.fromEntries(rest!), ...short, ...alone },
          ),
        )
        t.equal(statusCode, 200, `${operation.id} ${name}=${value}: ${body.slice(0, 200)}`)
      }
  }),
)

t.test('no path parameter has a default, which generators misplace', async t => {
  const { paths, components } = await server.json('/openapi.json')
  // biome-ignore lint/suspicious/noExplicitAny: parts of a document
  const own = Object.values<any>(paths).flatMap(({ get }) => get.parameters)
  const all = [...own, ...Object.values<{ in: string; schema: object }>(components.parameters)]
  const inPath = all.filter(one => one.in === 'path')
  t.ok(
    inPath.some(({ name }) => name === 'dataset'),
    'the dataset is a parameter of the path',
  )
  t.same(
    inPath.filter(({ schema }) => 'default' in schema),
    [],
  )
})
