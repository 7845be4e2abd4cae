import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Ordinals shared by replicas: each call returns another number for a name. Undefined: each replica counts by itself. */
export interface SharedOrdinals {
  next(name: string): Promise<number | undefined>
  /** Continues after `seen` ordinals. */
  set(name: string, seen: number): void
  /** The last ordinal that was assigned; undefined if there is none. */
  seen(name: string): Promise<number | undefined>
  /** Resolves when all earlier `set` have taken effect. */
  written(): Promise<void>
}

/** A rule that nobody matched for so long starts again at 1. */
const memory = 3_600_000

const prefix = 'market-data-sandbox:fault:'

type Ask = <T>(command: () => Promise<T>) => Promise<T | undefined>

/** Replicas with the same rules count their requests together. */
export class RedisOrdinals implements SharedOrdinals {
  readonly #redis: Redis
  readonly #ask: Ask
  readonly #seed: string
  #written: Promise<unknown> = Promise.resolve()

  /**
   * @param ask returns undefined while replicas count by themselves
   * @param seed of the market: replicas of other markets count separately
   */
  constructor(redis: Redis, ask: Ask, seed: string) {
    this.#redis = redis
    this.#ask = ask
    this.#seed = seed
  }

  async next(name: string): Promise<number | undefined> {
    const key = this.#keyOf(name)
    const [counted] = (await this.#ask(() => this.#redis.multi().incr(key).pexpire(key, memory).exec())) ?? []
    return counted?.[1] as number | undefined
  }

  set(name: string, seen: number): void {
    const set = this.#ask(() => this.#redis.set(this.#keyOf(name), seen, 'PX', memory))
    this.#written = Promise.all([this.#written, set])
  }

  async seen(name: string): Promise<number | undefined> {
    const seen = await this.#ask(() => this.#redis.get(this.#keyOf(name)))
    return seen === undefined ? undefined : Number(seen)
  }

  async written(): Promise<void> {
    await this.#written
  }

  #keyOf(name: string): string {
    return prefix + hash('sha256', `${this.#seed}\n${name}`, 'base64url')
  }
}
