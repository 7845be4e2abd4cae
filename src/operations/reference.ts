import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { checkCarried, inMilliseconds, parameterWriter, withoutDefaults } from './echo.ts'
import type { Question } from './market.ts'
import { ContinuationToken } from './nouns.ts'
import type { Operation } from './operation.ts'
import type { Source } from './page.ts'
import { compileParameters, type Parameters } from './parameters.ts'
import { clientUrl, type Sandbox } from './sandbox.ts'
import { type PageToSend, sendPage } from './send.ts'
import type { Position } from './token.ts'

/** The query parameters of a reference list; it takes a token where its records can be limited. */
export function referenceParameters(operation: Operation) {
  const paged = 'limit' in operation.query.properties
  return paged
    ? Type.Object({ ...operation.query.properties, continuation_token: Type.Optional(ContinuationToken) })
    : operation.query
}

/** Serves one reference list: everything that matches, or pages of `limit` records. No key, no echo, no access ranges. */
export class ReferenceOperation {
  readonly #sandbox: Sandbox
  readonly #operation: Operation
  readonly #source: Source
  readonly #read: (written: Record<string, string>) => Parameters
  readonly #write: (parameters: Parameters) => Record<string, string>

  constructor(sandbox: Sandbox, operation: Operation) {
    this.#sandbox = sandbox
    this.#operation = operation
    this.#source = operation.page.prepare(sandbox.store, operation.row, sandbox.wireName)
    this.#read = compileParameters(operation.query, 'standard')
    this.#write = parameterWriter(operation.query)
  }

  handle(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return sendPage(
      reply,
      this.#sandbox.caches,
      this.page({ query: request.query as Parameters, url: () => clientUrl(request) }),
    )
  }

  page({ query, url }: Pick<Question, 'query' | 'url'>): PageToSend {
    const { parameters, position } = this.#stage(query)
    const size = (parameters.limit ?? Number.POSITIVE_INFINITY) as number
    const sort: 'asc' | 'desc' = parameters.order === '-1' ? 'desc' : 'asc'
    const unbounded = { from: 0, until: 0, earliest: 0, start: 0, opened: 0, horizon: 0, now: 0, entity: undefined }
    return {
      source: this.#source,
      query: { ...unbounded, bindings: {}, parameters: inMilliseconds(parameters), sort },
      asker: null,
      position,
      size,
      head: '{"result":"success","data":[',
      tail: (next, count) =>
        `]${this.#operation.counted ? `,"count":${count}` : ''}${next ? this.#nextPage(url(), parameters, next) : ''}}`,
    }
  }

  #stage({ continuation_token, ...parameters }: Parameters): { parameters: Parameters; position: Position | null } {
    if (continuation_token === undefined) {
      if (parameters.limit) checkCarried(this.#write(parameters))
      return { parameters, position: null }
    }
    const walk = this.#sandbox.tokens.open(continuation_token as string, this.#operation.id)
    return { parameters: this.#read(walk.parameters), position: walk.position }
  }

  #nextPage(url: string, parameters: Parameters, position: Position): string {
    const walk = {
      version: '',
      until: 0,
      parameters: withoutDefaults(this.#operation.query, this.#write(parameters)),
      position,
    }
    const token = this.#sandbox.tokens.seal(walk, this.#operation.id)
    return `,"continuation_token":"${token}","next_url":${JSON.stringify(`${url}?continuation_token=${token}`)}`
  }
}
