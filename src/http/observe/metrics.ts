import { statSync } from 'node:fs'
import type { Counter, PrometheusContentType, Registry } from 'prom-client'
import { lazy } from '../../market/made-once.ts'
import type { ServerState } from '../state.ts'
import { type Answers, type Counted, latencyBounds } from './traffic.ts'

interface Sample {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

/** A metric as prom-client exports it for aggregation. */
interface ExportedMetric {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  aggregator: 'sum'
  values: Sample[]
}

interface MetricsPage {
  contentType: string
  text: string
}

export type ReadMetrics = () => Promise<MetricsPage>

/** The /metrics page. A reading takes milliseconds, so all that wait for the present one share the next. @param counted what each thread has counted */
export function metricsOf(counted: () => Promise<Counted[]>, state: ServerState): ReadMetrics {
  let present: Promise<unknown> = Promise.resolve()
  let next: Promise<MetricsPage> | undefined
  const read = () => {
    next = undefined
    const page = readPage(counted, state)
    present = page
    return page
  }
  return () => {
    next ??= present.catch(() => {}).then(read)
    return next
  }
}

/** prom-client is loaded with the first request: 50 ms of CPU time. */
async function readPage(counted: () => Promise<Counted[]>, state: ServerState): Promise<MetricsPage> {
  const { AggregatorRegistry, Registry } = await import('prom-client')
  const traffic = (await counted()).map(trafficMetrics)
  const own = AggregatorRegistry.aggregate<PrometheusContentType>([...traffic, storeMetrics(state)])
  const registry = Registry.merge([await ofProcess(), own])
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Registered once for all servers. */
const ofProcess = lazy(async (): Promise<Registry> => {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // prom-client counts from this call; the counters are to start with the process.
  const { user, system } = process.cpuUsage()
  const counters = { process_cpu_user: user, process_cpu_system: system, process_cpu: user + system }
  for (const [name, microseconds] of Object.entries(counters)) {
    const counter = registry.getSingleMetric(`${name}_seconds_total`) as Counter
    counter.inc(microseconds / 1e6)
  }
  return registry
})

function metric(type: ExportedMetric['type'], name: string, help: string, values: Sample[]): ExportedMetric {
  return { name, type, help, aggregator: 'sum', values }
}

function trafficMetrics({ answers, refusals, pages }: Counted): ExportedMetric[] {
  const ofEach = (samples: (operation: string, answers: Answers) => Sample[]) =>
    [...answers].flatMap(([operation, answers]) => samples(operation, answers))
  return [
    metric(
      'counter',
      'sandbox_requests_total',
      'Answered requests, by operation and status',
      ofEach((operation, { statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { operation, status }, value })),
      ),
    ),
    metric(
      'histogram',
      'sandbox_request_duration_seconds',
      'Time from a request to the end of its response, by operation',
      ofEach(histogram),
    ),
    metric(
      'counter',
      'sandbox_rows_total',
      'Records sent, by operation',
      ofEach((operation, { rows }) => (rows > 0 ? [{ labels: { operation }, value: rows }] : [])),
    ),
    metric(
      'counter',
      'sandbox_limiter_refusals_total',
      'Requests refused by the rate limit, by key name',
      [...refusals].map(([key, value]) => ({ labels: { key }, value })),
    ),
    metric('counter', 'sandbox_page_cache_hits_total', 'Responses from the cache of rendered pages', only(pages.hits)),
    metric('gauge', 'sandbox_page_cache_bytes', 'Memory of the cache of rendered pages', only(pages.bytes)),
  ]
}

function only(value: number): Sample[] {
  return [{ labels: {}, value }]
}

function histogram(operation: string, { buckets, milliseconds }: Answers): Sample[] {
  let value = 0
  const name = 'sandbox_request_duration_seconds'
  const cumulative = buckets.map((count, n) => {
    value += count
    const bound = latencyBounds[n]
    const le = bound === undefined ? '+Inf' : bound / 1000
    return { metricName: `${name}_bucket`, labels: { operation, le }, value }
  })
  const labels = { operation }
  const sum = { metricName: `${name}_sum`, labels, value: milliseconds / 1000 }
  return [...cumulative, sum, { metricName: `${name}_count`, labels, value }]
}

function storeMetrics({ context: { store }, view: { horizon } }: ServerState): ExportedMetric[] {
  const bytes = sizeOf(store.path) + sizeOf(`${store.path}-wal`)
  return [
    metric('gauge', 'sandbox_store_bytes', 'Size of the store including its write-ahead log', only(bytes)),
    metric(
      'gauge',
      'sandbox_horizon_timestamp_seconds',
      'Time before which all responses end; constant unless the store grows',
      only(horizon() / 1000),
    ),
  ]
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
