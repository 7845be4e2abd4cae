import autocannon from 'autocannon'
import { percentile } from './statistics.ts'
import type { Running } from './subject.ts'
import { cpuTimeOf } from './usage.ts'

/** What one subject did under one load for a while. Times in milliseconds. */
export interface Shot {
  perSecond: number
  p50: number
  p99: number
  /** MB (10⁶ bytes) a second, headers included. */
  megabytes: number
  /** CPU time of the server's process for one request; undefined where it cannot be known. */
  cpu: number | undefined
}

export interface Aim {
  connections: number
  seconds: number
}

/** Sends requests as fast as they are answered. Anything but 2xx is an error: it would be measured too fast. */
export async function fire(running: Running, paths: readonly string[], aim: Aim): Promise<Shot> {
  const cpuBefore = cpuTimeOf(running.child.pid)
  const { latencies, bytes, seconds } = await shoot(running, paths, aim)
  const cpuAfter = cpuTimeOf(running.child.pid)
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    megabytes: bytes / 1e6 / seconds,
    cpu: cpuBefore === undefined || cpuAfter === undefined ? undefined : (cpuAfter - cpuBefore) / latencies.length,
  }
}

interface Hits {
  latencies: number[]
  bytes: number
  seconds: number
}

/** autocannon's own histogram counts whole milliseconds, in which most of these answers would be 0: hence our own. */
function shoot({ origin, subject }: Running, paths: readonly string[], { connections, seconds }: Aim): Promise<Hits> {
  const { promise, resolve, reject } = Promise.withResolvers<Hits>()
  const hits: Hits = { latencies: [], bytes: 0, seconds: 0 }
  const options = { url: origin, connections, duration: seconds, sampleInt: 100, timeout: 20, headers: subject.headers }
  const began = performance.now()
  const instance = autocannon({ ...options, setupClient: sharesOf(paths, connections) }, (error, result) => {
    hits.seconds = (performance.now() - began) / 1000
    const wrong = error?.message ?? misses(result, hits)
    if (wrong) reject(new Error(`${subject.title} under load: ${wrong}`))
    else resolve(hits)
  })
  instance.on('response', (_client, _status, bytes, latency) => {
    hits.latencies.push(latency)
    hits.bytes += bytes
  })
  return promise
}

/** Each connection has requests of its own: with the same ones, nine of ten would find the page that the first just read. */
function sharesOf(paths: readonly string[], connections: number): (client: autocannon.Client) => void {
  let next = 0
  return client => {
    const share = next++
    const own = paths.filter((_, n) => n % connections === share % Math.min(connections, paths.length))
    client.setRequests(own.map(path => ({ path })))
  }
}

function misses({ non2xx, errors, statusCodeStats }: autocannon.Result, { latencies }: Hits): string | undefined {
  if (non2xx > 0) return `${non2xx} of ${latencies.length} answers were not 2xx: ${JSON.stringify(statusCodeStats)}`
  if (errors > 0) return `${errors} requests failed or got no answer`
  return latencies.length === 0 ? 'no answer at all' : undefined
}
