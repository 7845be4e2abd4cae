import type { RequestListener, Server } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify'
import { Failure, shown } from '../../base/failure.ts'
import type { Keys } from '../../plans/keys.ts'
import { failureWriter } from '../answer/refusal.ts'
import { appDefaults } from '../app-defaults.ts'
import { safetyHeaders } from '../common-headers.ts'
import { answerMalformed } from '../connection/malformed.ts'
import { AnswerLog } from '../observe/log.ts'
import { givenIds, requestIds } from '../observe/request-ids.ts'
import { RequestRecord } from '../request-record.ts'
import { type ControlOptions, controlRoutes } from './control-routes.ts'

interface ControlAppOptions {
  control: ControlOptions
  logger: FastifyBaseLogger
  keys: Keys
  server(listener: RequestListener): Server
}

const controlMethods = 'GET, POST, PUT, PATCH, DELETE'

export async function createControlApp({ control, logger, keys, server }: ControlAppOptions): Promise<FastifyInstance> {
  const newId = requestIds('control')
  const givenId = givenIds(keys, control.access.token)
  const sendFailure = failureWriter(keys, ({ id }) => ({
    ...safetyHeaders,
    'cache-control': 'no-store',
    'x-request-id': id,
  }))
  const app = fastify({
    ...appDefaults,
    serverFactory: listener => server(listener as RequestListener),
    loggerInstance: logger,
    logController: new AnswerLog(),
    rewriteUrl(raw) {
      raw.record = new RequestRecord()
      return raw.url ?? '/'
    },
    genReqId: ({ headers }) => givenId(headers) ?? newId(),
    // Hooks do not run for requests the router rejects.
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, newId(), () => {}, controlMethods),
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(safetyHeaders)
    done()
  })
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(request => {
    throw new Failure('notFound', `nothing is served at ${shown(request.url)}: this port serves only /sandbox/`)
  })
  app.register(controlRoutes(control))
  await app.ready()
  return app
}
