import type { Recorder } from '../tenants/served-tenant.ts'
import { Bodies } from './bodies.ts'
import {
  type DetailedEntry,
  detailOf,
  entryOf,
  type Finished,
  type JournalEntry,
  requestHeaders,
} from './journal-entry.ts'
import { type JournalQuery, mostEntries } from './journal-query.ts'
import type { JournalSpace } from './journal-space.ts'
import { WaitingPlaces } from './verification/waiting-places.ts'

const mostBytes = 4 << 20
const mostWaiting = 20
/** Bytes of an entry besides its texts. */
const entrySize = 600

export interface JournalReader {
  entry(entry: JournalEntry): void
  /** Earlier entries are removed. */
  emptied?(): void
  end(): void
}

/** The latest requests of one tenant. Entries are kept as received and formatted only for a reader. */
export class Journal implements Recorder {
  readonly isOrdered = false
  /** Start of the journal in real time. */
  readonly since = Date.now()
  readonly bodies: Bodies
  readonly #space: JournalSpace
  readonly #isKey: (text: string) => boolean
  readonly #readers = new Set<JournalReader>()
  /** For verifications that wait. */
  readonly places: WaitingPlaces
  /** A ring: the place of a request is its ordinal modulo its length. */
  readonly #requests: (Finished | undefined)[] = []
  size = 0
  #first = 1
  #bytes = 0
  #isRead: boolean
  /** False while it waits for a reader. */
  isOpen = true

  /** @param isRead whether it drops its oldest entries when it is full; otherwise it then waits, empty, for a reader */
  constructor(space: JournalSpace, isKey: (text: string) => boolean, isRead = true) {
    this.#space = space
    this.#isKey = isKey
    this.#isRead = isRead
    this.bodies = new Bodies(space)
    this.places = new WaitingPlaces(mostWaiting, 'this tenant', space.places)
    space.add(this)
  }

  get bytes(): number {
    return this.#bytes + this.bodies.bytes
  }

  /** Ordinal of the latest entry; 0 before the first. */
  get last(): number {
    return this.#first + this.size - 1
  }

  /** Number of entries dropped or emptied. */
  get dropped(): number {
    return this.#first - 1
  }

  add(finished: Finished): void {
    if (this.size === mostEntries) {
      this.isOpen = this.#isRead
      this.#drop(this.isOpen ? 1 : this.size)
    }
    if (!this.isOpen) return
    const { body } = finished
    const bytes = sizeOf(finished)
    while (this.size > 0 && this.#bytes + bytes > mostBytes) this.#drop(1)
    const ordinal = this.#first + this.size++
    this.#requests[ordinal % mostEntries] = body === undefined ? finished : { ...finished, body: undefined }
    this.#bytes += bytes
    this.#space.grow(bytes)
    if (body !== undefined) this.bodies.add(ordinal, body)
    if (this.#readers.size === 0) return
    const entry = entryOf(ordinal, finished, this.#isKey)
    for (const reader of this.#readers) reader.entry(entry)
  }

  read(query?: JournalQuery): JournalEntry[] {
    return [...this.entries(query)]
  }

  /** Reads an entry in each step. Entries with long URLs take milliseconds. */
  *reading(query?: JournalQuery): Generator<void, JournalEntry[]> {
    const found: JournalEntry[] = []
    for (const entry of this.entries(query)) {
      found.push(entry)
      yield
    }
    return found
  }

  /** Those of the moment of the call, each formatted when it is taken. */
  entries(query?: JournalQuery): Iterable<JournalEntry> {
    return this.#find(query)
      .values()
      .map(([ordinal, finished]) => entryOf(ordinal, finished, this.#isKey))
  }

  /** As `entries`, with bodies. */
  details(query?: JournalQuery): Iterable<DetailedEntry> {
    return this.#find(query)
      .values()
      .map(([ordinal, finished]) => detailOf(ordinal, { ...finished, body: this.bodies.of(ordinal) }, this.#isKey))
  }

  #find({ operation, status, after = 0, limit = mostEntries }: JournalQuery = {}) {
    this.begin()
    const found: [ordinal: number, finished: Finished][] = []
    for (let n = Math.max(after + 1, this.#first); n <= this.last && found.length < limit; n++) {
      const finished = this.#requests[n % mostEntries]!
      if (operation !== undefined && finished.operation !== operation) continue
      if (status !== undefined && !hasStatus(finished, status)) continue
      found.push([n, finished])
    }
    return found
  }

  /** An entry with the body of its response; undefined if the journal does not have it. */
  detail(ordinal: number): DetailedEntry | undefined {
    const [entry] = this.details({ after: ordinal - 1, limit: 1 })
    return entry?.ordinal === ordinal ? entry : undefined
  }

  /** @returns a function that ends the calls */
  watch(reader: JournalReader): () => void {
    this.begin()
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  end(): void {
    for (const reader of this.#readers) reader.end()
  }

  get watched(): number {
    return this.#readers.size
  }

  /** From now on it has a reader. */
  begin(): void {
    this.#isRead = true
    this.isOpen = true
  }

  /** Removes all entries; ordinals continue. */
  empty(): void {
    this.begin()
    this.#clear()
  }

  /** Removes all entries; ordinals restart at 1. */
  reset(): void {
    this.#clear()
    this.bodies.isKept = false
    this.#first = 1
    this.isOpen = true
  }

  halve(): void {
    this.#drop(Math.ceil(this.size / 2))
  }

  #clear(): void {
    this.#drop(this.size)
    for (const reader of this.#readers) reader.emptied?.()
  }

  #drop(count: number): void {
    let bytes = 0
    for (const until = this.#first + count; this.#first < until; this.#first++) {
      const place = this.#first % mostEntries
      bytes += sizeOf(this.#requests[place]!)
      this.#requests[place] = undefined
    }
    this.size -= count
    this.#bytes -= bytes
    this.#space.shrink(bytes)
    this.bodies.dropBefore(this.#first)
  }
}

function hasStatus({ status }: Finished, wanted: string): boolean {
  const text = String(status)
  return wanted.endsWith('xx') ? text[0] === wanted[0] : text === wanted
}

/** Heap bytes: headers and URLs are one byte per character. */
function sizeOf({ url, headers, answered, walk, refusal, secret }: Finished): number {
  let bytes = entrySize + url.length + (walk?.origin.length ?? 0) + (refusal?.length ?? 0) + (secret?.length ?? 0)
  for (const name of requestHeaders) bytes += headers[name]?.length ?? 0
  // The other response headers are part of the entry's size.
  return bytes + (answered['x-sandbox-hint']?.length ?? 0)
}
