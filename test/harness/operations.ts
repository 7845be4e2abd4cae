import { families } from '../../routes/index.ts'
import { withExamples } from '../../src/operations/family.ts'
import type { Family, Operation } from '../../src/operations/operation.ts'
import { Store } from '../../src/store/store.ts'
import { end, storePath } from './store.ts'

export interface Declared {
  family: Family
  operation: Operation
  /** The operation's example as a URL under each of its paths. */
  urls: string[]
}

/** All operations of the server, including future ones. */
const store = Store.open(storePath, { readonly: true })
const located = withExamples(families, store, end)
store.close()

export const operations: Declared[] = located.flatMap(family =>
  family.operations.map(operation => ({ family, operation, urls: exampleUrls(operation) })),
)

function exampleUrls({ path, also, example }: Operation): string[] {
  return [path, ...also].map(template => urlOf(template, example))
}

/** URL of an operation with only its required example parameters, except one. */
export function bareUrl({ path, query, example }: Operation, except?: string): string {
  const inPath = Object.keys(example).filter(name => path.includes(`:${name}`))
  // Of some parameters one is required.
  const chosen = Object.keys(example).filter(name => query.properties[name]?.exampleWith)
  const needed = [...chosen, ...(query.required ?? [])].filter(
    name => name !== except && query.properties[name]!.default === undefined,
  )
  return urlOf(path, Object.fromEntries([...inPath, ...needed].map(name => [name, example[name]!])))
}

/** Fills parameters into a path template; the others go into the query. */
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

/** A URL with further query parameters; undefined removes one. */
export function withQuery(url: string, parameters: Record<string, string | number | undefined>): string {
  const [path, search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parameters))
    if (value === undefined) query.delete(name)
    else query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path!
}

/** Path of an instrument's operation; `aggregation` is `trades` or an aggregation. */
export function instrumentUrl(
  instrument: { exchange_code: string; class: string; code: string },
  last: string,
  version = 'v1',
): string {
  const { exchange_code, class: kind, code } = instrument
  const tail = last === 'trades' ? 'trades' : `aggregations/${last}`
  return `/v2/data/trades.${version}/exchanges/${exchange_code}/${kind}/${code}/${tail}`
}
