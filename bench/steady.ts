import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getOk } from './request.ts'
import type { Running } from './subject.ts'

/** Requests a second: moderate, a twentieth of what this server can do. */
const rate = 200

/**
 * Latencies of clients that ask at a fixed rate whatever happens, in milliseconds. No request waits for the answer to
 * an earlier one: that would leave out just those moments in which the server answers nobody.
 */
export async function steadyLatencies(
  { origin, subject }: Running,
  paths: readonly string[],
  seconds: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const asked: Promise<number>[] = []
  const began = performance.now()
  for (let n = 0; n < rate * seconds; n++) {
    const wait = began + (n * 1000) / rate - performance.now()
    if (wait > 0) await delay(wait)
    const url = origin + paths[n % paths.length]!
    asked.push(getOk(url, { headers: subject.headers, agent }).then(({ lastByte }) => lastByte))
  }
  return await Promise.all(asked).finally(() => agent.destroy())
}
