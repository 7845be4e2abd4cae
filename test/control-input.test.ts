import { Kind, type TSchema } from '@sinclair/typebox'
import type { Verb } from '../src/control/verb.ts'
import { verbs } from '../src/control/verbs.ts'
import { controlOf } from './harness/control.ts'
import { serve } from './harness/server.ts'
import t from './harness/tap.ts'

const samples: Record<string, unknown> = {
  Boolean: true,
  Null: null,
  Number: 1,
  String: 'f1',
  duration: 'PT1H',
  'date-time': '2026-01-30T12:00:00Z',
}

/** A valid value with only the required fields. */
function sampleOf(schema: TSchema): unknown {
  if (schema[Kind] === 'Object') {
    const required = (schema.required ?? []) as string[]
    return Object.fromEntries(required.map(name => [name, sampleOf(schema.properties[name])]))
  }
  if (schema[Kind] === 'Array') return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items))
  if (schema[Kind] === 'Union') return sampleOf(schema.anyOf[0])
  return schema.const ?? schema.minimum ?? samples[schema.format] ?? samples[schema[Kind]]
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
const typesOf = ({ anyOf, type }: TSchema): string[] =>
  anyOf ? anyOf.flatMap(typesOf) : [type === 'integer' ? 'number' : type]

/** A value of a type that the schema does not accept. */
function wrongTypeFor(schema: TSchema): unknown {
  return [7, 'text', [], true].find(value => !typesOf(schema).includes(typeOf(value)))
}

interface Case {
  body: unknown
  /** Path of the wrong part. */
  path: string[]
}

/** Bodies with one wrong part each: a wrong type everywhere, numbers below their minimum, and unknown fields. */
function casesOf(schema: TSchema): Case[] {
  return [{ body: wrongTypeFor(schema), path: [] }, ...within(schema)]
}

function within(schema: TSchema): Case[] {
  if (schema[Kind] === 'Union') return schema.anyOf.flatMap(within)
  if (schema[Kind] === 'Array')
    return casesOf(schema.items).map(({ body, path }) => {
      const others = (sampleOf(schema) as unknown[]).slice(1)
      return { body: [body, ...others], path: ['0', ...path] }
    })
  if (schema.minimum !== undefined) return [{ body: schema.minimum - 1, path: [] }]
  if (schema[Kind] !== 'Object') return []
  const sample = sampleOf(schema) as object
  const inFields = Object.entries<TSchema>(schema.properties).flatMap(([name, property]) =>
    casesOf(property).map(({ body, path }) => ({ body: { ...sample, [name]: body }, path: [name, ...path] })),
  )
  // An empty object of a union has no field that selects the member.
  const some = Object.entries<TSchema>(schema.properties).slice(0, 1)
  const filled = { ...Object.fromEntries(some.map(([name, property]) => [name, sampleOf(property)])), ...sample }
  return [...inFields, { body: { ...filled, surprise: 1 }, path: ['surprise'] }]
}

const server = await serve(t)
const ask = controlOf(server)
const rule = { id: 'f1', do: { status: 503 } }
const pathOf = ({ path }: Verb) => path.replace('/sandbox', '').replace(':tenant', 'default').replace(':id', rule.id)

t.test(
  'a wrong type, a number out of range or an unknown field in a body is refused, named, and changes nothing',
  async t => {
    await ask('PUT', '/tenants/default/faults', [rule])
    const stateOf = async () => [await ask('GET', '/tenants'), await ask('GET', '/tenants/default/state')]
    const before = await stateOf()
    let tried = 0
    for (const verb of verbs) {
      if (verb.body === undefined) continue
      const wrong: string[] = []
      for (const { body, path } of casesOf(verb.body)) {
        tried++
        const { status, message } = await ask(verb.method, pathOf(verb), body as object)
        const part = path.join('.') || 'the body'
        const right = path.at(-1) === 'surprise' ? 'is not a known field' : 'must be '
        if (status !== 400 || !message.startsWith(`${part} ${right}`))
          wrong.push(`${JSON.stringify(body)}: ${status} ${message}`)
      }
      t.same(wrong, [], verb.id)
    }
    t.ok(tried > 200, `${tried} bodies`)
    t.same(await stateOf(), before)
  },
)

t.test('a verb without a body refuses bodies, and every verb refuses unknown parameters', async t => {
  for (const verb of verbs) {
    const unknown = await ask(verb.method, `${pathOf(verb)}?surprise=1`, verb.example as object | undefined)
    t.match(unknown, { status: 400, message: /unknown parameter "surprise"/ }, verb.id)
    if (verb.body !== undefined || verb.method === 'GET') continue
    t.match(await ask(verb.method, pathOf(verb), { surprise: 1 }), { status: 400, message: /takes no body$/ }, verb.id)
  }
})

t.test('/sandbox lists the verbs as its document does', async t => {
  const server = await serve(t)
  const { verbs: listed } = await server.json('/sandbox')
  t.same(await server.json('/sandbox/'), { verbs: listed })
  const { paths } = await server.json('/sandbox/openapi.json')
  const documented = Object.entries<Record<string, { summary: string }>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => ({ method: method.toUpperCase(), path, summary })),
  )
  const inOrder = (list: { method: string; path: string }[]) =>
    list.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
  t.same(inOrder(listed), inOrder(documented))
  t.ok(listed.length > 20, 'many verbs are listed')
})

t.test('an unknown path names the nearest one, for the same tenant', async t => {
  const server = await serve(t)
  const hints = {
    '/sandbox/clock': 'did you mean /sandbox/tenants/default/clock?',
    '/sandbox/tenant': 'did you mean /sandbox/tenants?',
    '/sandbox/tenants/one/clok': 'did you mean /sandbox/tenants/one/clock?',
  }
  for (const [path, hint] of Object.entries(hints)) {
    const { statusCode, body } = await server.get(path)
    t.equal(statusCode, 404)
    t.ok(JSON.parse(body).message.endsWith(hint), `${path}: ${body}`)
  }
})
