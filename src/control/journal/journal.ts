import type { Finished } from '../finished.ts'
import type { Recorder } from '../served.ts'
import { entryOf, type JournalEntry } from './journal-entry.ts'
import { type JournalQuery, mostEntries } from './journal-query.ts'
import type { JournalSpace } from './journal-space.ts'
import { RequestBlock } from './request-block.ts'

const mostBytes = 4 << 20

/** Blocks grow with the journal. Bytes. */
const smallestBlock = 2 << 10
const largestBlock = 64 << 10

export interface JournalReader {
  entry(entry: JournalEntry): void
  end(): void
}

/** The latest requests of one tenant. Entries are packed as received and formatted only for a reader. */
export class Journal implements Recorder {
  readonly isOrdered = false
  /** Start of the journal in real time. */
  readonly since = Date.now()
  readonly #space: JournalSpace
  readonly #isKey: (text: string) => boolean
  readonly #readers = new Set<JournalReader>()
  /** In order; the first ones may hold dropped entries only. */
  readonly #blocks: RequestBlock[] = []
  #first = 1
  #next = 1
  #bytes = 0
  #isRead: boolean
  #isOpen = true

  /** @param isRead whether it drops its oldest entries when it is full; otherwise it then waits, empty, for a reader */
  constructor(space: JournalSpace, isKey: (text: string) => boolean, isRead = true) {
    this.#space = space
    this.#isKey = isKey
    this.#isRead = isRead
    space.add(this)
  }

  /** False while it waits for a reader. */
  get isOpen(): boolean {
    return this.#isOpen
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
    if (this.size === mostEntries) {
      if (!this.#isRead) this.#pause()
      else this.#first++
    }
    if (!this.#isOpen) return
    const ordinal = this.#next++
    if (!this.#blocks.at(-1)?.add(finished)) this.#addBlock(ordinal, finished)
    if (this.#readers.size > 0) this.#report(entryOf(ordinal, finished, this.#isKey))
  }

  read({ operation, status, after = 0, limit = mostEntries }: JournalQuery = {}): JournalEntry[] {
    this.begin()
    const found: JournalEntry[] = []
    for (let n = Math.max(after + 1, this.#first); n < this.#next && found.length < limit; n++) {
      const finished = this.#blocks.find(({ next }) => n < next)!.request(n)
      if (operation !== undefined && finished.operation !== operation) continue
      if (status !== undefined && !hasStatus(finished, status)) continue
      found.push(entryOf(n, finished, this.#isKey))
    }
    return found
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
    this.#isOpen = true
  }

  /** Removes all entries; ordinals continue. */
  empty(): void {
    this.begin()
    this.#drop(this.size)
  }

  /** Removes all entries; ordinals restart at 1. */
  reset(): void {
    this.#drop(this.size)
    this.#first = 1
    this.#next = 1
    this.#isOpen = true
  }

  halve(): void {
    this.#drop(Math.ceil(this.size / 2))
  }

  #pause(): void {
    this.#drop(this.size)
    this.#isOpen = false
  }

  #drop(count: number): void {
    this.#first += count
    while (this.#hasUnused()) this.#release()
  }

  /** Whether the first block holds dropped entries only. */
  #hasUnused(): boolean {
    return this.#blocks.length > 0 && this.#blocks[0]!.next <= this.#first
  }

  #release(): RequestBlock {
    const block = this.#blocks.shift()!
    this.#first = Math.max(this.#first, block.next)
    this.#bytes -= block.size
    this.#space.shrink(block.size)
    return block
  }

  #addBlock(ordinal: number, finished: Finished): void {
    const size = Math.max(RequestBlock.sizeOf(finished), Math.min(largestBlock, this.#bytes || smallestBlock))
    const block = this.#usedBlock(size)?.restart(ordinal) ?? new RequestBlock(ordinal, size)
    block.add(finished)
    this.#blocks.push(block)
    this.#bytes += block.size
    this.#space.grow(block.size)
  }

  /** A block to use again: one with dropped entries only or, if the journal would become too large, the oldest. */
  #usedBlock(size: number): RequestBlock | undefined {
    while (this.#hasUnused() || (this.#blocks.length > 0 && this.#bytes + size > mostBytes)) {
      const block = this.#release()
      if (block.size >= size) return block
    }
    return undefined
  }

  #report(entry: JournalEntry): void {
    for (const reader of this.#readers) reader.entry(entry)
  }
}

function hasStatus({ status }: Finished, wanted: string): boolean {
  const text = String(status)
  return wanted.endsWith('xx') ? text[0] === wanted[0] : text === wanted
}
