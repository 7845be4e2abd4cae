export type Cell = string | number | Uint8Array | null

/** The store as the generator sees it; integers are bound as integers. */
export interface Sink {
  /**
   * Values are in the order of the table's columns in `schema.sql`, without those that change in existing rows. Call `flush`
   * after the last row.
   */
  appender(table: string): Appender
  run(sql: string, ...values: Cell[]): void
  all(sql: string, ...values: Cell[]): unknown[][]
}

export interface Appender {
  add(...values: Cell[]): void
  replace(stored: readonly Cell[], row: readonly Cell[]): void
  flush(): void
}

export function writeRows<T>(sink: Sink, table: string, all: Iterable<T>, rowOf: (one: T) => readonly Cell[]): void {
  const rows = sink.appender(table)
  for (const one of all) rows.add(...rowOf(one))
  rows.flush()
}

/** Of rows that are only counted, or of which only the texts are wanted. */
export const nowhere: Sink = { run() {}, all: () => [], appender: () => ({ add() {}, replace() {}, flush() {} }) }
