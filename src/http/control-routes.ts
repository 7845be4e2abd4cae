import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Powers } from '../control/powers.ts'
import { Failure } from '../failure.ts'
import { type ControlAccess, checkControl } from './control-access.ts'

/** A body of the control plane is no larger. Bytes. */
const largestBody = 1 << 20

export interface ControlOptions {
  powers: Powers
  access: ControlAccess
  /** Scheme, host and port of the data, for a request to the control plane. */
  dataOrigin(request: FastifyRequest): string
}

export function isControlPath(url: string): boolean {
  return url.startsWith('/sandbox/')
}

/** The control plane as routes of an app. What answers them is loaded with the first request. */
export function controlRoutes({ powers, access, dataOrigin }: ControlOptions) {
  return async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: largestBody },
      app.getDefaultJsonParser('error', 'error'),
    )
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      if (request.raw.basePath) throw new Failure('notFound', 'the control plane is served under /sandbox/ alone')
      checkControl(request, access)
      done()
    })
    app.all('/sandbox/*', async (request, reply) => {
      const { answerControl } = await import('./control.ts')
      return answerControl(request, reply, powers, dataOrigin(request))
    })
  }
}
