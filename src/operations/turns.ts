/** Milliseconds of long answers per turn of the event loop. */
const budget = 10

const waiting: (() => void)[] = []
/** End of the current budget; 0 before first use. */
let turnEnds = 0

/**
 * Runs work in turn. All work waits in one queue: with a slice of every answer per turn, 250 pages of 100,000 bars
 * delayed others by 11 s.
 */
export function inTurn<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
    if (waiting.length === 1) setImmediate(runTurn)
  })
}

export function hasTime(): boolean {
  if (waiting.length > 0) return false
  const now = performance.now()
  if (turnEnds === 0) {
    turnEnds = now + budget
    setImmediate(() => {
      turnEnds = 0
    })
  }
  return now < turnEnds
}

function runTurn(): void {
  runNext(performance.now() + budget)
}

/** Work deferred to the next tick counts too. */
function runNext(end: number): void {
  waiting[0]!()
  process.nextTick(() => {
    waiting.shift()
    if (waiting.length === 0) return
    if (performance.now() < end) runNext(end)
    else setImmediate(runTurn)
  })
}
