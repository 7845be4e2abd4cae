import { families } from '../../routes/index.ts'
import type { Family, Operation } from '../../src/operations/operation.ts'

export interface Declared {
  family: Family
  operation: Operation
  /** The operation's example as a URL, for each of its paths. */
  urls: string[]
}

/** Every operation that the server has, one that is added later included. */
export const operations: Declared[] = families.flatMap(family =>
  family.operations.map(operation => ({ family, operation, urls: exampleUrls(operation) })),
)

function exampleUrls({ path, also, example }: Operation): string[] {
  return [path, ...also].map(template => urlOf(template, example))
}

/** The URL of an operation without any parameter but those of its example that it cannot do without, `except` one. */
export function bareUrl({ path, query, example }: Operation, except?: string): string {
  const inPath = Object.keys(example).filter(name => path.includes(`:${name}`))
  const needed = (query.required ?? []).filter(name => name !== except && query.properties[name]!.default === undefined)
  return urlOf(path, Object.fromEntries([...inPath, ...needed].map(name => [name, example[name]!])))
}

/** Puts parameters where a path template has their names, and the rest into the query. */
export function urlOf(template: string, parameters: Record<string, string>): string {
  const query = { ...parameters }
  const path = template.replace(/:(\w+)/g, (_, name: string) => {
    const value = query[name]
    delete query[name]
    return encodeURIComponent(value ?? '')
  })
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** A URL with further query parameters; undefined takes one away. */
export function withQuery(url: string, parameters: Record<string, string | number | undefined>): string {
  const [path, search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path!
}

/** The path of an instrument's operation: `aggregation` is `trades` or one of the aggregations. */
export function instrumentUrl(
  instrument: { exchange_code: string; class: string; code: string },
  last: string,
  version = 'v1',
): string {
  const { exchange_code, class: kind, code } = instrument
  const tail = last === 'trades' ? 'trades' : `aggregations/${last}`
  return `/v2/data/trades.${version}/exchanges/${exchange_code}/${kind}/${code}/${tail}`
}
