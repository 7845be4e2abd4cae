import { Failure } from '../base/failure.ts'
import { textOf } from '../operations/answer.ts'
import type { Context, View } from '../operations/context.ts'
import { marketOperation, type Question } from '../operations/market-data.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { answerHereOrElsewhere, type Elsewhere, settled } from '../operations/paging/elsewhere.ts'
import { Patience } from '../operations/paging/once-held.ts'
import { referenceOperation } from '../operations/reference-data.ts'
import { builtInKeys } from '../plans/keys.ts'
import { Missing } from '../store/history/coverage.ts'
import { isPaged } from './openapi-answer.ts'

/** Response to an operation's example call; undefined if there is none. @param url holds the names of path parameters */
export type ExampleOf = (family: Family, operation: Operation, url: string) => Promise<unknown>

const shownRecords = 2

/**
 * Responses with the first built-in key, as a client gets them, from a store and what it has elsewhere; lists without
 * paging are shortened. A store of another source may not contain an example. @param lacking is called for each example
 * that is in neither
 */
export function exampleAnswers(
  context: Context,
  elsewhere: Elsewhere | undefined,
  view: View,
  lacking: () => void,
): ExampleOf {
  return async (family, operation, url) => {
    const question = questionOf(view, operation, url)
    const ask = (here: Context) =>
      family.host === 'market'
        ? marketOperation(here, family, operation).answer(question)
        : referenceOperation(here, operation).answer(question)
    try {
      const answer = await (elsewhere === undefined
        ? ask(context)
        : settled(() => answerHereOrElsewhere(context, elsewhere, ask), new Patience()))
      return answer.hint === undefined ? shortened(operation, JSON.parse(await textOf(answer))) : undefined
    } catch (error) {
      if (error instanceof Missing) lacking()
      else if (!(error instanceof Failure)) throw error
      return undefined
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a response depends on its operation
function shortened({ counted }: Operation, answer: any): unknown {
  if (!Array.isArray(answer.data) || answer.data.length <= shownRecords) return answer
  const data = answer.data.slice(0, shownRecords)
  return { ...answer, data, ...(counted ? { count: data.length } : {}) }
}

function questionOf(view: View, operation: Operation, template: string): Question {
  const query: Record<string, string> = { ...operation.example }
  if (isPaged(operation)) query.page_size = String(shownRecords)
  else if ('limit' in operation.query.properties) query.limit = String(shownRecords)
  const path: Record<string, string> = {}
  const url = template.replace(/:([a-z_]+)/g, (_, name: string) => {
    path[name] = query[name]!
    delete query[name]
    return encodeURIComponent(path[name]!)
  })
  return { path, query, key: builtInKeys[0]!, region: 'eu', view, url }
}
