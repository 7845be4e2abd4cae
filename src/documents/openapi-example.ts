import { Failure } from '../failure.ts'
import { builtInKeys } from '../keys.ts'
import { textOf } from '../operations/answer.ts'
import type { Context, View } from '../operations/context.ts'
import { MarketOperation, type Question } from '../operations/market.ts'
import type { Family, Operation } from '../operations/operation.ts'
import { ReferenceOperation } from '../operations/reference.ts'
import { isPaged } from './openapi-answer.ts'

/** Answer to an operation's example call; undefined if there is none. @param url holds the names of path parameters */
export type ExampleOf = (family: Family, operation: Operation, url: string) => Promise<unknown>

/** Records per example. */
const shownRecords = 2

/**
 * The answer to an operation's example call with the first built-in key, as a client gets it; lists without paging are
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
    return shortened(operation, await answerTo(context, family, operation, questionOf(view, operation, url)))
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer depends on its operation
function shortened({ counted }: Operation, answer: any): unknown {
  if (answer.data.length <= shownRecords) return answer
  const data = answer.data.slice(0, shownRecords)
  return { ...answer, data, ...(counted ? { count: data.length } : {}) }
}

async function answerTo(context: Context, family: Family, operation: Operation, question: Question) {
  const served =
    family.host === 'market'
      ? new MarketOperation(context, family, operation)
      : new ReferenceOperation(context, operation)
  return JSON.parse(await textOf(served.answer(question)))
}

function questionOf(view: View, operation: Operation, template: string): Question {
  const query: Record<string, string> = { ...operation.example }
  if (isPaged(operation)) query.page_size = String(shownRecords)
  const path: Record<string, string> = {}
  const url = template.replace(/:([a-z_]+)/g, (_, name: string) => {
    path[name] = query[name]!
    delete query[name]
    return encodeURIComponent(path[name]!)
  })
  return { path, query, key: builtInKeys[0]!, region: 'eu', view, url }
}
