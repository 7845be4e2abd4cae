import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
    /** Whether it needs no key, although it is market data. */
    open?: boolean
  }
}

/** Upper bounds of the histogram buckets, in milliseconds. */
export const latencyBounds = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]

export interface Answers {
  statuses: Map<number, number>
  /** Requests by bucket; the last counts those beyond all bounds. */
  buckets: number[]
  milliseconds: number
  rows: number
}

/** What a thread has counted, as plain data. */
export interface Counted {
  answers: Map<string, Answers>
  /** Refused requests by plan name. */
  refusals: Map<string, number>
  pages: { hits: number; bytes: number }
}

/** Counts responses: two map look-ups and a few additions per request. The reader is loaded on demand. */
export class Traffic {
  readonly counted: Omit<Counted, 'pages'> = { answers: new Map(), refusals: new Map() }

  count(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const answers = this.#of(nameOf(request))
    increment(answers.statuses, statusCode)
    const bucket = latencyBounds.findIndex(bound => elapsedTime <= bound)
    answers.buckets[bucket < 0 ? latencyBounds.length : bucket]!++
    answers.milliseconds += elapsedTime
    const { rows, fault, key } = request.raw.record
    answers.rows += rows
    // A fault may answer 429 too, also where no key is needed.
    if (statusCode === 429 && fault === null) increment(this.counted.refusals, key!.name)
  }

  /** An unreadable request has only a status. */
  countUnread(status: number): void {
    increment(this.#of(noRoute).statuses, status)
  }

  #of(name: string): Answers {
    const { answers } = this.counted
    const known = answers.get(name)
    if (known) return known
    const added = { statuses: new Map(), buckets: [...latencyBounds, 0].map(() => 0), milliseconds: 0, rows: 0 }
    answers.set(name, added)
    return added
  }
}

const noRoute = 'none'

/** Label: operation id or route path; all unknown paths share one. */
function nameOf({ routeOptions: { config } }: FastifyRequest): string {
  return config?.operation ?? (config as { url?: string })?.url ?? noRoute
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
