import { digestOf } from '../base/digest.ts'
import type { Family } from '../operations/operation.ts'
import { inTurn } from '../operations/paging/turns.ts'
import { builtInKeys, defaultLimit } from '../plans/keys.ts'
import { answerSchemas, infoOf, sharedSchemas } from './openapi-answer.ts'
import type { ExampleOf } from './openapi-example.ts'
import { type Parameter, parametersOf, sharedParameters } from './openapi-parameters.ts'
import { anyBase, type PathItem, pathItemsOf, type WireNames } from './openapi-paths.ts'
import { sharedHeaders, sharedResponses } from './openapi-responses.ts'

/** A server as the document lists it. */
interface DocumentServer {
  url: string
  description: string
}

/** Servers of market and reference data, the client's own first. */
export interface DocumentServers {
  market: DocumentServer[]
  reference: DocumentServer[]
}

/** The document with the URLs of one way to reach the server, and its digest. */
export interface DocumentText {
  bytes: Buffer
  digest: string
  /** The built-in key; empty if it is not valid here. */
  apiKey: string
}

/** 320 KB each, 6 ms to make. Bounded because clients may send any host. */
const mostKept = 4

/** The OpenAPI 3.1 document, built from the declarations; its examples are responses of the store. */
export interface OpenApi {
  /** Undefined if `textFor` would have to make it. */
  knownText(servers: DocumentServers): DocumentText | undefined
  /** The document as JSON, with the client's own URLs. */
  textFor(servers: DocumentServers): DocumentText
}

/** @param opened whether the built-in key is valid here, so the document may name it. */
export async function openApiFor(
  names: WireNames,
  families: readonly Family[],
  opened: boolean,
  exampleOf: ExampleOf,
): Promise<OpenApi> {
  const operations = families.flatMap(family => family.operations.map(operation => ({ family, operation })))
  const parameters = sharedParameters(
    operations.flatMap(({ family, operation }) => parametersOf(family, operation, names.wireName)),
  )
  const items: PathItem[] = []
  // An example may take milliseconds; other requests run in between.
  for (const { family, operation } of operations)
    items.push(...(await inTurn(() => pathItemsOf(names, family, operation, parameters, exampleOf))))
  const frame = frameOf(names, families, parameters, opened)
  const apiKey = opened ? builtInKeys[0]!.key : ''
  const texts = new Map<string, DocumentText>()
  const made = (servers: DocumentServers) => {
    const withServers = ({ host, path, item }: PathItem) => [
      path,
      host === 'market' ? item : { servers: servers.reference, ...item },
    ]
    const paths = Object.fromEntries(items.map(withServers))
    const text = JSON.stringify({ ...frame, servers: servers.market, paths })
      .replaceAll(anyBase.market, servers.market[0]!.url)
      .replaceAll(anyBase.reference, servers.reference[0]!.url)
    return { bytes: Buffer.from(text), digest: digestOf(text), apiKey }
  }
  return {
    knownText: servers => texts.get(JSON.stringify(servers)),
    textFor(servers) {
      const key = JSON.stringify(servers)
      const text = texts.get(key) ?? made(servers)
      // Moves it to the end, so the least recently used text is dropped first.
      texts.delete(key)
      texts.set(key, text)
      if (texts.size > mostKept) texts.delete(texts.keys().next().value!)
      return text
    },
  }
}

/** The document without its paths and servers. */
function frameOf(
  { wireName }: WireNames,
  families: readonly Family[],
  parameters: Record<string, Parameter>,
  opened: boolean,
) {
  const schemas = families.flatMap(family =>
    family.operations.map(operation => answerSchemas(family, operation, wireName)),
  )
  return {
    openapi: '3.1.1',
    info: infoOf('Market data', description),
    tags: families.map(family => ({ name: family.name, description: aboutFamily(family) })),
    security: [{ ApiKey: [] }],
    // Filled in per client; listed here to fix their position.
    servers: [],
    paths: {},
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: aboutKeys(opened) } },
      parameters,
      headers: sharedHeaders,
      responses: sharedResponses(),
      schemas: Object.assign({ ...sharedSchemas }, ...schemas),
    },
  }
}

const description = `Read-only market data of one market, and the reference data that explains its codes.

**Keys.** Send your API key in the header \`X-Api-Key\`. Reference data (\`/v1/…\`) needs no key.

**Paging.** If more data follow, a response has \`continuation_token\` and \`next_url\`. Request \`next_url\`, or the same path
with \`continuation_token\` as the only parameter. The last page has neither.

**Times** are ISO 8601; without an offset they are UTC. **Intervals** are a number and a unit, such as \`15m\`. **Lists** accept
commas and repeated parameters.

**Errors** are \`{"result":"error","message":"…"}\`. The message names the parameter, the value and what would be right.`

function aboutFamily(family: Family): string {
  if (family.host === 'reference')
    return 'Codes of exchanges, assets, protocols, pools and instruments. Needs no API key.'
  const { commodity, versions } = family.dataset
  return `${family.about} Dataset \`${commodity}\`, version ${versions.map(one => `\`${one}\``).join(' or ')}.`
}

/** Names the default key only: a key from a file is a secret. */
function aboutKeys(opened: boolean): string {
  const [known] = builtInKeys
  const rule = 'Every market-data request needs an API key.'
  return opened ? `${rule} \`${known!.key}\` has full access, ${defaultLimit} requests per minute.` : rule
}
