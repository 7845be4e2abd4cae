import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type Count, type Counting, Counts } from '../control/counts.ts'

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

/** Longest wait of a request for Redis; the first one that waits in vain ends the waiting of all. Milliseconds. */
const patience = 2000
/** Redis is gone when a count has no answer for so long. Milliseconds. */
const longestAnswer = 5000
/**
 * Interval of probes while Redis is late or gone. Each counts something, because a read-only or full Redis answers but
 * takes no writes. Milliseconds.
 */
const probing = 500
/** Redis is back after so many probes in a row that are answered within this time. Milliseconds. */
const [enoughProbes, promptly] = [5, 250]
/** Most unanswered counts while Redis is late. */
const mostUnanswered = 1000
const prefix = 'market-data-sandbox:'

/**
 * Counts shared by replicas. `shared`: each request waits for its count from Redis. `late`: requests are decided by this
 * replica's counts, which it still sends to Redis and corrects by the answers. `gone`: it counts by itself. One log line
 * marks the beginning and one the end. Redis stores hashes of keys.
 */
export class SharedCounts implements Counting {
  readonly #redis: CountingRedis
  readonly #logger: FastifyBaseLogger
  readonly #here = new Counts()
  /** Counts by key that Redis has not answered, and their sum. */
  readonly #unanswered = new Map<string, number>()
  #sent = 0
  #state: 'shared' | 'late' | 'gone' = 'shared'
  #probes: NodeJS.Timeout | undefined
  #promptProbes = 0
  #fault = 'it does not answer'
  #closed = false

  private constructor(redis: CountingRedis, logger: FastifyBaseLogger) {
    this.#redis = redis
    this.#logger = logger
    redis.on('error', error => {
      this.#fault = error.message
    })
    redis.on('close', () => this.#lose('gone'))
  }

  /** Loads the client on first use. Redis may start later. */
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
    await redis.connect().catch(error => counts.#lose('gone', error))
    return counts
  }

  count(key: string, window: number, told: (count: Count) => void): void {
    if (this.#state === 'shared') this.#countThere(key, window, told)
    else {
      this.#here.count(key, window, told)
      if (this.#state === 'late' && this.#sent < mostUnanswered) this.#send(key, window).catch(() => {})
    }
  }

  #countThere(key: string, window: number, told: (count: Count) => void): void {
    let open = true
    let here: Count
    const decide = (count: Count) => {
      if (open) told(count)
      open = false
      clearTimeout(late)
    }
    const late = setTimeout(() => {
      // After a long turn of the event loop the answer may be there, but not read yet.
      setImmediate(() => {
        if (open) this.#lose('late')
        decide(here)
      })
    }, patience)
    this.#here.count(key, window, count => {
      here = count
    })
    this.#send(key, window).then(decide, (error: Error) => {
      this.#lose('gone', error)
      decide(here)
    })
  }

  /** Counts in Redis and takes over its count. Those still on the way will be counted there too. */
  async #send(key: string, window: number): Promise<Count> {
    this.#note(key, 1)
    try {
      const [current, left] = await this.#redis.count(prefix + hash('sha256', key, 'base64url'), window)
      this.#note(key, -1)
      this.#here.merge(key, { current: current + (this.#unanswered.get(key) ?? 0), left })
      return { current, left }
    } catch (error) {
      this.#note(key, -1)
      throw error
    }
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

  #lose(state: 'late' | 'gone', error?: Error): void {
    if (this.#closed) return
    const isNew = this.#state === 'shared'
    if (isNew || state === 'gone') this.#state = state
    this.#promptProbes = 0
    if (!isNew) return
    const cause = error?.message ?? (state === 'late' ? `it did not answer within ${patience} ms` : this.#fault)
    this.#logger.warn(`Redis is unreachable (${cause}): this replica counts requests by itself until Redis is back`)
    this.#probes = setInterval(() => this.#probe(), probing).unref()
  }

  async #probe(): Promise<void> {
    const began = performance.now()
    try {
      await this.#redis.count(`${prefix}probe`, probing)
    } catch {
      this.#lose('gone')
      return this.#reconnect()
    }
    if (this.#closed || this.#state === 'shared') return
    this.#state = 'late'
    this.#promptProbes = performance.now() - began <= promptly ? this.#promptProbes + 1 : 0
    if (this.#promptProbes >= enoughProbes) this.#regain()
  }

  /** An open connection may be dead, or lead to a server that the name no longer resolves to. */
  #reconnect(): void {
    if (!this.#closed && this.#redis.status === 'ready') this.#redis.disconnect(true)
  }

  #regain(): void {
    clearInterval(this.#probes)
    this.#state = 'shared'
    this.#logger.info('Redis is back: replicas share limits again')
  }
}
