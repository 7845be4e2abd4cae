import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { lazy, remembered } from '../market/made-once.ts'
import type { Answer } from '../operations/answer.ts'
import type { Context } from '../operations/context.ts'
import { marketOperation } from '../operations/market-data.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { answerHereOrElsewhere, answerWhileBuilding, UnheldAnswer } from '../operations/paging/elsewhere.ts'
import type { RawParameters } from '../operations/parameters.ts'
import { referenceOperation } from '../operations/reference-data.ts'
import type { Key } from '../plans/keys.ts'
import { patienceOf, sendAgain, sendPage } from './answer/send.ts'
import { checkEscapes } from './checks.ts'
import { isOfConsole } from './control/control-access.ts'
import { clientUrl } from './request-record.ts'
import { askedFault, noteIgnoredFault } from './request-tenant.ts'
import type { ServerState } from './state.ts'

/** Of operations that are open to everyone. */
const noKey: Key = { key: '', name: 'none' }

export function familyPlugin(family: Family): FastifyPluginAsyncTypebox {
  return async app => {
    for (const operation of family.operations) {
      const handler = handlerOf(app.state, family, operation)
      const config = { operation: operation.id, open: operation.open }
      for (const path of [operation.path, ...operation.also, ...operation.aliases])
        app.route({ method: ['GET', 'HEAD'], url: app.state.context.wirePath(path), config, handler })
    }
  }
}

function handlerOf(state: ServerState, family: Family, operation: Operation): RouteHandlerMethod {
  const answerTo = answering(state, family, operation)
  const asked = (request: FastifyRequest) => {
    checkEscapes(request.url)
    return answerTo(request)
  }
  return (request, reply) => {
    if (mayFail(state, request))
      return faulty().then(answerFaulty => answerFaulty(request, reply, () => asked(request)))
    noteIgnoredFault(request, reply)
    const key = state.pages.keyOf(request)
    const page = key === undefined ? undefined : state.pages.find(key)
    if (page !== undefined) return sendAgain(reply, page)
    try {
      return sendPage(reply, asked(request), key)
    } catch (error) {
      if (!(error instanceof UnheldAnswer)) throw error
      error
        .later(patienceOf(reply))
        .then(answer => void sendPage(reply, answer, key))
        // Also what the first slice throws: nobody else would hear of it, and the process would end.
        .catch(failure => reply.send(failure))
      return reply
    }
  }
}

function mayFail({ access }: ServerState, request: FastifyRequest): boolean {
  const { tenant, key } = request.raw.record
  const isFaulty = tenant!.isFaulty || key?.faults !== undefined || askedFault(request) !== undefined
  return isFaulty && !isOfConsole(request, access)
}

/** Loaded with the first fault. */
const faulty = lazy(async () => (await import('./answer/faulty.ts')).answerFaulty)

function answering(state: ServerState, family: Family, operation: Operation): (request: FastifyRequest) => Answer {
  const served = prepared(state, context =>
    family.host === 'market' ? marketOperation(context, family, operation) : referenceOperation(context, operation),
  )
  return request => {
    const { params, query } = request as FastifyRequest<{ Params: RawParameters; Querystring: RawParameters }>
    const { key, place, tenant } = request.raw.record
    const view = tenant!
    const question = { path: params, query, key: key ?? noKey, region: place.region, view, url: clientUrl(request) }
    const { elsewhere, building } = state
    const askIn = (context: Context) => served(context).answer(question)
    const here = tenant!.context
    const ask = () => (elsewhere ? answerHereOrElsewhere(here, elsewhere, askIn) : askIn(here))
    if (building === undefined) return ask()
    // Before the store nothing is counted.
    const isCounted = view.clock.frozen && view.horizon() > here.start
    return answerWhileBuilding(building, operation.needsWhole(query, isCounted), ask)
  }
}

/**
 * Prepares with the first call: all operations would take a tenth of every start. A store that may lack columns, at
 * once.
 */
function prepared<T>({ context: own }: ServerState, prepare: (context: Context) => T): (context: Context) => T {
  const preparedFor = remembered(prepare)
  if (!own.proven) preparedFor(own)
  return preparedFor
}
