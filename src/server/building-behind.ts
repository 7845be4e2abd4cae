import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { elapsed } from '../base/clock.ts'
import { Failure } from '../base/failure.ts'
import { readBuilt, type ServerState } from '../http/state.ts'
import { second } from '../market/time.ts'
import type { Settings } from '../settings.ts'
import { buildOrExtendStore, type LabelledProgress } from '../store/build/plan-and-build.ts'
import { Store } from '../store/store.ts'
import { StoreFailure } from '../store/store-failure.ts'
import { identityOf } from '../store/store-plan.ts'
import { type BegunHistory, plannedHistory } from './history-reading.ts'
import type { Start, Unbuilt } from './open-app.ts'
import { openUnbuilt, type Reading } from './reading.ts'

interface Behind extends Unbuilt {
  progress: LabelledProgress
  /** Whether it waits for space on a full disk. */
  patient: boolean
  state: ServerState
  signal: AbortSignal
}

/** To open the store that was built, one a second. */
const mostTries = 60
/** Shares at which the log has a line. */
const reported = 0.25
/** How often the end of a growing store is compared with the clock. */
const comparison = 100

/** Undefined if there is nothing to build, or no history that could answer meanwhile or alone. @param begun what may answer meanwhile */
export async function openUnbuiltIfAny(
  settings: Settings,
  logger: FastifyBaseLogger,
  begun: BegunHistory | undefined,
): Promise<Unbuilt | undefined> {
  const planned = begun?.planned ?? plannedHistory(settings)
  if (planned === undefined || (planned.task === 'build' && !begun)) return undefined
  try {
    return { planned, reading: await openUnbuilt(settings, planned, begun?.history) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    logger.warn(`requests wait until the store is built: ${error.message}`)
    return undefined
  }
}

/** Builds the store while the history answers, then has all threads read it. */
export async function buildBehind(start: Start, behind: Behind): Promise<void> {
  const { settings, logger } = start
  const { state, reading, signal, planned, patient } = behind
  const building = state.building!
  const began = elapsed()
  try {
    const onWait = (cause: string) => {
      building.trouble = cause
    }
    const waiting = patient ? onWait : undefined
    const progress = reporting(start, behind)
    start.feed = await buildOrExtendStore(settings, logger, progress, { waiting, planned, signal })
    start.feed?.start()
    await onceOpen(logger, signal, async () => {
      if (start.feed) await caughtUp(settings.data, reading, signal)
      signal.throwIfAborted()
      await start.threads?.readBuilt()
      readBuilt(state, reading)
    })
  } catch (error) {
    if (signal.aborted) return building.stop()
    building.end(error as Error)
    throw error
  }
  logger.info(`the store is whole after ${Math.round((elapsed() - began) / second)} s`)
}

/** Connections may hold all file descriptors for a while, and the history answers meanwhile. */
async function onceOpen(logger: FastifyBaseLogger, signal: AbortSignal, open: () => Promise<void>): Promise<void> {
  for (let left = mostTries; ; left--) {
    try {
      return await open()
    } catch (error) {
      if (left === 1 || signal.aborted || !(error instanceof StoreFailure)) throw error
      logger.warn(`${error.message}; trying again`)
      await setTimeout(second, undefined, { signal, ref: false })
    }
  }
}

function reporting({ threads, logger }: Start, { progress, state: { building } }: Behind): LabelledProgress {
  let next = reported
  return (label, fraction) => {
    building!.done = fraction
    building!.trouble = undefined
    threads?.build(fraction)
    progress(label, fraction)
    if (fraction < next || fraction >= 1) return
    next = (Math.floor(fraction / reported) + 1) * reported
    logger.info(`${label}, ${Math.floor(fraction * 100)} %; the history answers meanwhile`)
  }
}

/** Otherwise the newest responses would be older than those before. */
async function caughtUp(path: string, { view: { horizon } }: Reading, signal: AbortSignal): Promise<void> {
  const store = Store.open(path, { readonly: true })
  try {
    while (identityOf(store).end < horizon()) await setTimeout(comparison, undefined, { signal, ref: false })
  } finally {
    store.close()
  }
}
