import type { Context } from '../operations/context.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { documentedPath } from './openapi-dataset.ts'
import type { ExampleOf } from './openapi-example.ts'
import { type Parameter, parametersOf, referenceTo, withToken } from './openapi-parameters.ts'
import { responsesOf } from './openapi-responses.ts'

/** Names that settings change. */
export type WireNames = Pick<Context, 'wireName' | 'wirePath'>

export interface PathItem {
  host: Family['host']
  /** In OpenAPI form: `/v1/exchanges/{exchange}`. */
  path: string
  item: object
}

/** Placeholders in examples for the base URL of a client. */
export const anyBase: Record<Family['host'], string> = {
  market: 'http://market.invalid',
  reference: 'http://reference.invalid',
}

/** Paths of an operation; `shared` holds parameters to refer to. */
export async function pathItemsOf(
  { wireName, wirePath }: WireNames,
  family: Family,
  operation: Operation,
  shared: Record<string, Parameter>,
  exampleOf: ExampleOf,
): Promise<PathItem[]> {
  const parameters = parametersOf(family, operation, wireName)
  const pathOf = (template: string) => documentedPath(wirePath(template), family)
  const items: PathItem[] = []
  for (const template of [operation.path, ...operation.also]) {
    const path = wirePath(template)
    const example = await exampleOf(family, operation, anyBase[family.host] + path)
    const get = {
      operationId: idUnder(template, operation),
      tags: [family.name],
      summary: operation.summary,
      description: descriptionOf(operation, template, pathOf),
      ...(family.host === 'reference' || operation.open ? { security: [] } : {}),
      parameters: parameters.map(one => referenceTo(withToken(one, example), shared)),
      responses: responsesOf(family, operation, example),
    }
    items.push({ host: family.host, path: pathOf(template), item: { get } })
  }
  return items
}

/** Ids are unique: a further path appends its version, as in `listTradesV2`. */
function idUnder(template: string, { id, path }: Operation): string {
  return template === path ? id : id + template.split('/')[1]!.toUpperCase()
}

function descriptionOf(
  { also, aliases, path, description }: Operation,
  template: string,
  pathOf: (template: string) => string,
): string {
  const others = [path, ...also, ...aliases].filter(other => other !== template)
  return [description, ...others.map(other => `Also served under \`${pathOf(other)}\`.`)].join(' ')
}
