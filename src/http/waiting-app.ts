import type { IncomingMessage, RequestListener } from 'node:http'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { families } from '../../routes/index.ts'
import { asFailure, failureBody } from '../failure.ts'
import { builtInKeys, Keys } from '../keys.ts'
import { wireNames, wirePaths } from '../operations/render.ts'
import { version } from '../package.ts'
import type { Settings } from '../settings.ts'
import { checkEncoding, checkHost, checkUrl } from './checks.ts'
import { compress } from './compression.ts'
import { consolePage, operationsOf } from './console.ts'
import { controlAccess, isControlled } from './control-access.ts'
import { corsHeaders } from './cors.ts'
import { documents } from './documents.ts'
import { ownHost, placeOf, splitBasePath, splitTarget } from './host.ts'
import { noCompilers } from './no-compilers.ts'
import { safetyHeaders } from './safety-headers.ts'

/** Serves the API reference and the OpenAPI document, without examples, while the store is being built. */
export async function createWaitingApp(settings: Settings): Promise<RequestListener> {
  const { hosts, trustProxy, vendorName, fxProvider } = settings
  const names = { wireName: wireNames(vendorName), wirePath: wirePaths(fxProvider) }
  const keys = new Keys(settings.keyList ?? builtInKeys)
  const app = fastify({
    ...noCompilers,
    trustProxy,
    rewriteUrl,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.decorateRequest('place')
  app.decorateRequest('accepted', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...corsHeaders, ...safetyHeaders, vary: 'Accept-Encoding, Origin' })
    checkUrl(request)
    checkHost(request)
    checkEncoding(request)
    request.place = placeOf(request.hostname, request.raw.region, hosts)
    done()
  })
  app.addHook('onSend', compress)
  app.setErrorHandler(sendFailure)
  documents(app, hosts, async () => {
    const { OpenApi } = await import('../documents/openapi.ts')
    return OpenApi.create(names, families, keys.has(builtInKeys[0]!), async () => undefined)
  })
  consolePage(app, () => ({
    result: 'success',
    version,
    profile: settings.profile,
    clock: settings.now === 'live' ? 'live' : 'frozen',
    keys: builtInKeys.filter(key => keys.has(key)).map(({ key }) => key),
    steered: isControlled(controlAccess(settings)),
    operations: operationsOf(names.wirePath),
  }))
  await app.ready()
  return (request, response) => app.routing(request, response)
}

function rewriteUrl(raw: IncomingMessage): string {
  const { basePath, region, url } = splitBasePath(splitTarget(raw.url ?? '/').url)
  raw.headers.host ||= ownHost(raw.socket)
  raw.basePath = basePath
  raw.region = region
  return url
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error, request.url)
  reply
    .code(failure.statusCode)
    .headers(failure.headers)
    .type('application/json; charset=utf-8')
    .send(failureBody(failure))
}
