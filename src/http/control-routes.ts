import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Powers } from '../control/powers.ts'
import type { ServedTenants } from '../control/served.ts'
import { Failure } from '../failure.ts'
import type { RunVerb } from './control.ts'
import { type ControlAccess, checkControl } from './control-access.ts'

const largestBody = 1 << 20

export interface ControlOptions {
  tenants: ServedTenants
  run: RunVerb
  access: ControlAccess
  dataOrigin(request: FastifyRequest): string
}

export function isControlPath(url: string): boolean {
  return /^\/sandbox(?:[/?]|$)/.test(url)
}

/** Loaded with the first request. */
export function runHere(powers: Powers): RunVerb {
  return async call => (await import('./control.ts')).runVerb(powers, call)
}

/** Loaded with the first request. */
export function controlRoutes({ dataOrigin, ...control }: ControlOptions) {
  return async (app: FastifyInstance) => {
    app.removeAllContentTypeParsers()
    const parse = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser<string>(
      'application/json',
      { parseAs: 'string', bodyLimit: largestBody },
      (request, text, done) => {
        // The verb then shows the body that it needs.
        if (text === '') return done(null, undefined)
        parse(request, text, (error, body) => done(error && (notJson(text) ?? error), body))
      },
    )
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('cache-control', 'no-store')
      if (request.raw.basePath) throw new Failure('notFound', 'the control plane is served only at /sandbox/')
      checkControl(request, control.access)
      dropUnusedContentType(request)
      done()
    })
    for (const path of ['/sandbox', '/sandbox/*'])
      app.all(path, async (request, reply) => {
        const { answerControl } = await import('./control.ts')
        return answerControl(request, reply, control, dataOrigin(request))
      })
  }
}

/** Undefined for JSON that is refused for another reason. */
function notJson(text: string): Failure | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return new Failure('badRequest', `the body is not valid JSON: ${(error as Error).message}`)
  }
}

/** A type without a body, as some clients send it with DELETE: the framework would wait for the end of a body. */
function dropUnusedContentType({ raw: { headers } }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    delete headers['content-type']
}
