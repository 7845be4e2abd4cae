import { firstIdWhenAsked, isFilledAhead } from '../../../seed/catalogue/instruments/instrument.ts'
import type { CellKind, CellSubject } from '../../../seed/cells.ts'
import { firstBeginning, poolsFounded, worldEnd, worldStart } from '../../../seed/profiles.ts'
import { ceilTo, day, floorTo, hour, type Period } from '../../market/time.ts'

/** Clocks that read the history. */
export const historyClocks = { from: Date.UTC(2017, 0, 1), until: worldEnd }

/** Pools, lending markets and the bitcoin chain have rows since then. */
export const chainsBegin = worldStart

/** Positions of pools that are open then were minted since. */
export const positionsBegin = poolsFounded

/** What can be generated alone, and counts of what a store of a range has of an instrument. */
export type FeedKind = CellKind | 'trade-totals'

export type FeedSubject = CellSubject

export interface Gap extends Period {
  kind: FeedKind
  subject: FeedSubject
}

export { firstIdWhenAsked, isFilledAhead }

/** In place of what was asked for: rows that the store does not have. */
export class Missing extends Error {
  readonly gaps: readonly Gap[]
  /** Whether this store can be filled; otherwise the history's store has the rows. */
  readonly fillable: boolean
  /** The response if nobody has them. */
  readonly failure: Error | undefined

  constructor(gaps: readonly Gap[], fillable: boolean, failure?: Error) {
    super('the store does not have these rows')
    this.gaps = gaps
    this.fillable = fillable
    this.failure = failure
  }
}

/**
 * What a store has of each feed. Readers note what they lack, and read what is there. Whoever called them discards the
 * result, has the gaps filled, and reads again. This one is for stores that nobody can fill: they lack nothing.
 */
export class Coverage {
  /** Whether each subject has a beginning of its own; otherwise that of the store is theirs. */
  readonly endless: boolean = false
  readonly fillable: boolean = false
  /** By name: a year of events may lack the same day ten thousand times. */
  #gaps = new Map<string, Gap>()
  /** Whether the first gap ends the reading: if nobody can fill it, another store is read instead. */
  #endsAtGap = false

  /** Notes what is missing of a range. */
  need(_kind: FeedKind, _subject: FeedSubject, _from: number, _until: number): void {}

  /** Start of the part that ends at `until` and has no gap; at least `from`. */
  backTo(_kind: FeedKind, _subject: FeedSubject, from: number, _until: number): number {
    return from
  }

  /** End of the part that starts at `from` and has no gap; at most `until`. */
  onTo(_kind: FeedKind, _subject: FeedSubject, _from: number, until: number): number {
    return until
  }

  /** Notes the days before a part, more of them the longer it is already. */
  needBefore(kind: FeedKind, subject: FeedSubject, { from, until }: Period, first: number): void {
    if (from > first) this.note({ kind, subject, from: Math.max(first, from - stepAfter(until - from)), until: from })
  }

  /** The part of a range that has no gap, from where a walk comes; of all subjects. */
  heldPart(kind: FeedKind, subjects: readonly FeedSubject[], { from, until }: Period, sort: 'asc' | 'desc'): Period {
    if (sort === 'asc')
      return { from, until: Math.min(until, ...subjects.map(one => this.onTo(kind, one, from, until))) }
    return { from: Math.max(from, ...subjects.map(one => this.backTo(kind, one, from, until))), until }
  }

  /** Notes what follows such a part in the order of the walk. */
  needBeyond(
    kind: FeedKind,
    subjects: readonly FeedSubject[],
    held: Period,
    asked: Period,
    sort: 'asc' | 'desc',
  ): void {
    for (const one of subjects)
      if (sort === 'asc') this.needAfter(kind, one, held, asked.until)
      else this.needBefore(kind, one, held, asked.from)
  }

  /** Notes the days after a part. */
  needAfter(kind: FeedKind, subject: FeedSubject, { from, until }: Period, end: number): void {
    if (until < end) this.note({ kind, subject, from: until, until: Math.min(end, until + stepAfter(until - from)) })
  }

  note({ kind, subject, from, until }: Gap): void {
    const unit = unitOf(kind)
    const whole = { kind, subject, from: floorTo(from, unit), until: ceilTo(until, unit) }
    this.#gaps.set(nameOf(whole), whole)
    if (this.#endsAtGap) this.refuse()
  }

  /** Reads a slice. @throws Missing if the store lacks rows of it */
  whole<T>(read: () => T): T {
    this.#endsAtGap = !this.fillable
    try {
      return read()
    } finally {
      this.#endsAtGap = false
      this.refuse()
    }
  }

  /**
   * Reads what does not depend on the gaps noted before: these do not refuse it. Notes what the reading lacks, so that all
   * of a slice is asked for at once. @returns undefined if it lacks rows
   */
  apart<T>(read: () => T): T | undefined {
    const before = this.#gaps
    this.#gaps = new Map()
    try {
      return read()
    } catch (error) {
      if (!(error instanceof Missing) || this.#endsAtGap) throw error
      for (const gap of error.gaps) this.#gaps.set(nameOf(gap), gap)
      return undefined
    } finally {
      this.#gaps = new Map([...before, ...this.#gaps])
    }
  }

  /** Whether gaps were noted, so that what was read may be too little. */
  get isLacking(): boolean {
    return this.#gaps.size > 0
  }

  /** @param failure is thrown if nobody has what is missing @throws Missing if gaps were noted, which are forgotten */
  refuse(failure?: Error): void {
    if (this.#gaps.size === 0) return
    const gaps = [...this.#gaps.values()]
    this.#gaps = new Map()
    throw new Missing(gaps, this.fillable, failure)
  }
}

/** Milliseconds of which a feed is held as a whole: a day, but totals count a range exactly. */
export function unitOf(kind: FeedKind): number {
  if (kind === 'trade-totals') return 1
  return kind === 'minutes' ? hour : day
}

function nameOf({ kind, subject, from, until }: Gap): string {
  return `${kind} ${subject} ${from} ${until}`
}

function stepAfter(length: number): number {
  return Math.max(day, length)
}

/** Of a generated store: everything from its start on, except what is only filled when asked. */
export class CoverageSince extends Coverage {
  override readonly endless = true
  readonly #start: number
  readonly #startOfPrices: (asset: string) => number
  readonly #hasBooks: (instrument: number) => boolean

  /**
   * @param startOfPrices of an asset's reference prices: these begin before the store; infinity without any
   * @param hasBooks whether the store has the order books of an instrument
   */
  constructor(
    start: number,
    startOfPrices: (asset: string) => number = () => Number.POSITIVE_INFINITY,
    hasBooks: (instrument: number) => boolean = () => true,
  ) {
    super()
    this.#start = start
    this.#startOfPrices = startOfPrices
    this.#hasBooks = hasBooks
  }

  override need(kind: FeedKind, subject: FeedSubject, from: number, until: number): void {
    if (from < this.#startOf(kind, subject) && from < until) this.note({ kind, subject, from, until })
  }

  override backTo(kind: FeedKind, subject: FeedSubject, from: number, until: number): number {
    return Math.max(from, Math.min(this.#startOf(kind, subject), until))
  }

  override onTo(kind: FeedKind, subject: FeedSubject, from: number, until: number): number {
    return from < this.#startOf(kind, subject) ? from : until
  }

  #startOf(kind: FeedKind, subject: FeedSubject): number {
    // Some protocols have the code of an asset.
    if (kind === 'value-locked') return this.#start
    if (typeof subject === 'string') return this.#startOfPrices(subject)
    const isAhead = isFilledAhead(subject) && (kind !== 'books' || this.#hasBooks(subject))
    return isAhead ? this.#start : Number.POSITIVE_INFINITY
  }
}

/** Feeds of changes are read from the last one before on: at weekends the last currency rate is repeated. */
const longestWithout: Partial<Record<FeedKind, number>> = { fx: 3 * day, lending: day }

/** Of a store that is filled when asked: single days of each feed, of bars of minutes single hours. */
export class CoverageByDay extends Coverage {
  override readonly endless = true
  override readonly fillable = true
  readonly #parts: (kind: FeedKind, subject: FeedSubject) => readonly Period[]

  /** @param parts of a feed in order of time, without common borders */
  constructor(parts: (kind: FeedKind, subject: FeedSubject) => readonly Period[]) {
    super()
    this.#parts = parts
  }

  override note(gap: Gap): void {
    super.note({ ...gap, from: gap.from - (longestWithout[gap.kind] ?? 0) })
  }

  override need(kind: FeedKind, subject: FeedSubject, asked: number, until: number): void {
    const first = kind === 'listings' ? firstBeginning : Number.NEGATIVE_INFINITY
    const from = Math.max(first, asked - (longestWithout[kind] ?? 0))
    if (from >= until) return
    const part = this.#parts(kind, subject).find(part => part.from <= from && part.until > from)
    if (part === undefined || part.until < until) this.note({ kind, subject, from: part?.until ?? from, until })
  }

  override backTo(kind: FeedKind, subject: FeedSubject, from: number, until: number): number {
    const part = this.#parts(kind, subject).find(part => part.from < until && part.until >= until)
    return part === undefined ? until : Math.min(until, Math.max(from, part.from + (longestWithout[kind] ?? 0)))
  }

  override onTo(kind: FeedKind, subject: FeedSubject, from: number, until: number): number {
    const first = from - (longestWithout[kind] ?? 0)
    const part = this.#parts(kind, subject).find(part => part.from <= first && part.until > from)
    return part === undefined ? from : Math.min(until, part.until)
  }
}
