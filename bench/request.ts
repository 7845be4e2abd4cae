import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface HttpAnswer {
  status: number
  body: Buffer
  /** Milliseconds from the request to the first byte of the body, and to the last. */
  firstByte: number
  lastByte: number
}

export interface RequestOptions {
  headers?: Record<string, string>
  agent?: Agent
}

const timeout = 60_000

export async function get(url: string, { headers = {}, agent }: RequestOptions = {}): Promise<HttpAnswer> {
  const sent = performance.now()
  const call = request(url, { headers, timeout, ...(agent ? { agent } : {}) })
  call.on('timeout', () => call.destroy(new Error(`no response from ${url} within ${timeout / 1000} s`))).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  let firstByte = 0
  for await (const chunk of response) {
    firstByte ||= performance.now() - sent
    chunks.push(chunk)
  }
  return { status: response.statusCode!, body: Buffer.concat(chunks), firstByte, lastByte: performance.now() - sent }
}

/** Like `get`, but any status other than 200 is an error. */
export async function getOk(url: string, options?: RequestOptions): Promise<HttpAnswer> {
  const answer = await get(url, options)
  if (answer.status !== 200)
    throw new Error(`${url} was answered ${answer.status}: ${answer.body.subarray(0, 300).toString()}`)
  return answer
}

// biome-ignore lint/suspicious/noExplicitAny: a record of the server under measurement
export async function getJson(url: string, options?: RequestOptions): Promise<any> {
  return JSON.parse((await getOk(url, options)).body.toString())
}

/** Requests per second: about a twentieth of what this server can answer. */
const steadyRate = 200

/** Requests at a fixed rate do not wait for earlier responses, so stalls of the server are measured. */
export async function steadyLatencies(url: () => string, headers: Record<string, string>, seconds: number) {
  const agent = new Agent({ keepAlive: true })
  const sent: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < steadyRate * seconds; n++) {
    const wait = began + (n * 1000) / steadyRate - performance.now()
    if (wait > 0) await delay(wait)
    sent.push(getOk(url(), { headers, agent }).then(({ lastByte }) => lastByte))
  }
  return await Promise.all(sent).finally(() => agent.destroy())
}
