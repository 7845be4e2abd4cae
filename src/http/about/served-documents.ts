import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { families } from '../../../routes/index.ts'
import { unlessFailed } from '../../base/unless-failed.ts'
import type { DocumentServers, DocumentText, OpenApi } from '../../documents/openapi.ts'
import { remembered } from '../../market/made-once.ts'
import type { Context } from '../../operations/context.ts'
import { withExamples } from '../../operations/family.ts'
import { inTurn } from '../../operations/paging/turns.ts'
import { builtInKeys } from '../../plans/keys.ts'
import type { HostNames } from '../../settings.ts'
import { isKnown, tagOf } from '../answer/caching.ts'
import { type EncodedBytes, encodeShared } from '../answer/compression.ts'
import { hold } from '../answer/held.ts'
import { sendShared } from '../answer/send-shared.ts'
import { type Place, placeOf } from '../host.ts'
import { clientOrigin } from '../request-record.ts'
import type { ServerState } from '../state.ts'

interface Reached {
  /** Scheme, host and port: `http://eu.localhost:4780`. */
  origin: string
  /** Base path: `/eu`, `/t/NAME` or both. */
  basePath: string
  place: Place
}

/** The client's own host comes first. */
function serversOf({ origin, basePath, place }: Reached, hosts: HostNames): DocumentServers {
  const tenantPath = basePath.replace(/\/(?:eu|us)$/, '')
  const own = place.service === 'reference' ? [] : [marketServer(origin + basePath, place.region)]
  const others = (['eu', 'us'] as const)
    .filter(region => own.length === 0 || region !== place.region)
    // The base path selects the region on any host, without name resolution.
    .map(region => marketServer(`${origin}${tenantPath}/${region}`, region))
  return {
    market: [...own, ...others],
    reference: [{ url: referenceUrl(origin, hosts) + tenantPath, description: 'reference data' }],
  }
}

function marketServer(url: string, region: string) {
  return { url, description: `market data, region ${region}` }
}

function referenceUrl(origin: string, hosts: HostNames): string {
  const url = new URL(origin)
  if (placeOf(url.hostname, undefined, hosts).service !== 'market') return origin
  const mapped = Object.keys(hosts).find(name => hosts[name] === 'reference')
  url.hostname = mapped ?? url.hostname.replace(/^(eu|us)\.|^/, 'reference.')
  return url.origin
}

interface Form {
  type: string
  /** Name under which browsers save it. */
  file?: string
  /** Loads its code. */
  renderer(): Promise<(text: DocumentText) => Uint8Array>
}

const json = 'application/json; charset=utf-8'

const forms: Record<string, Form> = {
  '/openapi.json': { type: json, renderer: async () => text => text.bytes },
  '/postman.json': {
    type: json,
    file: 'market-data.postman_collection.json',
    renderer: async () => (await import('../../documents/postman.ts')).postmanFile,
  },
  '/bruno.zip': {
    type: 'application/zip',
    file: 'market-data.bruno.zip',
    renderer: async () => (await import('../../documents/bruno.ts')).brunoZip,
  },
}

/** Created on first use, to keep the start fast. */
export function documents(app: FastifyInstance, hosts: HostNames, openApi: () => Promise<OpenApi>): void {
  for (const [url, form] of Object.entries(forms))
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const { basePath, place } = request.raw.record
        const servers = serversOf({ origin: clientOrigin(request), basePath, place }, hosts)
        return sendForm(request, reply, form, await openApi(), servers)
      },
    })
}

/** Forms of the texts that are kept: all clients that reach the server by the same name get the same bytes. */
const formsOf = remembered(
  (text: DocumentText) =>
    unlessFailed(async ({ renderer }: Form): Promise<EncodedBytes> => {
      const render = await renderer()
      const { buffer, byteOffset, length } = await inTurn(() => render(text))
      return { bytes: Buffer.from(buffer, byteOffset, length), encoded: new Map() }
    }),
  new WeakMap<DocumentText, (form: Form) => Promise<EncodedBytes>>(),
)

/** Making a form takes 6 to 30 ms, so many take turns. */
async function sendForm(
  request: FastifyRequest,
  reply: FastifyReply,
  form: Form,
  openApi: OpenApi,
  servers: DocumentServers,
) {
  const { type, file } = form
  const known = openApi.knownText(servers)
  const text = known ?? (await inTurn(() => openApi.textFor(servers)))
  const etag = tagOf(request, `${text.digest} ${file}`)
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (file !== undefined) reply.header('content-disposition', `attachment; filename="${file}"`)
  const made = await formsOf(text)(form)
  if (known === undefined) hold(reply.raw, made.bytes.length)
  return sendShared(reply.type(type), type === json ? await encodeShared(reply, made) : made.bytes)
}

interface Made {
  at: number
  context: Context
  document: Promise<OpenApi>
}

/**
 * Created on first use, with its examples, and again before the tokens among them expire. Examples that only the
 * history has take seconds the first time: the document is served without them until they are generated.
 */
export function openApiOf(state: ServerState): () => Promise<OpenApi> {
  const { view } = state
  let made: Made | undefined
  const lasts = state.context.tokenTtl === 0 ? Number.POSITIVE_INFINITY : state.context.tokenTtl / 2
  return () => {
    const now = view.clock.now()
    const { context } = state
    if (made !== undefined && made.context === context && Math.abs(now - made.at) < lasts) return made.document
    const one: Made = { at: now, context, document: createOpenApi(state, undefined, () => completed(state, one)) }
    one.document.catch(() => {
      made = undefined
    })
    made = one
    return one.document
  }
}

/** Without the history's examples the document is complete enough, so its failures are not reported. */
function completed(state: ServerState, one: Made): void {
  if (state.elsewhere === undefined) return
  createOpenApi(state, state.elsewhere, () => {}).then(
    complete => {
      one.document = Promise.resolve(complete)
    },
    () => {},
  )
}

/** Without examples while the store is being built. @param lacking is called if an example is elsewhere */
async function createOpenApi(
  { context, building, view, keys }: ServerState,
  elsewhere: ServerState['elsewhere'],
  lacking: () => void,
): Promise<OpenApi> {
  const [{ openApiFor }, { exampleAnswers }] = await Promise.all([
    import('../../documents/openapi.ts'),
    import('../../documents/openapi-example.ts'),
  ])
  if (building) return openApiFor(context, families, keys.has(builtInKeys[0]!), async () => undefined)
  const located = withExamples(families, context.store, view.horizon())
  let lacks = false
  const exampleOf = exampleAnswers(context, elsewhere, view, () => {
    lacks = true
  })
  const document = await openApiFor(context, located, keys.has(builtInKeys[0]!), exampleOf)
  if (lacks) lacking()
  return document
}
