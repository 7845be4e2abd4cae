import type { DocumentText } from './openapi.ts'
import type { Parameter } from './openapi-parameters.ts'

/** The document's operations as requests of an API client, such as Postman or Bruno. */
export interface Collection {
  name: string
  description: string
  /** Variables of the requests, the server's URLs first. */
  variables: Record<Base | 'apiKey', string>
  folders: Folder[]
}

export interface Folder {
  name: string
  description: string
  requests: CollectionRequest[]
}

export interface CollectionRequest {
  name: string
  description: string
  /** Variable of its base URL, and the path in segments; a parameter is `:name`. */
  base: Base
  path: string[]
  /** Base URL, path and the query as sent. */
  url: string
  inPath: RequestValue[]
  query: RequestValue[]
  needsKey: boolean
}

type Base = 'baseUrl' | 'referenceUrl'

export interface RequestValue {
  name: string
  value: string
  description: string
  /** Whether the request sends the parameter; others have an example and are disabled. */
  sent: boolean
}

/** The parts of an OpenAPI document that a collection uses. */
interface SourceDocument {
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, { servers?: { url: string }[]; get: SourceOperation }>
  components: { parameters: Record<string, Parameter> }
}

interface SourceOperation {
  tags: string[]
  summary: string
  description: string
  security?: unknown[]
  parameters: (Parameter | { $ref: string })[]
}

export function collectionOf({ bytes, apiKey }: DocumentText): Collection {
  const document = JSON.parse(bytes.toString()) as SourceDocument
  const { info, servers, tags } = document
  const items = Object.entries(document.paths)
  const reference = items.flatMap(([, item]) => item.servers ?? [])
  const requests = items.map(([path, item]) => ({ tag: item.get.tags[0], request: requestOf(document, path, item) }))
  return {
    name: info.title,
    description: info.description,
    variables: { baseUrl: servers[0]!.url, referenceUrl: (reference[0] ?? servers[0]!).url, apiKey },
    folders: tags.map(({ name, description }) => ({
      name,
      description,
      requests: requests.filter(({ tag }) => tag === name).map(({ request }) => request),
    })),
  }
}

function requestOf(
  { components, paths }: SourceDocument,
  path: string,
  { servers, get }: SourceDocument['paths'][string],
): CollectionRequest {
  const parameters = get.parameters.map(one =>
    '$ref' in one ? components.parameters[one.$ref.split('/').at(-1)!]! : one,
  )
  const valuesIn = (place: Parameter['in']) => parameters.filter(one => one.in === place).map(exampleOf)
  // A second path of an operation has the same summary.
  const isFirst = Object.keys(paths).find(other => paths[other]!.get.summary === get.summary) === path
  const base = servers ? 'referenceUrl' : 'baseUrl'
  const segments = path
    .slice(1)
    .replace(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = valuesIn('query')
  return {
    name: isFirst ? get.summary : `${get.summary} (${path.split('/')[1]})`,
    description: get.description,
    base,
    path: segments,
    url: `{{${base}}}/${segments.join('/')}${searchOf(query)}`,
    inPath: valuesIn('path'),
    query,
    needsKey: get.security === undefined,
  }
}

function searchOf(query: readonly RequestValue[]): string {
  const sent = query.filter(({ sent }) => sent).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return sent.length > 0 ? `?${sent.join('&')}` : ''
}

/** Sends the values that `/docs` fills in. */
function exampleOf({ name, description = '', example, schema }: Parameter): RequestValue {
  const value = example ?? schema.default ?? schema.examples?.[0] ?? ''
  return { name, value: String(value), description, sent: example !== undefined }
}
