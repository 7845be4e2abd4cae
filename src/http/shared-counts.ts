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

/** Longest wait for Redis before counting locally. Milliseconds. */
const patience = 250
/**
 * Retry interval. Each retry counts something, because a read-only or full Redis answers but takes no writes.
 * Milliseconds.
 */
const probing = 500

const prefix = 'market-data-sandbox:'

/**
 * Counts shared by replicas. While Redis does not answer, requests are counted locally from its last counts; one log
 * line marks the beginning and one the end. Redis stores hashes of keys.
 */
export class SharedCounts implements Counting {
  readonly #redis: CountingRedis
  readonly #logger: FastifyBaseLogger
  readonly #here = new Counts()
  #probe: NodeJS.Timeout | undefined
  #fault = 'it does not answer'
  #closed = false

  private constructor(redis: CountingRedis, logger: FastifyBaseLogger) {
    this.#redis = redis
    this.#logger = logger
    redis.on('error', error => {
      this.#fault = error.message
    })
    redis.on('close', () => this.#lose())
  }

  /** Loads the client on first use. Redis may start later. */
  static async connect(url: string, logger: FastifyBaseLogger): Promise<SharedCounts> {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: patience,
      commandTimeout: patience,
      // Locally counted requests must not reach Redis later.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => probing,
    })
    redis.defineCommand('count', { numberOfKeys: 1, lua: script })
    const counts = new SharedCounts(redis as CountingRedis, logger)
    await redis.connect().catch(error => counts.#lose(error))
    return counts
  }

  count(key: string, window: number, counted: (count: Count) => void): void {
    if (this.#probe === undefined) this.#countThere(key, window, counted)
    else this.#here.count(key, window, counted)
  }

  #countThere(key: string, window: number, counted: (count: Count) => void): void {
    this.#redis.count(prefix + hash('sha256', key, 'base64url'), window).then(
      ([current, left]) => {
        this.#here.set(key, { current, left })
        counted({ current, left })
      },
      error => {
        this.#lose(error)
        this.#here.count(key, window, counted)
      },
    )
  }

  close(): void {
    this.#closed = true
    clearInterval(this.#probe)
    this.#redis.disconnect()
  }

  #lose(error?: Error): void {
    if (this.#closed || this.#probe !== undefined) return
    this.#logger.warn(
      `Redis is unreachable (${error?.message ?? this.#fault}): this replica counts requests by itself until Redis is back`,
    )
    this.#probe = setInterval(
      () =>
        this.#redis.count(`${prefix}probe`, probing).then(
          () => this.#regain(),
          () => this.#reconnect(),
        ),
      probing,
    ).unref()
  }

  /** An open connection may be dead, or lead to a server that the host name no longer resolves to. */
  #reconnect(): void {
    if (!this.#closed && this.#redis.status === 'ready') this.#redis.disconnect(true)
  }

  #regain(): void {
    if (this.#probe === undefined || this.#closed) return
    clearInterval(this.#probe)
    this.#probe = undefined
    this.#logger.info('Redis is back: replicas share limits again')
  }
}
