import { Cells, createWorld } from '../../../seed/index.ts'
import { day } from '../../market/time.ts'
import { logLimit } from '../log-limit.ts'
import type { Store } from '../store.ts'
import type { FeedKind, FeedSubject, Gap } from './coverage.ts'
import { HeldDays } from './held-days.ts'
import type { MemoPlace } from './history-place.ts'
import { catalogueSizeOf, growCatalogue, openMemo } from './memo.ts'

/** Most days of feeds per transaction: a tenth of a second for the busiest instruments. */
const mostDays = 31
/** Least days as which a part counts: an hour takes more than a 24th of a day. */
const leastDays = 0.1

/** Size of the log at which it is emptied: some seconds of writing. Bytes. */
const largestLog = 64 << 20

/** Share of the limit that is left in use, so that not every step evicts. */
const afterEviction = 0.9

/** Writes what is missing in a market's history. Other processes may write it, too. */
export class Filler {
  readonly #store: Store
  readonly #held: HeldDays
  readonly #cells: Cells
  readonly #limit: number
  readonly #keepLog: () => void

  /** @param wasOpen whether this process has had the history open before */
  constructor(place: MemoPlace, wasOpen = false) {
    this.#store = openMemo(place, wasOpen)
    this.#limit = place.limit
    this.#keepLog = logLimit(this.#store, largestLog)
    this.#held = new HeldDays(this.#store)
    this.#cells = new Cells(this.#store, createWorld({ seed: place.seed, profile: place.profile }))
  }

  /** What is missing of gaps, as steps of at most `mostDays`: a transaction takes as long as a quiet instrument's day. */
  stepsOf(gaps: readonly Gap[]): Gap[][] {
    const steps: Gap[][] = []
    let left = 0
    // One instrument after another: what its hours have in common is computed once.
    for (const gap of gaps.toSorted(byFeed))
      if (gap.kind === 'trade-totals') {
        // Blocks count from the start on.
        steps.push([gap])
        left = 0
      } else
        for (const { from, until } of this.#held.missing(gap))
          for (let next = from; next < until; ) {
            if (left === 0) {
              steps.push([])
              left = mostDays
            }
            const end = Math.min(until, next + Math.ceil(left) * day)
            steps.at(-1)!.push({ ...gap, from: next, until: end })
            left = Math.max(0, left - Math.max(leastDays, (end - next) / day))
            next = end
          }
    return steps
  }

  /** Fills what is missing of the gaps, each step in a transaction. Another process may have filled parts meanwhile. */
  fill(step: readonly Gap[]): void {
    this.#store.transaction(() => {
      for (const gap of step) this.#fillMissing(gap)
    })
    this.#keepLimit()
    this.#keepLog()
  }

  touch(feeds: readonly [FeedKind, FeedSubject][]): void {
    const now = Date.now()
    this.#store.transaction(() => {
      for (const [kind, subject] of feeds) this.#held.touch(kind, subject, now)
    })
  }

  /** Pages of the file that eviction frees are used again. */
  #keepLimit(): void {
    const used = () => this.#store.bytesUsed - catalogueSizeOf(this.#store)
    if (used() <= this.#limit) return
    this.#store.transaction(() => {
      while (used() > this.#limit * afterEviction && this.#held.evict());
    })
  }

  #fillMissing(gap: Gap): void {
    const { kind, subject } = gap
    if (kind === 'trade-totals') {
      this.#count(gap)
      return
    }
    for (const part of this.#held.missing(gap)) {
      const write = () => this.#cells.write(kind, subject, { from: part.from, to: part.until })
      if (kind === 'listings') this.#grow(write)
      else write()
      this.#held.add({ ...gap, ...part }, this.#store.takeFingerprints(), Date.now())
    }
  }

  #grow(list: () => void): void {
    const before = this.#store.bytesUsed
    list()
    growCatalogue(this.#store, this.#store.bytesUsed - before)
  }

  /** Another page may have waited for the same totals. */
  #count({ subject, from, until }: Gap): void {
    const key = [subject, from, until]
    const known = this.#store.all(
      'SELECT 1 FROM trade_total WHERE instrument = ? AND "from" = ? AND "until" = ?',
      ...key,
    )
    if (known.length > 0) return
    const { count, bytes } = this.#cells.count(Number(subject), { from, to: until })
    this.#store.run('INSERT INTO trade_total VALUES (?, ?, ?, ?, ?)', ...key, count, bytes)
  }

  /** With an empty log, unless others are reading. */
  close(): void {
    try {
      this.#store.all('PRAGMA busy_timeout = 0')
      this.#store.all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // On a full disk the log stays, and the next process reads it.
    } finally {
      this.#store.close()
    }
  }
}

function byFeed(one: Gap, other: Gap): number {
  const [name, another] = [one, other].map(({ kind, subject }) => `${kind} ${subject}`) as [string, string]
  return name < another ? -1 : name > another ? 1 : 0
}
