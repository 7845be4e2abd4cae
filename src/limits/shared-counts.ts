import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { inTime } from '../base/in-time.ts'
import { type Count, Counts, type ReadableCounts } from './counts.ts'
import { ordinalsIn, type SharedOrdinals } from './shared-ordinals.ts'

/** One atomic step in Redis, so the limit is exact under concurrency. */
const script = `
  local current = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { current, left }`

interface CountingRedis extends Redis {
  count(name: string, window: number): Promise<[current: number, left: number]>
}

/** Longest wait of a request; after the first timeout no request waits. */
const patience = 2000
const noAnswer = `it did not answer within ${patience} ms`
/** Redis counts as gone if it does not answer for so long. */
const longestAnswer = 5000
/** Interval of probes. Each counts something, because a read-only or full Redis answers but takes no writes. */
const probing = 500
/** Redis is back after this many consecutive probes answered within this time. */
const [enoughProbes, promptly] = [5, 250]
const mostUnanswered = 1000
const prefix = 'market-data-sandbox:'

/**
 * Counts of all replicas. `shared`: each request waits for its count from Redis. `late`: this replica's own counts
 * decide; it still sends them to Redis and corrects them by the responses. `gone`: the replica counts alone. Redis stores
 * hashes of keys.
 */
export class SharedCounts implements ReadableCounts {
  readonly #redis: CountingRedis
  readonly #logger: FastifyBaseLogger
  readonly #local = new Counts()
  /** Unanswered counts by key, and their sum. */
  readonly #unanswered = new Map<string, number>()
  #sent = 0
  #state: 'shared' | 'late' | 'gone' = 'shared'
  #probes: NodeJS.Timeout | undefined
  #promptProbes = 0
  #fault = 'no reply'
  #closed = false

  private constructor(redis: CountingRedis, logger: FastifyBaseLogger) {
    this.#redis = redis
    this.#logger = logger
    redis.on('error', error => {
      this.#fault = error.message
    })
    redis.on('close', () => this.#fallBack('gone'))
  }

  /** Connects in the background: Redis may start later. */
  static async connect(url: string, logger: FastifyBaseLogger): Promise<SharedCounts> {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: patience,
      commandTimeout: longestAnswer,
      // Requests counted without a connection must not reach Redis later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => probing,
    })
    redis.defineCommand('count', { numberOfKeys: 1, lua: script })
    const counts = new SharedCounts(redis as CountingRedis, logger)
    await redis.connect().catch(error => counts.#fallBack('gone', error))
    return counts
  }

  /** @param seed of the market */
  ordinals(seed: string): SharedOrdinals {
    return ordinalsIn(this.#redis, command => this.#ask(command), seed)
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    if (this.#state === 'shared') this.#countInRedis(key, window, counted)
    else {
      this.#local.count(key, window, counted)
      if (this.#state === 'late' && this.#sent < mostUnanswered) this.#send(key, window).catch(() => {})
    }
  }

  /** The count in the latest response of Redis to this replica. */
  read(key: string): Count | undefined {
    return this.#local.read(key)
  }

  async restart(key: string): Promise<void> {
    this.#local.restart(key)
    await this.#ask(() => this.#redis.del(nameOf(key)))
  }

  /** Undefined while Redis is away, and if it does not answer in time. */
  async #ask<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (this.#state !== 'shared') return undefined
    const late = () => {
      this.#fallBack('late')
      return new Error(noAnswer)
    }
    return inTime(command(), patience, late).catch(() => undefined)
  }

  #countInRedis(key: string, window: number, counted: (count: Count) => void): void {
    let local: Count
    this.#local.count(key, window, count => {
      local = count
    })
    const send = () =>
      this.#send(key, window).catch((error: Error) => {
        this.#fallBack('gone', error)
        throw error
      })
    void this.#ask(send).then(count => counted(count ?? local))
  }

  /** Adopts the count of Redis, plus the counts still in flight. */
  async #send(key: string, window: number): Promise<Count> {
    this.#note(key, 1)
    const [current, left] = await this.#redis.count(nameOf(key), window).finally(() => this.#note(key, -1))
    this.#local.merge(key, { current: current + (this.#unanswered.get(key) ?? 0), left })
    return { current, left }
  }

  #note(key: string, change: 1 | -1): void {
    const unanswered = (this.#unanswered.get(key) ?? 0) + change
    this.#sent += change
    if (unanswered === 0) this.#unanswered.delete(key)
    else this.#unanswered.set(key, unanswered)
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#probes)
    this.#redis.disconnect()
  }

  #fallBack(state: 'late' | 'gone', error?: Error): void {
    if (this.#closed) return
    const isNew = this.#state === 'shared'
    if (isNew || state === 'gone') this.#state = state
    this.#promptProbes = 0
    if (!isNew) return
    const cause = error?.message ?? (state === 'late' ? noAnswer : this.#fault)
    this.#logger.warn(`Redis is unreachable (${cause}): this replica counts requests alone until Redis is back`)
    this.#probes = setInterval(() => this.#probe(), probing).unref()
  }

  async #probe(): Promise<void> {
    const began = performance.now()
    try {
      await this.#redis.count(`${prefix}probe`, probing)
    } catch {
      this.#fallBack('gone')
      // An open connection may be dead, or lead to a server that the name no longer resolves to.
      if (!this.#closed && this.#redis.status === 'ready') this.#redis.disconnect(true)
      return
    }
    if (this.#closed || this.#state === 'shared') return
    this.#state = 'late'
    this.#promptProbes = performance.now() - began <= promptly ? this.#promptProbes + 1 : 0
    if (this.#promptProbes < enoughProbes) return
    clearInterval(this.#probes)
    this.#state = 'shared'
    this.#logger.info('Redis is back: replicas share limits again')
  }
}

function nameOf(key: string): string {
  return prefix + hash('sha256', key, 'base64url')
}
