import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Records that the answer holds. */
    rows: number
  }
  interface FastifyContextConfig {
    /** The operation that a route serves, for whoever counts. */
    operation?: string
  }
}

/** Upper bounds of the histogram's buckets, in milliseconds. */
export const latencyBounds = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000]

/** What was answered of one operation, or of one other route. */
export interface Answers {
  /** Requests by status. */
  statuses: Map<number, number>
  /** Requests by the first bound that their time did not exceed; the last are those beyond all. */
  buckets: number[]
  milliseconds: number
  rows: number
}

/**
 * Counts answers as they go out: two looks into maps and a few additions, since it happens with every request. What reads
 * them is loaded by whoever asks for it.
 */
export class Traffic {
  readonly answers = new Map<string, Answers>()
  /** Requests over the limit, by the name of the key's plan. */
  readonly refusals = new Map<string, number>()

  count(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply): void {
    const answers = this.#of(nameOf(request))
    countStatus(answers, statusCode)
    answers.buckets[bucketOf(elapsedTime)]!++
    answers.milliseconds += elapsedTime
    answers.rows += request.rows
    if (statusCode === 429) this.#refuse(request.key!.name)
  }

  /** What could not be read as a request, or not as its path, has a status and nothing else. */
  countUnread(status: number): void {
    countStatus(this.#of(noRoute), status)
  }

  #of(name: string): Answers {
    const known = this.answers.get(name)
    if (known) return known
    const added = { statuses: new Map(), buckets: [...latencyBounds, 0].map(() => 0), milliseconds: 0, rows: 0 }
    this.answers.set(name, added)
    return added
  }

  #refuse(plan: string): void {
    this.refusals.set(plan, (this.refusals.get(plan) ?? 0) + 1)
  }
}

const noRoute = 'none'

/** An operation by its id, another route by its path; whatever no route takes is one series, however it is spelled. */
function nameOf({ routeOptions: { config } }: FastifyRequest): string {
  return config?.operation ?? (config as { url?: string })?.url ?? noRoute
}

function countStatus({ statuses }: Answers, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
}

function bucketOf(milliseconds: number): number {
  let n = 0
  while (n < latencyBounds.length && milliseconds > latencyBounds[n]!) n++
  return n
}
