import { WaitingPlaces } from './verification/waiting-places.ts'

const mostBytes = 32 << 20
/** Each keeps a body of up to 64 KiB. */
const mostWaiting = 500

/** A journal as seen by its shared space. */
interface Sharer {
  readonly bytes: number
  halve(): void
  reset(): void
  end(): void
}

/** Journals share this space; when it is full, the largest one drops its older half. */
export class JournalSpace {
  readonly #journals = new Set<Sharer>()
  /** Of verifications of all journals that wait. */
  readonly places = new WaitingPlaces(mostWaiting, 'this server')
  #bytes = 0

  add(journal: Sharer): void {
    this.#journals.add(journal)
  }

  remove(journal: Sharer): void {
    journal.end()
    journal.reset()
    this.#journals.delete(journal)
  }

  end(): void {
    for (const journal of this.#journals) journal.end()
  }

  grow(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > mostBytes) {
      const largest = this.#largest()
      if (largest === undefined) return
      largest.halve()
    }
  }

  shrink(bytes: number): void {
    this.#bytes -= bytes
  }

  /** Undefined if all are empty. */
  #largest(): Sharer | undefined {
    let largest: Sharer | undefined
    for (const journal of this.#journals) if (journal.bytes > (largest?.bytes ?? 0)) largest = journal
    return largest
  }
}
