import type { JournalSpace } from './journal-space.ts'

/** Bytes kept of each body, as sent and as read. */
export const mostOfBody = 64 << 10

const mostBytes = 8 << 20

/** The beginnings of the bodies of a journal's responses, as sent. The oldest make room for new ones. */
export class Bodies {
  /** Whether those of further responses are kept. */
  isKept = false
  readonly #space: JournalSpace
  /** By ordinal, in rising order. */
  readonly #bodies = new Map<number, Uint8Array>()
  bytes = 0

  constructor(space: JournalSpace) {
    this.#space = space
  }

  get size(): number {
    return this.#bodies.size
  }

  add(ordinal: number, body: Uint8Array): void {
    this.#bodies.set(ordinal, body)
    this.bytes += body.length
    for (const oldest of this.#bodies.keys()) {
      if (this.bytes <= mostBytes) break
      this.#drop(oldest)
    }
    this.#space.grow(body.length)
  }

  of(ordinal: number): Uint8Array | undefined {
    return this.#bodies.get(ordinal)
  }

  dropBefore(first: number): void {
    for (const ordinal of this.#bodies.keys()) {
      if (ordinal >= first) return
      this.#drop(ordinal)
    }
  }

  #drop(ordinal: number): void {
    const { length } = this.#bodies.get(ordinal)!
    this.#bodies.delete(ordinal)
    this.bytes -= length
    this.#space.shrink(length)
  }
}
