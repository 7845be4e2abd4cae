import type { FastifyInstance } from 'fastify'
import { families } from '../../routes/index.ts'
import type { OpenApi } from '../documents/openapi.ts'
import { builtInKeys } from '../keys.ts'
import type { HostNames } from '../settings.ts'
import { isKnown, tagOf } from './caching.ts'
import { clientOrigin } from './client-url.ts'
import { type Reached, serversOf } from './document-servers.ts'
import type { ServerState } from './state.ts'

/** The OpenAPI document, created on first use to keep the start fast. */
export function documents(app: FastifyInstance, hosts: HostNames, openApi: () => Promise<OpenApi>): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/openapi.json',
    handler: async (request, reply) => {
      const { raw, place } = request
      const reached: Reached = { origin: clientOrigin(request), basePath: raw.basePath ?? '', place }
      const { bytes, digest } = (await openApi()).textFor(serversOf(reached, hosts))
      const etag = tagOf(request, digest)
      reply.header('cache-control', 'no-cache').header('etag', etag)
      if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(bytes)
    },
  })
}

/** Created on first use, with its examples, and again before the tokens among them expire. */
export function openApiOf(state: ServerState): () => Promise<OpenApi> {
  const { context, view } = state
  let made: { at: number; document: Promise<OpenApi> } | undefined
  const lasts = context.tokenTtl === 0 ? Number.POSITIVE_INFINITY : context.tokenTtl / 2
  return () => {
    const now = view.clock.now()
    if (made !== undefined && Math.abs(now - made.at) < lasts) return made.document
    const document = createOpenApi(state).catch(error => {
      made = undefined
      throw error
    })
    made = { at: now, document }
    return document
  }
}

async function createOpenApi({ context, view, keys }: ServerState): Promise<OpenApi> {
  const { OpenApi, exampleAnswers } = await import('../documents/openapi.ts')
  return OpenApi.create(context, families, keys.has(builtInKeys[0]!), exampleAnswers(context, view))
}
