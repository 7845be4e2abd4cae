import { Readable } from 'node:stream'
import { inParts, partSize } from '../../base/in-parts.ts'
import { inTurn } from '../../operations/paging/turns.ts'

/**
 * JSON in parts, at the client's pace and in turn with other work. Iterables are lists whose elements are made as they are
 * sent: 250 whole journals of 4 MB ended the server without memory.
 */
export function longJson(value: object): Readable {
  return Readable.from(partsOf(value), { objectMode: false, highWaterMark: partSize })
}

async function* partsOf(value: object): AsyncGenerator<string> {
  for (const part of inParts(piecesOf(value))) {
    yield part
    await inTurn(() => {})
  }
}

function* piecesOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) yield JSON.stringify(value)
  else if (Symbol.iterator in value) yield* listOf(value as Iterable<unknown>)
  else {
    let before = '{'
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* piecesOf(field)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

function* listOf(values: Iterable<unknown>): Generator<string> {
  let before = '['
  for (const value of values) {
    yield before + JSON.stringify(value)
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
