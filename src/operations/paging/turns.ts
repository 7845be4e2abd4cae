/**
 * Milliseconds of requests per turn of the event loop. libuv accepts one connection per turn
 * (https://github.com/libuv/libuv/pull/3696), so turns are short while connections arrive: the last of 500 waited 6 s.
 */
const [longest, longestInRush] = [10, 0.25]
/** How long after a connection the next one is expected. Milliseconds. */
const rush = 5
/** Between slices while connections arrive. Milliseconds. */
const sliceInRush = 2

/** After work of more than this, connections go first for as long as the second figure says. */
const [heavy, restingTimes] = [0.5, 8]
/** Without a connection for so long, none waits. Milliseconds. */
const arrivalGap = 1

const requests: (() => void)[] = []
const slices: (() => void)[] = []
let arrived = Number.NEGATIVE_INFINITY
/** When the work of this turn began; 0 before. */
let began = 0
/** When the last slice began. */
let sliced = 0
/** Connections go first until then. */
let resumed = 0

export function noteConnection(): void {
  arrived = performance.now()
}

/**
 * Runs a slice of a long response, one per turn, with all that follows from it: with a slice of every response per turn, 250
 * pages of 100,000 bars delayed others by 11 s.
 */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    slices.push(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
    if (slices.length === 1) setImmediate(runSlice)
  })
}

function runSlice(): void {
  const now = performance.now()
  if (!isResting(now) && (now - arrived >= rush || now - sliced >= sliceInRush)) {
    sliced = now
    slices[0]!()
    slices.shift()
    restAfter(now)
  }
  if (slices.length > 0) setImmediate(runSlice)
}

/** Milliseconds of a slice after which a reading that can go on later does so. */
const sliceTime = 20
let sliceEnd = Number.POSITIVE_INFINITY

/** In place of a slice: what has been read so far is kept, and the same call goes on from there. */
export class Unfinished extends Error {
  constructor() {
    super('the slice goes on in another turn')
  }
}

/** Reads a slice. @throws Unfinished */
export function within<T>(slice: () => T): T {
  sliceEnd = performance.now() + sliceTime
  try {
    return slice()
  } finally {
    sliceEnd = Number.POSITIVE_INFINITY
  }
}

/** For readers that keep what they have. @throws Unfinished after the time of a slice, if one is being read */
export function giveWay(): void {
  if (performance.now() > sliceEnd) throw new Unfinished()
}

/** Milliseconds of one long computation per turn. */
const share = 2

/** Runs a long computation by its steps, in turn with other work. */
export async function inTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await inTurn(() => stepsFor(share, steps))
    if (done) return value
  }
}

function stepsFor<T>(time: number, steps: Generator<unknown, T>): IteratorResult<unknown, T> {
  const end = performance.now() + time
  for (;;) {
    const step = steps.next()
    if (step.done || performance.now() >= end) return step
  }
}

/** Runs a request for which a turn had no time, in order. */
export function later(request: () => void): void {
  requests.push(request)
  if (requests.length === 1) setImmediate(runRequests)
}

function runRequests(): void {
  const start = performance.now()
  if (isResting(start)) return void setImmediate(runRequests)
  do {
    requests[0]!()
    requests.shift()
  } while (requests.length > 0 && isShort(start))
  restAfter(start)
  if (requests.length > 0) setImmediate(runRequests)
}

/** Whether a request may run in this turn. */
export function hasTime(): boolean {
  if (requests.length > 0) return false
  if (began !== 0) return isShort(began)
  const now = performance.now()
  if (isResting(now)) return false
  began = now
  setImmediate(endTurn)
  return true
}

/** Whether a slice may. */
export function hasTimeForSlice(): boolean {
  return slices.length === 0 && hasTime()
}

function isShort(start: number): boolean {
  const now = performance.now()
  return now - start < (now - arrived < rush ? longestInRush : longest)
}

function endTurn(): void {
  restAfter(began)
  began = 0
}

/** Of 400 connections with heavy requests the last would wait for 400 of these. */
function restAfter(start: number): void {
  const now = performance.now()
  if (now - start > heavy && now - arrived < rush) resumed = now + restingTimes * (now - start)
}

function isResting(now: number): boolean {
  return now < resumed && now - arrived < arrivalGap
}
