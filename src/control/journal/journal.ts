import type { Finished } from '../finished.ts'
import type { Recorder } from '../served.ts'
import { entryOf, type JournalEntry } from './journal-entry.ts'
import { type JournalQuery, mostEntries } from './journal-query.ts'
import type { JournalSpace } from './journal-space.ts'

const mostBytes = 4 << 20

/** Approximate memory of an entry without its text. Bytes. */
const entrySize = 1500

export interface JournalReader {
  entry(entry: JournalEntry): void
  end(): void
}

/** The latest requests of one tenant. Entries are stored as received and formatted only for a reader. */
export class Journal implements Recorder {
  readonly isOrdered = false
  /** Start of the journal in real time. */
  readonly since = Date.now()
  readonly #space: JournalSpace
  readonly #isKey: (text: string) => boolean
  readonly #readers = new Set<JournalReader>()
  /** Ring buffer: an entry's index is its ordinal modulo the length. */
  #entries: (Finished | undefined)[] = []
  #first = 1
  #next = 1
  #bytes = 0

  constructor(space: JournalSpace, isKey: (text: string) => boolean) {
    this.#space = space
    this.#isKey = isKey
    space.add(this)
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#next - this.#first
  }

  /** Ordinal of the latest entry; 0 before the first. */
  get last(): number {
    return this.#next - 1
  }

  /** Number of entries dropped or emptied. */
  get dropped(): number {
    return this.#first - 1
  }

  add(finished: Finished): void {
    const size = sizeOf(finished)
    while (this.size >= mostEntries || (this.size > 0 && this.#bytes + size > mostBytes)) this.#drop()
    const ordinal = this.#next++
    this.#entries[ordinal % mostEntries] = finished
    this.#bytes += size
    this.#space.grow(size)
    if (this.#readers.size > 0) this.#report(entryOf(ordinal, finished, this.#isKey))
  }

  read({ operation, status, after = 0, limit = mostEntries }: JournalQuery = {}): JournalEntry[] {
    const found: JournalEntry[] = []
    for (let n = Math.max(after + 1, this.#first); n < this.#next && found.length < limit; n++) {
      const finished = this.#entries[n % mostEntries]!
      if (operation !== undefined && finished.operation !== operation) continue
      if (status !== undefined && !hasStatus(finished, status)) continue
      found.push(entryOf(n, finished, this.#isKey))
    }
    return found
  }

  /** @returns a function that ends the calls */
  watch(reader: JournalReader): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  end(): void {
    for (const reader of this.#readers) reader.end()
  }

  get watched(): number {
    return this.#readers.size
  }

  /** Removes all entries; ordinals continue. */
  empty(): void {
    while (this.size > 0) this.#drop()
  }

  /** Removes all entries; ordinals restart at 1. */
  reset(): void {
    this.empty()
    this.#entries = []
    this.#first = 1
    this.#next = 1
  }

  halve(): void {
    for (let n = Math.ceil(this.size / 2); n > 0; n--) this.#drop()
  }

  #drop(): void {
    const place = this.#first++ % mostEntries
    const size = sizeOf(this.#entries[place]!)
    this.#entries[place] = undefined
    this.#bytes -= size
    this.#space.shrink(size)
  }

  #report(entry: JournalEntry): void {
    for (const reader of this.#readers) reader.entry(entry)
  }
}

function hasStatus({ status }: Finished, wanted: string): boolean {
  const text = String(status)
  return wanted.endsWith('xx') ? text[0] === wanted[0] : text === wanted
}

/** Approximate size; the same on every call. */
function sizeOf({ url, headers, refusal }: Finished): number {
  let size = entrySize + url.length + (refusal?.length ?? 0)
  for (const name in headers) size += headers[name as keyof typeof headers]?.length ?? 0
  return size
}
