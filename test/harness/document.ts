import { documentedPath } from '../../src/documents/openapi-dataset.ts'
import { type Declared, operations } from './operations.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read the document without declaring its type
export type Json = any

/** An OpenAPI document with resolved references. */
export class Document {
  readonly root: Json

  constructor(root: Json) {
    this.root = root
  }

  /** Every operation, with its path. */
  get operations(): [path: string, get: Json][] {
    return Object.entries<Json>(this.root.paths).map(([path, { get }]) => [path, get])
  }

  /** The operation declared under a path. */
  at(template: string): Json {
    return this.root.paths[pathIn(template)].get
  }

  parametersOf({ parameters }: Json): Json[] {
    return parameters.map((one: Json) => this.resolve(one))
  }

  /** The values that a page of documents fills in for a call, by place and name. */
  filledIn(get: Json): Record<'path' | 'query', Record<string, Json>> {
    const values: Record<'path' | 'query', Record<string, Json>> = { path: {}, query: {} }
    for (const { name, in: place, schema, example = schema.default } of this.parametersOf(get))
      if (example !== undefined) values[place as 'path' | 'query'][name] = example
    return values
  }

  resolve({ $ref, ...own }: Json): Json {
    if ($ref === undefined) return own
    const names: string[] = $ref.slice(2).split('/')
    const found = names.reduce((node, name) => node?.[name], this.root)
    if (found === undefined) throw new Error(`${$ref} does not resolve`)
    return { ...found, ...own }
  }
}

/** A URL path with values in its parameters; lists are joined by commas. */
export function urlWith(path: string, values: Record<'path' | 'query', Record<string, Json>>): string {
  const given = Object.entries(values.query).map(([name, value]): [string, string] => [name, String(value)])
  const query = new URLSearchParams(given)
  return `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.path[name]))}?${query}`
}

/** Every object in a JSON value. */
export function objectsIn(value: Json): Json[] {
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
}

/** The paths of every operation as written in the document. */
export const documentedPaths = operations.flatMap(({ family, operation }: Declared) =>
  [operation.path, ...operation.also].map(template => documentedPath(template, family)),
)

function pathIn(template: string): string {
  const { family } = operations.find(({ operation }) => [operation.path, ...operation.also].includes(template))!
  return documentedPath(template, family)
}
