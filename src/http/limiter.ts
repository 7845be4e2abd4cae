import type { onRequestHookHandler } from 'fastify'
import { Failure } from '../base/failure.ts'
import type { Count, Counting } from '../limits/counts.ts'
import { defaultLimit } from '../plans/keys.ts'
import { isOfConsole } from './control/control-access.ts'

const window = 60_000

/** Refused requests count too. A tenant with a set clock counts by that clock. */
export function limiter(counts: Counting): onRequestHookHandler {
  return (request, reply, done) => {
    const { record } = request.raw
    if (record.key === null || isOfConsole(request, request.server.state.access)) return done()
    const { key, limit = defaultLimit } = record.key
    const own = record.tenant!.counts ?? counts
    const counted = ({ current, left }: Count) => {
      const seconds = Math.ceil(left / 1000)
      reply
        .header('x-ratelimit-limit', limit)
        .header('x-ratelimit-remaining', Math.max(0, limit - current))
        .header('x-ratelimit-reset', seconds)
      if (current <= limit) return done()
      reply.header('retry-after', seconds)
      const message = `rate limit exceeded: this API key allows ${limit} requests per minute; retry in ${seconds} s`
      done(new Failure('tooManyRequests', message))
    }
    own.count(key, window, counted, done)
  }
}
