import { type Fingerprint, mixRow, removeRow } from '../fingerprint.ts'
import type { Database, PreparedStatement, Value } from './database.ts'

const rowsPerInsert = 32

/** Inserts rows into one table, many per statement, and updates the table's fingerprint. */
export class TableAppender {
  readonly #one: PreparedStatement
  readonly #many: PreparedStatement
  readonly #replace: PreparedStatement
  readonly #width: number
  readonly #fingerprint: Fingerprint
  readonly #values: Value[]
  #end = 0

  constructor(database: Database, table: string, columns: readonly string[], fingerprint: Fingerprint) {
    const row = `(${columns.map(() => '?').join(',')})`
    const into = `INTO ${table} (${columns.map(column => `"${column}"`).join(',')}) VALUES `
    this.#one = database.prepare(`INSERT ${into}${row}`)
    this.#many = database.prepare(`INSERT ${into}${Array(rowsPerInsert).fill(row).join(',')}`)
    this.#replace = database.prepare(`REPLACE ${into}${row}`)
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
