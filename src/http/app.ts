import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onSendHookHandler,
} from 'fastify'
import { families } from '../../routes/index.ts'
import { elapsed } from '../clock.ts'
import type { Counting } from '../control/counts.ts'
import type { ServedTenant } from '../control/served.ts'
import { asFailure, Failure, failureBody } from '../failure.ts'
import type { Key } from '../keys.ts'
import { UnreadableStore } from '../store/store-failure.ts'
import { checkAccept, checkEncoding, checkHost, checkMaintenance, checkUrl } from './checks.ts'
import { compress } from './compression.ts'
import { type ControlOptions, controlRoutes, isControlPath } from './control-routes.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { familyPlugin } from './families.ts'
import { journalAnswer } from './finished.ts'
import { checkService, ownHost, type Place, placeOf, splitBasePath, splitTarget } from './host.ts'
import { allowedMethods, KnownPaths } from './known-paths.ts'
import { limiter } from './limiter.ts'
import { AnswerLog, logAnswer, withoutChildren } from './log.ts'
import { answerMalformed } from './malformed.ts'
import { Metrics } from './metrics.ts'
import { noCompilers } from './no-compilers.ts'
import { givenId, requestIds } from './request-ids.ts'
import { safetyHeaders } from './safety-headers.ts'
import { service } from './service.ts'
import type { ServerState } from './state.ts'
import { checkTenant, setTenant, tenantOf, tenantOfPath } from './tenant.ts'
import { type Counted, Traffic } from './traffic.ts'

export interface AppOptions {
  state: ServerState
  logger: FastifyBaseLogger
  trustProxy: boolean
  /** Request counts shared by replicas or threads; absent: counted here. */
  counts: Counting | undefined
  /** The control plane, if it shares the port of the data. */
  control: ControlOptions | undefined
  /** The /metrics page; made from what all threads count. */
  metrics?: Pick<Metrics, 'read'>
  /** What the other threads have counted. */
  countedElsewhere?: () => Promise<Counted[]>
  /** Number of the serving thread, unless it is the first one. */
  thread?: number
  server(listener: RequestListener): Server
}

declare module 'fastify' {
  interface FastifyInstance {
    state: ServerState
    metrics: Pick<Metrics, 'read'>
    counted(): Counted
  }
  interface FastifyRequest {
    place: Place
    key: Key | null
    /** The tenant of the request; null until resolved. */
    tenant: ServedTenant | null
  }
}

const longestPathValue = 200

/** Headers of every answer except pages. */
const commonHeaders = { vary: 'Accept-Encoding, Origin', 'cache-control': 'no-store' }

/** The server without its socket. A request passes these stages from top to bottom. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const traffic = new Traffic()
  const { countedElsewhere = async () => [] } = options
  const newId = requestIds(options.thread)
  const app = fastify({
    ...noCompilers,
    serverFactory: listener => options.server(listener as RequestListener),
    loggerInstance: withoutChildren(options.logger),
    logController: new AnswerLog(),
    trustProxy: options.trustProxy,
    genReqId: ({ headers }) => givenId(headers) ?? newId(),
    rewriteUrl: takeHostAndBasePath,
    routerOptions: { maxParamLength: longestPathValue, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // Requests that the router rejects have no decorations, and hooks do not run for them.
      Object.assign(request, { key: null, walk: null, fault: null, rows: 0, answered: true })
      sendFailure(error, request, reply as FastifyReply)
      traffic.countUnread(reply.statusCode)
      logAnswer(request, reply as FastifyReply)
      reply.raw.once('close', () => journalAnswer(request, reply as FastifyReply))
    },
    clientErrorHandler: (error, socket) => {
      const reqId = newId()
      answerMalformed(error, socket, reqId, ({ statusCode, message }) => {
        traffic.countUnread(statusCode)
        options.logger.info({ reqId, status: statusCode, why: message }, 'answered')
      })
    },
    // One route for GET and HEAD: Fastify's HEAD routes send content-length 0 for unread pages.
    exposeHeadRoutes: false,
    return503OnClosing: false,
    // Synchronous, so no timeout is needed.
    pluginTimeout: 0,
  }).withTypeProvider<TypeBoxTypeProvider>()

  const known = new KnownPaths(app)
  app.decorate('state', options.state)
  const counted = () => {
    const { hits, bytes } = options.state.pages
    return { ...traffic.counted, pages: { hits, bytes } }
  }
  app.decorate('counted', counted)
  app.decorate(
    'metrics',
    options.metrics ?? new Metrics(async () => [counted(), ...(await countedElsewhere())], options.state),
  )
  app.decorateRequest('place')
  app.decorateRequest('key', null)
  app.decorateRequest('tenant', null)
  app.decorateRequest('walk', null)
  app.decorateRequest('bytes', null)
  app.decorateRequest('fault', null)
  app.decorateRequest('effects', null)
  app.decorateRequest('refusal', null)
  app.decorateRequest('accepted', null)
  app.decorateRequest('rows', 0)
  app.decorateRequest('answered', false)
  app.addHook('onRequest', (request, reply, done) => {
    // Fastify's onResponse misses answers that the client abandoned.
    reply.raw.on('close', () => {
      traffic.count(request, reply)
      logAnswer(request, reply)
      journalAnswer(request, reply)
    })
    reply.header('x-request-id', request.id).headers(safetyHeaders)
    const controls = isControlPath(request.url)
    if (request.headers.origin !== undefined && !controls) reply.headers(corsHeaders)
    checkUrl(request)
    checkHost(request)
    if (controls && options.control === undefined)
      throw new Failure('notFound', `the control plane is on port ${options.state.controlPort}`)
    // The control plane has its own methods and refuses other origins.
    if (!controls) known.checkMethod(request)
    if (request.method === 'OPTIONS' && !controls)
      return void reply
        .code(204)
        .headers({ ...commonHeaders, ...preflightHeaders })
        .header('allow', allowedMethods)
        .send()
    checkEncoding(request)
    request.place = placeOf(request.hostname, request.raw.region, options.state.hosts)
    done()
  })
  if (options.trustProxy) app.addHook('onSend', varyByForwarded)
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(request => {
    throw known.failureFor(request)
  })

  if (options.control) app.register(controlRoutes(options.control))
  app.register(serviceRoutes)
  app.register(referenceData(options))
  app.register(marketData(options))
  await app.ready()
  return app
}

/** Forwarded headers of a trusted proxy determine `next_url`, so shared caches must separate clients by them. */
const varyByForwarded: onSendHookHandler<unknown> = (_request, reply, payload, done) => {
  reply.header('vary', `${reply.getHeader('vary')}, X-Forwarded-Host, X-Forwarded-Proto`)
  done(null, payload)
}

async function serviceRoutes(app: FastifyInstance) {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(commonHeaders)
    done()
  })
  app.addHook('onSend', compress)
  service(app)
}

function referenceData({ state }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      setTenant(request, reply, tenantOfPath(request))
      checkMaintenance(state)
      checkService(request.place, 'reference', state.hosts)
      checkAccept(request)
      done()
    })
    for (const family of families.filter(({ host }) => host === 'reference')) app.register(familyPlugin(family))
  }
}

function marketData({ state, counts }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      const tenant = tenantOf(request)
      setTenant(request, reply, tenant)
      checkMaintenance(state)
      checkService(request.place, 'market', state.hosts)
      checkAccept(request)
      request.key = state.keys.check(request.headers['x-api-key'], tenant.clock.now())
      checkTenant(request)
      done()
    })
    app.addHook('onRequest', limiter(counts))
    for (const family of families.filter(({ host }) => host === 'market')) app.register(familyPlugin(family))
  }
}

function takeHostAndBasePath(this: FastifyInstance, raw: IncomingMessage): string {
  const target = splitTarget(raw.url ?? '/')
  const { headers } = raw
  if (target.authority !== undefined) headers.host = target.authority
  // Absent in HTTP/1.0, empty in HTTP/1.1.
  if (headers.host === '' || (headers.host === undefined && raw.httpVersion !== '1.1')) {
    headers.host = ownHost(raw.socket)
    raw.hostless = true
  }
  const { basePath, tenant, region, url } = splitBasePath(target.url)
  raw.basePath = basePath
  raw.tenant = tenant
  raw.region = region
  return url
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Fastify's error for a stream it closed itself after the client left: not a fault.
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
  const failure = asFailure(error, request.url)
  request.refusal = failure.message
  // For requests refused before their tenant is known, which may be journaled, too.
  reply.raw.sent ??= elapsed()
  if (failure.kind === 'internal' || error instanceof UnreadableStore)
    request.log.error({ reqId: request.id, err: error }, 'request failed')
  else
    request.log.debug(
      { reqId: request.id, kind: failure.kind, message: request.server.state.keys.hide(failure.message) },
      'request refused',
    )
  reply
    .code(failure.statusCode)
    .headers({
      ...(request.headers.origin !== undefined && !isControlPath(request.url) && corsHeaders),
      ...commonHeaders,
      ...safetyHeaders,
      ...failure.headers,
      'x-request-id': request.id,
    })
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(failureBody(failure))
}
