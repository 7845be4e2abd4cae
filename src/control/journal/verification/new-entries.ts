import type { Journal, JournalReader } from '../journal.ts'
import type { JournalEntry } from '../journal-entry.ts'
import { mostEntries } from '../journal-query.ts'

/** The entries that arrive while a reader is busy, at most as many as a journal holds, and then the next ones. */
export class NewEntries implements JournalReader {
  haveEnded = false
  readonly #journal: Journal
  #entries: JournalEntry[] = []
  #emptied = false
  readonly #unwatch: () => void
  #givePlace: (() => void) | undefined
  #wake = () => {}

  constructor(journal: Journal) {
    this.#journal = journal
    this.#unwatch = journal.watch(this)
  }

  entry(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > mostEntries) this.#entries.shift()
    this.#wake()
  }

  emptied(): void {
    this.#entries = []
    this.#emptied = true
    this.#wake()
  }

  end(): void {
    this.haveEnded = true
    this.#wake()
  }

  take(): JournalEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }

  /** Whether earlier entries were removed since the last call. */
  wereEmptied(): boolean {
    const emptied = this.#emptied
    this.#emptied = false
    return emptied
  }

  /** Resolves when something has arrived. @throws Failure if too many others wait @param longest milliseconds */
  more(longest: number): Promise<void> {
    this.#givePlace ??= this.#journal.places.take()
    return new Promise(resolve => {
      const timer = setTimeout(resolve, longest)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.#entries.length > 0 || this.#emptied) this.#wake()
    })
  }

  leave(): void {
    this.#unwatch()
    this.#givePlace?.()
  }
}
