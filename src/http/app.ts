import type { IncomingMessage, RequestListener, Server } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { asFailure, failureBody } from '../failure.ts'
import { type FamilyPlugin, parameterCompiler } from '../operations/family.ts'
import type { Sandbox } from '../operations/sandbox.ts'
import { checkAccept, checkEncoding, checkHost, checkMaintenance, checkUrl } from './checks.ts'
import { compress } from './compression.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import type { Counting } from './counts.ts'
import { checkService, ownHost, placeOf, splitBasePath, splitTarget } from './host.ts'
import { allowedMethods, KnownPaths } from './known-paths.ts'
import { limits } from './limiter.ts'
import { AnswerLog, logAnswer } from './log.ts'
import { answerMalformed } from './malformed.ts'
import { Metrics } from './metrics.ts'
import { Traffic } from './traffic.ts'

export interface AppOptions {
  sandbox: Sandbox
  families: readonly FamilyPlugin[]
  /** Routes about the server itself: health, version. */
  service: (app: FastifyInstance) => void
  logger: FastifyBaseLogger
  trustProxy: boolean
  /** What each key has asked of all replicas; absent: each counts what it is asked itself. */
  sharedCounts: Counting | undefined
  /** Takes the app's listener and gives the server that calls it. */
  server(listener: RequestListener): Server
}

const longestPathValue = 200

/** On every answer that is no page of records. */
const commonHeaders = { vary: 'Accept-Encoding, Origin', 'cache-control': 'no-store' }

/** The whole server but for its socket: a request goes through these stages from top to bottom. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const traffic = new Traffic()
  const app = fastify({
    serverFactory: listener => options.server(listener as RequestListener),
    loggerInstance: options.logger,
    logController: new AnswerLog(),
    // A logger of its own for each request would cost more than the line that it writes.
    childLoggerFactory: logger => logger,
    trustProxy: options.trustProxy,
    genReqId: requestIds(),
    rewriteUrl: takeHostAndBasePath,
    routerOptions: { maxParamLength: longestPathValue, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      sendFailure(error, request, reply as FastifyReply)
      // Of what no route can take no hook hears.
      request.answered = true
      traffic.countUnread(reply.statusCode)
      logAnswer(request, reply as FastifyReply)
    },
    clientErrorHandler: (error, socket) =>
      answerMalformed(error, socket, ({ statusCode, message }) => {
        traffic.countUnread(statusCode)
        options.logger.info({ status: statusCode, cause: message }, 'answered')
      }),
    // A route for GET and HEAD alike: the framework's own HEAD routes say content-length 0 of what they didn't read.
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: schemaCompilers(options.sandbox) },
    return503OnClosing: false,
    // None of them waits for anything, so there is nothing to time.
    pluginTimeout: 0,
  }).withTypeProvider<TypeBoxTypeProvider>()

  const known = new KnownPaths(app)
  app.decorate('sandbox', options.sandbox)
  app.decorate('metrics', new Metrics(traffic, options.sandbox))
  app.decorateRequest('place')
  app.decorateRequest('key', null)
  app.decorateRequest('accepted', null)
  app.decorateRequest('rows', 0)
  app.decorateRequest('answered', false)
  app.addHook('onRequest', (request, reply, done) => {
    // The framework's own hook hears nothing of answers that a client left before their end.
    reply.raw.on('close', () => {
      traffic.count(request, reply)
      logAnswer(request, reply)
    })
    reply.header('x-request-id', request.id)
    if (request.headers.origin !== undefined) reply.headers(corsHeaders)
    checkUrl(request)
    checkHost(request)
    known.checkMethod(request)
    if (request.method === 'OPTIONS')
      return void reply
        .code(204)
        .headers({ ...commonHeaders, ...preflightHeaders })
        .header('allow', allowedMethods)
        .send()
    checkEncoding(request)
    request.place = placeOf(request.hostname, request.raw.basePath ?? '', options.sandbox.hosts)
    done()
  })
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(request => {
    throw known.failureFor(request)
  })

  app.register(aboutItself(options))
  app.register(referenceData(options))
  app.register(marketData(options))
  await app.ready()
  return app
}

/** Ours in place of the framework's, which would load Ajv and its serializer at every start and then never use them. */
function schemaCompilers(sandbox: Sandbox) {
  const compilers = { buildValidator: () => parameterCompiler(sandbox), buildSerializer: () => () => JSON.stringify }
  // The framework's types know no compilers but those.
  return compilers as never
}

function aboutItself({ service }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(commonHeaders)
      done()
    })
    app.addHook('onSend', compress)
    service(app)
  }
}

function referenceData({ families, sandbox }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => {
      checkMaintenance(sandbox)
      checkService(request.place, 'reference', sandbox.hosts)
      checkAccept(request)
      done()
    })
    for (const plugin of families.filter(({ family }) => family.host === 'reference')) app.register(plugin)
  }
}

function marketData({ families, sandbox, sharedCounts }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, _reply, done) => {
      checkMaintenance(sandbox)
      checkService(request.place, 'market', sandbox.hosts)
      checkAccept(request)
      request.key = sandbox.keys.check(request.headers['x-api-key'])
      done()
    })
    await app.register(rateLimit, limits(sharedCounts))
    for (const plugin of families.filter(({ family }) => family.host === 'market')) app.register(plugin)
  }
}

function takeHostAndBasePath(this: FastifyInstance, raw: IncomingMessage): string {
  const target = splitTarget(raw.url ?? '/')
  const { headers } = raw
  if (target.authority !== undefined) headers.host = target.authority
  // What HTTP/1.0 may leave out, and HTTP/1.1 may leave empty.
  if (headers.host === '' || (headers.host === undefined && raw.httpVersion !== '1.1'))
    headers.host = ownHost(raw.socket)
  const { basePath, url } = splitBasePath(target.url)
  raw.basePath = basePath
  return url
}

/** The client's own request id where it sent a plain one, else a number that is unique within this process. */
function requestIds() {
  const run = Date.now().toString(36)
  let count = 0
  return ({ headers }: IncomingMessage) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : `${run}-${(++count).toString(36)}`
  }
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // What the framework says of a stream that it closed itself, since its client left before the first byte: no fault of ours.
  if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return
  const failure = asFailure(error, request.url)
  if (failure.kind === 'internal') request.log.error({ reqId: request.id, err: error }, 'failed')
  else request.log.debug({ reqId: request.id, kind: failure.kind, message: failure.message }, 'refused')
  reply
    .code(failure.statusCode)
    .headers({
      ...(request.headers.origin !== undefined && corsHeaders),
      ...commonHeaders,
      ...failure.headers,
      'x-request-id': request.id,
    })
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(failureBody(failure))
}
