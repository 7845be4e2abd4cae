import { type Fingerprint, mixRow } from './fingerprint.ts'
import { PageCells, PageFile } from './pages.ts'
import { writeCell } from './record.ts'

export type Row = readonly (string | number | bigint | null | Uint8Array)[]

/** What a table was given, as far as it does not stand in rows that were inserted. It can be sent between threads. */
export interface LoadedTable {
  table: string
  /** The places of its leaves in the file of pages, in order, and the cells of the rows that follow each. */
  leaves: number[]
  separators: Uint8Array
  /** The last of these rows, and those that stand on no page. */
  last: Row
  rest: Row[]
}

export interface Loaded {
  /** The file that has the pages. */
  path: string
  tables: LoadedTable[]
}

/**
 * Makes the leaves of tables that get many rows in the order of their keys, of which a b-tree can be built from below. To
 * hand each value to the database, which looks for its place, takes four times as long.
 */
export class BulkLoad {
  readonly #pages: PageFile
  readonly #tables: BulkAppender[] = []

  constructor(path: string) {
    this.#pages = new PageFile(path)
  }

  /** @param key how many of its columns, the first ones, are the table's key. */
  appender(table: string, key: number, fingerprint: Fingerprint): BulkAppender {
    const made = new BulkAppender(this.#pages, table, key, fingerprint)
    this.#tables.push(made)
    return made
  }

  finish(): Loaded {
    this.#pages.close()
    return { path: this.#pages.path, tables: this.#tables.map(table => table.loaded) }
  }
}

/** With fewer rows a table might not have two leaves, which a b-tree needs. */
const fewRows = 2000

/** Adds rows to one table. Those that are out of order, or too few for pages, are left to be inserted. */
export class BulkAppender {
  readonly #table: string
  readonly #key: number
  readonly #fingerprint: Fingerprint
  readonly #leaves: Leaves
  readonly #rest: Row[] = []
  /** Of the page that is being filled; or all, while there are few. */
  #open: Row[] = []
  #few = true
  #before: Row = []
  #separator: Row = []

  constructor(pages: PageFile, table: string, key: number, fingerprint: Fingerprint) {
    this.#table = table
    this.#key = key
    this.#fingerprint = fingerprint
    this.#leaves = new Leaves(pages)
  }

  add(...row: Row): void {
    mixRow(this.#fingerprint, row)
    if (this.#few) this.#wait(row)
    else this.#place(row)
  }

  flush(): void {}

  get loaded(): LoadedTable {
    const rest = [...this.#rest, ...this.#open]
    return { table: this.#table, ...this.#leaves.written, last: this.#separator, rest }
  }

  #wait(row: Row): void {
    this.#open.push(row)
    if (this.#open.length < fewRows) return
    const rows = this.#open.sort((a, b) => compare(a, b, this.#key))
    this.#few = false
    this.#open = []
    for (const row of rows) this.#place(row)
  }

  #place(row: Row): void {
    if (compare(row, this.#before, this.#key) <= 0) return void this.#rest.push(row)
    this.#before = row
    if (this.#leaves.add(row)) return void this.#open.push(row)
    this.#separator = row
    this.#open.length = 0
  }
}

/** By their keys; no row comes before all. */
function compare(one: Row, other: Row, key: number): number {
  if (other.length === 0) return 1
  for (let n = 0; n < key; n++) {
    const [a, b] = [one[n]!, other[n]!]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}

/** Leaves one after the other. Between any two of them, in the b-tree, a row stands on a page above. */
class Leaves {
  readonly #pages: PageFile
  readonly #cells = new PageCells('leaf')
  readonly #places: number[] = []
  #separators = new Uint8Array(1 << 16)
  #end = 0

  constructor(pages: PageFile) {
    this.#pages = pages
  }

  /** False where the row comes after the page's last, which is written then. */
  add(row: Row): boolean {
    const { bytes, end: start } = this.#cells
    const end = writeCell(row, bytes, start)
    if (this.#cells.fits(end)) {
      this.#cells.keep(end)
      return true
    }
    this.#separate(bytes.subarray(start, end))
    this.#places.push(this.#pages.count)
    this.#cells.moveTo(this.#pages.next())
    return false
  }

  get written() {
    return { leaves: this.#places, separators: this.#separators.slice(0, this.#end) }
  }

  #separate(cell: Uint8Array): void {
    if (this.#end + cell.length > this.#separators.length) {
      const longer = new Uint8Array(2 * this.#separators.length)
      longer.set(this.#separators)
      this.#separators = longer
    }
    this.#separators.set(cell, this.#end)
    this.#end += cell.length
  }
}
