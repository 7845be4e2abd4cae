import type { Finished } from '../finished.ts'

/** Requests begin at multiples of this, so that their numbers are aligned. Bytes. */
const unit = Float64Array.BYTES_PER_ELEMENT

/** Stands for null, and for the length of an absent text. */
const none = -1

/** Text and number fields of a request, and the length of each text. */
const [textsEach, numbersEach] = [20, 9]
const valuesEach = textsEach + numbersEach
const valueBytes = valuesEach * unit

/**
 * Consecutive requests of a journal in one buffer: the numbers of each, then its texts as UTF-8. As objects, each would
 * cost 5 µs of garbage collection, because the collector copies what a journal keeps.
 */
export class RequestBlock {
  readonly #bytes: Buffer
  readonly #values: Float64Array
  #first: number
  /** Where each request begins, and the next one. Bytes. */
  #bounds = [0]

  /** @param first ordinal of the first request @param size a multiple of eight bytes */
  constructor(first: number, size: number) {
    this.#first = first
    this.#bytes = Buffer.allocUnsafeSlow(size)
    this.#values = new Float64Array(this.#bytes.buffer)
  }

  /** Bytes of a request in a block. */
  static sizeOf(finished: Finished): number {
    return aligned(valueBytes + Buffer.byteLength(textsOf(finished).join('')))
  }

  get size(): number {
    return this.#bytes.length
  }

  /** Ordinal after the last request. */
  get next(): number {
    return this.#first + this.#bounds.length - 1
  }

  /** Removes all requests. */
  restart(first: number): this {
    this.#first = first
    this.#bounds = [0]
    return this
  }

  /** @returns whether the block has room for the request */
  add(finished: Finished): boolean {
    const texts = textsOf(finished)
    const text = texts.join('')
    const start = this.#bounds.at(-1)!
    const from = start + valueBytes
    // UTF-8 takes at most three bytes per UTF-16 unit; to count them takes longer than to write them.
    if (from + 3 * text.length > this.size && from + Buffer.byteLength(text) > this.size) return false
    const numbers = numbersOf(finished)
    const values = this.#values
    let place = start / unit
    for (let n = 0; n < textsEach; n++) values[place++] = texts[n]?.length ?? none
    for (let n = 0; n < numbersEach; n++) values[place++] = numbers[n]!
    this.#bounds.push(aligned(from + this.#bytes.write(text, from)))
    return true
  }

  request(ordinal: number): Finished {
    const [start, end] = this.#bounds.slice(ordinal - this.#first) as [number, number]
    const values = [...this.#values.subarray(start / unit, start / unit + valuesEach)]
    const text = this.#bytes.toString('utf8', start + valueBytes, end)
    let from = 0
    const texts = values.splice(0, textsEach).map(length => {
      if (length === none) return null
      from += length
      return text.slice(from - length, from)
    })
    return finishedOf(texts as unknown as Texts, values as unknown as Numbers)
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / unit) * unit
}

type Texts = ReturnType<typeof textsOf>
type Numbers = ReturnType<typeof numbersOf>

function textsOf(finished: Finished) {
  const { operation, method, url, secret, key, region, fault, effects, walk, refusal, headers, answered } = finished
  return [
    operation,
    method,
    url,
    secret,
    key,
    region,
    fault,
    effects.join('\n'),
    walk === null ? null : walk.origin,
    refusal,
    headers.accept,
    headers['accept-encoding'],
    headers['if-none-match'],
    headers['user-agent'],
    headers['x-request-id'],
    headers['x-sandbox-fault'],
    answered['content-encoding'],
    answered['content-type'],
    answered.etag,
    answered['retry-after'],
  ] as const
}

function numbersOf({ status, bytes, records, began, ended, time, complete, walk }: Finished) {
  const page = walk === null ? none : walk.page
  const last = walk === null || walk.last === null ? none : Number(walk.last)
  return [status, bytes, records, began, ended, time, Number(complete), page, last] as const
}

function finishedOf(texts: Texts, numbers: Numbers): Finished {
  const [operation, method, url, secret, key, region, fault, effects, origin, refusal, ...headers] = texts
  const [accept, encodings, noneMatch, agent, id, asked, encoding, type, etag, retryAfter] = headers
  const [status, bytes, records, began, ended, time, complete, page, last] = numbers
  return {
    operation,
    method,
    url,
    headers: {
      accept,
      'accept-encoding': encodings,
      'if-none-match': noneMatch,
      'user-agent': agent,
      'x-request-id': id,
      'x-sandbox-fault': asked,
    },
    answered: { 'content-encoding': encoding, 'content-type': type, etag, 'retry-after': retryAfter },
    secret,
    key,
    region,
    status,
    bytes,
    records,
    fault,
    effects: effects === '' ? [] : effects.split('\n'),
    walk: origin === null ? null : { origin, page, last: last === none ? null : last === 1 },
    refusal,
    complete: complete === 1,
    began,
    ended,
    time,
  }
}
