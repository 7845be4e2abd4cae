import { Type } from '@sinclair/typebox'
import { Failure, shown } from '../base/failure.ts'
import { didYouMean } from '../base/nearest.ts'
import type { Store } from '../store/store.ts'
import { type Answer, sliceRecords } from './answer.ts'
import type { Context, View } from './context.ts'
import { checkCarried, inMilliseconds } from './echo.ts'
import type { Question } from './market-data.ts'
import { codeCheck, pairMeant } from './named.ts'
import type { Operation } from './operation.ts'
import type { AnyQuery } from './paging/page.ts'
import { originOf } from './paging/token.ts'
import { checkPosition, type Stage, walksOf } from './paging/walks.ts'
import { labelIn, type Parameters, type RawParameters, readerOf, unknownParameter } from './parameters.ts'
import { ContinuationToken } from './schemas.ts'

/** Lists that can be limited also accept a token. */
export function referenceParameters(operation: Operation) {
  const paged = 'limit' in operation.query.properties
  return paged
    ? Type.Object({ ...operation.query.properties, continuation_token: Type.Optional(ContinuationToken) })
    : operation.query
}

/** A list, whole or in pages of `limit`, without key, echo or access ranges. */
export function referenceOperation(context: Context, operation: Operation) {
  const { store, wireName } = context
  const source = operation.page.prepare(store, operation.row, wireName)
  const parameters = referenceParameters(operation)
  const readQuery = readerOf(parameters, wireName)
  const unknownIn = unknownParameter(parameters, wireName)
  const walks = walksOf(context, operation.query)

  function answer({ query, view, url }: Pick<Question, 'query' | 'view' | 'url'>): Answer {
    const stage = stageOf(query, view)
    const { parameters, position, page } = stage
    const size = (parameters.limit ?? Number.POSITIVE_INFINITY) as number
    const pageQuery = queryOf(parameters, view, context)
    checkPosition(source, pageQuery, position)
    const call = () => ({ boundTo: operation.id, now: view.clock.now(), url })
    const answer: Answer = {
      source,
      query: pageQuery,
      asker: null,
      position,
      page,
      // Bound to its arguments, so that the walk does not keep the request in memory.
      origin: originOf.bind(null, operation.id, stage),
      size,
      sliceSize: parameters.orderBy === undefined ? sliceRecords.list : sliceRecords.ordered,
      whyEmpty: () => unknownCodeIn(parameters, context.store),
      head: '{"result":"success","data":[',
      last: null,
      tail: (next, count) => {
        answer.last = next === null
        return `]${operation.counted ? `,"count":${count}` : ''}${next ? walks.next(stage, next, call()) : ''}}`
      },
    }
    const ignored = unknownIn(query)
    if (ignored !== undefined) answer.ignored = ignored
    return answer
  }

  function stageOf(wire: RawParameters, view: View): Stage {
    const { continuation_token, ...parameters } = readQuery(view.validation)(wire)
    if (continuation_token !== undefined) return walks.resume(continuation_token as string, operation.id, view)
    const written = walks.write(parameters)
    if (parameters.limit) checkCarried(written, labelIn(wire, operation.query, wireName))
    return { version: '', until: 0, page: 1, parameters, written, position: null }
  }

  return { answer }
}

/** Entities of the parameters whose values are codes. */
const entities = { exchange_code: 'exchange', base_asset: 'asset', quote_asset: 'asset', protocol: 'protocol' } as const

/** A message about the first code that nothing has. */
function unknownCodeIn(parameters: Parameters, store: Store): string | undefined {
  const classes = store.texts('SELECT DISTINCT class FROM instrument')
  for (const name of [parameters.class ?? []].flat() as string[])
    if (!classes.includes(name)) return `unknown class ${shown(name)}; known are ${classes.join(', ')}`
  for (const name of Object.keys(entities) as (keyof typeof entities)[]) {
    const check = codeCheck(store, entities[name])
    for (const code of [parameters[name] ?? []].flat() as string[])
      try {
        check(code, name)
      } catch (error) {
        if (error instanceof Failure) return error.message
        throw error
      }
  }
  const asked = [parameters.code ?? []].flat() as string[]
  if (asked.length === 0) return undefined
  const codes = store.texts('SELECT DISTINCT code FROM instrument')
  const code = asked.find(one => !codes.includes(one))
  const meant = code === undefined ? undefined : pairMeant(store, code, codes)
  return meant === undefined ? undefined : `unknown code ${shown(code!)}${didYouMean(meant)}`
}

/** Lists have no time range. */
const unbounded = {
  from: 0,
  until: 0,
  earliest: 0,
  opened: 0,
  clock: 0,
  lenient: false,
  entity: undefined,
  url: '',
}

function queryOf(parameters: Parameters, view: View, { store, start: own, identity }: Context): AnyQuery {
  // A history lists what the store has, or will have, for which it stands.
  const { start, end } = store.coverage.fillable ? identity() : { start: own, end: Number.POSITIVE_INFINITY }
  return {
    ...unbounded,
    start,
    horizon: view.past ? view.horizon() : end,
    now: view.horizon(),
    frozen: view.clock.frozen,
    bindings: {},
    parameters: inMilliseconds(parameters),
    sort: parameters.order === '-1' ? 'desc' : 'asc',
  }
}
