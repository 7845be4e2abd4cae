export type Value = string | number | Uint8Array | null

/** Integers are bound as integers. */
export interface Sink {
  /** Values are in the order of `columns`. Call `flush` after the last row. */
  appender(table: string, columns: readonly string[]): Appender
  run(sql: string, ...values: Value[]): void
  all(sql: string, ...values: Value[]): unknown[][]
}

export interface Appender {
  add(...values: Value[]): void
  replace(stored: readonly Value[], row: readonly Value[]): void
  flush(): void
}
