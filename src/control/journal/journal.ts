import type { Finished } from '../finished.ts'
import { entryOf, type JournalEntry } from './journal-entry.ts'
import { type JournalQuery, mostEntries } from './journal-query.ts'
import type { JournalSpace } from './journal-space.ts'

/** A journal keeps no more. Bytes. */
const mostBytes = 4 << 20

/** What an entry takes in memory beside its texts. Bytes. */
const entrySize = 1500

/** Who reads entries as they come. */
export interface JournalReader {
  entry(entry: JournalEntry): void
  /** Called when no entry will come any more. */
  end(): void
}

/** The requests of one tenant, the latest ones. Entries are kept as they come and written out only for a reader. */
export class Journal {
  /** When it began, in real time. Milliseconds since 1970 UTC. */
  readonly since = Date.now()
  readonly #space: JournalSpace
  readonly #isKey: (text: string) => boolean
  readonly #readers = new Set<JournalReader>()
  /** An entry stands at its ordinal, modulo the length. */
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

  /** The ordinal of the latest entry; 0 before the first. */
  get last(): number {
    return this.#next - 1
  }

  /** How many entries gave way to later ones, or were emptied. */
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

  /** Entries in the order of their ordinals. */
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

  /** Calls a reader with each entry to come. @returns what ends that */
  watch(reader: JournalReader): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /** Lets all readers go: no entry will come any more. */
  end(): void {
    for (const reader of this.#readers) reader.end()
  }

  get watched(): number {
    return this.#readers.size
  }

  /** Drops all entries; ordinals go on. */
  empty(): void {
    while (this.size > 0) this.#drop()
  }

  /** As it was made: ordinals begin with 1 again. */
  reset(): void {
    this.empty()
    this.#entries = []
    this.#first = 1
    this.#next = 1
  }

  /** Drops the older half. */
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

/** Roughly, and the same at every call. */
function sizeOf({ url, headers, refusal }: Finished): number {
  let size = entrySize + url.length + (refusal?.length ?? 0)
  for (const name in headers) size += headers[name as keyof typeof headers]!.length
  return size
}
