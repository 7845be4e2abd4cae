import { elapsed } from '../../base/clock.ts'
import { Failure, tryAgain } from '../../base/failure.ts'
import { inTime } from '../../base/in-time.ts'
import { Missing } from '../../store/history/coverage.ts'
import type { Context } from '../context.ts'
import type { AnySource } from './page.ts'
import { inTurn, Unfinished } from './turns.ts'

/** Has what is missing generated, for as long as the client waits. */
export type Further = (missing: Missing, patience: Patience) => Promise<void>

/** Milliseconds; a single fill ends a little sooner, and says how far it has come. */
const longestWait = 27_000
/** Seconds. */
const retryAfter = 5

/** Ranges that grow until a page is full take some ten rounds. */
const mostRounds = 100
const tooMuch = 'the page needs more of the past than may be kept at a time (SANDBOX_HISTORY_LIMIT): ask for less'

/** Of a client that waits for records: at first for a limited time, in which it sees nothing, and not once it has left. */
export class Patience {
  /** Aborted when the client seems to have left. */
  readonly gone: AbortSignal | undefined
  #end = elapsed() + longestWait

  constructor(gone?: AbortSignal) {
    this.gone = gone
  }

  /** Whether all that the client waits for, and all of its reading, together have a limit. Fills go on after it for a while. */
  get isLimited(): boolean {
    return this.#end < Number.POSITIVE_INFINITY
  }

  /** The client sees the first records: the others come when they are there. */
  extend(): void {
    this.#end = Number.POSITIVE_INFINITY
  }

  /** @throws Failure once the time is over */
  check(): void {
    if (elapsed() >= this.#end) throw tooLong()
  }

  async waitFor(work: Promise<void>): Promise<void> {
    return this.isLimited ? inTime(work, Math.max(0, this.#end - elapsed()), tooLong) : work
  }
}

function tooLong(): Failure {
  return tryAgain('the times that were asked for are still being generated', retryAfter)
}

/**
 * Reads, and again in turn once what was missing is there, because many requests may wait for the same rows. A reading
 * that has taken its time goes on in its next turn.
 */
export async function onceHeld<T>(
  read: () => T | Promise<T>,
  further: Further | undefined,
  patience: Patience,
): Promise<T> {
  try {
    return await read()
  } catch (error) {
    return readAgain(error, read, further, patience)
  }
}

/** As `onceHeld`, after a first reading that failed. */
export async function readAgain<T>(
  failed: unknown,
  read: () => T | Promise<T>,
  further: Further | undefined,
  patience: Patience,
): Promise<T> {
  let [error, rounds] = [failed, 0]
  for (;;) {
    if (error instanceof Unfinished) patience.check()
    else if (!(error instanceof Missing) || further === undefined) throw error
    else if (rounds++ === mostRounds) throw new Failure('unavailable', tooMuch)
    else await patience.waitFor(further(error, patience))
    try {
      return await inTurn(read)
    } catch (next) {
      error = next
    }
  }
}

/** Slices that lack rows of the store are not given. */
export function refusing(source: AnySource, { coverage }: Context['store']): AnySource {
  return {
    slice: (query, position, size) => coverage.whole(() => source.slice(query, position, size)),
    isPosition: (position, query) => source.isPosition(position, query),
    ...(source.most && { most: source.most.bind(source) }),
    ...(source.window && { window: source.window.bind(source) }),
  }
}
