import { statSync } from 'node:fs'
import type { Metric, Registry } from 'prom-client'
import { lazy } from '../lazy.ts'
import type { ServerState } from './state.ts'
import { type Answers, type Counted, latencyBounds } from './traffic.ts'

interface Sample {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

interface MetricSource {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  read(): Sample[]
}

/** The /metrics page. prom-client is loaded with the first request: 20 ms. */
export class Metrics {
  readonly #counted: () => Counted | Promise<Counted>
  readonly #sources: MetricSource[]
  #latest: Counted = { answers: new Map(), refusals: new Map(), pages: { hits: 0, bytes: 0 } }
  #registry: Promise<Registry> | undefined

  constructor(counted: () => Counted | Promise<Counted>, state: ServerState) {
    this.#counted = counted
    const latest = () => this.#latest
    this.#sources = [...trafficSources(latest), ...storeSources(state), ...cacheSources(latest)]
  }

  async read(): Promise<{ contentType: string; text: string }> {
    this.#registry ??= this.#load()
    const registry = await this.#registry
    this.#latest = await this.#counted()
    return { contentType: registry.contentType, text: await registry.metrics() }
  }

  async #load(): Promise<Registry> {
    const { Registry } = await import('prom-client')
    const registry = Registry.merge([await ofProcess()])
    for (const { read, ...source } of this.#sources) {
      const metric = { ...source, aggregator: 'sum', get: async () => ({ ...source, values: read() }) }
      registry.registerMetric(metric as unknown as Metric)
    }
    return registry
  }
}

/** Registered once for all servers. */
const ofProcess = lazy(async (): Promise<Registry> => {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

function trafficSources(counted: () => Counted): MetricSource[] {
  const ofEach = (samples: (operation: string, answers: Answers) => Sample[]) => () =>
    [...counted().answers].flatMap(([operation, answers]) => samples(operation, answers))
  return [
    {
      name: 'sandbox_requests_total',
      type: 'counter',
      help: 'Answered requests, by operation and status',
      read: ofEach((operation, { statuses }) =>
        [...statuses].map(([status, value]) => ({ labels: { operation, status }, value })),
      ),
    },
    {
      name: 'sandbox_request_duration_seconds',
      type: 'histogram',
      help: 'Time from a request to the end of its answer, by operation',
      read: ofEach(histogram),
    },
    {
      name: 'sandbox_rows_total',
      type: 'counter',
      help: 'Records sent, by operation',
      read: ofEach((operation, { rows }) => (rows > 0 ? [{ labels: { operation }, value: rows }] : [])),
    },
    {
      name: 'sandbox_limiter_refusals_total',
      type: 'counter',
      help: 'Requests refused by the rate limit, by key name',
      read: () => [...counted().refusals].map(([key, value]) => ({ labels: { key }, value })),
    },
  ]
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

function storeSources({ context: { store }, view: { horizon } }: ServerState): MetricSource[] {
  return [
    {
      name: 'sandbox_store_bytes',
      type: 'gauge',
      help: 'Size of the store including its write-ahead log',
      read: () => [{ labels: {}, value: sizeOf(store.path) + sizeOf(`${store.path}-wal`) }],
    },
    {
      name: 'sandbox_horizon_timestamp_seconds',
      type: 'gauge',
      help: 'Time before which all answers end; constant unless the store grows',
      read: () => [{ labels: {}, value: horizon() / 1000 }],
    },
  ]
}

function cacheSources(counted: () => Counted): MetricSource[] {
  return [
    {
      name: 'sandbox_page_cache_hits_total',
      type: 'counter',
      help: 'Answers from the cache of rendered pages',
      read: () => [{ labels: {}, value: counted().pages.hits }],
    },
    {
      name: 'sandbox_page_cache_bytes',
      type: 'gauge',
      help: 'Memory of the cache of rendered pages',
      read: () => [{ labels: {}, value: counted().pages.bytes }],
    },
  ]
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
