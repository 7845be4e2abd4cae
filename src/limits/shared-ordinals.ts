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

/**
 * Replicas with the same rules count their requests together. @param ask returns undefined while replicas count by themselves
 * @param seed of the market: replicas of other markets count separately
 */
export function ordinalsIn(redis: Redis, ask: Ask, seed: string): SharedOrdinals {
  const keyOf = (name: string) => prefix + hash('sha256', `${seed}\n${name}`, 'base64url')
  let allSet: Promise<unknown> = Promise.resolve()
  return {
    async next(name) {
      const key = keyOf(name)
      const [counted] = (await ask(() => redis.multi().incr(key).pexpire(key, memory).exec())) ?? []
      return counted?.[1] as number | undefined
    },
    set(name, seen) {
      allSet = Promise.all([allSet, ask(() => redis.set(keyOf(name), seen, 'PX', memory))])
    },
    async seen(name) {
      const seen = await ask(() => redis.get(keyOf(name)))
      return seen === undefined ? undefined : Number(seen)
    },
    async written() {
      await allSet
    },
  }
}
