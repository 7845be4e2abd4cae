export type Value = string | number | Uint8Array | null

/** What the generator needs of a store. The store binds whole numbers as integers. */
export interface Sink {
  /** Adds rows to one table, many per statement; values in the order of `columns`. Call `flush` after the last. */
  appender(table: string, columns: readonly string[]): Appender
  run(sql: string, ...values: Value[]): void
  /** Raw rows. */
  all(sql: string, ...values: Value[]): unknown[][]
}

export interface Appender {
  add(...values: Value[]): void
  /** Puts a row in the place of a stored one that has the same key. */
  replace(stored: readonly Value[], row: readonly Value[]): void
  flush(): void
}
