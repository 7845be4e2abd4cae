import { once } from 'node:events'
import { type Agent, type IncomingMessage, request } from 'node:http'

export interface Answer {
  status: number
  body: Buffer
  /** Milliseconds from sending to the first byte of the body, and to its last. */
  firstByte: number
  lastByte: number
}

export interface RequestOptions {
  headers?: Record<string, string>
  agent?: Agent
}

const timeout = 60_000

export async function get(url: string, { headers = {}, agent }: RequestOptions = {}): Promise<Answer> {
  const sent = performance.now()
  const asked = request(url, { headers, timeout, ...(agent ? { agent } : {}) })
  asked.on('timeout', () => asked.destroy(new Error(`no answer from ${url} within ${timeout / 1000} s`))).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  let firstByte = 0
  for await (const chunk of response) {
    firstByte ||= performance.now() - sent
    chunks.push(chunk)
  }
  return { status: response.statusCode!, body: Buffer.concat(chunks), firstByte, lastByte: performance.now() - sent }
}

/** The same, where anything but 200 ends the bench. */
export async function getOk(url: string, options?: RequestOptions): Promise<Answer> {
  const answer = await get(url, options)
  if (answer.status !== 200)
    throw new Error(`${url} was answered ${answer.status}: ${answer.body.subarray(0, 300).toString()}`)
  return answer
}

// biome-ignore lint/suspicious/noExplicitAny: what a server under measurement answers
export async function getJson(url: string, options?: RequestOptions): Promise<any> {
  return JSON.parse((await getOk(url, options)).body.toString())
}
