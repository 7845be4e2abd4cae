import { cellsOf, createWorld } from '../../../seed/index.ts'
import { day } from '../../market/time.ts'
import { logLimit } from '../log-limit.ts'
import type { FeedKind, FeedSubject, Gap } from './coverage.ts'
import { heldDays } from './held-days.ts'
import type { MemoPlace } from './history-place.ts'
import { catalogueSizeOf, growCatalogue, openMemo } from './memo.ts'

/** Most days of feeds per transaction: a tenth of a second for the busiest instruments. */
const mostDays = 31

/** Size of the log at which it is emptied: some seconds of writing. Bytes. */
const largestLog = 64 << 20

/** Share of the limit that is left in use, so that not every step evicts. */
const afterEviction = 0.9

/**
 * Writes what is missing in a market's history. Other processes may write it, too. @param wasOpen whether this process has had the
 * history open before
 */
export function fillerOf(place: MemoPlace, wasOpen = false) {
  const store = openMemo(place, wasOpen)
  const { limit } = place
  const keepLog = logLimit(store, largestLog)
  const held = heldDays(store)
  const cells = cellsOf(store, createWorld(place))

  /** What is missing of gaps, as steps of at most `mostDays`: a transaction takes as long as a quiet instrument's day. */
  function stepsOf(gaps: readonly Gap[]): Gap[][] {
    const steps: Gap[][] = []
    let left = 0
    for (const gap of gaps)
      if (gap.kind === 'trade-totals') {
        // Blocks count from the start on.
        steps.push([gap])
        left = 0
      } else
        for (const { from, until } of held.missing(gap))
          for (let next = from; next < until; ) {
            if (left === 0) {
              steps.push([])
              left = mostDays
            }
            const end = Math.min(until, next + left * day)
            steps.at(-1)!.push({ ...gap, from: next, until: end })
            left -= (end - next) / day
            next = end
          }
    return steps
  }

  /** Fills what is missing of the gaps, each step in a transaction. Another process may have filled parts meanwhile. */
  function fill(step: readonly Gap[]): void {
    store.transaction(() => {
      for (const gap of step) fillMissing(gap)
    })
    keepLimit()
    keepLog()
  }

  function touch(feeds: readonly [FeedKind, FeedSubject][]): void {
    const now = Date.now()
    store.transaction(() => {
      for (const [kind, subject] of feeds) held.touch(kind, subject, now)
    })
  }

  /** Pages of the file that eviction frees are used again. */
  function keepLimit(): void {
    const used = () => store.bytesUsed - catalogueSizeOf(store)
    if (used() <= limit) return
    store.transaction(() => {
      while (used() > limit * afterEviction && held.evict());
    })
  }

  function fillMissing(gap: Gap): void {
    const { kind, subject } = gap
    if (kind === 'trade-totals') {
      countTotals(gap)
      return
    }
    for (const part of held.missing(gap)) {
      const before = store.bytesUsed
      cells.write(kind, subject, { from: part.from, to: part.until })
      if (kind === 'listings') growCatalogue(store, store.bytesUsed - before)
      held.add({ ...gap, ...part }, store.takeFingerprints(), Date.now())
    }
  }

  /** Another page may have waited for the same totals. */
  function countTotals({ subject, from, until }: Gap): void {
    const key = [subject, from, until]
    const known = store.all('SELECT 1 FROM trade_total WHERE instrument = ? AND "from" = ? AND "until" = ?', ...key)
    if (known.length > 0) return
    const { count, bytes } = cells.count(Number(subject), { from, to: until })
    store.run('INSERT INTO trade_total VALUES (?, ?, ?, ?, ?)', ...key, count, bytes)
  }

  /** With an empty log, unless others are reading. */
  function close(): void {
    try {
      store.all('PRAGMA busy_timeout = 0')
      store.all('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // On a full disk the log stays, and the next process reads it.
    } finally {
      store.close()
    }
  }

  return { stepsOf, fill, touch, close }
}

export type Filler = ReturnType<typeof fillerOf>
