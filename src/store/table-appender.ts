import { type Fingerprint, mixRow, removeRow } from './fingerprint.ts'
import type { Value } from './statement.ts'

interface PreparedChange {
  run(...values: unknown[]): unknown
}

const rowsPerInsert = 32

/** Inserts rows into one table, many per statement, and updates the table's fingerprint. */
export class TableAppender {
  readonly #one: PreparedChange
  readonly #many: PreparedChange
  readonly #replace: PreparedChange
  readonly #width: number
  readonly #fingerprint: Fingerprint
  readonly #values: Value[]
  #end = 0

  constructor(
    prepare: (sql: string) => PreparedChange,
    table: string,
    columns: readonly string[],
    fingerprint: Fingerprint,
  ) {
    const row = `(${columns.map(() => '?').join(',')})`
    const into = `INTO ${table} (${columns.map(column => `"${column}"`).join(',')}) VALUES `
    this.#one = prepare(`INSERT ${into}${row}`)
    this.#many = prepare(`INSERT ${into}${Array(rowsPerInsert).fill(row).join(',')}`)
    this.#replace = prepare(`REPLACE ${into}${row}`)
    this.#width = columns.length
    this.#values = Array<Value>(rowsPerInsert * columns.length).fill(null)
    this.#fingerprint = fingerprint
  }

  add(...row: Value[]): void {
    mixRow(this.#fingerprint, row)
    let at = this.#end
    for (let n = 0; n < row.length; n++) this.#values[at++] = row[n]!
    this.#end = at
    if (at < this.#values.length) return
    // The library reads elements of an array by name, which takes a third longer.
    this.#many.run(...this.#values)
    this.#end = 0
  }

  replace(stored: readonly Value[], row: readonly Value[]): void {
    removeRow(this.#fingerprint, stored)
    mixRow(this.#fingerprint, row)
    this.#replace.run(row)
  }

  flush(): void {
    for (let n = 0; n < this.#end; n += this.#width) this.#one.run(this.#values.slice(n, n + this.#width))
    this.#end = 0
  }
}
