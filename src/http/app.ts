import type { RequestListener, Server } from 'node:http'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type onSendHookHandler,
} from 'fastify'
import { families } from '../../routes/index.ts'
import { Failure } from '../base/failure.ts'
import type { Counting } from '../limits/counts.ts'
import type { Family } from '../operations/operation.ts'
import { compress } from './answer/compression.ts'
import { failureWriter } from './answer/refusal.ts'
import { appDefaults } from './app-defaults.ts'
import { checkAccept, checkHost, checkMaintenance, checkUrl, placed } from './checks.ts'
import { corsHeaders, preflightHeaders, safetyHeaders } from './common-headers.ts'
import { answerMalformed } from './connection/malformed.ts'
import { type ControlOptions, controlRoutes, isControlPath } from './control/control-routes.ts'
import { familyPlugin } from './families.ts'
import { checkService } from './host.ts'
import { journalAnswer } from './journal-answer.ts'
import { allowedMethods, type KnownPaths, knownPaths } from './known-paths.ts'
import { limiter } from './limiter.ts'
import { AnswerLog, logAnswer, withoutChildren } from './observe/log.ts'
import { metricsOf, type ReadMetrics } from './observe/metrics.ts'
import { givenIds, requestIds } from './observe/request-ids.ts'
import { type Counted, Traffic } from './observe/traffic.ts'
import { beginRecord } from './request-record.ts'
import { checkKey, setTenant, tenantOf, tenantOfPath } from './request-tenant.ts'
import { service } from './service.ts'
import type { ServerState } from './state.ts'

interface AppOptions {
  state: ServerState
  logger: FastifyBaseLogger
  trustProxy: boolean
  counts: Counting
  /** The control plane, if it shares the port of the data. */
  control: ControlOptions | undefined
  /** The /metrics page; made from what all threads count. */
  metrics?: ReadMetrics
  /** What the other threads have counted. */
  countedElsewhere?: () => Promise<Counted[]>
  /** Number of the serving thread, unless it is the first one. */
  thread?: number
  server(listener: RequestListener): Server
}

declare module 'fastify' {
  interface FastifyInstance {
    state: ServerState
    metrics: ReadMetrics
    counted(): Counted
  }
}

const longestPathValue = 200

/** Headers of every response except pages. */
const commonHeaders = { vary: 'Accept-Encoding, Origin', 'cache-control': 'no-store' }

/** The server without its socket. A request passes the stages from top to bottom, and its record collects their results. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { state, trustProxy, control } = options
  const traffic = new Traffic()
  const app = appOf(options, traffic)
  decorate(app, options, traffic)
  const known = knownPaths(app)
  app.addHook('onRequest', observed(traffic))
  app.addHook('onRequest', checked(known, control === undefined ? state.controlPort : undefined))
  app.addHook('onRequest', preflight)
  app.addHook('onRequest', placed(state.hosts))
  if (trustProxy) app.addHook('onSend', varyByForwarded)
  app.setNotFoundHandler(request => {
    throw known.failureFor(request)
  })
  if (control) app.register(controlRoutes(control))
  app.register(serviceRoutes)
  for (const host of ['reference', 'market'] as const) app.register(dataOf(host, options))
  await app.ready()
  return app
}

/** The framework: before its hooks run it begins the record, and after a failure it writes the refusal. */
function appOf({ state, logger, trustProxy, thread, server }: AppOptions, traffic: Traffic): FastifyInstance {
  const newId = requestIds(thread)
  const givenId = givenIds(state.keys, state.access.token)
  const sendFailure = failureWriter(state.keys, failureHeaders)
  const app = fastify({
    ...appDefaults,
    serverFactory: listener => server(listener as RequestListener),
    loggerInstance: withoutChildren(logger),
    logController: new AnswerLog(),
    trustProxy,
    rewriteUrl: raw => beginRecord(raw, trustProxy),
    genReqId: ({ headers }) => givenId(headers) ?? newId(),
    routerOptions: { maxParamLength: longestPathValue, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => {
      // Hooks do not run for requests that the router rejects.
      request.raw.record.answered = true
      sendFailure(error, request, reply as FastifyReply)
      traffic.countUnread(reply.statusCode)
      logAnswer(request, reply as FastifyReply)
      reply.raw.once('close', () => journalAnswer(request, reply as FastifyReply))
    },
    clientErrorHandler: (error, socket) => {
      const reqId = newId()
      answerMalformed(error, socket, reqId, ({ statusCode, message }) => {
        traffic.countUnread(statusCode)
        logger.info({ reqId, status: statusCode, why: message }, 'answered')
      })
    },
  })
  app.setErrorHandler(sendFailure)
  return app
}

function failureHeaders(request: FastifyRequest) {
  return {
    ...(request.headers.origin !== undefined && !isControlPath(request.url) && corsHeaders),
    ...commonHeaders,
    ...safetyHeaders,
    'x-request-id': request.id,
  }
}

function decorate(app: FastifyInstance, { state, metrics, countedElsewhere }: AppOptions, traffic: Traffic): void {
  const counted = () => {
    const { hits, bytes } = state.pages
    return { ...traffic.counted, pages: { hits, bytes } }
  }
  const all = async () => [counted(), ...((await countedElsewhere?.()) ?? [])]
  app
    .decorate('state', state)
    .decorate('counted', counted)
    .decorate('metrics', metrics ?? metricsOf(all, state))
}

/** Whatever happens to a request, it is counted, logged and journaled once. */
function observed(traffic: Traffic): onRequestHookHandler {
  return (request, reply, done) => {
    // Fastify's onResponse misses responses that the client abandoned.
    reply.raw.on('close', () => {
      traffic.count(request, reply)
      logAnswer(request, reply)
      journalAnswer(request, reply)
    })
    reply.header('x-request-id', request.id).headers(safetyHeaders)
    done()
  }
}

/** @param controlPort where the control plane is, unless it is here */
function checked(known: KnownPaths, controlPort: number | undefined): onRequestHookHandler {
  return (request, reply, done) => {
    const controls = isControlPath(request.url)
    if (request.headers.origin !== undefined && !controls) reply.headers(corsHeaders)
    checkUrl(request)
    checkHost(request)
    if (controls && controlPort !== undefined)
      throw new Failure('notFound', `the control plane is on port ${controlPort}`)
    // The control plane has its own methods and refuses other origins.
    if (!controls) known.checkMethod(request)
    done()
  }
}

const preflight: onRequestHookHandler = (request, reply, done) => {
  if (request.method !== 'OPTIONS' || isControlPath(request.url)) return done()
  reply
    .code(204)
    .headers({ ...commonHeaders, ...preflightHeaders })
    .header('allow', allowedMethods)
    .send()
}

/** Forwarded headers of a trusted proxy determine `next_url`, so shared caches must separate clients by them. */
const varyByForwarded: onSendHookHandler<unknown> = (_request, reply, payload, done) => {
  reply.header('vary', `${reply.getHeader('vary')}, X-Forwarded-Host, X-Forwarded-Prefix, X-Forwarded-Proto`)
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

/** Reference data belongs to the tenant of the path, and needs no key. */
function dataOf(host: Family['host'], { state, counts }: AppOptions) {
  return async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      const tenant = host === 'market' ? tenantOf(request) : tenantOfPath(request)
      setTenant(request, reply, tenant)
      checkMaintenance(state)
      checkService(request.raw.record.place, host, state.hosts)
      checkAccept(request)
      if (host === 'reference' || request.routeOptions.config.open) return done()
      checkKey(request, tenant)
      done()
    })
    if (host === 'market') app.addHook('onRequest', limiter(counts))
    for (const family of families.filter(family => family.host === host)) app.register(familyPlugin(family))
  }
}
