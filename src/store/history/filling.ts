import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { day } from '../../market/time.ts'
import { storeFailure } from '../store-failure.ts'
import type { FeedKind, FeedSubject, Gap } from './coverage.ts'
import { Filler } from './filler.ts'
import type { MemoPlace } from './memo.ts'

/** What a page lacks. */
export interface FillRequest {
  id: number
  gaps: readonly Gap[]
  /** Feeds that were read since the last request. */
  touched: readonly [FeedKind, FeedSubject][]
}

/** Days of feeds. */
export interface FillProgress {
  id: number
  filled: number
  wanted: number
}

export type FillReply = { ready: true } | FillProgress | { id: number; failure: string | null }

const port = parentPort!
const place = workerData as MemoPlace
interface Waiting {
  id: number
  /** Days that were filled for it. */
  filled: number
  steps: Generator<FillProgress>
}

const waiting: Waiting[] = []
let filler: Filler | undefined
let isGoing = false

/** The page for which least was done goes first, so that small pages do not wait for large ones. */
function takeNext(): Waiting {
  const least = waiting.reduce((least, one, n) => (one.filled < waiting[least]!.filled ? n : least), 0)
  return waiting.splice(least, 1)[0]!
}

function step(): void {
  const { id, steps } = takeNext()
  try {
    const step = steps.next()
    if (step.done) reply({ id, failure: null })
    else {
      reply(step.value)
      waiting.push({ id, filled: step.value.filled, steps })
    }
  } catch (error) {
    // What the failed step has prepared must not be written with another one.
    filler?.close()
    filler = undefined
    const failure = storeFailure(basename(place.path), error as Error).message
    for (const one of [id, ...waiting.splice(0).map(({ id }) => id)]) reply({ id: one, failure })
  }
  isGoing = false
  goOn()
}

/** Messages arrive between steps. */
function goOn(): void {
  if (isGoing || waiting.length === 0) return
  isGoing = true
  setImmediate(step)
}

function reply(message: FillReply): void {
  port.postMessage(message)
}

function* stepsOf({ id, gaps, touched }: FillRequest): Generator<FillProgress> {
  filler ??= new Filler(place)
  const own = filler
  if (touched.length > 0) own.touch(touched)
  const steps = own.stepsOf(gaps)
  const wanted = daysOf(steps.flat())
  let filled = 0
  for (const step of steps) {
    own.fill(step)
    filled += daysOf(step)
    yield { id, filled, wanted }
  }
}

function daysOf(gaps: readonly Gap[]): number {
  return gaps.reduce((sum, { from, until }) => sum + (until - from) / day, 0)
}

port.on('message', (message: FillRequest | 'stop') => {
  if (message === 'stop') {
    filler?.close()
    process.exit()
  }
  waiting.push({ id: message.id, filled: 0, steps: stepsOf(message) })
  goOn()
})

try {
  filler = new Filler(place)
  reply({ ready: true })
} catch (error) {
  reply({ id: 0, failure: storeFailure(place.path, error as Error).message })
}
