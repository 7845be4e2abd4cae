import { Failure } from '../base/failure.ts'
import { textOf } from '../operations/answer.ts'
import type { Context, View } from '../operations/context.ts'
import { MarketOperation, type Question } from '../operations/market-data.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { ReferenceOperation } from '../operations/reference-data.ts'
import { builtInKeys } from '../plans/keys.ts'
import { Missing } from '../store/history/coverage.ts'
import { isPaged } from './openapi-answer.ts'

/** Response to an operation's example call; undefined if there is none. @param url holds the names of path parameters */
export type ExampleOf = (family: Family, operation: Operation, url: string) => Promise<unknown>

const shownRecords = 2

/**
 * The response to an operation's example call with the first built-in key, as a client gets it; lists without paging are
 * shortened. `url` contains the names of path parameters. A store of another source may not contain the example:
 * then there is none.
 */
export async function exampleAnswer(
  context: Context,
  view: View,
  family: Family,
  operation: Operation,
  url: string,
): Promise<unknown> {
  try {
    const answer = await answerTo(context, family, operation, questionOf(view, operation, url))
    return answer && shortened(operation, answer)
  } catch (error) {
    // An example may reach into the past that only the history has.
    if (error instanceof Failure || error instanceof Missing) return undefined
    throw error
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of a response depends on its operation
function shortened({ counted }: Operation, answer: any): unknown {
  if (!Array.isArray(answer.data) || answer.data.length <= shownRecords) return answer
  const data = answer.data.slice(0, shownRecords)
  return { ...answer, data, ...(counted ? { count: data.length } : {}) }
}

async function answerTo(context: Context, family: Family, operation: Operation, question: Question) {
  const served =
    family.host === 'market'
      ? new MarketOperation(context, family, operation)
      : new ReferenceOperation(context, operation)
  const answer = served.answer(question)
  return answer.hint === undefined ? JSON.parse(await textOf(answer)) : undefined
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
