import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { Failure } from '../base/failure.ts'
import { version } from '../package.ts'
import { describeServer } from './about/about.ts'
import { aboutConsole, consolePage } from './about/console.ts'
import { documents, openApiOf } from './about/served-documents.ts'
import { prefersHtml } from './answer/accept.ts'
import { clientUrl } from './request-record.ts'
import type { ServerState } from './state.ts'

/** Adds the routes that need no key. */
export function service(app: FastifyInstance): void {
  const answers: Record<string, RouteHandlerMethod> = {
    '/': welcome,
    '/live': () => ({ result: 'success' }),
    '/ready': () => ready(app.state),
    '/version': () => describeServer(app.state),
    '/metrics': metrics,
  }
  for (const [url, handler] of Object.entries(answers)) app.route({ method: ['GET', 'HEAD'], url, handler })
  documents(app, app.state.hosts, openApiOf(app.state))
  consolePage(app, () => aboutConsole(app.state))
}

async function ready({ stall, building }: ServerState): Promise<object> {
  const cause = await stall()
  if (cause !== undefined) throw new Failure('unavailable', `not ready: ${cause}`, { 'retry-after': '1' })
  return { result: 'success', ...(building && { built: Math.floor(building.done * 100) / 100 }) }
}

async function metrics({ server }: FastifyRequest, reply: FastifyReply) {
  const { contentType, text } = await server.metrics()
  return reply.type(contentType).send(text)
}

function welcome(request: FastifyRequest, reply: FastifyReply) {
  reply.header('vary', `Accept, ${reply.getHeader('vary')}`)
  if (prefersHtml(request.headers.accept)) return reply.redirect(`console/${request.url.slice(1)}`)
  const url = clientUrl(request)
  return reply.send({
    result: 'success',
    name: 'market-data-sandbox',
    version,
    console: `${url}console/`,
    docs: `${url}docs/`,
    openapi: `${url}openapi.json`,
    postman: `${url}postman.json`,
    bruno: `${url}bruno.zip`,
    about: `${url}version`,
    live: `${url}live`,
    ready: `${url}ready`,
    metrics: `${url}metrics`,
  })
}
