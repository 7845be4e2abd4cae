import { Type } from '@sinclair/typebox'
import type { Answer } from './answer.ts'
import type { Context } from './context.ts'
import { checkCarried, inMilliseconds, parameterWriter, withoutDefaults } from './echo.ts'
import type { Question } from './market.ts'
import { ContinuationToken } from './nouns.ts'
import type { Operation } from './operation.ts'
import type { Source } from './page.ts'
import { compileParameters, type Parameters, readerOf } from './parameters.ts'
import { type Position, placeOf, walkId } from './token.ts'

/** Query parameters of a reference list; it accepts a token if it can be limited. */
export function referenceParameters(operation: Operation) {
  const paged = 'limit' in operation.query.properties
  return paged
    ? Type.Object({ ...operation.query.properties, continuation_token: Type.Optional(ContinuationToken) })
    : operation.query
}

interface Stage {
  parameters: Parameters
  position: Position | null
  page: number
}

/** Answers one reference list, whole or in pages of `limit`. No key, echo or access ranges. */
export class ReferenceOperation {
  readonly #context: Context
  readonly #operation: Operation
  readonly #source: Source
  readonly #readQuery: ReturnType<typeof readerOf>
  readonly #read: (written: Record<string, string>) => Parameters
  readonly #write: (parameters: Parameters) => Record<string, string>

  constructor(context: Context, operation: Operation) {
    const { store, wireName } = context
    this.#context = context
    this.#operation = operation
    this.#source = operation.page.prepare(store, operation.row, wireName)
    this.#readQuery = readerOf(referenceParameters(operation), wireName)
    this.#read = compileParameters(operation.query, 'standard')
    this.#write = parameterWriter(operation.query)
  }

  answer({ query, view, url }: Pick<Question, 'query' | 'view' | 'url'>): Answer {
    const { parameters, position, page } = this.#stage(this.#readQuery(view.validation)(query))
    const size = (parameters.limit ?? Number.POSITIVE_INFINITY) as number
    const sort: 'asc' | 'desc' = parameters.order === '-1' ? 'desc' : 'asc'
    const unbounded = {
      from: 0,
      until: 0,
      earliest: 0,
      start: 0,
      opened: 0,
      horizon: 0,
      now: 0,
      lenient: false,
      entity: undefined,
    }
    return {
      source: this.#source,
      query: { ...unbounded, bindings: {}, parameters: inMilliseconds(parameters), sort },
      asker: null,
      position,
      page,
      walk: walkIdOf.bind(null, this.#operation.id, this.#write, parameters),
      size,
      head: '{"result":"success","data":[',
      tail: (next, count) =>
        `]${this.#operation.counted ? `,"count":${count}` : ''}${next ? this.#nextPage(url(), parameters, page, next) : ''}}`,
    }
  }

  #stage({ continuation_token, ...parameters }: Parameters): Stage {
    if (continuation_token === undefined) {
      if (parameters.limit) checkCarried(this.#write(parameters))
      return { parameters, position: null, page: 1 }
    }
    const walk = this.#context.tokens.open(continuation_token as string, this.#operation.id)
    return { parameters: this.#read(walk.parameters), position: placeOf(walk), page: walk.page }
  }

  #nextPage(url: string, parameters: Parameters, page: number, position: Position): string {
    const walk = {
      version: '',
      until: 0,
      page: page + 1,
      parameters: withoutDefaults(this.#operation.query, this.#write(parameters)),
      position,
    }
    const token = this.#context.tokens.seal(walk, this.#operation.id)
    return `,"continuation_token":"${token}","next_url":${JSON.stringify(`${url}?continuation_token=${token}`)}`
  }
}

/** Bound to what it needs, so that whoever keeps it keeps nothing of the request. */
function walkIdOf(id: string, write: (parameters: Parameters) => Record<string, string>, parameters: Parameters) {
  return walkId(id, { version: '', until: 0, written: write(parameters) })
}
