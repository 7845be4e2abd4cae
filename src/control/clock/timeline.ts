import { Failure, shown } from '../../base/failure.ts'
import { day, formatTime } from '../../market/time.ts'
import type { Context } from '../../operations/context.ts'
import type { Elsewhere } from '../../operations/paging/elsewhere.ts'
import { onceHeld, Patience } from '../../operations/paging/once-held.ts'
import type { Building } from '../../store/build/building.ts'
import { historyClocks } from '../../store/history/coverage.ts'

/** A copy of the data that can be extended. */
export interface Ahead {
  reach(to: number): Promise<Context>
  /** The end of the copy; before any time while there is none. */
  end(): number
}

/** Least extension when a clock first passes the end, so that the next steps find data. */
const leastAdded = day

/** The server's own data. */
interface OwnData {
  /** Another one when the store has been built. */
  readonly context: Context
  /** First time after them. */
  readonly end: () => number
  /** What the data lack; undefined if nothing is generated when asked. */
  readonly elsewhere?: Elsewhere | undefined
  /** Of a store that is being built. */
  readonly building?: Pick<Building, 'wait'> | undefined
}

export type Timeline = ReturnType<typeof timelineOf>

/** How far clocks reach over the data. @param days how far clocks may pass the end */
export function timelineOf(own: OwnData, ahead: Ahead | undefined, days: number) {
  const { end } = own
  let further: Context | undefined
  let growing: Promise<unknown> = Promise.resolve()

  async function grow(time: number, last: number): Promise<Context> {
    if (further !== undefined && ahead!.end() >= time) return further
    const to = Math.min(last, Math.max(time, end() + leastAdded, ahead!.end() + leastAdded))
    further = await ahead!.reach(to)
    return further
  }

  return {
    end,
    get context(): Context {
      return own.context
    },

    /** Reads what the history may have to generate first. */
    onceHeld<T>(read: () => T): Promise<T> {
      const { elsewhere } = own
      return onceHeld(read, elsewhere && ((...asked) => elsewhere.fill(...asked)), new Patience())
    },

    /** @param reached undefined for the server's own data */
    endOf: (reached: Context | undefined): number => (reached === undefined ? end() : ahead!.end()),

    /**
     * Extends the data if needed. @param asked the time as asked for @returns undefined if the server's own data have it
     * @throws Failure if clocks cannot be set to that time
     */
    async reach(time: number, asked = shown(formatTime(time))): Promise<Context | undefined> {
      const { start, store } = own.context
      const held = end()
      // The history has what is before the store.
      const first = store?.coverage.endless ? Math.min(start, historyClocks.from) : start
      if (time >= first && time <= held) return undefined
      const last = ahead === undefined ? held : held + days * day
      const bound =
        ahead === undefined ? 'the range of the data' : `${days} days beyond the end of the data (SANDBOX_CLOCK_AHEAD)`
      if (time < first || time > last)
        throw new Failure(
          'badParameter',
          `now must be from ${formatTime(first)} to ${formatTime(last)}, ${bound}, not ${asked}`,
        )
      await own.building?.wait()
      // One extension at a time: each builds on the one before.
      const grown = growing.then(() => grow(time, last))
      growing = grown.catch(() => {})
      return grown
    },
  }
}
