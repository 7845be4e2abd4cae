import { elapsed } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import { Missing } from '../../store/history/coverage.ts'
import type { Context } from '../context.ts'
import type { AnySource } from './page.ts'
import { inTurn, Unfinished } from './turns.ts'

type Further = (missing: Missing) => Promise<void>

/** Milliseconds; a single fill ends a little sooner, and says how far it has come. */
const longestWait = 27_000
/** Seconds. */
const retryAfter = 5

/** Ranges that grow until a page is full take some ten rounds. */
const mostRounds = 100
const tooMuch = 'the page needs more of the past than may be kept at a time (SANDBOX_HISTORY_LIMIT): ask for less'

/** For a first slice, whose client sees nothing meanwhile: all its fills together take no longer. They go on without it. */
export function patiently(further: Further): Further {
  const end = elapsed() + longestWait
  return async missing => {
    const left = end - elapsed()
    if (left <= 0) throw tooLong()
    const late = Promise.withResolvers<never>()
    const deadline = setTimeout(() => late.reject(tooLong()), left)
    try {
      await Promise.race([further(missing), late.promise])
    } finally {
      clearTimeout(deadline)
    }
  }
}

function tooLong(): Failure {
  const message = `the times that were asked for are still being generated; try again in ${retryAfter} s`
  return new Failure('unavailable', message, { 'retry-after': String(retryAfter) })
}

/**
 * Reads, and again in turn once what was missing is there, because many requests may wait for the same rows. A reading
 * that has taken its time goes on in its next turn.
 */
export async function onceHeld<T>(read: () => T | Promise<T>, further: Further | undefined): Promise<T> {
  let rounds = 0
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await (isFirst ? read() : inTurn(read))
    } catch (error) {
      if (error instanceof Unfinished) continue
      if (!(error instanceof Missing) || further === undefined) throw error
      if (rounds++ === mostRounds) throw new Failure('unavailable', tooMuch)
      await further(error)
    }
  }
}

/** Slices that lack rows of the store are not given. */
export function refusing(source: AnySource, { coverage }: Context['store']): AnySource {
  return {
    slice(query, position, size) {
      try {
        return source.slice(query, position, size)
      } finally {
        coverage.refuse()
      }
    },
    isPosition: (position, query) => source.isPosition(position, query),
    ...(source.most && { most: source.most.bind(source) }),
    ...(source.window && { window: source.window.bind(source) }),
  }
}
