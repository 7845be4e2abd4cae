import type { RateLimitPluginOptions } from '@fastify/rate-limit'
import { type Counting, Counts } from '../control/counts.ts'
import type { Tenants } from '../control/tenants.ts'
import { Failure } from '../failure.ts'
import { defaultLimit } from '../keys.ts'

/** Rate-limit window. Milliseconds. */
const window = 60_000

/**
 * Options of the rate limiter. Refused requests count too. @param counts in this process, or shared by replicas. A
 * tenant with a set clock counts by that clock.
 */
export function limits(counts: Counting = new Counts(), tenants: Tenants): RateLimitPluginOptions {
  return {
    store: storeOf(counts, tenants),
    timeWindow: window,
    max: request => request.key?.limit ?? defaultLimit,
    keyGenerator: request => request.key?.key ?? '',
    errorResponseBuilder: (_request, { max, ttl }) =>
      new Failure(
        'tooManyRequests',
        `rate limit exceeded: this API key allows ${max} requests per minute; retry in ${Math.ceil(ttl / 1000)} s`,
      ),
  }
}

/** The plugin constructs its store itself and calls it with callbacks. */
function storeOf(counts: Counting, tenants: Tenants) {
  return class {
    incr(key: string, done: (error: null, count: { current: number; ttl: number }) => void): void {
      const place = tenants.ofKey(key).counts ?? counts
      place.count(key, window, ({ current, left }) => done(null, { current, ttl: left }))
    }

    child() {
      return this
    }
  }
}
