import { hash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import { type Count, type Counting, Counts } from '../control/counts.ts'

/** One step in Redis, so that the limit is exact whatever replicas ask at once. */
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

/** How long a request waits for Redis, at most, before it is counted here. Milliseconds. */
const patience = 250
/**
 * How often Redis is asked whether it is back, and that by counting something: it may answer and take no writes, as
 * replicas do, or one that is full. Milliseconds.
 */
const probing = 500

const prefix = 'market-data-sandbox:'

/**
 * Counts that several replicas share. While Redis does not answer, requests go on and are counted here, from what
 * Redis said last; two lines of the log say when that begins and when it ends. Redis learns no key, only its hash.
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

  /** Loads the client only where replicas share their limits. Redis need not be there yet. */
  static async connect(url: string, logger: FastifyBaseLogger): Promise<SharedCounts> {
    const { Redis } = await import('ioredis')
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: patience,
      commandTimeout: patience,
      // What Redis did not hear of has been counted here: it must not hear of it later.
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

  count(key: string, window: number, told: (count: Count) => void): void {
    if (this.#probe === undefined) this.#countThere(key, window, told)
    else this.#here.count(key, window, told)
  }

  #countThere(key: string, window: number, told: (count: Count) => void): void {
    this.#redis.count(prefix + hash('sha256', key, 'base64url'), window).then(
      ([current, left]) => {
        this.#here.set(key, { current, left })
        told({ current, left })
      },
      error => {
        this.#lose(error)
        this.#here.count(key, window, told)
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

  /** A connection that is open may have nobody at its other end, or one that is no longer where the name leads. */
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
