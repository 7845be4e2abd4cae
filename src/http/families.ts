import type { FastifyPluginAsync, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { lazy } from '../lazy.ts'
import type { Answer } from '../operations/answer.ts'
import type { Context } from '../operations/context.ts'
import { MarketOperation } from '../operations/market.ts'
import type { Family, Operation } from '../operations/operation.ts'
import type { RawParameters } from '../operations/parameters.ts'
import { ReferenceOperation } from '../operations/reference.ts'
import { clientUrl } from './client-url.ts'
import { checkEscapes } from './escapes.ts'
import { sendAgain, sendPage } from './send.ts'
import type { ServerState } from './state.ts'

export function familyPlugin(family: Family): FastifyPluginAsync {
  return async app => {
    for (const operation of family.operations) {
      const handler = handlerOf(app.state, family, operation)
      const config = { operation: operation.id }
      for (const path of [operation.path, ...operation.also, ...operation.aliases])
        app.route({ method: ['GET', 'HEAD'], url: app.state.context.wirePath(path), config, handler })
    }
  }
}

function handlerOf(state: ServerState, family: Family, operation: Operation): RouteHandlerMethod {
  const answerTo = answering(state, family, operation)
  const asked = (request: FastifyRequest) => {
    checkEscapes(request.url)
    const answer = answerTo(request)
    request.walk = answer
    return answer
  }
  return (request, reply) => {
    if (mayFail(state, request))
      return faulty().then(answerFaulty => answerFaulty(request, reply, () => asked(request)))
    const key = state.pages.keyOf(request)
    const page = key === undefined ? undefined : state.pages.find(key)
    return page === undefined ? sendPage(reply, asked(request), key) : sendAgain(reply, page)
  }
}

function mayFail({ steered }: ServerState, { tenant, key, headers }: FastifyRequest): boolean {
  return tenant!.isFaulty || key?.faults !== undefined || (steered && headers['x-sandbox-fault'] !== undefined)
}

/** Loaded with the first fault. */
const faulty = lazy(async () => (await import('./faulty.ts')).answerFaulty)

function answering(state: ServerState, family: Family, operation: Operation): (request: FastifyRequest) => Answer {
  if (family.host === 'reference') {
    const served = prepared(state, context => new ReferenceOperation(context, operation))
    return request => {
      const { context, view } = request.tenant!
      return served(context).answer({ query: request.query as RawParameters, view, url: clientUrl(request) })
    }
  }
  const served = prepared(state, context => new MarketOperation(context, family, operation))
  return request => {
    const { params, query, key, place, tenant } = request as FastifyRequest<{
      Params: RawParameters
      Querystring: RawParameters
    }>
    const asked = { path: params, query, key: key!, region: place.region, view: tenant!.view }
    return served(tenant!.context).answer({ ...asked, url: clientUrl(request) })
  }
}

/**
 * Prepares with the first call: all operations would take a tenth of every start. A store that may lack columns, at
 * once.
 */
function prepared<T>({ context: own }: ServerState, prepare: (context: Context) => T): (context: Context) => T {
  const once = lazy(() => prepare(own))
  if (!own.proven) once()
  const others = new Map<Context, T>()
  return context => {
    if (context === own) return once()
    const made = others.get(context) ?? prepare(context)
    others.set(context, made)
    return made
  }
}
