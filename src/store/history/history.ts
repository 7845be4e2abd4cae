import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { elapsed } from '../../base/clock.ts'
import { Failure, tryAgain } from '../../base/failure.ts'
import { inTime } from '../../base/in-time.ts'
import { remembered } from '../../market/made-once.ts'
import { Store, snapshotAge } from '../store.ts'
import { CoverageByDay, type FeedKind, type FeedSubject, type Gap } from './coverage.ts'
import type { FillEnd, FillerPlace, FillProgress, FillReply, FillRequest } from './filling.ts'
import { HeldDays } from './held-days.ts'
import { isOf, type MemoPlace, otherMarket } from './history-place.ts'

/** Time without questions after which the filler ends, to free its memory. */
const idleTime = 30_000
/** Most pages that wait at the same time. */
const mostWaiting = 256
/** Milliseconds. A client that waits longer for first records gets 503. */
const longestWait = 25_000
/** Seconds. */
const retryAfter = 5
/** Feeds remembered as read until the next request for a fill. */
const mostTouched = 10_000
/** Milliseconds. Each write takes a page of the file per feed; eviction need not know the order within this time. */
const touchInterval = 5000
/** Milliseconds in which the thread that fills ends by itself. */
const longestStop = 1000

/** Who waits for a fill. */
interface Waiter {
  /** Whether for a limited time. */
  isLimited: boolean
  gone: AbortSignal | undefined
}

/** What a page waits for. */
interface WaitingFill extends PromiseWithResolvers<void> {
  /** Whether its client seems to have left. */
  hasLeft: boolean
  progress?: FillProgress
}

/** Reads the history of a market, and has a thread write what is missing. */
export class History {
  readonly #place: MemoPlace
  readonly #waiting = new Map<number, WaitingFill>()
  readonly #touched = new Map<FeedKind, Set<FeedSubject>>()
  #worker: Worker | undefined
  #nextTouch = 0
  #ready = Promise.withResolvers<void>()
  #store: Store | undefined
  #next = 1
  #idle: NodeJS.Timeout | undefined
  #renewal: NodeJS.Timeout | undefined
  #wasOpen = false
  #isClosed = false

  constructor(place: MemoPlace) {
    this.#place = place
  }

  /** Creates the store if there is none, and opens another that has taken its place. */
  async open(): Promise<Store> {
    if (this.#store?.isReplaced) this.#forget()
    this.#start()
    await this.#ready.promise
    if (this.#store === undefined) {
      this.#store = openReader(this.#place, (kind, subject) => this.#touch(kind, subject))
      this.#wasOpen = true
    }
    this.#renew()
    return this.#store
  }

  /** Resolves when the gaps are filled. @throws Failure if they cannot be, or not soon */
  async fill(gaps: readonly Gap[], { isLimited, gone }: Waiter): Promise<void> {
    const others = this.#waiting.values().filter(({ hasLeft }) => !hasLeft)
    if (others.toArray().length >= mostWaiting) throw tryAgain(tooMany, retryAfter)
    this.#start()
    const waiting: WaitingFill = { ...Promise.withResolvers<void>(), hasLeft: false }
    const id = this.#next++
    this.#waiting.set(id, waiting)
    this.#worker!.postMessage({ id, gaps, touched: this.#takeTouched() } satisfies FillRequest)
    const leave = () => this.#leave(id)
    if (gone?.aborted) leave()
    else gone?.addEventListener('abort', leave)
    try {
      await (isLimited ? inTime(waiting.promise, longestWait, () => tooLong(waiting.progress)) : waiting.promise)
    } finally {
      gone?.removeEventListener('abort', leave)
      leave()
      this.#waiting.delete(id)
      this.#rest()
    }
    this.#renew()
    if (this.#store?.isReplaced) throw tryAgain(replaced, retryAfter)
  }

  /** Pages that are being read go on with the old store, which is closed when nothing refers to it. */
  #forget(): void {
    this.#store = undefined
    this.#worker?.postMessage('stop')
    this.#onEnd(tryAgain(replaced, retryAfter))
  }

  /** Its fill makes way for others, unless it is complete. */
  #leave(id: number): void {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined || waiting.hasLeft) return
    waiting.hasLeft = true
    this.#worker?.postMessage({ left: id } satisfies FillRequest)
  }

  #touch(kind: FeedKind, subject: FeedSubject): void {
    const touched = this.#touched.get(kind) ?? new Set()
    if (touched.size === 0) this.#touched.set(kind, touched)
    if (touched.size < mostTouched) touched.add(subject)
  }

  #takeTouched(): [FeedKind, FeedSubject][] {
    if (elapsed() < this.#nextTouch) return []
    this.#nextTouch = elapsed() + touchInterval
    const touched = [...this.#touched].flatMap(([kind, subjects]) =>
      [...subjects].map(subject => [kind, subject] as [FeedKind, FeedSubject]),
    )
    this.#touched.clear()
    return touched
  }

  #start(): void {
    if (this.#isClosed) throw new Failure('unavailable', 'the server is stopping')
    clearTimeout(this.#idle)
    if (this.#worker) return
    this.#ready = Promise.withResolvers()
    this.#ready.promise.catch(() => {})
    const worker = new Worker(new URL('./filler-worker.js', import.meta.url), {
      // Without flags such as --input-type, which no thread accepts.
      execArgv: [],
      workerData: { ...this.#place, wasOpen: this.#wasOpen } satisfies FillerPlace,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
    })
    worker.on('message', (reply: FillReply) => this.#onReply(reply))
    worker.on('error', error => this.#onEnd(error))
    worker.once('exit', () => {
      if (this.#worker === worker) this.#onEnd(new Error('the thread that fills the history has ended'))
    })
    worker.unref()
    this.#worker = worker
  }

  #onReply(reply: FillReply): void {
    if ('ready' in reply) this.#ready.resolve()
    else if (!('wanted' in reply)) this.#onFilled(reply)
    else if (this.#waiting.has(reply.id)) this.#waiting.get(reply.id)!.progress = reply
  }

  #onFilled({ id, failure: why, isDisplaced }: FillEnd): void {
    const failure = why && (isDisplaced ? tryAgain(why, retryAfter) : new Failure('unavailable', why))
    // The store itself could not be opened.
    if (failure && id === 0) this.#onEnd(failure)
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (failure) waiting?.reject(failure)
    else waiting?.resolve()
    this.#rest()
  }

  #onEnd(cause: Error): void {
    this.#worker?.removeAllListeners()
    this.#worker = undefined
    const failure = cause instanceof Failure ? cause : new Failure('unavailable', cause.message)
    this.#ready.reject(failure)
    for (const { reject } of this.#waiting.values()) reject(failure)
    this.#waiting.clear()
  }

  /** Readers of the same snapshot share what they know; a snapshot that stayed would keep the log from shrinking. */
  #renew(): void {
    this.#store?.renewSnapshot()
    this.#renewal ??= setInterval(() => this.#store?.renewSnapshot(), snapshotAge).unref()
    this.#rest()
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#isClosed || this.#waiting.size > 0) return
    this.#idle = setTimeout(() => {
      clearInterval(this.#renewal)
      this.#renewal = undefined
      this.#store?.endSnapshot()
      this.#worker?.postMessage('stop')
      this.#worker?.removeAllListeners()
      this.#worker = undefined
    }, idleTime).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#idle)
    clearInterval(this.#renewal)
    this.#store?.close()
    const worker = this.#worker
    if (worker === undefined) return
    this.#onEnd(new Failure('unavailable', 'the server is stopping'))
    // Between two steps it closes its store, which empties the log.
    const ended = once(worker, 'exit')
    worker.postMessage('stop')
    const late = setTimeout(() => void worker.terminate(), longestStop)
    await ended
    clearTimeout(late)
  }
}

function tooLong({ filled, wanted } = { filled: 0, wanted: 0 }): Failure {
  const far = wanted > 0 ? `: ${Math.floor((100 * filled) / wanted)} % of these days are there` : ''
  return tryAgain(`the times that were asked for are still being generated${far}`, retryAfter)
}

const tooMany = 'too many requests wait for times that nobody has asked for before'
const replaced = 'another history has taken the place of the one that was read'

/** @param touch receives the feeds that are read */
function openReader(place: MemoPlace, touch: (kind: FeedKind, subject: FeedSubject) => void): Store {
  const store = Store.open(place.path, { readonly: true })
  if (!isOf(store, place)) {
    store.close()
    throw otherMarket(place.path)
  }
  const held = new HeldDays(store)
  // A map for each kind: writing kind and id as one text takes longer than the search.
  const partsOf = () =>
    remembered((kind: FeedKind) => remembered((subject: FeedSubject) => held.partsOf(kind, subject)))
  let snapshot: number | undefined
  let known = partsOf()
  store.coverage = new CoverageByDay((kind, subject) => {
    if (store.snapshot !== snapshot) known = partsOf()
    snapshot = store.snapshot
    touch(kind, subject)
    return known(kind)(subject)
  })
  return store
}
