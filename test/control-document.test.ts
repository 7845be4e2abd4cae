import { Kind, type TSchema } from '@sinclair/typebox'
import { wrongPart } from '../src/base/wrong-part.ts'
import { Do, On, Until, When } from '../src/control/faults/fault-schemas.ts'
import { verbs } from '../src/control/verbs.ts'
import { jsonSchema } from '../src/documents/openapi-schema.ts'
import { Document, type Json, objectsIn } from './harness/document.ts'
import { faultExamples } from './harness/generated-documents.ts'
import { serve } from './harness/server.ts'
import t from './harness/tap.ts'

const server = await serve(t)
const document = new Document(await server.json('/sandbox/openapi.json'))
const { paths } = document.root

t.test('the document of the control plane has every verb with its schemas', async t => {
  for (const { id, method, path, summary, query, body, reply, status = 200 } of verbs) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    t.match(operation, { operationId: id, summary })
    const names = operation.parameters.map(({ name }: Json) => name)
    t.same(names, [...[...path.matchAll(/:(\w+)/g)].map(([, name]) => name), ...Object.keys(query?.properties ?? {})])
    if (body)
      t.same(
        document.resolve(operation.requestBody.content['application/json'].schema),
        jsonSchema(body),
        `${id}: body`,
      )
    const answer = operation.responses[reply ? status : 204]
    if (reply)
      t.same(document.resolve(Object.values<Json>(answer.content)[0].schema), jsonSchema(reply), `${id}: reply`)
    else t.ok(answer, id)
  }
  const count = Object.values<Json>(paths).flatMap(item => Object.values(item)).length
  t.equal(count, verbs.length + 2, 'including the list of verbs and the document itself')
})

t.test('every example body is valid, and every reference resolves', async t => {
  for (const { id, body, example } of verbs) if (body) t.equal(wrongPart(body, example), undefined, id)
  for (const part of objectsIn(paths)) if (part.$ref) t.ok(document.resolve(part).type, part.$ref)
})

t.test('the document follows the access rules of the control plane', async t => {
  t.equal((await server.get('/sandbox/openapi.json', { origin: 'https://other.test' })).statusCode, 403)
  const guarded = await serve(t, { SANDBOX_CONTROL_TOKEN: '0123456789abcdef' })
  t.equal((await guarded.get('/sandbox/openapi.json')).statusCode, 401)
  const authorization = 'Bearer 0123456789abcdef'
  t.equal((await guarded.get('/sandbox/openapi.json', { authorization })).statusCode, 200)
})

/** Parts without a bound, by their path. */
function unbounded(schema: TSchema, path: string): string[] {
  const parts: [name: string, schema: TSchema][] = [
    ...Object.entries<TSchema>(schema.properties ?? {}),
    ...Object.values<TSchema>(schema.patternProperties ?? {}).map((part): [string, TSchema] => ['*', part]),
    ...(schema.items ? [['*', schema.items] as [string, TSchema]] : []),
  ]
  const choices: TSchema[] = schema.anyOf ?? []
  const bound = { String: 'maxLength', Array: 'maxItems', Record: 'maxProperties', Integer: 'maximum' }[schema[Kind]]
  const isBounded = bound === undefined || schema[bound] !== undefined || boundedPattern.test(schema.pattern)
  return [
    ...(isBounded ? [] : [path]),
    ...choices.flatMap(choice => unbounded(choice, path)),
    ...parts.flatMap(([name, part]) => unbounded(part, `${path}.${name}`)),
  ]
}

/** Such as the one of names. */
const boundedPattern = /^\^.*\{\d+,\d+\}\$$/

t.test('every part of every body has a bound', async t => {
  for (const { id, body } of verbs) if (body) t.same(unbounded(body, id), [])
})

t.test('every field of a fault rule has a valid example', async t => {
  for (const [part, { properties }] of Object.entries({ when: When, on: On, do: Do, until: Until })) {
    const examples = faultExamples[part as keyof typeof faultExamples]
    t.same(Object.keys(examples), Object.keys(properties))
    for (const [name, schema] of Object.entries<TSchema>(properties))
      t.equal(wrongPart(schema, examples[name]), undefined, `${part}.${name}`)
  }
})
