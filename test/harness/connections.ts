import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { fullKey } from './server.ts'

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses freely
  body: any
}

export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: object
}

/** Keep-alive connections to one port, which the system spreads over its threads. */
export class Connections {
  readonly #url: string
  readonly #agents: Agent[]

  constructor(url: string, count: number) {
    this.#url = url
    this.#agents = Array.from({ length: count }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  }

  /** Sends a request over one of the connections, counted round. */
  ask(connection: number, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
    const own = { 'x-api-key': fullKey, ...(body && { 'content-type': 'application/json' }), ...headers }
    return new Promise((resolve, reject) => {
      const agent = this.#agents[connection % this.#agents.length]!
      const sent = request(this.#url + path, { agent, method, headers: own }, async answer => {
        const { statusCode: status, headers } = answer
        resolve({ status: status!, headers, body: status === 204 ? answer.resume() && null : await json(answer) })
      })
      sent.once('error', reject).end(body && JSON.stringify(body))
    })
  }

  /** Sends a request over each connection at once. */
  all(path: string, asked?: Asked): Promise<Answered[]> {
    return Promise.all(this.#agents.map((_, n) => this.ask(n, path, asked)))
  }

  close(): void {
    for (const agent of this.#agents) agent.destroy()
  }
}

/** The thread that answered: 0 is the first one. */
export function threadOf({ headers }: Answered): number {
  return Number(/\.(\d+)-/.exec(String(headers['x-request-id']))?.[1] ?? 0)
}
