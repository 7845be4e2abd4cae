import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import { Failure } from '../failure.ts'
import { defaultLimit } from '../keys.ts'
import type { Counting } from './counts.ts'

/** How long requests of a key are counted together. Milliseconds. */
const window = 60_000

/**
 * How the framework's limiter refuses what goes beyond the limit of a key's plan. Refused requests count too.
 * @param shared where replicas count together; without it each process counts in memory.
 */
export function limits(shared: Counting | undefined): RateLimitPluginOptions {
  return {
    ...(shared && { store: storeOf(shared) }),
    timeWindow: window,
    max: request => request.key?.limit ?? defaultLimit,
    keyGenerator: request => request.key?.key ?? '',
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Failure(
        'tooManyRequests',
        `more than ${max} requests in a minute with this API key; try again in ${Math.ceil(ttl / 1000)} s`,
      ),
  }
}

/** The limiter wants to make its store itself, and asks it by a callback. */
function storeOf(counts: Counting) {
  return class {
    incr(key: string, done: (error: null, count: { current: number; ttl: number }) => void): void {
      counts.count(key, window, ({ current, left }) => done(null, { current, ttl: left }))
    }

    child() {
      return this
    }
  }
}
