/** All journals of a server together keep no more. Bytes. */
const mostBytes = 32 << 20

/** A journal, as far as its space knows it. */
interface Sharer {
  readonly bytes: number
  halve(): void
  reset(): void
  end(): void
}

/** What the journals of a server share: beyond its bytes the largest journal loses its older half. */
export class JournalSpace {
  readonly #journals = new Set<Sharer>()
  #bytes = 0

  add(journal: Sharer): void {
    this.#journals.add(journal)
  }

  /** Gives back what a journal takes, once its tenant has ended. */
  remove(journal: Sharer): void {
    journal.end()
    journal.reset()
    this.#journals.delete(journal)
  }

  /** Lets all live readers go. */
  end(): void {
    for (const journal of this.#journals) journal.end()
  }

  grow(bytes: number): void {
    this.#bytes += bytes
    while (this.#bytes > mostBytes) this.#largest().halve()
  }

  shrink(bytes: number): void {
    this.#bytes -= bytes
  }

  #largest(): Sharer {
    let largest: Sharer | undefined
    for (const journal of this.#journals) if (journal.bytes > (largest?.bytes ?? -1)) largest = journal
    return largest!
  }
}
