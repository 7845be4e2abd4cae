import type { RequestListener, Server } from 'node:http'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { asFailure, Failure, failureBody, shown } from '../failure.ts'
import { type ControlOptions, controlRoutes } from './control-routes.ts'
import { AnswerLog } from './log.ts'
import { noCompilers } from './no-compilers.ts'

interface ControlAppOptions {
  control: ControlOptions
  logger: FastifyBaseLogger
  server(listener: RequestListener): Server
}

export async function createControlApp({ control, logger, server }: ControlAppOptions): Promise<FastifyInstance> {
  const app = fastify({
    ...noCompilers,
    serverFactory: listener => server(listener as RequestListener),
    loggerInstance: logger,
    logController: new AnswerLog(),
    exposeHeadRoutes: false,
    return503OnClosing: false,
    pluginTimeout: 0,
  })
  app.decorateRequest('answered', false)
  app.setErrorHandler((error, request, reply) => {
    const failure = asFailure(error, request.url)
    if (failure.kind === 'internal') request.log.error({ reqId: request.id, err: error }, 'request failed')
    reply
      .code(failure.statusCode)
      .headers({ ...failure.headers, 'cache-control': 'no-store' })
      .type('application/json; charset=utf-8')
      .send(failureBody(failure))
  })
  app.setNotFoundHandler(request => {
    throw new Failure('notFound', `nothing is served at ${shown(request.url)}: this port serves only /sandbox/`)
  })
  app.register(controlRoutes(control))
  await app.ready()
  return app
}
