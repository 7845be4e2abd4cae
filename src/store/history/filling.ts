import { basename } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { day } from '../../market/time.ts'
import { asStoreFailure, storeFailure } from '../store-failure.ts'
import type { FeedKind, FeedSubject, Gap } from './coverage.ts'
import { Filler } from './filler.ts'
import type { MemoPlace } from './history-place.ts'

/** What a page lacks, or whose client seems to have left. */
export type FillRequest = Fill | { left: number }

interface Fill {
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

/** @property wasOpen whether this process has had the history open before */
export interface FillerPlace extends MemoPlace {
  wasOpen: boolean
}

/** @property isDisplaced whether others went first; a client that has only closed its half of the connection still waits */
export interface FillEnd {
  id: number
  failure: string | null
  isDisplaced?: true
}

export type FillReply = { ready: true } | FillProgress | FillEnd

const port = parentPort!
const { wasOpen, ...place } = workerData as FillerPlace
/** Fills that go on after their clients have left, because they may come back. */
const mostLeft = 16

interface Waiting {
  id: number
  /** Days that were filled for it. */
  filled: number
  steps: Generator<FillProgress>
}

let waiting: Waiting[] = []
/** Those that somebody waits for go first. */
const left: Waiting[] = []
let filler: Filler | undefined
let isGoing = false

/** The page for which least was done goes first, so that small pages do not wait for large ones. */
function takeNext(): Waiting {
  if (waiting.length === 0) return left.pop()!
  const least = waiting.reduce((least, one, n) => (one.filled < waiting[least]!.filled ? n : least), 0)
  return waiting.splice(least, 1)[0]!
}

function step(): void {
  const list = waiting.length > 0 ? waiting : left
  const { id, steps } = takeNext()
  try {
    const step = steps.next()
    if (step.done) reply({ id, failure: null })
    else {
      reply(step.value)
      list.push({ id, filled: step.value.filled, steps })
    }
  } catch (error) {
    // What the failed step has prepared must not be written with another one.
    filler?.close()
    filler = undefined
    const failure = storeFailure(basename(place.path), error as Error).message
    left.length = 0
    for (const one of [id, ...waiting.splice(0).map(({ id }) => id)]) reply({ id: one, failure })
  }
  isGoing = false
  goOn()
}

/** Messages arrive between steps. */
function goOn(): void {
  if (isGoing || waiting.length + left.length === 0) return
  isGoing = true
  setImmediate(step)
}

function reply(message: FillReply): void {
  port.postMessage(message)
}

function* stepsOf({ id, gaps, touched }: Fill): Generator<FillProgress> {
  filler ??= new Filler(place, true)
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

/** The latest are the likeliest to be asked for again. */
function leave(id: number): void {
  left.push(...waiting.filter(one => one.id === id))
  waiting = waiting.filter(one => one.id !== id)
  for (const { id } of left.splice(0, left.length - mostLeft))
    reply({ id, failure: 'other requests wait for times that nobody has asked for before', isDisplaced: true })
}

port.on('message', (message: FillRequest | 'stop') => {
  if (message === 'stop') {
    filler?.close()
    process.exit()
  }
  if ('left' in message) leave(message.left)
  else waiting.push({ id: message.id, filled: 0, steps: stepsOf(message) })
  goOn()
})

try {
  filler = new Filler(place, wasOpen)
  reply({ ready: true })
} catch (error) {
  reply({ id: 0, failure: asStoreFailure(place.path, error).message })
}
