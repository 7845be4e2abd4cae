import type { RequestListener, Server } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { asFailure, Failure, failureBody, shown } from '../failure.ts'
import { type ControlOptions, controlRoutes } from './control-routes.ts'
import { AnswerLog } from './log.ts'
import { answerMalformed } from './malformed.ts'
import { noCompilers } from './no-compilers.ts'
import { givenId, requestIds } from './request-ids.ts'
import { safetyHeaders } from './safety-headers.ts'

interface ControlAppOptions {
  control: ControlOptions
  logger: FastifyBaseLogger
  server(listener: RequestListener): Server
}

const controlMethods = 'GET, POST, PUT, PATCH, DELETE'

export async function createControlApp({ control, logger, server }: ControlAppOptions): Promise<FastifyInstance> {
  const newId = requestIds('control')
  const app = fastify({
    ...noCompilers,
    serverFactory: listener => server(listener as RequestListener),
    loggerInstance: logger,
    logController: new AnswerLog(),
    genReqId: ({ headers }) => givenId(headers) ?? newId(),
    // Hooks do not run for requests the router rejects.
    frameworkErrors: (error, request, reply) => sendFailure(error, request, reply as FastifyReply),
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, newId(), () => {}, controlMethods),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    pluginTimeout: 0,
  })
  app.decorateRequest('answered', false)
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

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = asFailure(error, request.url)
  if (failure.kind === 'internal') request.log.error({ reqId: request.id, err: error }, 'request failed')
  reply
    .code(failure.statusCode)
    .headers({ ...safetyHeaders, ...failure.headers, 'cache-control': 'no-store', 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(failureBody(failure))
}
