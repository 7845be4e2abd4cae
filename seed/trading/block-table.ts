import type { Appender, Sink, Value } from '../sink.ts'

/** What packs records into a block. */
export interface BlockWriter {
  /** Begins an empty block. */
  begin(): void
  /** Continues a stored block. */
  resume(block: Uint8Array): void
  /** Of the block so far: the time of its first record, the number of its records, and its bytes. */
  readonly start: number
  readonly count: number
  readonly bytes: Uint8Array
}

/**
 * Writes series of records into blocks, one series after the other. The last block of a series takes further records until
 * it is full: the rows only depend on the records, however they are cut into calls.
 */
export class BlockTable {
  readonly #sink: Sink
  readonly #rows: Appender
  readonly #last: string
  #key: Value[] = []
  #writer: BlockWriter | null = null
  /** The row that holds the open block so far. */
  #stored: Value[] | null = null
  #opened = false

  /** @param key the columns that name a series. @param content the column of the block itself. */
  constructor(sink: Sink, table: string, key: readonly string[], content: string) {
    const columns = [...key, 'start', 'count', content]
    this.#sink = sink
    this.#rows = sink.appender(table, columns)
    this.#last = `SELECT ${columns} FROM ${table} WHERE ${key.map(name => `${name} = ?`).join(' AND ')}
      ORDER BY start DESC LIMIT 1`
  }

  /** Goes to a series, which `close` ends. */
  open(key: Value[], writer: BlockWriter): void {
    this.#key = key
    this.#writer = writer
    this.#opened = false
  }

  /** Before the first record: continues the block that is there. */
  start(): void {
    if (this.#opened) return
    this.#opened = true
    const [row] = this.#sink.all(this.#last, ...this.#key) as [Value[] | undefined]
    if (row) this.#writer!.resume(row.at(-1) as Uint8Array)
    else this.#writer!.begin()
    this.#stored = row ?? null
  }

  /** Where the block is full: begins another one. */
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

  #put(): void {
    const { start, count, bytes } = this.#writer!
    const row = [...this.#key, start, count, bytes]
    if (this.#stored === null) this.#rows.add(...row)
    else if (this.#stored.at(-2) !== count) this.#rows.replace(this.#stored, row)
    this.#stored = null
  }
}
