import type { Appender, Cell, Sink } from '../../sink.ts'

interface BlockWriter {
  begin(): void
  resume(block: Uint8Array): void
  readonly start: number
  readonly count: number
  readonly bytes: Uint8Array
}

/** `whole`: blocks begin anew with every series that is opened; otherwise they follow the stored ones. */
export type BlockCut = 'whole' | 'following'

/** The last block of a series takes records until it is full, so rows do not depend on how records are split. */
export class BlockTable {
  readonly #sink: Sink
  readonly #rows: Appender
  readonly #last: string
  readonly #cut: BlockCut
  #key: Cell[] = []
  #writer: BlockWriter | null = null
  #stored: Cell[] | null = null
  #opened = false
  #grown = 0

  /** @param table its last columns are `start`, `count` and the block @param key columns that identify a series, its first ones */
  constructor(sink: Sink, table: string, key: readonly string[], cut: BlockCut) {
    this.#sink = sink
    this.#cut = cut
    this.#rows = sink.appender(table)
    this.#last = `SELECT * FROM ${table} WHERE ${key.map(name => `${name} = ?`).join(' AND ')}
      ORDER BY start DESC LIMIT 1`
  }

  open(key: Cell[], writer: BlockWriter): void {
    this.#key = key
    this.#writer = writer
    this.#opened = false
  }

  start(): void {
    if (this.#opened) return
    this.#opened = true
    const [row] = (this.#cut === 'whole' ? [] : this.#sink.all(this.#last, ...this.#key)) as [Cell[] | undefined]
    if (row) this.#writer!.resume(row.at(-1) as Uint8Array)
    else this.#writer!.begin()
    this.#stored = row ?? null
  }

  next(): void {
    this.#put()
    this.#writer!.begin()
  }

  close(): void {
    if (this.#opened) this.#put()
    this.#opened = false
  }

  flush(): void {
    this.#rows.flush()
  }

  /** Bytes of content added since the last call. */
  takeGrown(): number {
    const grown = this.#grown
    this.#grown = 0
    return grown
  }

  #put(): void {
    const { start, count, bytes } = this.#writer!
    const row = [...this.#key, start, count, bytes]
    this.#grown += bytes.length - ((this.#stored?.at(-1) as Uint8Array | undefined)?.length ?? 0)
    if (this.#stored === null) this.#rows.add(...row)
    else if (this.#stored.at(-2) !== count) this.#rows.replace(this.#stored, row)
    this.#stored = null
  }
}
