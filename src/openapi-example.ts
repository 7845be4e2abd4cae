import { builtInKeys } from './keys.ts'
import { MarketOperation, type Question } from './market.ts'
import { isPaged } from './openapi-answer.ts'
import type { Family, Operation } from './operation.ts'
import { compileParameters } from './parameters.ts'
import { ReferenceOperation } from './reference.ts'
import type { Sandbox } from './sandbox.ts'
import { pageText } from './send.ts'

/** Records that an example shows. */
const shownRecords = 2

/**
 * What an operation answers to its example call with the first of the built-in keys: exactly what a client gets, but that
 * of lists which come as a whole only the first records are shown. `url` is that of the operation, with the names of
 * parameters in its path.
 */
export async function exampleAnswer(
  sandbox: Sandbox,
  family: Family,
  operation: Operation,
  url: string,
): Promise<unknown> {
  const question = questionOf(operation, url)
  const answer = JSON.parse(await pageText(pageOf(sandbox, family, operation, question)))
  if (answer.data.length <= shownRecords) return answer
  const data = answer.data.slice(0, shownRecords)
  return { ...answer, data, ...(operation.counted ? { count: data.length } : {}) }
}

function pageOf(sandbox: Sandbox, family: Family, operation: Operation, question: Question) {
  if (family.host === 'reference') return new ReferenceOperation(sandbox, operation).page(question)
  return new MarketOperation(sandbox, family, operation).page(question)
}

function questionOf(operation: Operation, template: string): Question {
  const query: Record<string, string> = { ...operation.example }
  if (isPaged(operation)) query.page_size = String(shownRecords)
  const path: Record<string, string> = {}
  const url = template.replace(/:([a-z_]+)/g, (_, name: string) => {
    path[name] = query[name]!
    delete query[name]
    return encodeURIComponent(path[name]!)
  })
  return { path, query: compileParameters(operation.query, 'standard')(query), key: builtInKeys[0]!, url: () => url }
}
